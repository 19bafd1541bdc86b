// Answers that are files of the site, so that the first screen needs no Python.

/** Routes below /api/v1 whose answers are files, such as data/games.json. The build fills this list. @type {string[]} */
export const STATIC_ROUTES = [];
