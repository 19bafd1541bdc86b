// Questions during a match: an offer of the opponent, or moves without a tile.
import { movesWithoutTile } from "../board/model.js";
import { h } from "../ui/dom.js";
import { markNames } from "../ui/names.js";
import { numeral } from "../ui/numerals.js";
import { button, moveButtons, playerBadge } from "../ui/components.js";
import { figureOf, hasOffer, opponentOf } from "./players.js";

/** @import { MatchSession } from "./session.js" */

/** Return the current question, or null. @param {MatchSession} session */
export function questionNode(session) {
  const { seen, view } = session;
  if (hasOffer(seen)) return offerCard(session);
  const { moves } = view.status;
  const tileless = session.canMove ? movesWithoutTile(view, moves) : [];
  if (!tileless.length) return null;
  const buttons = moveButtons(tileless, (move) => session.act("move", move));
  return tileless.length === moves.length ? gameQuestion(session, buttons) : buttons;
}

/** Return the card of an offer; only a rematch has a primary answer. @param {MatchSession} session */
function offerCard(session) {
  const { offer } = session.view.words;
  return h(
    "section.question.card",
    { "aria-label": "Offer" },
    h("h2", markNames(offer?.title, session.view.words.labels)),
    h(
      "div.row-of-buttons",
      button(offer?.yes, {
        kind: session.view.offer?.do === "rematch" ? "primary" : "",
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
