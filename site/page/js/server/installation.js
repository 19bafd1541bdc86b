// The service worker of the edition without a server, and its updates. It replaces the page's own installation.js.
import { scriptAddress } from "./trusted.js";
import { VERSION } from "./version.js";
import { whenReady } from "./workers.js";

const MIN_CHECK_MS = 3_600_000; // time between two searches for a new version

/** Return the address of the edition for offline play. This is it. */
export const offlineAddress = () => "";

/** Report a version that waits. @param {ServiceWorker | null} waiting */
function reportUpdate(waiting) {
  if (!waiting || !navigator.serviceWorker.controller) return;
  const activate = () => waiting.postMessage({ kind: "activate" });
  dispatchEvent(new CustomEvent("numduel:update", { detail: activate }));
}

/** Report new versions from now on. @param {ServiceWorkerRegistration} registration */
function followUpdates(registration) {
  reportUpdate(registration.waiting);
  const followInstalling = () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed") reportUpdate(registration.waiting);
    });
  };
  followInstalling();
  registration.addEventListener("updatefound", followInstalling);
  let checked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - checked < MIN_CHECK_MS) return;
    checked = Date.now();
    registration.update().catch(() => null); // offline
  });
}

/** Keep all files for offline play, and report new versions. */
export async function install() {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !VERSION) return;
  let isReplaced = Boolean(serviceWorker.controller); // or is this the first worker?
  serviceWorker.addEventListener("controllerchange", () => {
    if (isReplaced) location.reload(); // a tab never uses files of two versions
    isReplaced = true;
  });
  serviceWorker.addEventListener("message", ({ data }) => {
    if (data.version !== VERSION) location.reload(); // the worker is of another version than this document
  });
  if (!serviceWorker.controller) await whenReady(); // then each file is loaded only once
  const address = scriptAddress("service_worker.js");
  const registration = await serviceWorker.register(address, { updateViaCache: "none" }).catch(() => null);
  if (!registration) return; // blocked by the browser
  followUpdates(registration);
  const { active } = await serviceWorker.ready;
  if (!serviceWorker.controller) active?.postMessage({ kind: "claim" });
}
