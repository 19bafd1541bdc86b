// The address bar of the edition without a server: the path of a screen is in the fragment, as "#/puzzle?day=2026-11-16".
//
// So the edition works under any path of any static file server. It replaces the page's own location.js.

/** Return the parts of the path in the fragment; the home screen has none. */
const parse = () => new URL(location.hash.startsWith("#/") ? location.hash.slice(1) : "/", "http://fragment");

/** Return the path of the current screen, without its query. */
export const currentPath = () => parse().pathname;

/** Return the query of the current screen, "" or "?" and its values. */
export const currentSearch = () => parse().search;

/** Return the secret in the address. Without a server there are none. */
export const currentSecret = () => "";

/** Return the link to a path. @param {string} path */
export const toHref = (path) => `#${path}`;

/** Return the absolute URL of a path. @param {string} path */
export const toUrl = (path) => `${location.origin}${location.pathname}#${path}`;

/** Return the path of a link to a screen, or null for other links. @param {HTMLAnchorElement} link */
export function pathOf(link) {
  const href = link.getAttribute("href") ?? "";
  return href.startsWith("#/") ? href.slice(1) : null;
}

/** Return whether a change of the fragment asks for another screen. */
export const isNewSecret = () => false;
