// The router: show the screen of the current path, and follow links.
import { isSetupPath, navigate, screenAddress } from "./addresses.js";
import { CODE } from "./browser/fragment.js";
import { dropEntries, followEntry, markShown } from "./browser/entries.js";
import { currentPath, isNewSecret, pathOf } from "./browser/location.js";
import { isServerError, describeError } from "./server/api.js";
import { announce, byId, forgetAnnouncement, h, isAnnounced, isPlainClick } from "./ui/dom.js";
import { hideMessagesOnClick, hideMessage, showMessage } from "./ui/messages.js";
import { markSection, showFailed, showMissing } from "./ui/layout.js";

/**
 * A screen. `show` may return a function to call on leaving the screen.
 * @typedef {{ show: (root: HTMLElement, params: any) => Leave | void | Promise<Leave | void> }} Screen
 * @typedef {() => void} Leave
 */

/** Path patterns and the modules of their screens. @type {[pattern: string, load: () => Promise<Screen>][]} */
const ROUTES = [
  ["/", () => import("./screens/home.js")],
  ["/play", () => import("./screens/home.js")],
  ["/play/:game", () => import("./screens/home.js")],
  ["/m/:id", () => import("./screens/match.js")],
  ["/m/:id/review", () => import("./screens/review.js")],
  ["/learn", () => import("./screens/learn.js")],
  ["/learn/:lesson", () => import("./screens/learn.js")],
  ["/rules", () => import("./screens/rules.js")],
  ["/rules/:game", () => import("./screens/rules.js")],
  ["/puzzles", () => import("./screens/puzzles.js")],
  ["/puzzle", () => import("./screens/puzzle.js")],
  ["/exam", () => import("./screens/exam.js")],
  ["/duel", () => import("./screens/duel.js")],
  ["/history", () => import("./screens/history.js")],
  ["/stats", () => import("./screens/stats.js")],
  ["/facts", () => import("./screens/facts.js")],
  ["/explore", () => import("./screens/explore.js")],
  ["/record", () => import("./screens/record.js")],
  ["/letter", () => import("./screens/letter.js")],
];

/** @type {Leave | null} */
let leave = null;
let latest = 0;

/** Return a part of a path as text; as it is if it was cut in the middle of a sign. @param {string} part */
function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Return the loader of a path's screen, and the values of its :names.
 * @param {string} path
 * @returns {[load: () => Promise<Screen>, params: Record<string, string>]}
 */
function findRoute(path) {
  for (const [pattern, load] of ROUTES) {
    const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name);
    const match = path.match(new RegExp(`^${pattern.replace(/:\w+/g, "([^/]+)")}/?$`));
    const values = match?.slice(1).map(decode);
    if (values)
      return [load, Object.fromEntries(names.map((name, index) => [name, values[index]]))];
  }
  return [async () => ({ show: showNotFound }), {}];
}

/** Show the screen of the current path, or why it can't be shown. */
export async function showAddress() {
  const number = ++latest;
  const [load, params] = findRoute(currentPath());
  const module = await load(); // the server sends all screens in one file
  if (number !== latest) return;
  markShown(screenAddress());
  if (!isSetupPath(currentPath())) dropEntries(); // of a sheet before a reload
  leave?.();
  leave = null;
  hideMessage();
  forgetAnnouncement();
  markSection(currentPath());
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  const root = h("div"); // a slow screen draws into its own, detached element
  byId("screen").replaceChildren(root);
  scrollTo(0, 0);
  try {
    const left = await module.show(root, params);
    if (number === latest) leave = left ?? null;
    else left?.();
  } catch (problem) {
    if (number === latest) showFailed(root, describeError(problem), showAddress);
    if (!isServerError(problem)) throw problem;
  }
}

/** Go to the screen of the current path: focus it, and announce its title unless it has spoken or a sheet covers it. */
async function changeScreen() {
  await showAddress();
  const screen = byId("screen");
  screen.focus({ preventScroll: true });
  const isShown = screen.querySelector("main") !== null && !isSetupPath(currentPath());
  if (isShown && !isAnnounced()) announce(document.title);
}

/** Show errors that nothing else handles. Bugs of the page also stay in the console. */
export function reportErrors() {
  hideMessagesOnClick();
  addEventListener("unhandledrejection", (event) => {
    showMessage(describeError(event.reason));
    if (isServerError(event.reason)) event.preventDefault();
  });
  addEventListener("error", ({ error }) => {
    if (error) showMessage(describeError(error));
  });
}

/** Change screens when the address changes: by links, browser buttons or `navigate`. */
export function followLinks() {
  addEventListener("popstate", () =>
    followEntry(screenAddress(), isSetupPath(currentPath()), changeScreen),
  );
  addEventListener("numduel:go", changeScreen);
  addEventListener("hashchange", () => isNewSecret() && showAddress());
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link?.href || !isPlainClick(event) || link.target || link.hasAttribute("download")) return;
    const path = pathOf(link);
    if (path === null) return;
    event.preventDefault();
    navigate(path);
  });
}

/** Show that this path has no screen. @param {HTMLElement} root */
function showNotFound(root) {
  if (currentPath() === CODE)
    return showMissing(
      root,
      "Can't open this game",
      "This link holds the rules of a game as code. This version can't open it, and nothing in it was run.",
    );
  showMissing(root, "Page not found");
}
