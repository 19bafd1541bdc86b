// Standings that the reader can sort: a button in the heading of each column.
import { create } from "./elements.js";

/** Add a button to each heading of the tables that the build has marked. */
export function addSorting() {
  for (const table of document.querySelectorAll("table[data-sortable]"))
    new Standings(/** @type {HTMLTableElement} */ (table));
}

/** Return the first number of a cell, or its text. @param {HTMLTableRowElement} row @param {number} column */
function readCell(row, column) {
  const text = (row.cells[column]?.textContent ?? "").trim().replaceAll(",", "").replace("−", "-");
  const number = Number.parseFloat(text);
  return Number.isNaN(number) ? text : number;
}

/** A table with a player in each row. */
class Standings {
  /** @param {HTMLTableElement} table */
  constructor(table) {
    this.body = table.tBodies[0];
    this.headings = [...(table.tHead?.rows[0].cells ?? [])];
    for (const [column, heading] of this.headings.entries()) this.addButton(heading, column);
  }

  /** @param {HTMLTableCellElement} heading @param {number} column */
  addButton(heading, column) {
    const button = create("button", { type: "button", class: "sort-button" }, heading.textContent?.trim() ?? "");
    button.onclick = () => this.sort(column);
    heading.replaceChildren(button);
  }

  /** Sort by a column: figures from the highest, names and ranks from the first; a second time the other way. @param {number} column */
  sort(column) {
    const heading = this.headings[column];
    const rows = [...this.body.rows];
    const isFigure = rows.every((row) => typeof readCell(row, column) === "number");
    const isRank = column === 0 && isFigure;
    const usual = isFigure && !isRank ? "descending" : "ascending";
    const other = usual === "ascending" ? "descending" : "ascending";
    const order = heading.ariaSort === usual ? other : usual;
    for (const each of this.headings) each.ariaSort = each === heading ? order : null;
    const sign = order === "ascending" ? 1 : -1;
    rows.sort((one, two) => {
      const [a, b] = [readCell(one, column), readCell(two, column)];
      return sign * (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b)));
    });
    this.body.append(...rows);
  }
}
