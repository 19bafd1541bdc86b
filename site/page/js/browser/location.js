// The address bar of the edition without a server: the path of a screen is in the fragment, as "#/puzzle?day=2026-11-16".
//
// So the edition works under any path of any static file server. It replaces the page's own location.js.
import { CODE, letterPath, readFragment, toFragment } from "./fragment.js";

/** Return the parts of the path in the fragment. The home screen needs none; "?game=run&opponent=here" opens its setup. */
function parse() {
  const { kind, value } = readFragment(location.hash) ?? {};
  const path = kind === "game" ? letterPath(value ?? "") : kind === "code" ? CODE : kind === "route" ? value : `/${location.search}`;
  return new URL(`http://fragment${path}`);
}

/** Return the path of the current screen, without its query. */
export const currentPath = () => parse().pathname;

/** Return the query of the current screen, "" or "?" and its values. */
export const currentSearch = () => parse().search;

/** Return the secret in the address. Without a server there are none. */
export const currentSecret = () => "";

/** Return the link to a path. @param {string} path */
export const toHref = (path) => toFragment(path);

/** Return the absolute URL of a path. @param {string} path */
export const toUrl = (path) => `${location.origin}${location.pathname}${toFragment(path)}`;

/** Return the path of a link to a screen, or null for other links. @param {HTMLAnchorElement} link */
export function pathOf(link) {
  const href = link.getAttribute("href") ?? "";
  return href.startsWith("#/") ? href.slice(1) : null;
}

/** Return whether a change of the fragment asks for another screen. Here, each change is a step in the history. */
export const isNewSecret = () => false;
