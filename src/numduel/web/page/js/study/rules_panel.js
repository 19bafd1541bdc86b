// The rules beside the board: over the panel where there is one, else in a sheet.
import * as api from "../server/api.js";
import { blockNodes } from "../ui/blocks.js";
import { h } from "../ui/dom.js";
import { iconButton, openSheet } from "../ui/parts.js";

/** Open the rules of a game. */
export async function openRules(game) {
  document.querySelector(".rules-aside")?.remove();
  const contents = h("div", { class: "prose" }, h("p", { class: "muted" }, "Fetching the rules …"));
  if (matchMedia("(min-width: 900px)").matches) openAside(game.title, contents);
  else openSheet(game.title, contents, { className: "tall" });
  try {
    contents.replaceChildren(...blockNodes((await api.rules(game.id)).blocks));
  } catch (problem) {
    contents.replaceChildren(h("p", {}, problem.message));
  }
}

/** A panel of its own, beside which one plays on; Escape closes it. */
function openAside(title, contents) {
  const before = document.activeElement;
  const close = () => {
    aside.remove();
    before?.focus?.();
  };
  const keys = (event) => event.key === "Escape" && close();
  const aside = h(
    "aside",
    { class: "rules-aside", "aria-label": `The rules of ${title}`, on: { keydown: keys } },
    h(
      "div",
      { class: "sheet-head" },
      h("h1", {}, "Rules"),
      iconButton("close", "Close the rules", close),
    ),
    contents,
  );
  document.getElementById("screen").append(aside);
  aside.querySelector("button").focus();
}
