// A quiet note above the screen: a new version of the page is ready. It waits for the player.
import { announce, byId, h } from "./dom.js";
import { button } from "./components.js";

const TEXT = "A new version is ready.";

/** Show the note when a new version is ready. */
export function reportUpdates() {
  addEventListener("numduel:update", (event) => {
    document.querySelector("[data-note=update]")?.remove();
    const { detail: activate } = /** @type {CustomEvent<() => void>} */ (event);
    const reload = button("Reload", { kind: "low", onClick: activate, "data-do": "update" });
    const note = h(
      "aside.unsaved-note",
      { "aria-label": "New version", "data-note": "update" },
      h("p.small", TEXT),
      reload,
    );
    byId("screen").before(note);
    announce(TEXT);
  });
}
