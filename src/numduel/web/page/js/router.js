// Which screen an address means, and going from one to another.
import { go } from "./addresses.js";
import { showMissing } from "./ui/sheets.js";

/** Patterns and the modules of their screens: each exports `show(root, params)`, which may return what to do on leaving. */
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

let leave = null;
let shown = 0;

/** The screen of a path, and the values of its :names. */
function find(path) {
  for (const [pattern, load] of ROUTES) {
    const names = [...pattern.matchAll(/:(\w+)/g)].map((found) => found[1]);
    const match = path.match(new RegExp(`^${pattern.replace(/:\w+/g, "([^/]+)")}/?$`));
    if (match)
      return [
        load,
        Object.fromEntries(
          names.map((name, place) => [name, decodeURIComponent(match[place + 1])]),
        ),
      ];
  }
  return [null, {}];
}

/** Show the screen of the address in the address bar. */
export async function showAddress() {
  const number = ++shown;
  const root = document.getElementById("screen");
  const [load, params] = find(location.pathname);
  const module = load ? await load() : { show: showNothing };
  if (number !== shown) return;
  leave?.();
  leave = null;
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  root.className = "";
  root.replaceChildren();
  scrollTo(0, 0);
  const left = await module.show(root, params);
  if (number === shown) leave = left ?? null;
  else left?.();
}

/** Show other screens as addresses change: by links, the browser's buttons or `go`. */
export function followLinks() {
  addEventListener("popstate", showAddress);
  addEventListener("numduel:go", () =>
    showAddress().then(() => document.getElementById("screen").focus({ preventScroll: true })),
  );
  addEventListener("hashchange", () => /^#(join|seat)=/.test(location.hash) && showAddress());
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    const isPlain =
      event.button === 0 &&
      !event.metaKey &&
      !event.ctrlKey &&
      !event.shiftKey &&
      !event.defaultPrevented;
    if (
      !link ||
      !isPlain ||
      link.target ||
      link.hasAttribute("download") ||
      link.origin !== location.origin
    )
      return;
    if (link.getAttribute("href").startsWith("#") || /^\/(api|page|board)\b/.test(link.pathname))
      return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}

function showNothing(root) {
  document.title = "Nothing here · numduel";
  showMissing(root, "There is nothing at this address");
}
