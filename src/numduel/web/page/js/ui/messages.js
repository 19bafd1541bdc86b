// Messages over the page: what could not be done, and that something takes its time.
import { h } from "./dom.js";
import { icon } from "./icons.js";

const SHOWN = 10_000; // milliseconds for which a message stays
const LATE = 700; // milliseconds after which a wait is shown

/** @type {HTMLElement | null} */
let shown = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Take away the message that is shown, or only this one. @param {HTMLElement | null} message */
export function hideMessage(message = shown) {
  if (message !== shown) return;
  clearTimeout(timer);
  shown?.remove();
  shown = null;
}

/** Take messages away at the next click, which may show another. */
export const hearClicks = () => document.addEventListener("click", () => hideMessage(), true);

/** Show a message on every screen and over every sheet; it goes by itself, or at a click. @param {string} words */
export function tell(words) {
  hideMessage();
  const close = h("button.round", { type: "button", "aria-label": "Close message" }, icon("close"));
  const message = h("div.message", { role: "alert" }, h("span", words), close);
  const sheets = document.querySelectorAll("dialog[open]"); // what is outside the last one is out of reach
  (sheets[sheets.length - 1] ?? document.body).append(message);
  shown = message;
  timer = setTimeout(hideMessage, SHOWN);
  return message;
}

/**
 * Wait for something that was asked for by a click, and say so if that takes long.
 * @template T
 * @param {Promise<T>} asked
 * @param {string} words
 */
export async function waitFor(asked, words = "Loading …") {
  /** @type {HTMLElement | undefined} */
  let message;
  const late = setTimeout(() => (message = tell(words)), LATE);
  try {
    return await asked;
  } finally {
    clearTimeout(late);
    if (message) hideMessage(message);
  }
}
