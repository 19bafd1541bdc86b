// What perfect play says of the games: the solved facts.
import { rulesOf, setupOf } from "../addresses.js";
import * as api from "../server/api.js";
import { blockNodes } from "../ui/blocks.js";
import { h } from "../ui/dom.js";
import { topBar } from "../ui/sheets.js";

export async function show(root) {
  document.title = "What perfect play says · numduel";
  const page = h(
    "main",
    { class: "page prose facts" },
    h("p", { class: "muted" }, "Fetching what is known …"),
  );
  root.append(topBar(), page);
  try {
    const { sections } = await api.facts();
    const [first, ...rest] = sections;
    page.replaceChildren(
      h("h1", {}, first.title),
      ...blockNodes(first.blocks),
      ...rest.map(sectionNode),
    );
  } catch (problem) {
    page.replaceChildren(h("p", {}, problem.message));
  }
}

function sectionNode({ title, game, blocks }) {
  const play =
    game &&
    h(
      "p",
      { class: "row-of-links" },
      h("a", { href: setupOf(game) }, `Play ${title}`),
      h("a", { href: rulesOf(game) }, "Its rules"),
    );
  return h("section", { class: "card fact" }, h("h2", {}, title), blockNodes(blocks, 3), play);
}
