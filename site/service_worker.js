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
const STABLE = /\.(html|webmanifest|png|svg)$/; // files whose addresses have no version: bookmarks and apps keep them
const MEDIA_TYPES = /** @type {Record<string, string>} */ ({
  wasm: "application/wasm", // servers that don't know these types make the files unusable
  mjs: "text/javascript",
});

/** @param {ArrayBuffer} body */
async function hashOf(body) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the address of a file in a cache. @param {string} path */
const addressOf = (path) => new URL(path === DOCUMENT ? "" : path, SCOPE).href;

/** Return the address of a file on the server, as the page asks for it. @param {string} path */
const sourceOf = (path) => addressOf(path) + (STABLE.test(path) ? "" : `?v=${VERSION}`);

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

/** Load a file; return null if it isn't of this version. @param {string} path @param {RequestCache} cache how the browser's cache is used */
const loadFile = async (path, cache) => checkAnswer(path, await fetch(sourceOf(path), { cache }));

/** Save one file: from another cache if it hasn't changed, else from the server. @param {Cache} cache @param {string} path @param {string[]} others */
async function saveFile(cache, path, others) {
  const address = addressOf(path);
  if (await checkAnswer(path, await cache.match(address))) return; // an earlier try saved it
  for (const name of others) {
    const known = await checkAnswer(path, await (await caches.open(name)).match(address));
    if (known) return cache.put(address, known);
  }
  // The page has just loaded most files. Those that are wrong are loaded again, whatever their dates say.
  const loaded = (await loadFile(path, "force-cache")) ?? (await loadFile(path, "reload"));
  if (!loaded) throw new Error(`${path} isn't of version ${VERSION}.`); // the browser tries again later
  return cache.put(address, loaded);
}

/** Save all files of this version. Without space for them all, keep none: games need space too. */
async function saveFiles() {
  const isNew = !(await caches.has(CACHE));
  const cache = await caches.open(CACHE);
  const others = await otherCaches();
  try {
    for (const path of Object.keys(FILES)) await saveFile(cache, path, others);
  } catch (error) {
    if (isNew && error instanceof Error && error.name === "QuotaExceededError") await caches.delete(CACHE);
    throw error;
  }
}

async function deleteOtherCaches() {
  for (const name of await otherCaches()) await caches.delete(name);
}

/** Return the path of the file for a request, or null if it isn't ours. @param {Request} request */
function pathOf(request) {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return null;
  const path = pathname.slice(SCOPE.pathname.length) || DOCUMENT;
  return Object.hasOwn(FILES, path) ? path : null;
}

/** Lead to the server: it has another version, and the browser has deleted this one. */
async function startOver() {
  await worker.registration.unregister();
  return Response.redirect(SCOPE.href);
}

/** Answer with a file of this version. The network helps only if the browser has deleted the cache. @param {string} path */
async function answerFile(path) {
  const cache = await caches.open(CACHE);
  const saved = await cache.match(addressOf(path));
  if (saved) return saved;
  const loaded = await loadFile(path, "no-cache");
  if (!loaded) return path === DOCUMENT ? startOver() : Response.error();
  await cache.put(addressOf(path), loaded.clone()).catch(() => null); // no space
  return loaded;
}

/** Answer tabs that have no worker yet, and tell them the version. Those with another one reload. */
async function claimTabs() {
  await worker.clients.claim();
  for (const tab of await worker.clients.matchAll({ type: "window" })) tab.postMessage({ version: VERSION });
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

worker.addEventListener("message", (/** @type {any} */ event) => {
  const { kind } = event.data;
  if (kind === "activate") event.waitUntil(worker.skipWaiting());
  if (kind === "claim") event.waitUntil(claimTabs());
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openMatch(event.notification.data));
});
