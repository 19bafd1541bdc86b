// The scripts that this page may start as workers. Its policy refuses all others.
import { addressOf } from "./version.js";

const WORKERS = ["workers/play_worker.js", "workers/engine_worker.js"];
const SERVICE_WORKER = "service_worker.js"; // its address stays the same, so that browsers find new versions

/** Return the address of one of our scripts. @param {string} path */
function checkScript(path) {
  if (path === SERVICE_WORKER) return new URL(path, document.baseURI).href;
  if (!WORKERS.includes(path)) throw new TypeError(`${path} isn't a script of this page.`);
  return addressOf(path);
}

const policy = globalThis.trustedTypes?.createPolicy("numduel", { createScriptURL: checkScript });

/**
 * Return the address of one of our scripts, for `new Worker` or the registration of a service worker.
 * With Trusted Types it is an object that counts as a text.
 * @param {string} path below the page's folder
 */
export const scriptAddress = (path) =>
  /** @type {string} */ (policy?.createScriptURL(path) ?? checkScript(path));
