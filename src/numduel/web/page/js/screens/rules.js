// The rules of a game, and the list of all rules.
import { RULES, explorePath, lessonPath, rulesPath, setupPath } from "../addresses.js";
import { miniBoard } from "../board/mini_board.js";
import { request, Problem } from "../server/api.js";
import { blockNodes } from "../ui/blocks.js";
import { blankCards } from "../ui/components.js";
import { h } from "../ui/dom.js";
import { showMissing } from "../ui/layout.js";

/** @import { OfferedGame, ShownPosition } from "../contract.js" */

/** Show the rules of a game, or the list of all. @param {HTMLElement} root @param {{ game?: string }} params */
export function show(root, { game }) {
  return game ? showGame(root, game) : showList(root);
}

/** @param {HTMLElement} root */
async function showList(root) {
  document.title = "Rules · numduel";
  const list = h("ul.games", blankCards());
  const common = h("section.prose", { "aria-busy": "true" }, h("p.muted", "Loading the rules…"));
  root.append(h("main.page.stack.loose", h("h1", "Rules"), list, common));
  const [{ games }, { samples }, { title, blocks }] = await Promise.all([
    request("GET /games"),
    request("GET /samples"),
    request("GET /rules"),
  ]);
  list.replaceChildren(...games.map((game) => ruleCard(game, samples[game.id])));
  common.removeAttribute("aria-busy");
  common.replaceChildren(h("h2", { id: "every-game" }, title), ...blockNodes(blocks, 3));
}

/** @param {OfferedGame} game @param {ShownPosition | undefined} sample */
const ruleCard = (game, sample) =>
  h(
    "li",
    h(
      "a.card.game-card",
      { href: rulesPath(game.id), "data-game": game.id },
      h("span.well", sample && miniBoard(sample)),
      h("span.game-words", h("b", game.title), h("span.small.muted", game.summary)),
    ),
  );

/** @param {HTMLElement} root @param {string} game */
async function showGame(root, game) {
  const page = h("main.page.prose", h("p.muted", "Loading the rules…"));
  root.append(page);
  try {
    const { title, blocks } = await request("GET /rules/{game}", { at: game });
    document.title = `Rules of ${title} · numduel`;
    page.replaceChildren(
      h("h1", title),
      ...blockNodes(blocks),
      h(
        "div.row-of-buttons",
        h("a.button.primary", { href: setupPath(game) }, "Play"),
        h("a.button", { href: lessonPath(game) }, "Learn step by step"),
        h("a.button", { href: explorePath({ game }) }, "Explore"),
        h("a.button", { href: RULES }, "All rules"),
      ),
    );
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    showMissing(root, "Rules not found", problem.message, RULES, "See all rules");
  }
}
