// The moves of a match: a strip of the latest ones, and the full list by turns.
import { h } from "../ui/dom.js";
import { hasStrokes, numeral } from "../ui/numerals.js";
import { playerBadge } from "../ui/components.js";

/**
 * @import { Ply, View } from "../contract.js"
 * @import { Leaf } from "../ui/dom.js"
 */

/**
 * A player's move: its ply index, the label of its tile, and the chance outcomes after it.
 * @typedef {Ply & { player: number, ply: number, label: string, drawn: string[] }} Entry
 */

/** Return the players' moves. @param {Pick<View, "picture" | "plies" | "tiles">} view */
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
 * Return a move for a list.
 * @param {Entry} entry
 * @param {string} name of the player
 * @param {string} state CSS class, such as "latest"
 * @param {boolean} isShort whether to leave out the move if the tile has a label
 * @param {Leaf} more node at the end
 */
export function entryNode(entry, name, state, isShort = false, more = "") {
  const { player, label, move, drawn } = entry;
  const isLabelEnough = label === move || (isShort && label !== "");
  const text = [
    isLabelEnough ? "" : move,
    ...drawn.filter((each) => each !== label).map((each) => `= ${each}`),
  ]
    .filter(Boolean)
    .join(" ");
  return h(
    "span",
    { class: `entry ${state}` },
    h("span.unseen", `${name}:`),
    playerBadge(player, "tiny"),
    label && (hasStrokes(label) ? [numeral(label), h("span.unseen", label)] : h("b", label)),
    text && h("span", { class: label ? "small muted" : "" }, text),
    more,
  );
}

/** Return a button with the latest moves, which opens the full list. @param {View} view @param {() => void} open */
export function moveStrip(view, open) {
  const entries = entriesOf(view).slice(-12);
  const last = entries.at(-1);
  if (!last) return null;
  const { labels } = view.words;
  return h(
    "button.strip-of-moves",
    { type: "button", id: "open-log", on: { click: open } },
    h("span.unseen", "All moves. Latest: "),
    h(
      "span.strip-line",
      entries.map((entry) =>
        entryNode(entry, labels[entry.player - 1], entry === last ? "latest" : "", true),
      ),
    ),
  );
}

/** Return the full list of moves. @param {View} view */
export function moveList(view) {
  const entries = entriesOf(view);
  const last = entries.at(-1);
  const { labels, now } = view.words;
  /** @type {[turn: number, node: Node][]} */
  const nodes = entries.map((entry) => [
    entry.turn,
    entryNode(entry, labels[entry.player - 1], entry === last ? "latest" : ""),
  ]);
  if (now) nodes.push([(last?.turn ?? 0) + 1, h("span.entry.now", now)]);
  return turnRows(nodes);
}

/** Return a list with a row for every two turns. @param {[turn: number, node: Node][]} nodes */
export function turnRows(nodes) {
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
