// The screen with the rules of a game.
import { lessonOf, setupOf } from "../addresses.js";
import { ask, Problem } from "../server/wire.js";
import { blockNodes } from "../ui/blocks.js";
import { h } from "../ui/dom.js";
import { showMissing, topBar } from "../ui/sheets.js";

/** @param {HTMLElement} root @param {{ game: string }} params */
export async function show(root, { game }) {
  const page = h("main.page.prose", h("p.muted", "Fetching the rules …"));
  root.append(topBar(), page);
  try {
    const { title, blocks } = await ask("GET /rules/{game}", { at: game });
    document.title = `The rules of ${title} · numduel`;
    page.replaceChildren(
      h("h1", title),
      ...blockNodes(blocks),
      h(
        "div.row-of-buttons",
        h("a.button.primary", { href: lessonOf(game) }, "Learn it step by step"),
        h("a.button", { href: setupOf(game) }, "Play"),
      ),
    );
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    showMissing(root, "There are no such rules", problem.message);
  }
}
