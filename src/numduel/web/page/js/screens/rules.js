// The rules of a game, on a screen of their own.
import { lessonOf, setupOf } from "../addresses.js";
import * as api from "../server/api.js";
import { blockNodes } from "../ui/blocks.js";
import { h } from "../ui/dom.js";
import { showMissing, topBar } from "../ui/sheets.js";

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
        h("a", { class: "button primary", href: lessonOf(game) }, "Learn it step by step"),
        h("a", { class: "button", href: setupOf(game) }, "Play"),
      ),
    );
  } catch (problem) {
    showMissing(root, "There are no such rules", problem.message);
  }
}
