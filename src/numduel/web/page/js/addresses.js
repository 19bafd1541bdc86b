// Every address of the page: where its screens are, and how one goes from one to another.

export const HOME = "/";
export const LEARN = "/learn";
export const PUZZLE = "/puzzle";
export const DUEL = "/duel";
export const FACTS = "/facts";
export const RECORD = "/record";

const encoded = encodeURIComponent;

/** Return a query with the values that are given, "" without any. */
export function query(values = {}) {
  const given = Object.entries(values).filter(([, value]) => (value ?? null) !== null);
  return given.length ? `?${new URLSearchParams(given)}` : "";
}

export const matchAt = (id) => `/m/${encoded(id)}`;
/** The review of a match; `values` are its round and ply. */
export const reviewOf = (id, values = {}) => `${matchAt(id)}/review${query(values)}`;
export const lessonOf = (game) => `${LEARN}/${encoded(game)}`;
export const rulesOf = (game) => `/rules/${encoded(game)}`;
/** The home screen with the set-up of a game open. */
export const setupOf = (game) => `${HOME}${query({ game })}`;
/** A puzzle: of a day, or of a game and a grade. */
export const puzzleOf = (values) => `${PUZZLE}${query(values)}`;

/** Return an address as people hand it on. */
export const linkTo = (address, base = location.origin) => `${base}${address}`;

/** Return what the query of the address bar asks for. */
export const wanted = () => new URLSearchParams(location.search);

/** Change what stands in the address bar; the screen stays. */
export const rewrite = (address) => history.replaceState(null, "", address);

/** Go to another screen: the router hears of it. */
export function go(address) {
  history.pushState(null, "", address);
  dispatchEvent(new Event("numduel:go"));
}
