// The bars of the players, above and below a board: name, presence and progress.
import { h, update } from "../ui/dom.js";
import { faceNode } from "../ui/face.js";
import { nameNode } from "../ui/names.js";
import { numeral } from "../ui/numerals.js";
import { playerBadge } from "../ui/components.js";
import { figureOf, isHuman, opponentOf } from "./players.js";

/** @import { Fact, View } from "../contract.js" */
/** @import { Seat } from "./players.js" */

/**
 * A view, or a position of a review or puzzle, which has no connections.
 * @typedef {Pick<View, "picture" | "words" | "letter"> & { players: { who: string, here?: boolean, joined?: boolean }[] }} BarView
 */
/** @typedef {Fact & { value: number }} Figure */

const MAX_BEADS = 20;

/** The bars of both players. They remember the figures that they show. */
export class PlayerBars {
  above = h("div.them.bar");
  below = h("div.me.bar");
  /** @type {Map<Seat, number | undefined>} the figures shown before */
  #figures = new Map();

  /** Show a position. @param {{ you: number[], view: BarView }} seen @param {Seat} below the player below the board */
  show(seen, below) {
    for (const [part, player] of /** @type {[HTMLElement, Seat][]} */ ([
      [this.above, opponentOf(below)],
      [this.below, below],
    ])) {
      update(part, playerBar(seen, player, this.#figures.get(player)));
      part.dataset.player = String(player);
      this.#figures.set(player, figureOf(seen.view, player)?.value);
    }
  }
}

/**
 * Return the bar of a player. Beads added since the figure `before` light up.
 * @param {{ you: number[], view: BarView }} seen
 * @param {Seat} player
 * @param {number} [before]
 */
function playerBar({ you, view }, player, before) {
  const { labels, about, chips } = view.words;
  const [label, chip] = [labels[player - 1], chips[player - 1]];
  const { who, here, joined } = view.players[player - 1];
  const isElsewhere = isHuman({ who }) && joined && !you.includes(player) && !view.letter;
  const figure = figureOf(view, player);
  return [
    h(
      "div.bar-line",
      playerBadge(player),
      !isHuman({ who }) && faceNode(who),
      h(
        "div.bar-who",
        h(
          "div.bar-name",
          nameNode(label),
          chip && h("span", { class: `chip ${you.includes(player) ? "go" : "outlined"}` }, chip),
        ),
        h(
          "div.bar-about.small.muted",
          isElsewhere &&
            h("span", { class: `presence ${here ? "here" : "away"}`, "aria-hidden": "true" }),
          about[player - 1],
        ),
      ),
      figure && figureNode(figure),
    ),
    figure && figure.limit !== null && gauge(figure, figure.limit, label, player, before),
  ];
}

/** @param {Figure} figure */
function figureNode({ value, limit, label }) {
  const text = limit === null ? label.toLowerCase() : `of ${limit}`;
  return h(
    "div.figure",
    numeral(value),
    h("span.unseen", `${label} ${value}`),
    h("span.small.muted", { "aria-hidden": limit === null ? "true" : null }, text),
  );
}

/**
 * Return a meter: one bead per unit, or a bar if there are too many.
 * @param {Figure} figure
 * @param {number} limit
 * @param {string} name
 * @param {Seat} player
 * @param {number} [before]
 */
function gauge({ value, label }, limit, name, player, before) {
  const filled = Math.max(0, Math.min(value, limit));
  const meter = h(
    "meter.unseen",
    { min: 0, max: limit, "aria-label": `${name}, ${label}` },
    `${value} of ${limit}`,
  );
  meter.value = filled;
  return h(
    "div",
    {
      class: `gauge ${value > limit ? "over" : ""}`,
      "data-player": player,
      vars: { "--share": `${(100 * filled) / limit}%` },
    },
    meter,
    limit > MAX_BEADS
      ? h("span.whole", { "aria-hidden": "true" })
      : h("span.beads", { "aria-hidden": "true" }, beads(limit, filled, before)),
  );
}

/** @param {number} limit @param {number} filled */
const beads = (limit, filled, before = filled) =>
  Array.from({ length: limit }, (_, index) => {
    const isNew = index >= before && index < filled;
    return h("span", {
      class: `bead ${index < filled ? "full" : ""} ${isNew ? "new" : ""}`,
      vars: isNew ? { "--wait": `${220 + (index - before) * 40}ms` } : {},
    });
  });
