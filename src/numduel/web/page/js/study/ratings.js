// Your ratings. The server computes them from the games that this browser keeps, and stores nothing.
import { isListed, ratedGames, saveRating, unratedRounds } from "../browser/history.js";
import { seatToken } from "../browser/seats.js";
import { Problem, request } from "../server/api.js";

/** @import { Ratings, ShownReview } from "../contract.js" */

/** Maximum number of earlier games to review during one visit. */
const MAX_FILLED = 50;
const TOO_MANY_REQUESTS = 429;

/** Load your ratings in all games. @returns {Promise<Ratings>} */
export const loadRatings = () => request("POST /ratings", { body: { games: ratedGames() } });

/**
 * Save what a review says about your rating, and return the sentence after the game: the new rating,
 * or why the game doesn't count. It is empty for spectators.
 * @param {string} id
 * @param {number} round
 * @param {ShownReview} review
 */
export async function rateReview(id, round, { you, game, rating }) {
  if (you.length !== 1) return "";
  saveRating(id, round, rating.line);
  if (rating.why || !rating.line || !isListed(id, round)) return rating.why;
  const { ratings } = await loadRatings();
  return ratings.find((each) => each.game === game.id)?.after ?? "";
}

/**
 * Look at earlier games that were never reviewed, one after the other, newest first. Stop when the reader
 * leaves, or when the server doesn't answer.
 * @param {() => boolean} isWanted
 * @param {(done: number, total: number) => unknown} onProgress
 */
export async function rateEarlierGames(isWanted, onProgress) {
  const rounds = unratedRounds()
    .filter(({ id }) => seatToken(id))
    .slice(0, MAX_FILLED);
  for (const [index, { id, round }] of rounds.entries()) {
    if (!isWanted()) return;
    try {
      const options = { at: id, token: seatToken(id), query: { round } };
      const { rating } = await request("GET /matches/{id}/review", options);
      saveRating(id, round, rating.line);
    } catch (problem) {
      const isRefused = problem instanceof Problem && problem.status < 500;
      if (!isRefused || problem.status === TOO_MANY_REQUESTS) return;
      saveRating(id, round, null); // the game is gone, or can't be reviewed
    }
    if (isWanted()) onProgress(index + 1, rounds.length);
  }
}
