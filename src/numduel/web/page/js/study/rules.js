// The rules of a game: on a screen of their own, and beside the board.
import * as api from "../api.js";
import { h } from "../dom.js";
import { iconButton, openSheet } from "../parts.js";
import { showMissing, topBar } from "../sheets.js";
import { blockNodes } from "./blocks.js";

export async function show(root, { game }) {
  const page = h(
    "main",
    { class: "page prose" },
    h("p", { class: "muted" }, "Fetching the rules …"),
  );
  root.append(topBar(), page);
  try {
    const { title, blocks } = await api.rules(game);
    document.title = `The rules of ${title} · numduel`;
    page.replaceChildren(
      h("h1", {}, title),
      ...blockNodes(blocks),
      h(
        "div",
        { class: "row-of-buttons" },
        h(
          "a",
          { class: "button primary", href: `/learn/${encodeURIComponent(game)}` },
          "Learn it step by step",
        ),
        h("a", { class: "button", href: `/?game=${encodeURIComponent(game)}` }, "Play"),
      ),
    );
  } catch (problem) {
    showMissing(root, "There are no such rules", problem.message);
  }
}

/** Open the rules beside the board: over the panel where there is one, else in a sheet. */
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
