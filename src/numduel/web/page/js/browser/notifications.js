// Notifications of the system: it's your turn in a match whose tab is hidden. Only if the player has switched them on.
import { readSettings } from "./settings.js";

const ICON_TAG = "link[rel=apple-touch-icon]";

/** Return whether this browser has notifications. */
export const hasNotifications = () => "Notification" in globalThis && isSecureContext;

/** Ask the player, through the browser, to allow notifications; return whether they are allowed. */
export const allowNotifications = async () => (await Notification.requestPermission()) === "granted";

/** Return whether to notify the player now. */
const isWanted = () =>
  document.hidden &&
  hasNotifications() &&
  readSettings().notifications === "on" &&
  Notification.permission === "granted";

/**
 * Notify the player of a match if its tab is hidden. A later notification of the match replaces it.
 * @param {string} title
 * @param {string} body
 * @param {string} tag identifies the match
 */
export async function notify(title, body, tag) {
  if (!isWanted()) return;
  const icon = document.querySelector(ICON_TAG)?.getAttribute("href") ?? undefined;
  const options = { body, tag, icon, data: location.href, renotify: true };
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active) return registration.showNotification(title, options);
  try {
    const notification = new Notification(title, options);
    notification.addEventListener("click", () => (window.focus(), notification.close()));
  } catch {} // phones allow them only with a service worker
}

/** Remove this page's notifications when the player looks at it. */
export function clearNotifications() {
  document.addEventListener("visibilitychange", async () => {
    if (document.hidden || !hasNotifications()) return;
    const registration = await navigator.serviceWorker?.getRegistration();
    for (const shown of (await registration?.getNotifications()) ?? [])
      if (shown.data === location.href) shown.close();
  });
}
