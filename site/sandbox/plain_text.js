// Texts of strangers: characters that control a terminal, or the direction of the text around them, become visible.

/** Controls and invisible formats, except line breaks, tabs, joiners in words, and the isolates around names. */
const CONTROL = /(?![\n\t\u200c\u200d\u2068\u2069])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** @param {string} sign */
const escape = (sign) => `\\u{${/** @type {number} */ (sign.codePointAt(0)).toString(16)}}`;

/** Return a text with visible control characters: "\u{202e}". @param {string} text */
export const showControls = (text) => text.replace(CONTROL, escape);

/**
 * Return JSON data with such texts. Its objects have no prototype, so that no name is found by accident.
 * @param {any} data @returns {any}
 */
export function showControlsIn(data) {
  if (typeof data === "string") return showControls(data);
  if (Array.isArray(data)) return data.map(showControlsIn);
  if (typeof data !== "object" || data === null) return data;
  const copy = Object.create(null);
  for (const [name, value] of Object.entries(data)) copy[showControls(name)] = showControlsIn(value);
  return copy;
}
