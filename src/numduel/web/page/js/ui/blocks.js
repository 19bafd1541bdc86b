// Pages of rules and facts: blocks of text, never markup.
import { h } from "./dom.js";

const TAGS = { strong: "strong", emphasis: "em", code: "code" };

const runs = (cell) =>
  cell.map(({ kind, text }) => (kind in TAGS ? h(TAGS[kind], {}, text) : text));

/** A block of a page as an element; headings of the page begin at `level`. */
function blockNode({ kind, level, rows }, first = 2) {
  if (kind === "heading") return h(`h${Math.min(6, level - 2 + first)}`, {}, runs(rows[0][0]));
  if (kind === "list")
    return h(
      "ul",
      { class: "points" },
      rows.map(([cell]) => h("li", {}, clause(cell))),
    );
  if (kind === "code")
    return h("pre", { tabindex: "0", role: "group", "aria-label": "An example" }, runs(rows[0][0]));
  if (kind === "table") return tableNode(rows);
  return h("p", {}, runs(rows[0][0]));
}

/** A clause of the rules begins with its number, which stands in the margin. */
function clause(cell) {
  const [first, ...rest] = cell;
  const isNumber = first.kind === "strong" && /^[A-Z]\d+$/.test(first.text);
  return isNumber
    ? [h("span", { class: "clause small muted" }, first.text), h("span", {}, runs(rest))]
    : h("span", {}, runs(cell));
}

function tableNode([head, ...rows]) {
  const line = (cells, tag) =>
    h(
      "tr",
      {},
      cells.map((cell) =>
        tag === "th" && cell.length
          ? h("th", { scope: "col" }, runs(cell))
          : h("td", {}, runs(cell)),
      ),
    );
  return h(
    "div",
    { class: "wide-table", tabindex: "0", role: "group", "aria-label": "A table" },
    h(
      "table",
      {},
      h("thead", {}, line(head, "th")),
      h(
        "tbody",
        {},
        rows.map((row) => line(row, "td")),
      ),
    ),
  );
}

export const blockNodes = (blocks, first) => blocks.map((block) => blockNode(block, first));
