// What stands beside the board when a match is over: the verdict, and what can be done then.
import { linkTo, matchAt, reviewOf, setupOf } from "../addresses.js";
import { isDuel } from "../study/streaks.js";
import { h } from "../ui/dom.js";
import { numeral } from "../ui/numerals.js";
import { button, seatMark, shareButton } from "../ui/parts.js";
import { sha256 } from "./sha256.js";

/**
 * @import { Addition, View } from "../contract.js"
 * @import { Child } from "../ui/dom.js"
 * @import { MatchSession } from "./session.js"
 */

/**
 * Return the verdict in the winner's colour, with the sum that won where there is one.
 * A draw has the marks of both players.
 * @param {View} view
 */
export function verdictCard({ status: { winner, draw }, words: { verdict, addition, how } }) {
  const length = verdict?.length ?? 0;
  const size = length > 16 ? "longest" : length > 10 ? "long" : null;
  return h(
    "section.verdict-card",
    { "data-player": winner, "aria-label": "The end" },
    h(
      "div.verdict-head",
      winner && seatMark(winner),
      draw && seatMark(1),
      h("h1", { class: size }, verdict),
      draw && seatMark(2),
    ),
    addition && sumNode(addition),
    h("p.muted", how),
  );
}

/** @param {Addition} addition */
function sumNode({ terms, total, words }) {
  const pieces = terms.flatMap((term, place) => [
    place ? numeral("+", "operator") : null,
    h("span.term", numeral(term)),
  ]);
  return h(
    "div",
    {
      class: `sum ${terms.length > 4 ? "long" : ""}`,
      vars: { "--last": `${terms.length * 90}ms` },
    },
    h("span.unseen", words),
    pieces,
    h("span.total", numeral("=", "operator"), numeral(total, "result")),
  );
}

/**
 * Return a line that says whether a sealed board is the promised one; null if none was sealed.
 * @param {MatchSession} session
 */
function sealNode({ view: { sealed, round }, sealedBefore }) {
  if (!sealed?.salt || sealed.board === null) return null;
  const promised = sealedBefore.get(round) ?? sealed.commit;
  const isSame =
    promised === sealed.commit && sha256(`${sealed.salt}:${sealed.board}`) === promised;
  const [look, state, words] = isSame
    ? ["muted", "kept", "✓ Checked here: this is the board that was sealed before the first move."]
    : ["bad", "broken", "✗ Warning: this is not the board that was sealed before the first move."];
  return h("p", { class: `small ${look}`, "data-sealed": state }, words);
}

/** Return the result to share: a sentence, and the course of play. @param {MatchSession} session */
function shareCard({ id, view }) {
  const players = view.plies.flatMap(({ player }) => player ?? []);
  const course = players.slice(-40).map((player) => (player === 1 ? "🔵" : "🟧"));
  return h(
    "div.shared.card",
    h(
      "div.shared-text",
      h("b", view.words.shared),
      h(
        "div.course",
        { "aria-hidden": "true" },
        players.slice(-24).map((player) => seatMark(player, "tiny")),
      ),
    ),
    shareButton(`${view.words.shared}\n${course.join("")}\n${linkTo(matchAt(id))}`),
  );
}

/**
 * Return the parts below the verdict.
 * @param {MatchSession} session
 * @param {Child[]} studied what was found out about the match
 */
export function endParts(session, studied) {
  const { seen, view } = session;
  const isOnce = isDuel(session.id);
  const mayOffer = seen.you.length > 0 && !isOnce && view.offer?.do !== "rematch";
  return [
    ...studied,
    sealNode(session),
    isOnce ? null : shareCard(session),
    h(
      "div.row-of-buttons.end-buttons",
      mayOffer &&
        button("Rematch", {
          kind: "primary",
          does: () => session.act("rematch"),
          "data-do": "rematch",
          "aria-disabled": String(session.pending !== null),
        }),
      h(
        "a",
        {
          class: `button ${isOnce ? "primary" : ""}`,
          href: reviewOf(session.id, { round: view.round }),
        },
        "Review",
      ),
      h("a.button", { href: setupOf(view.game.id) }, "New game"),
    ),
  ];
}
