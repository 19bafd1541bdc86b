// The seats that this browser has at matches: a token for each, and what is remembered of a match.
import { read, write } from "./storage.js";

/**
 * What is remembered of a match.
 * @typedef {{ at: number, over?: boolean, invite?: string }} Remembered
 */

const MOST = 200;
const DAY = 86_400_000;
const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** A new token of 43 signs; 64 signs make every one as likely. */
export function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(43));
  return [...bytes].map((byte) => SIGNS[byte % 64]).join("");
}

/** @param {string} text */
export const isToken = (text) => /^[A-Za-z0-9_-]{43}$/.test(text);

/** @returns {Record<string, string>} */
const seats = () => read("seats", {});
/** @returns {Record<string, Remembered>} */
const matches = () => read("matches", {});

/** Return the token of this browser's seat at a match; null where it only watches. @param {string} id */
export const seatAt = (id) => seats()[id] ?? null;

/** Keep the token of a seat. @param {string} id @param {string} token */
export function keepSeat(id, token) {
  write("seats", { ...seats(), [id]: token });
  remember(id, {});
}

/**
 * Remember something of a match, such as that it is over; the oldest matches are forgotten.
 * @param {string} id
 * @param {Partial<Remembered>} about
 */
export function remember(id, about) {
  const known = matches();
  known[id] = { ...known[id], ...about, at: Date.now() };
  const newest = Object.entries(known).sort((one, two) => two[1].at - one[1].at);
  write("matches", Object.fromEntries(newest.slice(0, MOST)));
}

/** @param {string} id @returns {Partial<Remembered>} */
export const remembered = (id) => matches()[id] ?? {};

/** Forget a match and the seat at it. @param {string} id */
export function forget(id) {
  for (const name of ["matches", "seats"]) {
    const entries = Object.entries(read(name, {})).filter(([each]) => each !== id);
    write(name, Object.fromEntries(entries));
  }
}

/**
 * Return the matches at which this browser has a seat and that may go on, the newest first:
 * one that ended today may have a rematch.
 */
export function unfinished() {
  const held = seats();
  return Object.entries(matches())
    .filter(([id, about]) => id in held && (!about.over || Date.now() - about.at < DAY))
    .sort((one, two) => two[1].at - one[1].at)
    .map(([id]) => id);
}
