// The service worker of a server with the edition for offline play: it leads there when the server can't be reached.

const OFFLINE = "/offline/";
const worker = /** @type {any} */ (self);

/** Load a document, or lead to the edition that needs no server. @param {Request} request */
const loadDocument = (request) => fetch(request).catch(() => Response.redirect(OFFLINE));

/** Show the tab of a notification's match, or open it. @param {string} url */
async function openMatch(url) {
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((/** @type {any} */ { url: shown }) => shown === url);
  return tab ? tab.focus() : worker.clients.openWindow(url);
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const isOffline = new URL(request.url).pathname.startsWith(OFFLINE); // that edition has its own worker
  if (request.mode === "navigate" && request.method === "GET" && !isOffline)
    event.respondWith(loadDocument(request));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openMatch(event.notification.data));
});
