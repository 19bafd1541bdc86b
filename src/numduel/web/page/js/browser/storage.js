// Data of this browser, as JSON in localStorage, or in memory if localStorage is full or blocked.
import { matchStore } from "../edition.js";
import { copyValue, readCopies } from "./value_copies.js";

/** @typedef {"full" | "blocked"} StorageProblem why localStorage can't save */

/** Values about matches. Each edition has its own, because it can't open matches of the other. */
const MATCH_NAMES = ["seats", "matches", "history", "duels"];

/** Return the key of a value in localStorage. @param {string} name */
const keyOf = (name) => `numduel.${MATCH_NAMES.includes(name) ? matchStore : ""}${name}`;

const NUMBER_KEY = "numduel.written"; // the number of the latest write
const MAX_RESTORE_MS = 1000; // a browser that doesn't answer must not hold up the page

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

/** Copy a value that has changed, or null if it was removed. @param {string} name @param {string | null} text */
function copy(name, text) {
  try {
    const number = Math.max(Date.now(), Number(localStorage.getItem(NUMBER_KEY)) + 1);
    localStorage.setItem(NUMBER_KEY, String(number));
    copyValue(keyOf(name), { text, number });
  } catch {
    // full or blocked: then there is no copy
  }
}

/** Restore the latest values if localStorage has lost them, as after a crash of the browser. */
export async function restoreValues() {
  const timeout = new Promise((resolve) => setTimeout(resolve, MAX_RESTORE_MS));
  await Promise.race([restoreLost(), timeout]).catch(() => {}); // blocked: then nothing is stored
}

async function restoreLost() {
  const copies = await readCopies(Number(localStorage.getItem(NUMBER_KEY)));
  for (const [key, { text, number }] of copies.sort((one, two) => one[1].number - two[1].number)) {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    localStorage.setItem(NUMBER_KEY, String(number));
  }
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
