// The scripts that this page may start as workers. Its policy refuses all others.

const SCRIPTS = ["workers/play_worker.js", "workers/engine_worker.js", "service_worker.js"];

/** Return the address of one of our scripts. @param {string} path */
function addressOf(path) {
  if (!SCRIPTS.includes(path)) throw new TypeError(`${path} isn't a script of this page.`);
  return new URL(path, document.baseURI).href;
}

const policy = globalThis.trustedTypes?.createPolicy("numduel", { createScriptURL: addressOf });

/**
 * Return the address of one of our scripts, for `new Worker` or the registration of a service worker.
 * With Trusted Types it is an object that counts as a text.
 * @param {string} path below the page's folder
 */
export const scriptAddress = (path) =>
  /** @type {string} */ (policy?.createScriptURL(path) ?? addressOf(path));
