// A note on the home screen of a server's page: without a connection, practise in the edition that needs no server.
import { offlineAddress } from "../server/installation.js";
import { isOnline } from "../server/transport.js";
import { h } from "./dom.js";

/** Return the note, hidden while there is a connection; null if the server has no edition for offline play. */
export function offlineNote() {
  const href = offlineAddress();
  if (!href) return null;
  const note = h(
    "aside.unsaved-note",
    { "aria-label": "Offline", "data-note": "offline" },
    h("p.small", "You're offline. You can still practise in this browser."),
    h("a.button.low", { href }, "Practise offline"),
  );
  const show = () => void (note.hidden = isOnline());
  show();
  for (const event of ["online", "offline"]) addEventListener(event, show);
  return note;
}
