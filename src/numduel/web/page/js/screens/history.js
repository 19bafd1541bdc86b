// History: the games of this browser.
import { h } from "../ui/dom.js";

/** Show the games. @param {HTMLElement} root */
export function show(root) {
  document.title = "History · numduel";
  root.append(h("main.page.stack.loose", h("h1", "History")));
}
