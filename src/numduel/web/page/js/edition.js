// What this edition of the page can do. The edition without a server replaces this file.

/** Whether other devices can open a match by its link: to join it, watch it or continue it. */
export const hasLinks = true;

/** Whether people play by letter: each link holds the whole game. */
export const hasLetters = false;

/** Start of the names of stored values about matches. Both editions may share an origin, and its storage. */
export const matchStore = "";
