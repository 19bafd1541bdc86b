// Which screen an address means, and going from one to another.
import { go } from "./addresses.js";
import { byId, h } from "./ui/dom.js";
import { showMissing } from "./ui/sheets.js";

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

/** Show the screen of the address in the address bar. */
export async function showAddress() {
  const number = ++shown;
  const [load, params] = find(location.pathname);
  const module = await load();
  if (number !== shown) return;
  leave?.();
  leave = null;
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  const root = h("div"); // a screen that is late draws into its own part, which is gone by then
  byId("screen").replaceChildren(root);
  scrollTo(0, 0);
  const left = await module.show(root, params);
  if (number === shown) leave = left ?? null;
  else left?.();
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
