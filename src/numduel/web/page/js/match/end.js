// The result of a match: the verdict, the seal of a hidden board, and what to do next.
import { HOME, matchPath, reviewPath, setupPath } from "../addresses.js";
import { letterPath } from "../browser/fragment.js";
import { toUrl } from "../browser/location.js";
import { hasLinks } from "../edition.js";
import { isDuel } from "../study/streaks.js";
import { h } from "../ui/dom.js";
import { faceNode } from "../ui/face.js";
import { markNames } from "../ui/names.js";
import { numeral } from "../ui/numerals.js";
import { button, playerBadge, shareButton } from "../ui/components.js";
import { isHuman, opponentOf } from "./players.js";
import { sha256 } from "./sha256.js";

/**
 * @import { Addition, View } from "../contract.js"
 * @import { Child } from "../ui/dom.js"
 * @import { MatchSession } from "./session.js"
 * @import { Seat } from "./players.js"
 */

/**
 * Return the verdict in the winner's colour, with the winning sum if there is one.
 * A draw shows the badges of both players.
 * @param {View} view
 */
export function verdictCard({ status: { winner, draw }, words, players }) {
  const { verdict, addition, how, labels } = words;
  const length = verdict?.length ?? 0;
  const computer = players.find((player) => !isHuman(player));
  const size = length > 16 ? "longest" : length > 10 ? "long" : null;
  return h(
    "section.verdict-card",
    { "data-player": winner, "aria-label": "Result" },
    h(
      "div.verdict-head",
      winner && playerBadge(winner),
      draw && playerBadge(1),
      h("h1", { class: size }, markNames(verdict, labels)),
      draw && playerBadge(2),
      computer && faceNode(computer.who, { size: "large" }),
    ),
    addition && sumNode(addition),
    h("p.muted", markNames(how, labels)),
  );
}

/** @param {Addition} addition */
function sumNode({ terms, total, words }) {
  const pieces = terms.flatMap((term, index) => [
    index ? numeral("+", "operator") : null,
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
 * Return a line that verifies the hidden board against its seal, or null if there was no seal.
 * @param {MatchSession} session
 */
function sealNode({ view: { sealed, round }, commitments }) {
  if (!sealed?.salt || sealed.board === null) return null;
  const commitment = commitments.get(round) ?? sealed.commit;
  const isSame =
    commitment === sealed.commit && sha256(`${sealed.salt}:${sealed.board}`) === commitment;
  const [look, state, text] = isSame
    ? ["muted", "kept", "✓ Verified: the board never changed."]
    : ["bad", "broken", "✗ Warning: the board doesn't match the one sealed at the start."];
  return h("p", { class: `small ${look}`, "data-sealed": state }, text);
}

/** Return the result to share: a sentence and the order of moves. @param {MatchSession} session */
function shareCard({ id, view }) {
  const players = view.plies.flatMap(({ player }) => player ?? []);
  const signs = players.slice(-40).map((player) => (player === 1 ? "🔵" : "🟧"));
  const path = hasLinks ? matchPath(id) : view.letter ? letterPath(view.letter) : HOME;
  return h(
    "div.shared.card",
    h(
      "div.shared-text",
      h("b", markNames(view.words.shared, view.words.labels)),
      h(
        "div.course",
        { "aria-hidden": "true" },
        players.slice(-24).map((player) => playerBadge(player, "tiny")),
      ),
    ),
    shareButton(`${view.words.shared}\n${signs.join("")}\n${toUrl(path)}`),
  );
}

/** Return the path of a setup for another game by letter: the same rules, with the other side to start. @param {View} view @param {Seat} you */
const letterRematchPath = ({ game }, you) =>
  setupPath(game.id, { opponent: "letter", seat: opponentOf(you), ...game.options });

/**
 * Return everything below the verdict.
 * @param {MatchSession} session
 * @param {Child[]} review review of the match
 */
export function endParts(session, review) {
  const { seen, view } = session;
  const isDailyDuel = isDuel(session.id);
  const canOfferRematch =
    seen.you.length > 0 && !isDailyDuel && !view.letter && view.offer?.do !== "rematch";
  return [
    ...review,
    sealNode(session),
    isDailyDuel ? null : shareCard(session),
    h(
      "div.row-of-buttons.end-buttons",
      canOfferRematch &&
        button("Rematch", {
          kind: "primary",
          onClick: () => session.act("rematch"),
          "data-do": "rematch",
          "aria-disabled": String(session.pending !== null),
        }),
      view.words.undo &&
        !view.letter &&
        button(view.words.undo, {
          onClick: () => session.act("takeback"),
          "data-do": "takeback",
          "aria-disabled": String(session.pending !== null),
        }),
      h(
        "a",
        {
          class: `button ${isDailyDuel ? "primary" : ""}`,
          href: reviewPath(session.id, { round: view.round }),
        },
        "Review",
      ),
      view.letter && seen.you.length === 1
        ? h("a.button", { href: letterRematchPath(view, seen.you[0]), "data-do": "letter-rematch" }, "Rematch")
        : h("a.button", { href: setupPath(view.game.id) }, "New game"),
    ),
  ];
}
