// Blocks of text on the pages of rules and results, built without markup.
import { h } from "./dom.js";

/** @import { Block, Run } from "../contract.js" */

/** @type {(cell: Run[]) => (HTMLElement | string)[]} */
const runs = (cell) =>
  cell.map(({ kind, text }) => {
    if (kind === "strong" || kind === "code") return h(kind, text);
    return kind === "emphasis" ? h("em", text) : text;
  });

/**
 * Return the blocks of a page as elements. Headings start at `level`.
 * @param {Block[]} blocks
 */
export const blockNodes = (blocks, level = 2) => blocks.map((block) => blockNode(block, level));

/** @param {Block} block @param {number} top */
function blockNode({ kind, level, rows }, top) {
  const [[cell]] = rows;
  if (kind === "heading")
    return h(/** @type {"h2"} */ (`h${Math.min(6, level - 2 + top)}`), runs(cell));
  if (kind === "list")
    return h(
      "ul.points",
      rows.map(([point]) => h("li", runs(point))),
    );
  if (kind === "code")
    return h("pre", { tabindex: "0", role: "group", "aria-label": "Example" }, runs(cell));
  return kind === "table" ? tableNode(rows) : h("p", runs(cell));
}

/** @param {Run[][][]} rows */
function tableNode([head, ...rows]) {
  const title = (/** @type {Run[]} */ cell) =>
    cell.length ? h("th", { scope: "col" }, runs(cell)) : h("td");
  const lines = rows.map((cells) =>
    h(
      "tr",
      cells.map((cell) => h("td", runs(cell))),
    ),
  );
  return h(
    "div.wide-table",
    { tabindex: "0", role: "group", "aria-label": "Table" },
    h("table", h("thead", h("tr", head.map(title))), h("tbody", lines)),
  );
}
