// Checks for data from files: each returns a clean copy, or throws `Unexpected`.

/** Data that isn't what it should be. */
export class Unexpected extends Error {}

/**
 * Return a clean copy of a value. If `isLenient`, entries of maps and optional fields that aren't valid are left out.
 * @template T
 * @typedef {(value: unknown, isLenient?: boolean) => T} Check
 */

/** Keys that JavaScript treats specially; they are ignored. */
const SPECIAL_KEYS = new Set(["__proto__", "constructor", "prototype"]);
const CONTROL_SIGNS = /[\p{Cc}\u202a-\u202e]/u; // some of them turn the text around them

/** @returns {never} */
function refuse() {
  throw new Unexpected();
}

/** Return the entries of an object, without special keys. @param {unknown} value */
function entriesOf(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) refuse();
  return Object.entries(value).filter(([key]) => !SPECIAL_KEYS.has(key));
}

/**
 * Return an entry in a list; an empty list if it isn't valid and may be left out.
 * @template T
 * @param {boolean | undefined} isOptional
 * @param {() => T} makeEntry
 */
function orNothing(isOptional, makeEntry) {
  try {
    return [makeEntry()];
  } catch (error) {
    if (isOptional && error instanceof Unexpected) return [];
    throw error;
  }
}

/** A text up to a length, without control characters. @type {(maxChars: number, pattern?: RegExp) => Check<string>} */
export const text = (maxChars, pattern) => (value) => {
  if (typeof value !== "string" || value.length > maxChars || CONTROL_SIGNS.test(value)) refuse();
  return pattern && !pattern.test(value) ? refuse() : value;
};

/** A text of several lines, up to a length. @type {(maxChars: number) => Check<string>} */
export const lines = (maxChars) => (value) => {
  if (typeof value !== "string" || value.length > maxChars) refuse();
  return value.split("\n").map((line) => text(maxChars)(line)).join("\n");
};

/** A whole number within limits. @type {(low: number, high: number) => Check<number>} */
export const whole = (low, high) => (value) =>
  typeof value === "number" && Number.isInteger(value) && low <= value && value <= high
    ? value
    : refuse();

/** True or false. @type {Check<boolean>} */
export const flag = (value) => (typeof value === "boolean" ? value : refuse());

/** One of some words. @type {<W extends string>(...words: W[]) => Check<W>} */
export const oneOf =
  (...words) =>
  (value) =>
    words.find((word) => word === value) ?? refuse();

/** A list up to a length. @type {<T>(check: Check<T>, maxItems: number) => Check<T[]>} */
export const list = (check, maxItems) => (value) =>
  Array.isArray(value) && value.length <= maxItems
    ? value.map((item) => check(item))
    : refuse();

/**
 * An object with some required and some optional fields. Other fields are ignored.
 * @template {Record<string, Check<any>>} R
 * @template {Record<string, Check<any>>} O
 * @param {R} required
 * @param {O} optional
 * @returns {Check<{ [N in keyof R]: ReturnType<R[N]> } & { [N in keyof O]?: ReturnType<O[N]> }>}
 */
export const fields = (required, optional) => (value, isLenient) => {
  const given = new Map(entriesOf(value));
  const checked = Object.entries({ ...required, ...optional })
    .filter(([name]) => name in required || given.has(name))
    .flatMap(([name, check]) =>
      orNothing(isLenient && !(name in required), () => [name, check(given.get(name), isLenient)]),
    );
  return Object.fromEntries(checked);
};

/**
 * An object with any keys of a pattern, up to a number of entries.
 * @template T
 * @param {RegExp} pattern
 * @param {Check<T>} check
 * @param {number} maxEntries
 * @returns {Check<Record<string, T>>}
 */
export const map = (pattern, check, maxEntries) => (value, isLenient) => {
  const entries = entriesOf(value);
  if (entries.length > maxEntries && !isLenient) refuse();
  return Object.fromEntries(
    entries.slice(0, maxEntries).flatMap(([key, item]) =>
      orNothing(isLenient, () => [pattern.test(key) ? key : refuse(), check(item, isLenient)]),
    ),
  );
};
