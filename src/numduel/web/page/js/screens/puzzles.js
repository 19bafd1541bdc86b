// Puzzles: the archive by date and practice by game and grade.
import { PUZZLE } from "../addresses.js";
import { h } from "../ui/dom.js";
import { topBar } from "../ui/layout.js";

/** Show the puzzles. @param {HTMLElement} root */
export function show(root) {
  document.title = "Puzzles · numduel";
  const daily = h("a.button.primary", { href: PUZZLE }, "Daily puzzle");
  root.append(topBar(), h("main.page.stack.loose", h("h1", "Puzzles"), h("p", daily)));
}
