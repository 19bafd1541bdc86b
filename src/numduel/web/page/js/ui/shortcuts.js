// Keyboard shortcuts: one table of all, those of the current screen, and a sheet that lists them.
import { readSettings } from "../browser/settings.js";
import { h } from "./dom.js";
import { openSheet } from "./components.js";

/** @typedef {keyof typeof SHORTCUTS} ShortcutName */

/** All shortcuts: their keys and what they do. */
const SHORTCUTS = {
  hint: { keys: ["h"], label: "Hint" },
  analysis: { keys: ["a", "v"], label: "Show or hide the analysis" },
  explain: { keys: ["e"], label: "Explain the last mistake" },
  undo: { keys: ["u", "z"], label: "Undo, or ask for a takeback" },
  type: { keys: ["t"], label: "Type a move" },
  moves: { keys: ["m"], label: "List of moves" },
  answer: { keys: ["s"], label: "Show answer" },
  previous: { keys: ["ArrowLeft"], label: "Previous move" },
  next: { keys: ["ArrowRight"], label: "Next move" },
  first: { keys: ["Home"], label: "Start of the game" },
  last: { keys: ["End"], label: "End of the game" },
  nextMoment: { keys: ["n"], label: "Next key moment" },
  previousMoment: { keys: ["p"], label: "Previous key moment" },
  why: { keys: ["w"], label: "Show why a move is a mistake" },
  better: { keys: ["b"], label: "Show a better move" },
  again: { keys: ["t"], label: "Try again" },
  proceed: { keys: ["Enter"], label: "Continue" },
  back: { keys: ["Escape"], label: "Back to the game" },
  rematch: { keys: ["m"], label: "Rematch" },
  review: { keys: ["v"], label: "Review" },
  new: { keys: ["n"], label: "New game" },
  another: { keys: ["n"], label: "Next puzzle" },
  rules: { keys: ["r"], label: "Rules" },
};

/** Keys that work on every board: keys and what they do. @type {[string[], string][]} */
const BOARD_KEYS = [
  [["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"], "Go to another tile"],
  [["Enter", "Space"], "Choose the tile"],
];

/** @type {Record<string, string>} */
const SIGNS = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };
/** @type {Record<string, string>} */
const SPOKEN = {
  ArrowLeft: "left arrow",
  ArrowRight: "right arrow",
  ArrowUp: "up arrow",
  ArrowDown: "down arrow",
};
const REPEATED = /^Arrow/; // keys that may be held down
const TYPING = "input, textarea, select, [contenteditable]";

/** @typedef {Partial<Record<ShortcutName, (() => unknown) | false>>} Actions those that are false or undefined don't work now */

/** @type {{ actions: () => Actions, canType: boolean }[]} shortcuts of screens, those of the current one last */
let screens = [];

/**
 * Set the shortcuts of a screen; return a function that removes them. A screen whose shortcuts change
 * passes a function. `canType` says that moves can be typed on its board.
 * @param {Actions | (() => Actions)} actions
 * @param {{ canType?: boolean }} options
 */
export function setShortcuts(actions, { canType = false } = {}) {
  const own = { actions: typeof actions === "function" ? actions : () => actions, canType };
  screens.push(own);
  return () => {
    screens = screens.filter((screen) => screen !== own);
  };
}

/**
 * Return an action that presses a button, or undefined if it isn't on screen.
 * @param {ParentNode} part
 * @param {string} selector
 */
export function press(part, selector) {
  const button = part.querySelector(selector);
  return button instanceof HTMLElement && button.checkVisibility() ? () => button.click() : undefined;
}

/** Return the names and actions of the shortcuts that work now. */
const available = () =>
  /** @type {[ShortcutName, () => unknown][]} */ (
    Object.entries(screens.at(-1)?.actions() ?? {}).filter(([, run]) => run)
  );

/** Return the action of a key, or undefined. @param {string} key */
function actionOf(key) {
  const isLetter = key.length === 1;
  if (isLetter && readSettings().shortcuts === "off") return undefined;
  if (key === "?") return openShortcuts;
  const wanted = isLetter ? key.toLowerCase() : key;
  return available().find(([name]) => SHORTCUTS[name].keys.includes(wanted))?.[1];
}

/** Return whether a key is a shortcut now. @param {string} key */
export const isShortcut = (key) => actionOf(key) !== undefined;

/** Listen for shortcuts, except in fields, sheets, and controls that use the key themselves. */
export function listenForShortcuts() {
  document.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented, isComposing, repeat } = event;
    if (ctrlKey || metaKey || altKey || defaultPrevented || isComposing) return;
    if (repeat && !REPEATED.test(key)) return;
    const own = key === "Enter" ? `${TYPING}, a, button, summary` : TYPING;
    if (target instanceof Element && target.closest(own)) return;
    if (document.querySelector("dialog[open]")) return;
    const action = actionOf(key);
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** Open the list of the shortcuts that work on this screen. */
export function openShortcuts() {
  const hasBoard = document.querySelector("[role=gridcell]") !== null;
  /** @type {[string[], string][]} */
  const rows = [
    ...available().map(
      ([name]) => /** @type {[string[], string]} */ ([SHORTCUTS[name].keys, SHORTCUTS[name].label]),
    ),
    ...(hasBoard ? BOARD_KEYS : []),
    [["?"], "Keyboard shortcuts"],
  ];
  const isOff = readSettings().shortcuts === "off";
  openSheet(
    "Keyboard shortcuts",
    h(
      "div.stack.loose",
      h(
        "dl.keys",
        rows.flatMap(([keys, label]) => [h("dt", keys.map(keyNode)), h("dd", label)]),
      ),
      hasBoard &&
        screens.at(-1)?.canType &&
        h("p.small.muted", "On the board, a digit or letter that starts a move types the move."),
      isOff && h("p.small.muted", "Letters are switched off in the settings."),
    ),
    { className: "shortcuts" },
  );
}

/** @param {string} key */
const keyNode = (key) =>
  key in SIGNS
    ? h("kbd", h("span", { "aria-hidden": "true" }, SIGNS[key]), h("span.unseen", SPOKEN[key]))
    : h("kbd", key);
