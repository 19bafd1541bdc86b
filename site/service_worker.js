// The service worker: it keeps all files of one version, and answers from them, online and offline.
//
// The build fills in FILES and VERSION. A version has its own cache, and its worker serves no other: a new one waits
// until no tab uses the old one, or until a player asks for it.

/** SHA-256 of each file, by its path. @type {Record<string, string>} */
const FILES = {};
const VERSION = "";

const worker = /** @type {any} */ (self);
const SCOPE = new URL("./", location.href);
const CACHE_PREFIX = `numduel ${SCOPE.pathname} `;
const CACHE = CACHE_PREFIX + VERSION;
const DOCUMENT = "index.html";
const MEDIA_TYPES = /** @type {Record<string, string>} */ ({
  wasm: "application/wasm", // servers that don't know these types make the files unusable
  mjs: "text/javascript",
});

/** @param {ArrayBuffer} body */
async function hashOf(body) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the address of a file. @param {string} path */
const addressOf = (path) => new URL(path, SCOPE).href;

/** Return the names of this edition's caches of other versions. */
async function otherCaches() {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE);
}

/** Return a file's answer if its content is of this version, else null. @param {string} path @param {Response | undefined} answer */
async function checkAnswer(path, answer) {
  if (!answer?.ok) return null;
  const body = await answer.arrayBuffer();
  if ((await hashOf(body)) !== FILES[path]) return null;
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length", "Vary"]) headers.delete(name); // of the transfer
  const type = MEDIA_TYPES[path.split(".").at(-1) ?? ""];
  if (type) headers.set("Content-Type", type);
  return new Response(body, { headers });
}

/** Save one file: from a cache if it hasn't changed, else from the server. @param {Cache} cache @param {string} path @param {string[]} others */
async function saveFile(cache, path, others) {
  const address = addressOf(path);
  for (const name of [CACHE, ...others]) {
    const known = await checkAnswer(path, await (await caches.open(name)).match(address));
    if (known) return cache.put(address, known);
  }
  const loaded = await checkAnswer(path, await fetch(address, { cache: "no-cache" }));
  if (!loaded) throw new Error(`${path} isn't of version ${VERSION}.`); // the browser tries again later
  return cache.put(address, loaded);
}

/** Save all files of this version. */
async function saveFiles() {
  const cache = await caches.open(CACHE);
  const others = await otherCaches();
  for (const path of Object.keys(FILES)) await saveFile(cache, path, others);
}

async function deleteOtherCaches() {
  for (const name of await otherCaches()) await caches.delete(name);
}

/** Return the path of the file for a request, or null if it isn't ours. @param {Request} request */
function pathOf(request) {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return null;
  const path = decodeURIComponent(pathname.slice(SCOPE.pathname.length)) || DOCUMENT;
  return Object.hasOwn(FILES, path) ? path : null;
}

/** Answer with a file of this version. The network helps only if the browser has deleted the cache. @param {string} path */
async function answerFile(path) {
  const cache = await caches.open(CACHE);
  const saved = await cache.match(addressOf(path));
  if (saved) return saved;
  const loaded = await checkAnswer(path, await fetch(addressOf(path), { cache: "no-cache" }));
  if (!loaded) return Response.error();
  await cache.put(addressOf(path), loaded.clone());
  return loaded;
}

/** Show the tab of a notification's match, or open it. @param {string} url */
async function openMatch(url) {
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((/** @type {any} */ { url: shown }) => shown === url);
  return tab ? tab.focus() : worker.clients.openWindow(url);
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(saveFiles()));

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(deleteOtherCaches()));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const path = pathOf(event.request);
  if (path !== null) event.respondWith(answerFile(path));
});

worker.addEventListener("message", (/** @type {any} */ { data, waitUntil, ...event }) => {
  void event;
  if (data.kind === "activate") worker.skipWaiting();
  if (data.kind === "claim" && data.version === VERSION) worker.clients.claim(); // a page of this version
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openMatch(event.notification.data));
});
