// The puzzle ratings, which the server computes from the first tries that this browser holds.
import { sentTries } from "../browser/counted_tries.js";
import { request } from "../server/api.js";
import { h } from "../ui/dom.js";

/** @import { PuzzleRating } from "../contract.js" */

/**
 * Return what the rating is after the latest puzzle, as a sentence.
 * @param {string} game
 * @param {boolean} isHelped whether it was solved with hints
 */
export async function describeRating(game, isHelped) {
  const body = { tries: sentTries(), is_helped: isHelped };
  const { ratings } = await request("POST /puzzles/ratings", { body });
  return ratings.find((rating) => rating.game === game)?.after ?? "";
}

/** Return a list of all puzzle ratings, or null if there are none. @param {"h2" | "h3"} heading */
export async function ratingsNode(heading = "h3") {
  const tries = sentTries();
  if (!tries.length) return null;
  const { ratings } = await request("POST /puzzles/ratings", { body: { tries } });
  return (
    ratings.length > 0 &&
    h(
      "section.puzzle-ratings",
      { "aria-labelledby": "puzzle-ratings-title" },
      h(heading, { id: "puzzle-ratings-title" }, "Your puzzle ratings"),
      h("dl", ratings.map(ratingRow)),
    )
  );
}

/** @param {PuzzleRating} rating */
const ratingRow = ({ game, title, text }) => [
  h("dt", { "data-game": game }, title),
  h("dd", text),
];
