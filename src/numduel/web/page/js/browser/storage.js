// Data of this browser, as JSON in localStorage, or in memory if localStorage is full or blocked.
import { matchStore } from "../edition.js";
import { copyValue, longestWait, readCopies } from "./value_copies.js";

/** @typedef {"full" | "blocked"} StorageProblem why localStorage can't save */

/** Values about matches. Each edition has its own, because it can't open matches of the other. */
const MATCH_NAMES = ["seats", "matches", "history", "duels"];

/** Return the key of a value in localStorage. @param {string} name */
const keyOf = (name) => `numduel.${MATCH_NAMES.includes(name) ? matchStore : ""}${name}`;

const NUMBER_KEY = "numduel.written"; // the number of the latest write

/** Values that localStorage couldn't save, by name. @type {Map<string, string>} */
const unsaved = new Map();
let isReported = false;

/**
 * Return the value saved under a name, or `fallback`.
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
export function read(name, fallback) {
  try {
    const text = unsaved.get(name) ?? localStorage.getItem(keyOf(name));
    return text ? (JSON.parse(text) ?? fallback) : fallback;
  } catch {
    return fallback;
  }
}

/**
 * Save a value under a name. Return false if it is only kept in memory.
 * The first time this happens, the event "numduel:unsaved" says why.
 * @param {string} name
 * @param {unknown} value
 */
export function write(name, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(keyOf(name), text);
    unsaved.delete(name);
    copy(name, text);
    return true;
  } catch (error) {
    unsaved.set(name, text);
    report(error);
    return false;
  }
}

/**
 * Save several values, or none of them if not all fit. Return whether they are saved.
 * @param {Record<string, unknown>} values by name
 */
export function writeAll(values) {
  const names = Object.keys(values);
  const before = names.map((name) => /** @type {const} */ ([name, read(name, null)]));
  if (names.every((name) => write(name, values[name]))) return true;
  for (const [name, value] of before) {
    if (value !== null) write(name, value);
    else remove([name]);
  }
  return false;
}

/** Delete the values of these names. @param {string[]} names */
export function remove(names) {
  for (const name of names) {
    unsaved.delete(name);
    try {
      localStorage.removeItem(keyOf(name));
    } catch {
      // blocked: then nothing is stored
    }
    copy(name, null);
  }
}

/** Return the number of the latest write of any tab. */
const latestNumber = () => Number(localStorage.getItem(NUMBER_KEY));

/** Copy a value that has changed, or null if it was removed. @param {string} name @param {string | null} text */
function copy(name, text) {
  try {
    const number = Math.max(Date.now(), latestNumber() + 1);
    localStorage.setItem(NUMBER_KEY, String(number));
    copyValue({ key: keyOf(name), text, number });
  } catch {
    // full or blocked: then only localStorage has it
  }
}

/** Restore the latest values if localStorage has lost them, as after a crash of the browser. */
export async function restoreValues() {
  let isLate = false;
  const timeout = longestWait().then(() => (isLate = true));
  await Promise.race([restoreLost(() => isLate), timeout]).catch(() => {}); // blocked: then nothing is stored
}

/** Restore what is newer than the latest write, unless it is too late or another tab writes. @param {() => boolean} isLate */
async function restoreLost(isLate) {
  const before = latestNumber();
  const lost = await readCopies(before);
  if (isLate() || !lost.length) return;
  if (latestNumber() !== before) return restoreLost(isLate);
  for (const { key, text } of lost.sort((one, two) => (one.text ?? "").length - (two.text ?? "").length))
    try {
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
    } catch {
      // full: shorter values, such as seats, come first
    }
  localStorage.setItem(NUMBER_KEY, String(Math.max(...lost.map(({ number }) => number))));
  dispatchEvent(new Event("numduel:settings"));
}

/** Report a problem, once. @param {unknown} error */
function report(error) {
  if (isReported) return;
  isReported = true;
  const isFull = error instanceof DOMException && /quota/i.test(error.name);
  /** @type {StorageProblem} */
  const problem = isFull ? "full" : "blocked";
  dispatchEvent(new CustomEvent("numduel:unsaved", { detail: problem }));
}
