// The service worker of the page. The edition without a server replaces this file.
//
// A server with the edition for offline play says so in the document. Then the page keeps that edition for later, and
// a small service worker leads to it when the server can't be reached.

const OFFLINE_TAG = "meta[name=numduel-offline]";
const WORKER = "service_worker.js";

/** Return the address of the edition for offline play, "" if the server has none. */
export const offlineAddress = () => document.querySelector(OFFLINE_TAG)?.getAttribute("content") ?? "";

/** Trusted Types allow only these service workers. */
const createPolicy = () =>
  /** @type {any} */ (globalThis).trustedTypes?.createPolicy("numduel", {
    createScriptURL: (/** @type {string} */ folder) => `${folder}${WORKER}`,
  });

/** Keep the edition for offline play, unless the player wants to save data. */
export async function install() {
  const offline = offlineAddress();
  const { serviceWorker, connection } = /** @type {Navigator & { connection?: { saveData?: boolean } }} */ (navigator);
  if (!offline || !serviceWorker || connection?.saveData) return;
  const policy = createPolicy();
  for (const folder of [offline, "/"]) {
    const address = /** @type {string} */ (policy?.createScriptURL(folder) ?? `${folder}${WORKER}`);
    await serviceWorker.register(address, { scope: folder }).catch(() => null); // a later visit tries again
  }
}
