// First tries at puzzles, saved in this browser. The server computes the puzzle rating from them.
import { read, write } from "./storage.js";

/** @import { Puzzle, RatedTry } from "../contract.js" */
/** @typedef {{ at: number, game: string, finds: RatedTry["finds"], isSolved: boolean }} CountedTry `at` is a time in ms */

const MAX_TRIES = 400; // as many as the server accepts

/** Return the tries by the key of the puzzle, which counts once. @returns {Record<string, CountedTry>} */
const readTries = () => read("puzzle-tries", {});

/** Return the latest tries, oldest first. @param {Record<string, CountedTry>} tries @returns {[string, CountedTry][]} */
const latest = (tries) =>
  Object.entries(tries)
    .sort(([, one], [, two]) => one.at - two.at)
    .slice(-MAX_TRIES);

/** Return the latest tries of several browsers. @param {Record<string, CountedTry>} tries */
export const newestTries = (tries) => Object.fromEntries(latest(tries));

/** Return the tries as the server takes them, oldest first. @returns {RatedTry[]} */
export const sentTries = () =>
  latest(readTries()).map(([, { game, finds, isSolved }]) => ({
    game,
    finds,
    is_solved: isSolved,
  }));

/**
 * Count the first try at a puzzle. Return false if the puzzle has counted before, or has no rating.
 * @param {Puzzle} puzzle
 * @param {boolean} isSolved on the first try, without hints
 */
export function countTry({ difficulty, position }, isSolved) {
  const tries = readTries();
  if (difficulty.rating === null || Object.hasOwn(tries, difficulty.key)) return false;
  const { key, finds } = difficulty;
  const counted = { at: Date.now(), game: position.game.id, finds, isSolved };
  write("puzzle-tries", newestTries({ ...tries, [key]: counted }));
  return true;
}
