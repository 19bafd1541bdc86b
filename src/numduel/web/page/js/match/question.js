// What someone is asked at the table: an offer of the other side, or a move that has no tile.
import { movesWithoutTile } from "../board/model.js";
import { h } from "../ui/dom.js";
import { numeral } from "../ui/numerals.js";
import { button, moveButtons, seatMark } from "../ui/parts.js";
import { figureOf, otherOf } from "./seen.js";

/**
 * @import { Seen } from "../contract.js"
 * @import { MatchSession } from "./session.js"
 */

/** Return whether an offer waits for an answer from here. @param {Seen} seen */
const isOffered = ({ you, view: { offer } }) =>
  offer !== null && you.length > 0 && !you.includes(offer.by);

/** Return what is asked here now; null for nothing. @param {MatchSession} session */
export function askedNode(session) {
  const { seen, view } = session;
  if (isOffered(seen)) return offerCard(session);
  const { moves } = view.status;
  const without = session.isMine ? movesWithoutTile(view, moves) : [];
  if (!without.length) return null;
  const isAll = without.length === moves.length;
  const buttons = moveButtons(without, (move) => session.act("move", move), isAll);
  return isAll ? gameQuestion(session, buttons) : buttons;
}

/** @param {MatchSession} session */
function offerCard(session) {
  const { offer } = session.view.words;
  return h(
    "section.question.card",
    { "aria-label": "An offer" },
    h("h2", offer?.title),
    h(
      "div.row-of-buttons",
      button(offer?.yes, {
        kind: "primary",
        does: () => session.act("accept"),
        "data-do": "accept",
      }),
      button(offer?.no, { does: () => session.act("decline"), "data-do": "decline" }),
    ),
  );
}

/**
 * Return the card of a question that the game asks: all moves are words.
 * @param {MatchSession} session
 * @param {Node | null} buttons
 */
function gameQuestion({ seen, view }, buttons) {
  const me = seen.you.length === 1 ? seen.you[0] : (view.status.player ?? 1);
  const [mine, theirs] = [me, otherOf(me)].map((player) => figureOf(view, player));
  const compared =
    mine?.limit === null &&
    theirs?.limit === null &&
    h(
      "div.compared",
      { "aria-hidden": "true" },
      seatMark(me, "small"),
      numeral(mine.value),
      h("span.muted", ":"),
      numeral(theirs.value),
      seatMark(otherOf(me), "small"),
    );
  return h(
    "section.question.card",
    { "aria-label": "A question" },
    h("div.question-head", h("h2", view.words.question), compared),
    buttons,
  );
}
