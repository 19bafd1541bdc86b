// The moves that were made: a strip of the last ones, and the whole list by turns.
import { h } from "../ui/dom.js";
import { isDrawn, numeral } from "../ui/numerals.js";
import { seatMark } from "../ui/parts.js";

/** The moves of players, each with the number of its tile where that can be told, and what was drawn after it. */
export function entriesOf(view) {
  const tiles = view.picture.rows.flat();
  const tiled = new Set(tiles.map((tile) => tile.move));
  const entries = [];
  for (const [number, ply] of view.plies.entries()) {
    if (ply.player === null) entries[entries.length - 1]?.drawn.push(ply.move);
    else entries.push({ ...ply, ply: number, label: "", drawn: [] });
  }
  for (const player of [1, 2]) {
    const trail = view.trails[player - 1];
    const own = entries.filter((entry) => entry.player === player);
    const placed = own.length === trail.length ? own : own.filter((entry) => tiled.has(entry.move));
    if (placed.length === trail.length)
      placed.forEach((entry, place) => (entry.label = tiles[trail[place]].label));
  }
  return entries;
}

function entryNode(entry, isLast, isShort) {
  const drawn = entry.drawn.filter((move) => move !== entry.label);
  const words = [
    isShort && entry.label ? "" : entry.label === entry.move ? "" : entry.move,
    ...drawn.map((move) => `= ${move}`),
  ]
    .filter(Boolean)
    .join(" ");
  const number =
    entry.label &&
    (isDrawn(entry.label)
      ? [numeral(entry.label), h("span", { class: "unseen" }, entry.label)]
      : h("b", {}, entry.label));
  return h(
    "span",
    { class: `entry ${isLast ? "latest" : ""}` },
    h("span", { class: "unseen" }, `Player ${entry.player}:`),
    seatMark(entry.player, "tiny"),
    number,
    words && h("span", { class: entry.label ? "small muted" : "" }, words),
  );
}

/** The last moves in one line; a touch opens all of them. */
export function moveStrip(view, open) {
  const entries = entriesOf(view);
  if (!entries.length) return null;
  const shown = entries
    .slice(-12)
    .map((entry, place, all) => entryNode(entry, place === all.length - 1, true));
  return h(
    "button",
    { type: "button", class: "strip-of-moves", id: "open-log", on: { click: open } },
    h("span", { class: "unseen" }, "All moves. The last: "),
    h("span", { class: "strip-line" }, shown),
  );
}

/** All moves, a row for every two turns; `now` is what stands where the next one will be. */
export function moveList(view, now = "", onPly = null) {
  const rows = new Map();
  const entries = entriesOf(view);
  entries.forEach((entry, place) => {
    const row = Math.floor((entry.turn - 1) / 2);
    if (!rows.has(row)) rows.set(row, [[], []]);
    const node = entryNode(entry, place === entries.length - 1, false);
    rows
      .get(row)
      [(entry.turn - 1) % 2].push(
        onPly
          ? h(
              "button",
              { type: "button", class: "ply", on: { click: () => onPly(entry.ply) } },
              node,
            )
          : node,
      );
  });
  if (now) {
    const turn = entries.length ? entries[entries.length - 1].turn : 0;
    const row = Math.floor(turn / 2);
    if (!rows.has(row)) rows.set(row, [[], []]);
    rows.get(row)[turn % 2].push(h("span", { class: "entry now" }, now));
  }
  return h(
    "ol",
    { class: "moves", "aria-label": "Moves" },
    [...rows].map(([row, [one, two]]) =>
      h(
        "li",
        {},
        h("span", { class: "small muted count", "aria-hidden": "true" }, String(row + 1)),
        h("span", { class: "half" }, one),
        h("span", { class: "half" }, two),
      ),
    ),
  );
}
