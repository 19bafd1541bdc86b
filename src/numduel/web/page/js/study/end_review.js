// What studying adds to the end of a match: the graph, what decided it, a duel's result.
import { ask, reasonOf } from "../server/wire.js";
import { h } from "../ui/dom.js";
import { duelResult } from "./duel_result.js";
import { graph, markChip } from "./graph.js";
import { isDuel } from "./streaks.js";

/**
 * @import { ToldReview } from "../contract.js"
 * @import { MatchSession } from "../match/session.js"
 */

/**
 * Return what stands below the verdict of a finished match; it fills when the server has answered.
 * @param {MatchSession} session
 */
export function endReview({ id, token, view }) {
  const room = h(
    "div.end-review",
    { "aria-busy": "true" },
    h("p.small.muted", "Looking at the game again …"),
  );
  ask("GET /matches/{id}/review", { at: id, token, query: { round: view.round } })
    .then((review) =>
      room.replaceChildren(...[graph(review), decidedNode(review)].filter((part) => part !== null)),
    )
    .catch((problem) => room.replaceChildren(h("p.small.muted", reasonOf(problem))))
    .finally(() => room.removeAttribute("aria-busy"));
  return [room, isDuel(id) ? duelResult(id) : null];
}

/** @param {ToldReview} review */
function decidedNode({ decided }) {
  if (!decided) return null;
  const { mark, lead, text } = decided;
  if (!mark) return h("p.about-place", lead, text);
  return h("div.about-place", markChip(mark), h("p", h("b", `${lead} `), text));
}
