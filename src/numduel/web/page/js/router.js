// Which screen an address means, and going from one to another.
import { go } from "./addresses.js";
import { ask, isForeign, reasonOf, Unreachable } from "./server/wire.js";
import { byId, h } from "./ui/dom.js";
import { hearClicks, hideMessage, tell, waitFor } from "./ui/messages.js";
import { showFailed, showMissing } from "./ui/sheets.js";

/**
 * A screen; `show` may return what to do on leaving it.
 * @typedef {{ show: (root: HTMLElement, params: any) => Leave | void | Promise<Leave | void> }} Screen
 * @typedef {() => void} Leave
 */

/** Patterns and the modules of their screens. @type {[pattern: string, load: () => Promise<Screen>][]} */
const ROUTES = [
  ["/", () => import("./screens/home.js")],
  ["/m/:id", () => import("./screens/match.js")],
  ["/m/:id/review", () => import("./screens/review.js")],
  ["/learn", () => import("./screens/learn.js")],
  ["/learn/:game", () => import("./screens/learn.js")],
  ["/rules/:game", () => import("./screens/rules.js")],
  ["/puzzle", () => import("./screens/puzzle.js")],
  ["/duel", () => import("./screens/duel.js")],
  ["/facts", () => import("./screens/facts.js")],
  ["/record", () => import("./screens/record.js")],
];

/** @type {Leave | null} */
let leave = null;
let shown = 0;

const ELSEWHERE = /^\/(api|page|board)\b/; // what the server has besides screens

/**
 * Return how the screen of a path is loaded, and the values of its :names.
 * @param {string} path
 * @returns {[load: () => Promise<Screen>, params: Record<string, string>]}
 */
function find(path) {
  for (const [pattern, load] of ROUTES) {
    const names = [...pattern.matchAll(/:(\w+)/g)].map((found) => found[1]);
    const match = path.match(new RegExp(`^${pattern.replace(/:\w+/g, "([^/]+)")}/?$`));
    const values = match?.slice(1).map(decodeURIComponent);
    if (values)
      return [load, Object.fromEntries(names.map((name, place) => [name, values[place]]))];
  }
  return [async () => ({ show: showNothing }), {}];
}

/** Show the screen of the address in the address bar, or why it cannot be shown. */
export async function showAddress() {
  const number = ++shown;
  const [load, params] = find(location.pathname);
  /** @type {Screen} */
  let module;
  try {
    module = await waitFor(load());
  } catch {
    module = { show: (root) => showUnloaded(root, load) };
  }
  if (number !== shown) return;
  leave?.();
  leave = null;
  hideMessage();
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  const root = h("div"); // a screen that is late draws into its own part, which is gone by then
  byId("screen").replaceChildren(root);
  scrollTo(0, 0);
  try {
    const left = await module.show(root, params);
    if (number === shown) leave = left ?? null;
    else left?.();
  } catch (problem) {
    if (number === shown) showFailed(root, reasonOf(problem), showAddress);
    if (!isForeign(problem)) throw problem;
  }
}

/**
 * Show that the module of a screen could not be loaded, with a way to try again.
 * @param {HTMLElement} root
 * @param {() => Promise<Screen>} load
 */
function showUnloaded(root, load) {
  const again = async () => {
    try {
      await waitFor(load());
    } catch {
      await ask("GET /about"); // some browsers remember that a module failed: another document helps
      return location.reload();
    }
    await showAddress();
  };
  document.title = "Not loaded · numduel";
  showFailed(root, reasonOf(new Unreachable()), again);
}

/** Show what no other part of the page has shown; what is our own fault stays in the console, too. */
export function hearFailures() {
  hearClicks();
  addEventListener("unhandledrejection", (event) => {
    tell(reasonOf(event.reason));
    if (isForeign(event.reason)) event.preventDefault();
  });
  addEventListener("error", ({ error }) => {
    if (error) tell(reasonOf(error));
  });
}

/** Show other screens as addresses change: by links, the browser's buttons or `go`. */
export function followLinks() {
  addEventListener("popstate", showAddress);
  addEventListener("numduel:go", () =>
    showAddress().then(() => byId("screen").focus({ preventScroll: true })),
  );
  addEventListener("hashchange", () => /^#(join|seat)=/.test(location.hash) && showAddress());
  document.addEventListener("click", (event) => {
    const { button, metaKey, ctrlKey, shiftKey, defaultPrevented, target } = event;
    const link = target instanceof Element ? target.closest("a") : null;
    const isPlain = button === 0 && !metaKey && !ctrlKey && !shiftKey && !defaultPrevented;
    if (!link?.href || !isPlain || link.target || link.hasAttribute("download")) return;
    const isElsewhere = link.origin !== location.origin || ELSEWHERE.test(link.pathname);
    if (isElsewhere || link.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}

/** @param {HTMLElement} root */
function showNothing(root) {
  document.title = "Nothing here · numduel";
  showMissing(root, "There is nothing at this address");
}
