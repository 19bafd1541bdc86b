// Messages over the page: errors, and notes on long waits.
import { h } from "./dom.js";
import { icon } from "./icons.js";

const MESSAGE_MS = 10_000; // time that a message stays
const WAIT_NOTE_DELAY_MS = 700; // time before a wait is shown

/** @type {HTMLElement | null} */
let current = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Hide the current message, but only if it is the given one. @param {HTMLElement | null} message */
export function hideMessage(message = current) {
  if (message !== current) return;
  clearTimeout(timer);
  current?.remove();
  current = null;
}

/** Hide messages at the next click. */
export const hideMessagesOnClick = () =>
  document.addEventListener("click", () => hideMessage(), true);

/** Show a message over the screen and its sheets until a click or a timeout. @param {string} text */
export function showMessage(text) {
  hideMessage();
  const close = h("button.round", { type: "button", "aria-label": "Close message" }, icon("close"));
  const message = h("div.message", { role: "alert" }, h("span", text), close);
  const sheets = document.querySelectorAll("dialog[open]"); // only the top sheet can be used
  (sheets[sheets.length - 1] ?? document.body).append(message);
  current = message;
  timer = setTimeout(hideMessage, MESSAGE_MS);
  return message;
}

/**
 * Wait for a promise, and show a message if it takes long.
 * @template T
 * @param {Promise<T>} promise
 * @param {string} text
 */
export async function waitFor(promise, text = "Loading…") {
  /** @type {HTMLElement | undefined} */
  let message;
  const timeout = setTimeout(() => (message = showMessage(text)), WAIT_NOTE_DELAY_MS);
  try {
    return await promise;
  } finally {
    clearTimeout(timeout);
    if (message) hideMessage(message);
  }
}
