// The version of the edition's files. Their addresses have it, so that the browser's cache never mixes versions.

/** The version of this document. The build writes it. */
export const VERSION = document.querySelector("meta[name=numduel-version]")?.getAttribute("content") ?? "";

/** Return the address of a file of this version. @param {string} path below the page's folder */
export const addressOf = (path) => new URL(`${path}?v=${VERSION}`, document.baseURI).href;
