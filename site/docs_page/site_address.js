// Addresses of the site's files, from any page of the documentation.

const ROOT = new URL("..", import.meta.url).href;
const WORKER = "assets-numduel/example_worker.js";

/** Return the address of a file or a screen. @param {string} path below the site's folder */
export const addressOf = (path) => ROOT + path;

/** Return the worker's address, with the version of this script. */
const findWorker = () => addressOf(WORKER) + new URL(import.meta.url).search;

const policy = globalThis.trustedTypes?.createPolicy("numduel", { createScriptURL: findWorker });

/** Return the address of the worker, for `new Worker`. With Trusted Types it is an object that counts as a text. */
export const workerAddress = () => /** @type {string} */ (policy?.createScriptURL(WORKER) ?? findWorker());
