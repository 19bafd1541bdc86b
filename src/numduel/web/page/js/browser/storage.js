// Data of this browser, as JSON in localStorage, or in memory if localStorage is full or blocked.

/** @typedef {"full" | "blocked"} StorageProblem why localStorage can't save */

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
    const text = unsaved.get(name) ?? localStorage.getItem(`numduel.${name}`);
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
    localStorage.setItem(`numduel.${name}`, text);
    unsaved.delete(name);
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
    else {
      unsaved.delete(name);
      localStorage.removeItem(`numduel.${name}`);
    }
  }
  return false;
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
