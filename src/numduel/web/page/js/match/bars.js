// The bar of a player: who they are, whether they are there, and how far they have come.
import { h } from "../ui/dom.js";
import { numeral } from "../ui/numerals.js";
import { seatMark } from "../ui/parts.js";
import { called, figureOf, isPerson, isYou, otherFacts } from "../words.js";

const MOST_BEADS = 20;

/** The bar of a player; `before` is the figure that was shown last, so that new beads can light up. */
export function playerBar(seen, player, before) {
  const figure = figureOf(seen.view, player);
  return [
    h(
      "div",
      { class: "bar-line" },
      seatMark(player),
      h(
        "div",
        { class: "bar-who" },
        h(
          "div",
          { class: "bar-name" },
          h("span", { class: "name" }, called(seen, player)),
          turnChip(seen, player),
        ),
        h("div", { class: "bar-about small muted" }, aboutPlayer(seen, player, figure)),
      ),
      figure && figureNode(figure),
    ),
    figure && figure.limit !== null && gauge(figure, called(seen, player), player, before),
  ];
}

function turnChip(seen, player) {
  if (seen.view.status.kind !== "turn" || seen.view.status.player !== player) return null;
  if (isYou(seen, player)) return h("span", { class: "chip go" }, "Your turn");
  const isThinking = !isPerson(seen.view.players[player - 1]);
  return h(
    "span",
    { class: `chip ${seen.you.includes(player) ? "go" : "outlined"}` },
    isThinking ? "thinking" : "to move",
  );
}

function aboutPlayer(seen, player, figure) {
  const { name, who, here, joined } = seen.view.players[player - 1];
  const isHere = isPerson({ who }) && !isYou(seen, player) && seen.you.length < 2;
  const parts = [];
  if (!isPerson({ who }) && who !== name.toLowerCase()) parts.push(who);
  if (!isPerson({ who })) parts.push("computer");
  if (isHere && joined) parts.push(here ? "here" : "away");
  if (figure?.limit)
    parts.push(figure.value > figure.limit ? "over" : `${figure.limit - figure.value} to go`);
  parts.push(...otherFacts(seen.view, player));
  return [
    isHere &&
      joined &&
      h("span", { class: `presence ${here ? "here" : "away"}`, "aria-hidden": "true" }),
    parts.join(" · "),
  ];
}

function figureNode({ value, limit, label }) {
  const text = limit === null ? label.toLowerCase() : `of ${limit}`;
  return h(
    "div",
    { class: "figure" },
    numeral(value),
    h("span", { class: "unseen" }, `${label} ${value}`),
    h("span", { class: "small muted", "aria-hidden": limit === null ? "true" : null }, text),
  );
}

/** A meter, drawn as beads where there is one for every unit, else as a bar. */
function gauge({ value, limit, label }, name, player, before) {
  const filled = Math.max(0, Math.min(value, limit));
  const meter = h(
    "meter",
    { class: "unseen", min: 0, max: limit, "aria-label": `${name}, ${label}` },
    `${value} of ${limit}`,
  );
  meter.value = filled;
  const isOver = value > limit;
  if (limit > MOST_BEADS) {
    return h(
      "div",
      {
        class: `gauge ${isOver ? "over" : ""}`,
        "data-player": player,
        vars: { "--share": `${(100 * filled) / limit}%` },
      },
      meter,
      h("span", { class: "whole", "aria-hidden": "true" }),
    );
  }
  const beads = Array.from({ length: limit }, (_, place) => {
    const isNew = before !== undefined && place >= before && place < filled;
    return h("span", {
      class: `bead ${place < filled ? "full" : ""} ${isNew ? "new" : ""}`,
      vars: isNew ? { "--wait": `${220 + (place - before) * 40}ms` } : {},
    });
  });
  return h(
    "div",
    { class: `gauge ${isOver ? "over" : ""}`, "data-player": player },
    meter,
    h("span", { class: "beads", "aria-hidden": "true" }, beads),
  );
}
