// Every address of the page: where its screens are, and how one goes from one to another.

export const HOME = "/";
export const LEARN = "/learn";
export const PUZZLE = "/puzzle";
export const DUEL = "/duel";
export const FACTS = "/facts";
export const RECORD = "/record";

const encoded = encodeURIComponent;

/** @typedef {Record<string, string | number | null | undefined>} Values what a query holds; null and undefined are left out */

/** Return a query with the values that are given, "" without any. @param {Values} values */
export function query(values = {}) {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== undefined) given.set(name, String(value));
  return given.size ? `?${given}` : "";
}

/** @param {string} id */
export const matchAt = (id) => `/m/${encoded(id)}`;
/** @param {string} id @param {{ round?: number | null, ply?: number }} values */
export const reviewOf = (id, values = {}) => `${matchAt(id)}/review${query(values)}`;
/** @param {string} game */
export const lessonOf = (game) => `${LEARN}/${encoded(game)}`;
/** @param {string} game */
export const rulesOf = (game) => `/rules/${encoded(game)}`;
/** Return the home screen with the set-up of a game open. @param {string} game */
export const setupOf = (game) => `${HOME}${query({ game })}`;
/**
 * Return a puzzle: of a day, or of a game and a grade.
 * @param {{ day: string | null } | { game: string, grade: string }} values
 */
export const puzzleOf = (values) => `${PUZZLE}${query(values)}`;

/** Return an address as people hand it on. @param {string} address */
export const linkTo = (address, base = location.origin) => `${base}${address}`;

/** Return what the query of the address bar asks for. */
export const wanted = () => new URLSearchParams(location.search);

/** Change what stands in the address bar; the screen stays. @param {string} address */
export const rewrite = (address) => history.replaceState(null, "", address);

/** Go to another screen: the router hears of it. @param {string} address */
export function go(address) {
  history.pushState(null, "", address);
  dispatchEvent(new Event("numduel:go"));
}
