// The browser's offer to install the page as an app. Only some browsers make one, and only until the app is installed.

/** @typedef {Event & { prompt: () => Promise<unknown> }} InstallOffer */

/** @type {InstallOffer | null} */
let offer = null;

/** Keep the browser's offer for the settings, in place of a banner of the browser. */
export function keepInstallOffer() {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = /** @type {InstallOffer} */ (event);
  });
  addEventListener("appinstalled", () => void (offer = null));
}

/** Return whether the page can be installed now. */
export const canInstall = () => offer !== null;

/** Let the browser ask the player whether to install the page. It answers an offer once, and may make another. */
export async function installApp() {
  const accepted = offer;
  offer = null;
  await accepted?.prompt();
}
