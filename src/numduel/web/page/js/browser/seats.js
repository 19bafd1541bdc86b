// The seats that this browser has at matches: a token for each, and what is remembered of a match.
import { read, write } from "./storage.js";

const MOST = 200;
const DAY = 86_400_000;
const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** A new token of 43 signs; 64 signs make every one as likely. */
export function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(43));
  return [...bytes].map((byte) => SIGNS[byte % 64]).join("");
}

export const isToken = (text) => /^[A-Za-z0-9_-]{43}$/.test(text);

/** The token of this browser's seat at a match; null where it only watches. */
export const seatAt = (id) => read("seats", {})[id] ?? null;

export function keepSeat(id, token) {
  write("seats", { ...read("seats", {}), [id]: token });
  remember(id, {});
}

/** Remember something of a match, such as that it is over; the oldest matches are forgotten. */
export function remember(id, about) {
  const matches = read("matches", {});
  matches[id] = { ...matches[id], ...about, at: Date.now() };
  const newest = Object.entries(matches).sort((one, two) => two[1].at - one[1].at);
  write("matches", Object.fromEntries(newest.slice(0, MOST)));
}

export const remembered = (id) => read("matches", {})[id] ?? {};

export function forget(id) {
  for (const name of ["matches", "seats"]) {
    const { [id]: _, ...others } = read(name, {});
    write(name, others);
  }
}

/** The matches at which this browser has a seat and that may go on, the newest first: an end of today may have a rematch. */
export function unfinished() {
  const seats = read("seats", {});
  return Object.entries(read("matches", {}))
    .filter(([id, about]) => id in seats && (!about.over || Date.now() - about.at < DAY))
    .sort((one, two) => two[1].at - one[1].at)
    .map(([id]) => id);
}
