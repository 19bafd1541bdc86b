// This browser's seats: the token of each match, and notes on the match.
import { read, write } from "./storage.js";

/**
 * Notes on a match: last visit, whether it is over, whether it was over at the start as a record that was
 * opened, the invite of its host, and the id of a game by letter.
 * @typedef {{ at: number, over?: boolean, unplayed?: boolean, invite?: string, letter?: string }} MatchNotes
 */

const MAX_OVER = 200; // finished matches with notes; the history keeps more, without notes
const MAX_OPEN = 1000; // matches in progress with notes
const DAY_MS = 86_400_000;
const TOKEN_CHARS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Return a new random token of 43 characters. With 64 characters, all are equally likely. */
export function createToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(43));
  return [...bytes].map((byte) => TOKEN_CHARS[byte % 64]).join("");
}

/** The form of a token. */
export const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** @returns {Record<string, string>} */
const readSeats = () => read("seats", {});
/** @returns {Record<string, MatchNotes>} */
const readMatches = () => read("matches", {});

/** Return the token of this browser's seat in a match, or null for spectators. @param {string} id */
export const seatToken = (id) => readSeats()[id] ?? null;

/** Save the token of a seat. @param {string} id @param {string} token */
export function saveSeat(id, token) {
  write("seats", { ...readSeats(), [id]: token });
  saveNotes(id, {});
}

/**
 * Save notes on a match, and drop the notes on the oldest ones.
 * @param {string} id
 * @param {Partial<MatchNotes>} notes
 */
export function saveNotes(id, notes) {
  const matches = readMatches();
  matches[id] = { ...matches[id], ...notes, at: Date.now() };
  write("matches", newestMatches(matches));
}

/**
 * Return the newest matches: those in progress and those that are over have their own limits.
 * @param {Record<string, MatchNotes>} matches
 */
export function newestMatches(matches) {
  const newest = Object.entries(matches).sort((one, two) => two[1].at - one[1].at);
  const open = newest.filter(([, { over }]) => !over).slice(0, MAX_OPEN);
  const over = newest.filter(([, { over }]) => over).slice(0, MAX_OVER);
  return Object.fromEntries([...open, ...over]);
}

/** Return the notes on a match. @param {string} id @returns {Partial<MatchNotes>} */
export const matchNotes = (id) => readMatches()[id] ?? {};

/** Return the matches of a game by letter, newest first. @param {string} letter its id */
export const lettersOf = (letter) =>
  Object.entries(readMatches())
    .filter(([, notes]) => notes.letter === letter)
    .sort((one, two) => two[1].at - one[1].at)
    .map(([id]) => id);

/** Delete a match and the seat in it. @param {string} id */
export function deleteMatch(id) {
  for (const name of ["matches", "seats"]) {
    const entries = Object.entries(read(name, {})).filter(([each]) => each !== id);
    write(name, Object.fromEntries(entries));
  }
}

/** Return the ids of all matches in which this browser has a seat. */
export const seatedMatchIds = () => Object.keys(readSeats());

/**
 * Return the matches of this browser that can continue, newest first.
 * Matches that ended today count, because of rematches.
 */
export function openMatchIds() {
  const seats = readSeats();
  return Object.entries(readMatches())
    .filter(([id, notes]) => id in seats && (!notes.over || Date.now() - notes.at < DAY_MS))
    .sort((one, two) => two[1].at - one[1].at)
    .map(([id]) => id);
}
