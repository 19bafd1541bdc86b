// The places where studying joins in: its screens, and its parts on other screens.
import * as api from "../api.js";
import { miniBoard } from "../board/mini.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { called, capital, counted } from "../words.js";
import { duelResult } from "./duel.js";
import { graph, markChip } from "./graph.js";
import { arrowFor } from "./stage.js";
import {
  dayOfDuel,
  duelDays,
  duelStreak,
  puzzleDays,
  puzzleStands,
  puzzleStreak,
  streakNode,
  today,
  weekNode,
} from "./streaks.js";

export { openRules } from "./rules.js";

/** Screens of its own: [pattern, () => import("./module.js")], each exporting `show(root, params)`. */
export const routes = [
  ["/m/:id/review", () => import("./review.js")],
  ["/learn", () => import("./learn.js")],
  ["/learn/:game", () => import("./learn.js")],
  ["/rules/:game", () => import("./rules.js")],
  ["/puzzle", () => import("./puzzle.js")],
  ["/duel", () => import("./duel.js")],
  ["/facts", () => import("./facts.js")],
  ["/record", () => import("./record.js")],
];

/** Links for the foot of the home screen and its top bar: [words, address, where it is shown]. */
export const homeLinks = [
  ["More puzzles", "/puzzle"],
  ["Solved facts", "/facts"],
  ["Open a record", "/record", "only-phone"],
];
export const topLinks = [
  ["Learn", "/learn"],
  ["Open a record", "/record"],
];

/** Where games are learned. */
export const learnAddress = "/learn";

/** The cards of the day on the home screen; they fill when the server has answered. */
export function homeCards() {
  return [puzzleCard(), duelCard()];
}

function puzzleCard() {
  const how = puzzleDays()[today()];
  const words = h("p", { class: "muted" }, "One position, one right move.");
  const room = h("span", { class: "well only-wide" });
  api
    .dailyPuzzle({})
    .then((puzzle) => {
      words.textContent = `${puzzle.position.game.title}: win in ${puzzle.turns}.`;
      room.append(miniBoard(puzzle.position));
    })
    .catch(() => room.remove());
  const foot = h(
    "div",
    { class: "daily-foot" },
    streakNode(puzzleStreak()),
    h("span", { class: "chip outlined" }, puzzleStands(how)),
  );
  return dailyCard("/puzzle", "Daily puzzle", words, room, foot);
}

function duelCard() {
  const kept = duelDays()[today()];
  const words = h("p", { class: "muted" }, "The same board for everybody.");
  const room = h("span", { class: "well only-wide" });
  api
    .duelOfTheDay()
    .then((duel) => {
      words.textContent = `${duel.title} against ${capital(duel.level)}.`;
      return api
        .samples()
        .then(({ samples }) => samples[duel.game] && room.append(miniBoard(samples[duel.game])));
    })
    .catch(() => room.remove());
  const state = kept?.outcome ?? (kept ? "begun" : "to play");
  const week = h(
    "div",
    { class: "only-wide" },
    weekNode((day) => (duelDays()[day]?.outcome ? "good" : null)),
  );
  const foot = h(
    "div",
    { class: "daily-foot" },
    streakNode(duelStreak()),
    h("span", { class: "chip outlined" }, state),
    week,
  );
  return dailyCard("/duel", "Daily duel", words, room, foot);
}

function dailyCard(address, title, words, room, foot) {
  return h(
    "a",
    { class: "card daily", href: address },
    h("div", { class: "daily-head" }, h("div", { class: "grow" }, h("h2", {}, title), words), room),
    foot,
    h("span", { class: "daily-go only-phone" }, icon("next")),
  );
}

// ---- advice for who plays alone: lines to be said and arrows to be drawn

let hinted = { id: "", seq: -1, step: 0 };

/** A hint; each time that it is asked for in a position, a little more. */
export async function hint(session) {
  const { id, view } = session;
  const isAgain = hinted.id === id && hinted.seq === view.seq;
  hinted = { id, seq: view.seq, step: isAgain ? Math.min(3, hinted.step + 1) : 1 };
  const found = await api.hint(id, session.token, hinted.step);
  return {
    lines: [found.text],
    arrows: found.move ? arrowFor(view, view.status.player, found.move) : [],
  };
}

/** Why the last mistake was one. */
export async function why(session) {
  const found = await api.why(session.id, session.token);
  return { lines: [found.text], arrows: [] };
}

// ---- the end of a match

/** What stands below the verdict of a finished match: the graph, what decided it, a duel's result. */
export function endPart(session) {
  const room = h(
    "div",
    { class: "end-review", "aria-busy": "true" },
    h("p", { class: "small muted" }, "Looking at the game again …"),
  );
  api
    .review(session.id, session.token, { round: session.view.round })
    .then((review) => {
      const named = { ...review, names: [1, 2].map((player) => called(session.seen, player)) };
      room.replaceChildren(...[graph(named), decided(review)].filter(Boolean));
    })
    .catch((problem) => room.replaceChildren(h("p", { class: "small muted" }, problem.message)))
    .finally(() => room.removeAttribute("aria-busy"));
  return [room, hasResult(session) ? duelResult(session) : null];
}

/** "Turn 5 decided it. …": the last mistake that threw something away. */
function decided(review) {
  const worst = ["??", "?"]
    .map((mark) => review.plies.findLast((ply) => ply.mark === mark))
    .find(Boolean);
  if (worst)
    return h(
      "div",
      { class: "about-place" },
      markChip(worst.mark),
      h("p", {}, h("b", {}, `Turn ${worst.turn} decided it. `), worst.reason ?? worst.slip),
    );
  if (!review.plies.length) return null;
  const decisions = review.players.reduce((sum, player) => sum + player.decisions, 0);
  const words = decisions
    ? `No mistake was made in ${counted(decisions, "decision")}.`
    : "There was nothing to decide: no move was better than another.";
  return h("p", { class: "about-place" }, words);
}

/** Whether a match has a result of its own to share, as a duel has, which is played once. */
export const hasResult = (session) => dayOfDuel(session.id) !== null;

/** Where a finished match is reviewed. */
export const reviewAddress = (session) => `/m/${session.id}/review?round=${session.view.round}`;
