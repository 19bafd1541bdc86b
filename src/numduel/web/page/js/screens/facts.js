// The results of perfect play, game by game.
import { explorePath, rulesPath, setupPath } from "../addresses.js";
import { request } from "../server/api.js";
import { blockNodes } from "../ui/blocks.js";
import { h } from "../ui/dom.js";

/** @import { Section } from "../contract.js" */

/** Show the results. @param {HTMLElement} root */
export async function show(root) {
  document.title = "Perfect play · numduel";
  const page = h("main.page.prose.facts", h("p.muted", "Loading the results…"));
  root.append(page);
  const { sections } = await request("GET /facts");
  const [first, ...rest] = sections;
  page.replaceChildren(h("h1", first.title), ...blockNodes(first.blocks, 2, first.title), ...rest.map(sectionNode));
}

/** @param {Section} section */
function sectionNode({ title, game, blocks }) {
  const play =
    game &&
    h(
      "p.row-of-links",
      h("a", { href: setupPath(game) }, `Play ${title}`),
      h("a", { href: rulesPath(game) }, "Rules"),
      h("a", { href: explorePath({ game }) }, "Explore positions"),
    );
  return h("section.card.fact", h("h2", title), blockNodes(blocks, 3, title), play);
}
