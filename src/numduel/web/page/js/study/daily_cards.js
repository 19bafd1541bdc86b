// The cards of the daily puzzle and the daily duel on the home screen.
import { DUEL, PUZZLE } from "../addresses.js";
import { miniBoard } from "../board/mini_board.js";
import { today } from "../browser/days.js";
import { request } from "../server/api.js";
import { h } from "../ui/dom.js";
import {
  duelDays,
  duelState,
  duelWeekNode,
  duelWins,
  puzzleDays,
  puzzleState,
  puzzleStreak,
  puzzleWeekNode,
  streakNode,
} from "./streaks.js";

/** Return the cards. They fill when the server answers. */
export function dailyCards() {
  return [puzzleCard(), duelCard()];
}

function puzzleCard() {
  const result = puzzleDays()[today()];
  const text = h("p.muted", "Find the only winning move.");
  const container = h("span.well.daily-board");
  request("GET /puzzles/daily")
    .then((puzzle) => {
      text.textContent = puzzle.words.summary;
      container.append(miniBoard(puzzle.position));
    })
    .catch(() => container.remove());
  const foot = h(
    "div.daily-foot",
    streakNode(puzzleStreak()),
    h("span.chip.outlined", puzzleState(result)),
    h("div.only-wide", puzzleWeekNode()),
  );
  return dailyCard(PUZZLE, "Daily puzzle", text, container, foot);
}

function duelCard() {
  const saved = duelDays()[today()];
  const text = h("p.muted", "Everyone plays the same board.");
  const container = h("span.well.daily-board");
  request("GET /daily/duel")
    .then((duel) => {
      text.textContent = `${duel.words.title}.`;
      container.append(miniBoard(duel.position));
    })
    .catch(() => container.remove());
  const foot = h(
    "div.daily-foot",
    streakNode(duelWins(), "won"),
    h("span.chip.outlined", duelState(saved)),
    h("div.only-wide", duelWeekNode()),
  );
  return dailyCard(DUEL, "Daily duel", text, container, foot);
}

/** @type {(address: string, title: string, text: Node, container: Node, foot: Node) => HTMLElement} */
function dailyCard(address, title, text, container, foot) {
  return h(
    "a.card.daily",
    { href: address },
    h("div.daily-head", h("div.grow", h("h2", title), text), container),
    foot,
  );
}
