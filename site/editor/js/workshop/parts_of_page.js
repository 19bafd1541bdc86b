// Small parts of the editor's page.
import { h } from "../ui/dom.js";

/** @import { Child } from "../ui/dom.js" */

/** Return a button. @param {string} label @param {string} action @param {() => unknown} onClick */
export const button = (label, action, onClick, kind = "low") =>
  h("button", { type: "button", class: `button ${kind}`, "data-do": action, on: { click: onClick } }, label);

/** Return a list of choices with a label. @param {string} label @param {string} name @param {string[][]} choices */
export function choice(label, name, choices, value = choices[0][0]) {
  const options = choices.map(([id, text]) => h("option", { value: id, selected: id === value }, text));
  const field = h("select.field", { name }, options);
  return { field, node: h("label.picker", h("span.label", label), field) };
}

/** Return a table. @param {string} caption @param {string[]} heads @param {Child[][]} rows */
export const table = (caption, heads, rows) =>
  h(
    "table",
    h("caption", caption),
    h("thead", h("tr", heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", rows.map(([first, ...cells]) => h("tr", h("th", { scope: "row" }, first), cells.map((cell) => h("td", cell))))),
  ); // prettier-ignore

/** Return a bar from 0 to 100%; null without a share in the text. @param {string} share "57%" */
export function bar(share) {
  const found = /^(\d+(?:\.\d+)?)%$/.exec(share);
  return found && h("span.bar", { "aria-hidden": "true", vars: { "--share": `${Math.min(100, Number(found[1]))}%` } });
}
