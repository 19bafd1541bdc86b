// What somebody is asked at the table: an offer of the other side, or a move that has no tile.
import { h } from "../ui/dom.js";
import { numeral } from "../ui/numerals.js";
import { button, seatMark } from "../ui/parts.js";
import { capital, figureOf, isYou, nameOf } from "../words.js";

const OFFERS = {
  takeback: (name) => [`${name} asks to take a move back`, "Agree"],
  rematch: (name) => [`${name} wants a rematch`, "Play again"],
  stop: (name) => [`${name} offers to stop this game`, "Stop it"],
};
const OWN = {
  takeback: "You asked to take a move back.",
  rematch: "You offered a rematch.",
  stop: "You offered to stop.",
};

/** The moves that may be made and that no tile stands for. */
export function movesWithoutTile(view) {
  const tiled = new Set(view.picture.rows.flat().map((tile) => tile.move));
  return view.status.moves.filter((move) => !tiled.has(move));
}

/** Whether an offer waits for an answer from here. */
export const isOffered = (seen) =>
  seen.view.offer !== null && seen.you.length > 0 && !seen.you.includes(seen.view.offer.by);

/** What is said of an offer that this side has made; "" where there is none. */
export function ownOffer(seen) {
  const { offer } = seen.view;
  if (!offer || !seen.you.includes(offer.by)) return "";
  return `${OWN[offer.do] ?? ""} Waiting for ${nameOf(seen.view.players[2 - offer.by])}.`;
}

/** The card of an offer, with its two answers. */
export function offerCard(session) {
  const { offer } = session.view;
  const [title, yes] = (OFFERS[offer.do] ?? ((name) => [`${name} offers: ${offer.do}`, "Agree"]))(
    nameOf(session.view.players[offer.by - 1]),
  );
  return h(
    "section",
    { class: "question card", "aria-label": "An offer" },
    h("h2", {}, title),
    h(
      "div",
      { class: "row-of-buttons" },
      button(yes, {
        kind: "primary",
        does: () => session.act("accept"),
        attributes: { "data-do": "accept" },
      }),
      button("No", { does: () => session.act("decline"), attributes: { "data-do": "decline" } }),
    ),
  );
}

/** The card of a question that the game asks: all that may be done are words. */
export function gameQuestion(session) {
  const { seen, view } = session;
  const figures = [1, 2].map((player) => figureOf(view, player));
  const isCompared = figures.every((figure) => figure && figure.limit === null);
  const me = seen.you.length === 1 ? seen.you[0] : view.status.player;
  const compared =
    isCompared &&
    h(
      "div",
      { class: "compared", "aria-hidden": "true" },
      seatMark(me, "small"),
      numeral(figures[me - 1].value),
      h("span", { class: "muted" }, ":"),
      numeral(figures[2 - me].value),
      seatMark(3 - me, "small"),
    );
  const asked = (
    isYou(seen, view.status.player) ? view.prompt.replace(/^[^:]*: /, "") : view.prompt
  ).replace(/ \([^)]*\)/, "");
  return h(
    "section",
    { class: "question card", "aria-label": "A question" },
    h("div", { class: "question-head" }, h("h2", {}, capital(asked)), compared),
    moveButtons(session),
  );
}

/** A button for each move without a tile; the first is the primary one where there is nothing else to do. */
export function moveButtons(session) {
  const moves = movesWithoutTile(session.view);
  const isAll = moves.length === session.view.status.moves.length;
  return h(
    "div",
    { class: "row-of-buttons" },
    moves.map((move, place) =>
      button(capital(move), {
        kind: !isAll ? "go-edge" : place === 0 ? "primary" : "",
        does: () => session.act("move", move),
        attributes: { "data-move": move, "aria-disabled": String(!session.isMine) },
      }),
    ),
  );
}

/** Whether all that may be done now are words. */
export const isAsked = (session) =>
  session.isMine && movesWithoutTile(session.view).length === session.view.status.moves.length;
