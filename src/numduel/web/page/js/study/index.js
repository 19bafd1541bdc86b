// The places where studying joins in: its screens, and its parts on other screens.
import { h } from "../dom.js";
import * as api from "../api.js";

/** Screens of its own: [pattern, () => import("./module.js")], each exporting `show(root, params)`. */
export const routes = [];

/** The cards of the day on the home screen; `startDuel` begins the duel. */
export function homeCards(startDuel) {
  return [
    h("a", { class: "card daily", href: "/puzzle" }, h("h2", {}, "Daily puzzle"), h("p", { class: "muted" }, "One position, one right move.")),
    h("button", { type: "button", class: "card daily", on: { click: startDuel } }, h("h2", {}, "Daily duel"), h("p", { class: "muted" }, "The same board for everybody.")),
  ];
}

/** Links for the foot of the home screen and its top bar: [words, address]. */
export const homeLinks = [];
export const topLinks = [];

/** Where games are learned; null where nothing can be. */
export const learnAddress = null;

/** Open the rules of a game beside the board. */
export function openRules(game) {
  location.assign(`/rules/${game.id}`);
}

/** Advice for who plays alone: lines to be said and arrows to be drawn. */
export async function hint(session) {
  const found = await api.hint(session.id, session.token);
  return { lines: found.said ?? [found.text], arrows: [] };
}

export async function why(session) {
  const found = await api.why(session.id, session.token);
  return { lines: found.said ?? [found.text], arrows: [] };
}

/** What stands below the verdict of a finished match: an element, or null. */
export function endPart(session) {
  return null;
}

/** Where a finished match is reviewed; null where nothing can. */
export const reviewAddress = (session) => null;
