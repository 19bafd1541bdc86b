// What stands beside the board when a match is over: the verdict, and what can be done then.
import { linkTo, matchAt, reviewOf, setupOf } from "../addresses.js";
import { hasResult } from "../study/duel_result.js";
import { h } from "../ui/dom.js";
import { numeral } from "../ui/numerals.js";
import { button, seatMark, shareButton } from "../ui/parts.js";
import { figureOf, howItEnded, sharedResult, sumOf, verdictOf } from "../words.js";
import { sha256 } from "./sha256.js";

/** The verdict in the winner's colour, with the sum that won where there is one. */
export function verdictCard(seen) {
  const { view } = seen;
  const { winner } = view.status;
  const terms = ["resigned", "forfeited"].includes(view.status.reason) ? null : sumOf(view);
  return h(
    "section",
    { class: "verdict-card", "data-player": winner, "aria-label": "The end" },
    h(
      "div",
      { class: "verdict-head" },
      winner && seatMark(winner),
      h("h1", { class: lengthOf(verdictOf(seen)) }, verdictOf(seen)),
    ),
    terms && sumNode(terms, figureOf(view, winner).value),
    h("p", { class: "muted" }, howItEnded(seen)),
  );
}

/** How large a verdict may be written: with names it has up to twenty-five letters. */
const lengthOf = (words) => (words.length > 16 ? "longest" : words.length > 10 ? "long" : null);

function sumNode(terms, total) {
  const said = `${terms.join(" plus ")} is ${total}`;
  const pieces = terms.flatMap((term, place) => [
    place ? numeral("+", "operator") : null,
    h("span", { class: "term" }, numeral(term)),
  ]);
  const last = terms.length * 90;
  return h(
    "div",
    { class: `sum ${terms.length > 4 ? "long" : ""}`, vars: { "--last": `${last}ms` } },
    h("span", { class: "unseen" }, said),
    pieces,
    h("span", { class: "total" }, numeral("=", "operator"), numeral(total, "result")),
  );
}

/** Whether a sealed board is the one that was promised: words, and whether all is well; null where nothing was sealed. */
export function sealWords(session) {
  const { view } = session;
  const { sealed } = view;
  if (!sealed?.salt || sealed.board === null) return null;
  const promised = session.sealedBefore.get(view.round) ?? sealed.commit;
  const isSame =
    promised === sealed.commit && sha256(`${sealed.salt}:${sealed.board}`) === promised;
  return {
    isSame,
    words: isSame
      ? "Checked here: this is the board that was sealed before the first move."
      : "Warning: this is not the board that was sealed before the first move.",
  };
}

/** A result to show to others: a sentence first, and the course of play. */
function shareCard(session) {
  const { seen } = session;
  const result = sharedResult(seen);
  const players = seen.view.plies.filter((ply) => ply.player !== null).map((ply) => ply.player);
  const course = players
    .slice(-40)
    .map((player) => (player === 1 ? "🔵" : "🟧"))
    .join("");
  const text = `${result}.\n${course}\n${linkTo(matchAt(session.id))}`;
  return h(
    "div",
    { class: "shared card" },
    h(
      "div",
      { class: "shared-text" },
      h("b", {}, result),
      h(
        "div",
        { class: "course", "aria-hidden": "true" },
        players.slice(-24).map((player) => seatMark(player, "tiny")),
      ),
    ),
    shareButton(text),
  );
}

/** All that stands below the verdict; `studied` is what was found out about the match. */
export function endParts(session, studied) {
  const { seen } = session;
  const seal = sealWords(session);
  const review = reviewOf(session.id, { round: seen.view.round });
  const isDuel = hasResult(session);
  const mayOffer = seen.you.length > 0 && !isDuel && seen.view.offer?.do !== "rematch";
  return [
    studied,
    seal &&
      h(
        "p",
        {
          class: `seal small ${seal.isSame ? "muted" : "bad"}`,
          "data-sealed": seal.isSame ? "kept" : "broken",
        },
        seal.isSame ? "✓ " : "✗ ",
        seal.words,
      ),
    isDuel ? null : shareCard(session),
    h(
      "div",
      { class: "row-of-buttons end-buttons" },
      mayOffer &&
        button("Rematch", {
          kind: "primary",
          does: () => session.act("rematch"),
          attributes: { "data-do": "rematch", "aria-disabled": String(session.pending !== null) },
        }),
      h("a", { class: `button ${isDuel ? "primary" : ""}`, href: review }, "Review"),
      h("a", { class: "button", href: setupOf(seen.view.game.id) }, "New game"),
    ),
  ];
}
