// Data of this browser, as JSON in localStorage, or in memory if localStorage is blocked.

/** @type {Map<string, string>} */
const memory = new Map();

/**
 * Return the value saved under a name, or `fallback`.
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
export function read(name, fallback) {
  const own = memory.get(name);
  try {
    const text = localStorage.getItem(`numduel.${name}`) ?? own;
    return text ? (JSON.parse(text) ?? fallback) : fallback;
  } catch {
    return own ? JSON.parse(own) : fallback;
  }
}

/** Save a value under a name. @param {string} name @param {unknown} value */
export function write(name, value) {
  const text = JSON.stringify(value);
  memory.set(name, text);
  try {
    localStorage.setItem(`numduel.${name}`, text);
  } catch {
    // full or blocked: the value stays in memory
  }
}
