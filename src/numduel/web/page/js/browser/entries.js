// The history entries of this tab: one for each screen, and one more for each open sheet.
//
// So Back closes the sheet on top. The state of an entry counts the sheets that are open at it. A sheet
// that is closed in another way takes its entry with it, and a link in a sheet takes the entry over.

import { currentPath, currentSearch, currentSecret, toHref } from "./location.js";

/**
 * @typedef {{ close: () => void, isOpen: () => boolean }} Sheet
 * @typedef {{ sheets?: number, isFirst?: boolean } | null} EntryState
 */

const MAX_STEP_MS = 1000; // until a step back counts as done, even if the browser reports nothing

/** @type {Sheet[]} the sheets on screen, the top one last */
let sheets = [];
/** @type {Promise<void> | null} a step back under way, which removes the entry of a closed sheet */
let step = null;
let finishStep = () => {};
/** Address of the screen that is shown. */
let shown = "";

/** Return the sheets of the current entry. */
const depth = () => /** @type {EntryState} */ (history.state)?.sheets ?? 0;

/** Return the number of sheets on screen. */
function countOpen() {
  sheets = sheets.filter((sheet) => sheet.isOpen());
  return sheets.length;
}

/** Do something when no step back is under way. @param {() => void} action */
function afterStep(action) {
  if (step) step.then(() => afterStep(action));
  else action();
}

/** Remember the address of the screen that is shown. @param {string} address */
export function markShown(address) {
  shown = address;
}

/** Go to an address. In a sheet, its entry is replaced. @param {string} path @param {() => void} onChange */
export function enter(path, onChange) {
  afterStep(() => {
    const isHere = path === currentPath() + currentSearch() + currentSecret();
    if (depth() || isHere) history.replaceState(null, "", toHref(path));
    else history.pushState(null, "", toHref(path));
    onChange();
  });
}

/** Change the address of the entry that is shown. @param {string} path */
export function replaceEntry(path) {
  dropEntries();
  afterStep(() => {
    if (shown === currentPath() + currentSearch()) shown = path;
    history.replaceState(history.state, "", toHref(path));
  });
}

/**
 * Add the entry of a sheet that was opened. A sheet with an address can be opened by it: then the
 * entry exists, and `home` replaces the address when the sheet is closed.
 * @param {Sheet} sheet
 * @param {{ path?: string, home?: string }} options
 */
export function addSheet(sheet, { path, home } = {}) {
  const before = countOpen();
  sheets.push(sheet);
  afterStep(() => {
    if (!sheet.isOpen()) return;
    const address = path ?? currentPath() + currentSearch() + currentSecret();
    const isReused = depth() > before; // by a sheet that was closed just now, or after a reload
    const isFirst = home !== undefined && !isReused && currentPath() !== home;
    /** @type {EntryState} */
    const state = isReused ? history.state : { sheets: before + 1, isFirst };
    if (isReused || isFirst) history.replaceState(state, "", toHref(address));
    else history.pushState(state, "", toHref(address));
  });
}

/** Remove the entries of sheets that were closed. */
export function dropEntries() {
  if (step || depth() <= countOpen()) return;
  if (/** @type {EntryState} */ (history.state)?.isFirst) return history.replaceState(null, "", toHref("/"));
  step = new Promise((resolve) => (finishStep = resolve));
  setTimeout(finishOwnStep, MAX_STEP_MS, step);
  history.back();
}

/** Finish a step back; return whether one was under way. @param {Promise<void> | null} which */
function finishOwnStep(which = step) {
  if (!step || step !== which) return false;
  step = null;
  finishStep();
  dropEntries();
  return true;
}

/**
 * Follow the browser to another entry: close the sheets that aren't open there. `address` is the screen
 * of the entry, `show` shows it. A sheet can't be opened again, unless it `hasAddress`.
 * @param {string} address
 * @param {boolean} hasAddress
 * @param {() => void} show
 */
export function followEntry(address, hasAddress, show) {
  const isOwn = finishOwnStep();
  if (address !== shown) return show();
  if (isOwn) return;
  countOpen();
  for (const sheet of sheets.slice(depth()).reverse()) sheet.close();
  if (hasAddress && !depth()) return show(); // an address that was typed or pasted, without a new document
  if (depth() <= countOpen()) return;
  if (hasAddress) show();
  else dropEntries();
}
