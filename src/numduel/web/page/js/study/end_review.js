// The review at the end of a match: your rating, progress chart, decisive move, your accuracy, and result of a duel.
import { STATS } from "../addresses.js";
import { request, describeError } from "../server/api.js";
import { h } from "../ui/dom.js";
import { duelResult } from "./duel_result.js";
import { progressChart, markChip } from "./progress_chart.js";
import { rateReview } from "./ratings.js";
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
    .then(async (review) => {
      const rating = await rateReview(id, view.round, review).catch(() => "");
      const parts = [
        rating ? ratingNode(rating) : null,
        ...[progressChart(review), decidedNode(review), accuracyNode(review)],
      ];
      container.replaceChildren(...parts.filter((part) => part !== null));
    })
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

/** Return the rating after the game, or why it doesn't count. @param {string} text */
const ratingNode = (text) =>
  h("p.after-rating", h("span", text), " ", h("a", { href: STATS }, "Your strength"));

/** Return the accuracy of the reader, explained. @param {ShownReview} review */
function accuracyNode({ players, you }) {
  return you.length === 1 ? h("p.small.muted", players[you[0] - 1].explained) : null;
}
