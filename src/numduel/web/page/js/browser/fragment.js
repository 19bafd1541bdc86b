// The grammar of fragments, the part of an address after "#". docs/site.md describes it.
//
//   #/path?query   a screen of the edition without a server
//   #game=LETTER   a match by letter
//   #code=FILE     a game file, for the editor of the site; never run here
//   #join=INVITE   an invite to a match at a server
//   #seat=TOKEN    a seat in a match at a server
//
// Everything else is ignored. Fragments come from strangers: their texts are only ever sent or shown.

/** Longest fragment that is read. */
export const MAX_FRAGMENT_CHARS = 20_000;

/** Path of the screen that opens a match by letter. */
export const LETTER = "/letter";

/** Path of the screen for shared code. */
export const CODE = "/code";

const SECRET = /^#(join|seat)=([A-Za-z0-9._-]+)$/;
const LETTER_ID = /^\d+\.([A-Za-z0-9_-]{12})\./;
const WHOLE_LETTER = /#game=(\d+\.[A-Za-z0-9_-]{12}\.[A-Za-z0-9_-]+\.\d+)/;
const BREAKS = /[\s>]+/g; // of lines, as mail programs write them
const LAST_SIGNS = /[^A-Za-z0-9]+$/; // of the sentence around a link: letters end with a digit

/** @typedef {{ kind: "route" | "game" | "code" | "join" | "seat", value: string }} Fragment */

/** Return the parts of a fragment; null if it is empty or something else. @param {string} hash @returns {Fragment | null} */
export function readFragment(hash) {
  if (hash.startsWith("#game=")) return { kind: "game", value: readLetter(hash.slice("#game=".length)) };
  if (hash.startsWith("#code=")) return { kind: "code", value: "" };
  if (hash.length > MAX_FRAGMENT_CHARS) return null;
  if (hash.startsWith("#/")) return { kind: "route", value: hash.slice(1) };
  const [, kind, value] = hash.match(SECRET) ?? [];
  return kind ? { kind: /** @type {Fragment["kind"]} */ (kind), value } : null;
}

/** Return the letter in a fragment; "" if it can't be one. @param {string} value */
function readLetter(value) {
  if (value.length > MAX_FRAGMENT_CHARS) return "";
  const letter = value.replace(LAST_SIGNS, "");
  return /^[A-Za-z0-9._-]+$/.test(letter) ? letter : "";
}

/** Return the path of the screen that opens a letter. @param {string} letter */
export const letterPath = (letter) => `${LETTER}?game=${encodeURIComponent(letter)}`;

/** Return the fragment of a path. @param {string} path */
export function toFragment(path) {
  const start = letterPath("");
  return path.startsWith(start) ? `#game=${path.slice(start.length)}` : `#${path}`;
}

/**
 * Return the letter in a link or a text; null if there is none. Programs may have broken the link into lines. If no
 * letter is whole, return what there is of it.
 * @param {string} text
 */
export function findLetter(text) {
  const found = text.match(WHOLE_LETTER) ?? text.replace(BREAKS, "").match(WHOLE_LETTER);
  return found?.[1] ?? text.match(/#game=([A-Za-z0-9._-]*)/)?.[1] ?? null;
}

/** Return the id of a letter's game; null if it isn't a letter. @param {string} letter */
export const letterId = (letter) => letter.match(LETTER_ID)?.[1] ?? null;
