// What studying adds to the end of a match: the graph, what decided it, a duel's result.
import * as api from "../server/api.js";
import { h } from "../ui/dom.js";
import { called, counted } from "../words.js";
import { duelResult, hasResult } from "./duel_result.js";
import { graph, markChip } from "./graph.js";

/** What stands below the verdict of a finished match: the graph, what decided it, a duel's result. */
export function endReview(session) {
  const room = h(
    "div",
    { class: "end-review", "aria-busy": "true" },
    h("p", { class: "small muted" }, "Looking at the game again …"),
  );
  api
    .review(session.id, session.token, { round: session.view.round })
    .then((review) => {
      const named = { ...review, names: [1, 2].map((player) => called(session.seen, player)) };
      room.replaceChildren(...[graph(named), decided(review)].filter(Boolean));
    })
    .catch((problem) => room.replaceChildren(h("p", { class: "small muted" }, problem.message)))
    .finally(() => room.removeAttribute("aria-busy"));
  return [room, hasResult(session) ? duelResult(session) : null];
}

/** "Turn 5 decided it. …": the last mistake that threw something away. */
function decided(review) {
  const worst = ["??", "?"]
    .map((mark) => review.plies.findLast((ply) => ply.mark === mark))
    .find(Boolean);
  if (worst)
    return h(
      "div",
      { class: "about-place" },
      markChip(worst.mark),
      h("p", {}, h("b", {}, `Turn ${worst.turn} decided it. `), worst.reason ?? worst.slip),
    );
  if (!review.plies.length) return null;
  const decisions = review.players.reduce((sum, player) => sum + player.decisions, 0);
  const words = decisions
    ? `No mistake was made in ${counted(decisions, "decision")}.`
    : "There was nothing to decide: no move was better than another.";
  return h("p", { class: "about-place" }, words);
}
