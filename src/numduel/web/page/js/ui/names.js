// Long names in sentences: the page cuts them with an ellipsis, screen readers read them whole.
import { h } from "./dom.js";

/** @import { Child } from "./dom.js" */

const MAX_WHOLE_CHARS = 12; // longer names get an ellipsis where they don't fit

/**
 * Return a sentence in which long names are elements that can be cut.
 * @param {string | null | undefined} sentence
 * @param {readonly string[]} names
 * @returns {Child}
 */
export function markNames(sentence, names) {
  const long = names.filter((name) => name.length > MAX_WHOLE_CHARS);
  if (!sentence || !long.length) return sentence ?? "";
  const pattern = long
    .toSorted((one, two) => two.length - one.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("|");
  return sentence
    .split(new RegExp(`(${pattern})`))
    .map((part) => (long.includes(part) ? nameNode(part) : part));
}

/** Return a name that is cut where it doesn't fit; its tooltip is the whole name. @param {string} name */
export const nameNode = (name, className = "name") =>
  h("bdi", { class: className, title: name.length > MAX_WHOLE_CHARS ? name : null }, name);
