// The address and the Enter key of the setup: choices are read from its address and kept there.
import { replacePath } from "../addresses.js";

/**
 * @import { Option } from "../contract.js"
 * @import { Setting } from "../ui/option_field.js"
 * @typedef {"playable" | "fair" | "book" | "typed"} Deal source of the board
 */

/** Elements that use Enter themselves: of drop-down lists only an open one, if the browser can tell. */
const ENTER_USERS = `a, button, summary, textarea, ${CSS.supports("selector(:open)") ? "select:open" : "select"}`;

/** Return the value of an option as text in the address; null if it can't be one. @param {Option} option @param {string} text */
function readOption({ kind, low = 0, high = Infinity, words = [] }, text) {
  if (kind === "flag") return text === "true" || text === "false" ? text === "true" : null;
  if (kind === "choice") return words.includes(text) ? text : null;
  const number = Number(text);
  return Number.isInteger(number) && number >= low && number <= high ? number : null;
}

/**
 * Return the choices in an address: seat, board and rules.
 * @param {Option[]} offered
 * @param {URLSearchParams} query
 */
export function readChoices(offered, query) {
  const board = query.get("board");
  /** @type {Record<string, Setting>} */
  const options = {};
  for (const option of offered) {
    const text = query.get(option.name);
    const value = text ? readOption(option, text) : null;
    if (value !== null) options[option.name] = value;
  }
  const isNamed = board === null || board === "fair" || board === "book";
  /** @type {Deal} */
  const deal = isNamed ? (board ?? "playable") : "typed";
  const seat = ["1", "2", "coin"].find((each) => each === query.get("seat")) ?? null;
  return { seat, deal, text: isNamed ? "" : board, options };
}

/** Keep the choices made in a sheet in its address. @param {HTMLDialogElement} sheet @param {() => string} path */
export function keepInAddress(sheet, path) {
  let before = path();
  const save = () => {
    if (sheet.open && path() !== before) replacePath((before = path()));
  };
  for (const kind of ["click", "change", "input"]) sheet.addEventListener(kind, save);
}

/** Start with Enter, unless the focused element uses it; return a function that stops it. @param {() => unknown} start */
export function startWithEnter(start) {
  const keydown = (/** @type {KeyboardEvent} */ event) => {
    const { key, target, repeat, isComposing } = event;
    if (key !== "Enter" || repeat || isComposing) return;
    const isUsed = target instanceof Element && target.matches(ENTER_USERS);
    if (isUsed && !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    start();
  };
  document.addEventListener("keydown", keydown);
  return () => document.removeEventListener("keydown", keydown);
}
