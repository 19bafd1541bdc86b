// The cards of the day on the home screen: the puzzle and the duel.
import { DUEL, PUZZLE } from "../addresses.js";
import { miniBoard } from "../board/mini.js";
import { ask } from "../server/wire.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import {
  duelDays,
  duelStreak,
  puzzleDays,
  puzzleStands,
  puzzleStreak,
  streakNode,
  today,
  weekNode,
} from "./streaks.js";

/** Return the cards; they fill when the server has answered. */
export function dailyCards() {
  return [puzzleCard(), duelCard()];
}

function puzzleCard() {
  const how = puzzleDays()[today()];
  const words = h("p.muted", "One position, one right move.");
  const room = h("span.well.only-wide");
  ask("GET /puzzles/daily")
    .then((puzzle) => {
      words.textContent = puzzle.words.summary;
      room.append(miniBoard(puzzle.position));
    })
    .catch(() => room.remove());
  const foot = h(
    "div.daily-foot",
    streakNode(puzzleStreak()),
    h("span.chip.outlined", puzzleStands(how)),
  );
  return dailyCard(PUZZLE, "Daily puzzle", words, room, foot);
}

function duelCard() {
  const kept = duelDays()[today()];
  const words = h("p.muted", "The same board for everybody.");
  const room = h("span.well.only-wide");
  ask("GET /daily/duel")
    .then((duel) => {
      words.textContent = `${duel.words.title}.`;
      return ask("GET /samples").then(({ samples }) => room.append(miniBoard(samples[duel.game])));
    })
    .catch(() => room.remove());
  const state = kept?.outcome ?? (kept ? "begun" : "to play");
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
