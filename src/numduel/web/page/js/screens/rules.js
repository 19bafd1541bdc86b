// The rules of a game.
import { lessonPath, setupPath } from "../addresses.js";
import { request, Problem } from "../server/api.js";
import { blockNodes } from "../ui/blocks.js";
import { h } from "../ui/dom.js";
import { showMissing, topBar } from "../ui/layout.js";

/** Show the rules. @param {HTMLElement} root @param {{ game: string }} params */
export async function show(root, { game }) {
  const page = h("main.page.prose", h("p.muted", "Loading the rules…"));
  root.append(topBar(), page);
  try {
    const { title, blocks } = await request("GET /rules/{game}", { at: game });
    document.title = `Rules of ${title} · numduel`;
    page.replaceChildren(
      h("h1", title),
      ...blockNodes(blocks),
      h(
        "div.row-of-buttons",
        h("a.button.primary", { href: lessonPath(game) }, "Learn step by step"),
        h("a.button", { href: setupPath(game) }, "Play"),
      ),
    );
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    showMissing(root, "Rules not found", problem.message);
  }
}
