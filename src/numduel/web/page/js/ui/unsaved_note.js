// A note that this browser saves nothing, because its storage is full or blocked. It is shown once.
import { announce, byId, h } from "./dom.js";
import { button } from "./components.js";

/** @import { StorageProblem } from "../browser/storage.js" */

/** What is wrong, by the problem. @type {Record<StorageProblem, string>} */
const REASONS = {
  full: "This browser has no space left to save your games.",
  blocked: "This browser doesn't let the page save your games.",
};
const ADVICE =
  "You can play on, but they are lost when you close or reload this tab. Under History you can export them.";

/** Show the note above the screen when saving fails for the first time. */
export function reportUnsaved() {
  const show = (/** @type {Event} */ event) => {
    const problem = /** @type {CustomEvent<StorageProblem>} */ (event).detail;
    const text = `${REASONS[problem]} ${ADVICE}`;
    const close = button("OK", { kind: "low", onClick: () => note.remove(), "data-do": "unsaved-ok" });
    const note = h("aside.unsaved-note", { "aria-label": "Storage" }, h("p.small", text), close);
    byId("screen").before(note);
    announce(text);
  };
  addEventListener("numduel:unsaved", show, { once: true });
}
