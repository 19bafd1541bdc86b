// The paths of all screens, and navigation between them.
import { enter, replaceEntry } from "./browser/entries.js";
import { currentPath, currentSearch } from "./browser/location.js";

export const HOME = "/";
export const SETUP = "/play";
export const LEARN = "/learn";
export const RULES = "/rules";
export const PUZZLES = "/puzzles";
export const PUZZLE = "/puzzle";
export const EXAM = "/exam";
export const DUEL = "/duel";
export const HISTORY = "/history";
export const STATS = "/stats";
export const FACTS = "/facts";
export const RECORD = "/record";
export const EXPLORE = "/explore";

const encode = encodeURIComponent;

/** @typedef {Record<string, string | number | boolean | null | undefined>} QueryValues null and undefined are left out */

/** Return a query string, or "" if there are no values. @param {QueryValues} values */
export function formatQuery(values = {}) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== undefined) params.set(name, String(value));
  return params.size ? `?${params}` : "";
}

/** Return the path of a match. @param {string} id */
export const matchPath = (id) => `/m/${encode(id)}`;
/** Return the path of a review. @param {string} id @param {{ round?: number | null, ply?: number }} values */
export const reviewPath = (id, values = {}) => `${matchPath(id)}/review${formatQuery(values)}`;
/** Return the path of a lesson; the id of a game is that of its first. @param {string} id */
export const lessonPath = (id) => `${LEARN}/${encode(id)}`;
/** Return the path of a game's rules. @param {string} game */
export const rulesPath = (game) => `${RULES}/${encode(game)}`;
/**
 * Return the path of the setup, for a game with these choices.
 * @param {string | null} game
 * @param {QueryValues} choices
 */
export const setupPath = (game = null, choices = {}) =>
  `${SETUP}${game === null ? "" : `/${encode(game)}`}${formatQuery(choices)}`;
/** Return whether a path is that of the setup, a sheet over the home screen. @param {string} path */
export const isSetupPath = (path) => path === SETUP || path.startsWith(`${SETUP}/`);
/**
 * Return the path of a puzzle: a daily one, or one of a game and grade.
 * @param {{ day: string | null } | { game: string | null, grade: string, seed?: string }} values
 */
export const puzzlePath = (values) => `${PUZZLE}${formatQuery(values)}`;

/** Return the path of an explored position. @param {QueryValues} values */
export const explorePath = (values) => `${EXPLORE}${formatQuery(values)}`;

/** Return the path of the exam's questions, in parts of a size. @param {number} size */
export const examPath = (size) => `${EXAM}${formatQuery({ size })}`;

/** The path of the report of the exam. */
export const EXAM_REPORT = `${EXAM}?report`;

/** Return the path of the duel of a day. @param {string} day */
export const duelPath = (day) =>
  `${DUEL}${formatQuery({ day: day === new Date().toISOString().slice(0, 10) ? null : day })}`;

/** Return the query of the address bar. */
export const readQuery = () => new URLSearchParams(currentSearch());

/** Return the address of the screen at the current path; the setup is a sheet over the home screen. */
export function screenAddress() {
  const path = currentPath();
  return path === HOME || isSetupPath(path) ? HOME : path + currentSearch();
}

/** Replace the path in the address bar and stay on the screen. @param {string} path */
export const replacePath = (path) => replaceEntry(path);

/** Go to another screen. @param {string} path */
export const navigate = (path) => enter(path, () => dispatchEvent(new Event("numduel:go")));

/**
 * Go to another screen after a wait, unless the reader has left the screen or closed the sheet with `part`.
 * @param {Element} part
 * @param {string} path
 */
export const navigateFrom = (part, path) => part.isConnected && navigate(path);
