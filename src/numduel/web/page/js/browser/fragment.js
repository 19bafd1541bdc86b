// The grammar of fragments, the part of an address after "#". docs/site.md describes it.
//
//   #/path?query   a screen of the edition without a server
//   #game=LETTER   a match by letter
//   #join=INVITE   an invite to a match at a server
//   #seat=TOKEN    a seat in a match at a server
//
// Everything else is ignored. Fragments come from strangers: their texts are only ever sent or shown.

/** Longest fragment that is read. */
export const MAX_FRAGMENT_CHARS = 20_000;

/** Path of the screen that opens a match by letter. */
export const LETTER = "/letter";

const SECRET = /^#(game|join|seat)=([A-Za-z0-9._-]+)$/;
const LETTER_ID = /^\d+\.([A-Za-z0-9_-]{12})\./;

/** @typedef {{ kind: "route" | "game" | "join" | "seat", value: string }} Fragment */

/** Return the parts of a fragment; null if it is empty or something else. @param {string} hash @returns {Fragment | null} */
export function readFragment(hash) {
  if (hash.length > MAX_FRAGMENT_CHARS) return hash.startsWith("#game=") ? { kind: "game", value: "" } : null;
  if (hash.startsWith("#/")) return { kind: "route", value: hash.slice(1) };
  if (hash.startsWith("#game=") && !SECRET.test(hash)) return { kind: "game", value: "" };
  const [, kind, value] = hash.match(SECRET) ?? [];
  return kind ? { kind: /** @type {Fragment["kind"]} */ (kind), value } : null;
}

/** Return the path of the screen that opens a letter. @param {string} letter */
export const letterPath = (letter) => `${LETTER}?game=${encodeURIComponent(letter)}`;

/** Return the fragment of a path. @param {string} path */
export function toFragment(path) {
  const start = letterPath("");
  return path.startsWith(start) ? `#game=${path.slice(start.length)}` : `#${path}`;
}

/** Return the letter in a link or a text, or null. @param {string} text */
export const findLetter = (text) => text.match(/#game=([A-Za-z0-9._-]+)/)?.[1] ?? null;

/** Return the id of a letter's game; null if it isn't a letter. @param {string} letter */
export const letterId = (letter) => letter.match(LETTER_ID)?.[1] ?? null;
