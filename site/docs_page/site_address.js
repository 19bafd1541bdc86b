// Addresses of the site's files, from any page of the documentation.

const ROOT = new URL("..", import.meta.url).href;

/** Return the address of a file or a screen. @param {string} path below the site's folder */
export const addressOf = (path) => ROOT + path;
