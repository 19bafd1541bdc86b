// The cards of the daily puzzle and the daily duel on the home screen.
import { DUEL, PUZZLE } from "../addresses.js";
import { miniBoard } from "../board/mini_board.js";
import { request } from "../server/api.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import {
  duelDays,
  duelState,
  duelStreak,
  puzzleDays,
  puzzleState,
  puzzleStreak,
  streakNode,
  today,
  weekNode,
} from "./streaks.js";

/** Return the cards. They fill when the server answers. */
export function dailyCards() {
  return [puzzleCard(), duelCard()];
}

function puzzleCard() {
  const result = puzzleDays()[today()];
  const words = h("p.muted", "Find the only winning move.");
  const room = h("span.well.only-wide");
  request("GET /puzzles/daily")
    .then((puzzle) => {
      words.textContent = puzzle.words.summary;
      room.append(miniBoard(puzzle.position));
    })
    .catch(() => room.remove());
  const foot = h(
    "div.daily-foot",
    streakNode(puzzleStreak()),
    h("span.chip.outlined", puzzleState(result)),
  );
  return dailyCard(PUZZLE, "Daily puzzle", words, room, foot);
}

function duelCard() {
  const saved = duelDays()[today()];
  const words = h("p.muted", "Everyone plays the same board.");
  const room = h("span.well.only-wide");
  request("GET /daily/duel")
    .then((duel) => {
      words.textContent = `${duel.words.title}.`;
      return request("GET /samples").then(({ samples }) =>
        room.append(miniBoard(samples[duel.game])),
      );
    })
    .catch(() => room.remove());
  const state = duelState(saved);
  const week = h(
    "div.only-wide",
    weekNode((day) => (duelDays()[day]?.outcome ? "good" : null)),
  );
  const foot = h("div.daily-foot", streakNode(duelStreak()), h("span.chip.outlined", state), week);
  return dailyCard(DUEL, "Daily duel", words, room, foot);
}

/** @type {(address: string, title: string, words: Node, room: Node, foot: Node) => HTMLElement} */
function dailyCard(address, title, words, room, foot) {
  return h(
    "a.card.daily",
    { href: address },
    h("div.daily-head", h("div.grow", h("h2", title), words), room),
    foot,
    h("span.daily-go.only-phone", icon("next")),
  );
}
