// The moves that were made: a strip of the last ones, and the whole list by turns.
import { h } from "../ui/dom.js";
import { isDrawn, numeral } from "../ui/numerals.js";
import { seatMark } from "../ui/parts.js";

/**
 * @import { Ply, View } from "../contract.js"
 * @import { Leaf } from "../ui/dom.js"
 */

/**
 * A move of a player, with its place among the plies, the number of its tile and what was drawn after it.
 * @typedef {Ply & { player: number, ply: number, label: string, drawn: string[] }} Entry
 */

/** Return the moves of players. @param {Pick<View, "picture" | "plies" | "tiles">} view */
export function entriesOf({ picture, plies, tiles }) {
  const labels = picture.rows.flat().map((tile) => tile.label);
  /** @type {Entry[]} */
  const entries = [];
  for (const [number, ply] of plies.entries()) {
    const { player } = ply;
    const tile = tiles[number];
    const label = tile === null ? "" : labels[tile];
    if (player === null) entries.at(-1)?.drawn.push(ply.move);
    else entries.push({ ...ply, player, ply: number, label, drawn: [] });
  }
  return entries;
}

/**
 * Return a move as it stands in a list.
 * @param {Entry} entry
 * @param {string} state a class, such as "latest"
 * @param {boolean} isShort whether the number of a tile is enough
 * @param {Leaf} more what stands at its end
 */
export function entryNode({ player, label, move, drawn }, state, isShort = false, more = "") {
  const isSaid = label === move || (isShort && label !== "");
  const words = [
    isSaid ? "" : move,
    ...drawn.filter((each) => each !== label).map((each) => `= ${each}`),
  ]
    .filter(Boolean)
    .join(" ");
  return h(
    "span",
    { class: `entry ${state}` },
    h("span.unseen", `Player ${player}:`),
    seatMark(player, "tiny"),
    label && (isDrawn(label) ? [numeral(label), h("span.unseen", label)] : h("b", label)),
    words && h("span", { class: label ? "small muted" : "" }, words),
    more,
  );
}

/** Return the last moves in one line; a touch opens all of them. @param {View} view @param {() => void} open */
export function moveStrip(view, open) {
  const entries = entriesOf(view).slice(-12);
  const last = entries.at(-1);
  if (!last) return null;
  return h(
    "button.strip-of-moves",
    { type: "button", id: "open-log", on: { click: open } },
    h("span.unseen", "All moves. The last: "),
    h(
      "span.strip-line",
      entries.map((entry) => entryNode(entry, entry === last ? "latest" : "", true)),
    ),
  );
}

/** Return all moves of a match. @param {View} view */
export function moveList(view) {
  const entries = entriesOf(view);
  const last = entries.at(-1);
  /** @type {[turn: number, node: Node][]} */
  const nodes = entries.map((entry) => [
    entry.turn,
    entryNode(entry, entry === last ? "latest" : ""),
  ]);
  const { now } = view.words;
  if (now) nodes.push([(last?.turn ?? 0) + 1, h("span.entry.now", now)]);
  return rowsOfTurns(nodes);
}

/** Return a list with a row for every two turns. @param {[turn: number, node: Node][]} nodes */
export function rowsOfTurns(nodes) {
  /** @type {Node[][][]} */
  const rows = [];
  for (const [turn, node] of nodes) {
    const row = (rows[Math.floor((turn - 1) / 2)] ??= [[], []]);
    row[(turn - 1) % 2].push(node);
  }
  return h(
    "ol.moves",
    { "aria-label": "Moves" },
    rows.map((halves, row) =>
      h(
        "li",
        h("span.small.muted.count", { "aria-hidden": "true" }, String(row + 1)),
        halves.map((half) => h("span.half", half)),
      ),
    ),
  );
}
