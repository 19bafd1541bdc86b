// The only module that reads and writes the address bar. Screens have paths, such as "/puzzle?day=2026-11-16".
//
// The edition without a server replaces this file: there, paths are in the fragment.

import { readFragment } from "./fragment.js";

/** Return the path of the current screen, without its query. */
export const currentPath = () => location.pathname;

/** Return the query of the current screen, "" or "?" and its values. */
export const currentSearch = () => location.search;

/** Return the secret in the address: an invite or a seat. */
export const currentSecret = () => location.hash;

/** Return the link to a path. @param {string} path */
export const toHref = (path) => path;

/** Return the absolute URL of a path. @param {string} path */
export const toUrl = (path, base = location.origin) => `${base}${path}`;

const SERVER_PATHS = /^\/(api|page|board|offline)\b/; // paths that aren't screens

/** Return the path of a link to a screen, or null for other links. @param {HTMLAnchorElement} link */
export function pathOf(link) {
  const isElsewhere = link.origin !== location.origin || SERVER_PATHS.test(link.pathname);
  if (isElsewhere || link.getAttribute("href")?.startsWith("#")) return null;
  return link.pathname + link.search + link.hash;
}

/** Return whether a change of the fragment asks for another screen. */
export const isNewSecret = () => ["join", "seat"].includes(readFragment(location.hash)?.kind ?? "");
