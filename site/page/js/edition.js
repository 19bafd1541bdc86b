// What the edition without a server can do. It replaces the page's own edition.js.

/** Whether other devices can open a match by its link. Here, matches never leave the browser. */
export const hasLinks = false;

/** Whether people play by letter: each link holds the whole game. */
export const hasLetters = true;

/** Start of the names of stored values about matches. A server with this edition has its own, at the same origin. */
export const matchStore = "site.";
