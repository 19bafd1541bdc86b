// Questions during a match: an offer of the opponent, or moves without a tile.
import { movesWithoutTile } from "../board/model.js";
import { h } from "../ui/dom.js";
import { numeral } from "../ui/numerals.js";
import { button, moveButtons, playerBadge } from "../ui/components.js";
import { figureOf, opponentOf } from "./players.js";

/**
 * @import { SeenMatch } from "../contract.js"
 * @import { MatchSession } from "./session.js"
 */

/** Return whether the opponent has made an offer to a player here. @param {SeenMatch} seen */
const hasOffer = ({ you, view: { offer } }) =>
  offer !== null && you.length > 0 && !you.includes(offer.by);

/** Return the current question, or null. @param {MatchSession} session */
export function questionNode(session) {
  const { seen, view } = session;
  if (hasOffer(seen)) return offerCard(session);
  const { moves } = view.status;
  const tileless = session.canMove ? movesWithoutTile(view, moves) : [];
  if (!tileless.length) return null;
  const isAll = tileless.length === moves.length;
  const buttons = moveButtons(tileless, (move) => session.act("move", move), isAll);
  return isAll ? gameQuestion(session, buttons) : buttons;
}

/** @param {MatchSession} session */
function offerCard(session) {
  const { offer } = session.view.words;
  return h(
    "section.question.card",
    { "aria-label": "Offer" },
    h("h2", offer?.title),
    h(
      "div.row-of-buttons",
      button(offer?.yes, {
        kind: "primary",
        onClick: () => session.act("accept"),
        "data-do": "accept",
      }),
      button(offer?.no, { onClick: () => session.act("decline"), "data-do": "decline" }),
    ),
  );
}

/**
 * Return the card of a question that the game asks, if no move has a tile.
 * @param {MatchSession} session
 * @param {Node | null} buttons
 */
function gameQuestion({ seen, view }, buttons) {
  const me = seen.you.length === 1 ? seen.you[0] : (view.status.player ?? 1);
  const [mine, theirs] = [me, opponentOf(me)].map((player) => figureOf(view, player));
  const compared =
    mine?.limit === null &&
    theirs?.limit === null &&
    h(
      "div.compared",
      { "aria-hidden": "true" },
      playerBadge(me, "small"),
      numeral(mine.value),
      h("span.muted", ":"),
      numeral(theirs.value),
      playerBadge(opponentOf(me), "small"),
    );
  return h(
    "section.question.card",
    { "aria-label": "Question" },
    h("div.question-head", h("h2", view.words.question), compared),
    buttons,
  );
}
