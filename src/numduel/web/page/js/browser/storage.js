// What this browser keeps, as JSON in localStorage; where that is forbidden, until the page closes.

/** @type {Map<string, string>} */
const instead = new Map();

/**
 * Return what is kept under a name, or `otherwise`.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function read(name, otherwise) {
  const own = instead.get(name);
  try {
    const text = localStorage.getItem(`numduel.${name}`) ?? own;
    return text ? (JSON.parse(text) ?? otherwise) : otherwise;
  } catch {
    return own ? JSON.parse(own) : otherwise;
  }
}

/** Keep a value under a name. @param {string} name @param {unknown} value */
export function write(name, value) {
  const text = JSON.stringify(value);
  instead.set(name, text);
  try {
    localStorage.setItem(`numduel.${name}`, text);
  } catch {
    // full or forbidden: it is kept until the page closes
  }
}
