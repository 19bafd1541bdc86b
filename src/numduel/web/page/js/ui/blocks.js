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
 * Return the blocks of a page as elements. Headings start at `level`. Tables are named after the last
 * heading, at first `title`.
 * @param {Block[]} blocks
 */
export function blockNodes(blocks, level = 2, title = "") {
  return blocks.map((block) => {
    if (block.kind === "heading") title = block.rows[0][0].map(({ text }) => text).join("");
    return blockNode(block, level, title);
  });
}

/** @param {Block} block @param {number} top @param {string} title */
function blockNode({ kind, level, rows }, top, title) {
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
  return kind === "table" ? tableNode(rows, title) : h("p", runs(cell));
}

/** @param {Run[][][]} rows @param {string} title */
function tableNode([head, ...rows], title) {
  const headCell = (/** @type {Run[]} */ cell) =>
    cell.length ? h("th", { scope: "col" }, runs(cell)) : h("td");
  const lines = rows.map((cells) =>
    h(
      "tr",
      cells.map((cell) => h("td", runs(cell))),
    ),
  );
  return h(
    "div.wide-table",
    { tabindex: "0", role: "group", "aria-label": title ? `Table: ${title}` : "Table" },
    h("table", h("thead", h("tr", head.map(headCell))), h("tbody", lines)),
  );
}
