// The review at the end of a match: progress chart, decisive move, your accuracy, and result of a duel.
import { request, describeError } from "../server/api.js";
import { h } from "../ui/dom.js";
import { duelResult } from "./duel_result.js";
import { progressChart, markChip } from "./progress_chart.js";
import { isDuel } from "./streaks.js";

/**
 * @import { ShownReview } from "../contract.js"
 * @import { MatchSession } from "../match/session.js"
 */

/**
 * Return the review below the verdict. It fills when the server answers.
 * @param {MatchSession} session
 */
export function endReview({ id, token, view }) {
  const container = h(
    "div.end-review",
    { "aria-busy": "true" },
    h("p.small.muted", "Reviewing the game…"),
  );
  request("GET /matches/{id}/review", { at: id, token, query: { round: view.round } })
    .then((review) =>
      container.replaceChildren(
        ...[progressChart(review), decidedNode(review), accuracyNode(review)].filter(
          (part) => part !== null,
        ),
      ),
    )
    .catch((problem) => container.replaceChildren(h("p.small.muted", describeError(problem))))
    .finally(() => container.removeAttribute("aria-busy"));
  return [container, isDuel(id) ? duelResult(id) : null];
}

/** Return the move that decided the match. @param {ShownReview} review */
function decidedNode({ decided }) {
  if (!decided) return null;
  const { mark, lead, text } = decided;
  if (!mark) return h("p.about-place", lead, text);
  return h("div.about-place", markChip(mark), h("p", h("b", `${lead} `), text));
}

/** Return the accuracy of the reader, explained. @param {ShownReview} review */
function accuracyNode({ players, you }) {
  return you.length === 1 ? h("p.small.muted", players[you[0] - 1].explained) : null;
}
