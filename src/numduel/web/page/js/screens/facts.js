// What perfect play says of the games: the solved facts.
import { rulesOf, setupOf } from "../addresses.js";
import { ask } from "../server/wire.js";
import { blockNodes } from "../ui/blocks.js";
import { h } from "../ui/dom.js";
import { topBar } from "../ui/sheets.js";

/** @import { Section } from "../contract.js" */

/** @param {HTMLElement} root */
export async function show(root) {
  document.title = "What perfect play says · numduel";
  const page = h("main.page.prose.facts", h("p.muted", "Fetching what is known …"));
  root.append(topBar(), page);
  const { sections } = await ask("GET /facts");
  const [first, ...rest] = sections;
  page.replaceChildren(h("h1", first.title), ...blockNodes(first.blocks), ...rest.map(sectionNode));
}

/** @param {Section} section */
function sectionNode({ title, game, blocks }) {
  const play =
    game &&
    h(
      "p.row-of-links",
      h("a", { href: setupOf(game) }, `Play ${title}`),
      h("a", { href: rulesOf(game) }, "Its rules"),
    );
  return h("section.card.fact", h("h2", title), blockNodes(blocks, 3), play);
}
