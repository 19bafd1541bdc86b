// Practice: the score of this session, and totals by game and grade, saved in this browser.
import { browserId } from "../browser/browser_id.js";
import { sentTries } from "../browser/counted_tries.js";
import { read, write } from "../browser/storage.js";
import { request } from "../server/api.js";

/** @import { Puzzle } from "../contract.js" */

/** @typedef {{ solved: number, tried: number }} Tally puzzles tried, and those solved on the first try */
/** @typedef {{ game: string | null, grade: string }} Choice what to practise; null means any game, FITS any grade */
/** @typedef {Tally & Choice & { row: number }} Session `row` is the number solved in a row */

/** @typedef {Record<string, Record<string, Tally>>} Totals by game and grade */

/** Return the totals of this browser, and of those whose data was imported, by the browser's id. @returns {Record<string, Totals>} */
const readTotals = () => read("practice", {});

/** The choice of puzzles that fit the player, in place of a grade. */
export const FITS = "fit";

const NONE = { solved: 0, tried: 0 };

/** Return all results in a game at a grade. @param {string} game @param {string} grade @returns {Tally} */
export const totalOf = (game, grade) =>
  Object.values(readTotals())
    .map((totals) => totals[game]?.[grade] ?? NONE)
    .reduce(
      (one, two) => ({ solved: one.solved + two.solved, tried: one.tried + two.tried }),
      NONE,
    );

/** Return the current session. @returns {Session} */
export const practiceSession = () => ({
  game: null,
  grade: FITS,
  solved: 0,
  tried: 0,
  row: 0,
  ...read("practice-session", {}),
});

/**
 * Load a practice puzzle of a choice.
 * @param {Choice & { seed?: number }} choice
 * @returns {Promise<Puzzle>}
 */
export function loadPractice({ game, grade, seed }) {
  const chosen = { game: game ?? undefined, seed };
  if (grade === FITS)
    return request("POST /puzzles/fitting", { body: { ...chosen, tries: sentTries() } });
  return request("GET /puzzles/practice", { query: { ...chosen, grade } });
}

/** Start a new session. @param {Choice} choice */
export const startPractice = ({ game, grade }) => write("practice-session", { game, grade });

/**
 * Count the first try at a practice puzzle.
 * @param {string} game
 * @param {string} grade
 * @param {boolean} isSolved
 */
export function countPractice(game, grade, isSolved) {
  const add = (/** @type {Tally} */ { solved, tried }) => ({
    solved: solved + Number(isSolved),
    tried: tried + 1,
  });
  const all = readTotals();
  const own = all[browserId()] ?? {};
  const grades = { ...own[game], [grade]: add(own[game]?.[grade] ?? NONE) };
  write("practice", { ...all, [browserId()]: { ...own, [game]: grades } });
  const session = practiceSession();
  const row = isSolved ? session.row + 1 : 0;
  write("practice-session", { ...session, ...add(session), row });
}

/** Return "3 of 4 solved". @param {Tally} tally */
export const formatTally = ({ solved, tried }) =>
  tried ? `${solved} of ${tried} solved` : "none tried";

/** Return the score of the session as a sentence. @param {Session} session */
export const describeSession = (session) =>
  `This session: ${formatTally(session)} on the first try${session.row > 1 ? `, ${session.row} in a row` : ""}.`;
