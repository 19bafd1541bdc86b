// What you have tried in each puzzle, saved in this browser so that a reload changes nothing.
import { read, write } from "../browser/storage.js";

/** @import { ShownPosition } from "../contract.js" */

/**
 * The state of a puzzle: the correct moves and replies so far, the sign of every move, the hints,
 * whether the first try is counted, how it ended, and the result to share.
 * @typedef {object} Try
 * @property {string[]} made
 * @property {string} marks
 * @property {number} hints
 * @property {string[]} shownHints texts of the hints for the current position
 * @property {boolean} isCounted
 * @property {"solved" | "shown" | null} end
 * @property {string[]} lines the explanation of a solved puzzle
 * @property {string[] | null} result
 * @property {ShownPosition | null} position after `made`; null at the start
 * @property {string} question
 * @property {string} rating what the puzzle rating is after the first try
 */

const MAX_TRIES = 30; // puzzles to remember; one with a position takes about 4 kB

/** @returns {Record<string, { at: number, state: Try } | undefined>} */
const readAll = () => read("tries", {});

/** Return a fresh state. @param {string} question @returns {Try} */
export const newTry = (question) => ({
  made: [],
  marks: "",
  hints: 0,
  shownHints: [],
  isCounted: false,
  end: null,
  lines: [],
  result: null,
  position: null,
  question,
  rating: "",
});

/** Return the saved state of a puzzle, or a fresh one. @param {string} id @param {string} question @returns {Try} */
export const loadTry = (id, question) => ({ ...newTry(question), ...readAll()[id]?.state });

/** Save the state of a puzzle, and drop the oldest ones. @param {string} id @param {Try} state */
export function saveTry(id, state) {
  const all = Object.entries({ ...readAll(), [id]: { at: Date.now(), state } });
  const newest = all.sort((one, two) => (two[1]?.at ?? 0) - (one[1]?.at ?? 0));
  write("tries", Object.fromEntries(newest.slice(0, MAX_TRIES)));
}
