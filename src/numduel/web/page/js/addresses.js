// The paths of all screens, and navigation between them.

export const HOME = "/";
export const SETUP = "/play";
export const LEARN = "/learn";
export const RULES = "/rules";
export const PUZZLES = "/puzzles";
export const PUZZLE = "/puzzle";
export const DUEL = "/duel";
export const HISTORY = "/history";
export const FACTS = "/facts";
export const RECORD = "/record";

const encode = encodeURIComponent;

/** @typedef {Record<string, string | number | null | undefined>} QueryValues null and undefined are left out */

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
/** Return the path of a lesson. @param {string} game */
export const lessonPath = (game) => `${LEARN}/${encode(game)}`;
/** Return the path of a game's rules. @param {string} game */
export const rulesPath = (game) => `/rules/${encode(game)}`;
/** Return the path of the home screen with the setup of a game open. @param {string} game */
export const setupPath = (game) => `${HOME}${formatQuery({ game })}`;
/**
 * Return the path of a puzzle: a daily one, or one of a game and grade.
 * @param {{ day: string | null } | { game: string, grade: string }} values
 */
export const puzzlePath = (values) => `${PUZZLE}${formatQuery(values)}`;

/** Return the absolute URL of a path. @param {string} path */
export const toUrl = (path, base = location.origin) => `${base}${path}`;

/** Return the query of the address bar. */
export const readQuery = () => new URLSearchParams(location.search);

/** Replace the path in the address bar and stay on the screen. @param {string} path */
export const replacePath = (path) => history.replaceState(null, "", path);

/** Go to another screen. @param {string} path */
export function navigate(path) {
  history.pushState(null, "", path);
  dispatchEvent(new Event("numduel:go"));
}
