// Entry point: show the first screen, then follow links without loading a new document.
import { keepInstallOffer } from "./browser/install_offer.js";
import { clearNotifications } from "./browser/notifications.js";
import { restoreValues } from "./browser/storage.js";
import { followLinks, reportErrors, showAddress } from "./router.js";
import { install } from "./server/installation.js";
import { focusIn } from "./ui/dom.js";
import { createBar } from "./ui/layout.js";
import { listenForShortcuts } from "./ui/shortcuts.js";
import { reportUnsaved } from "./ui/unsaved_note.js";
import { reportUpdates } from "./ui/update_note.js";

document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  const tile = '[role=gridcell][tabindex="0"]';
  focusIn(document, document.querySelector(tile) ? tile : "#screen");
});
keepInstallOffer();
reportErrors();
reportUnsaved();
reportUpdates();
addEventListener("load", () => install());
restoreValues().then(() => {
  clearNotifications();
  createBar();
  listenForShortcuts();
  followLinks();
  showAddress();
});
