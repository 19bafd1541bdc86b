// The cards of the day on the home screen: the puzzle and the duel.
import { DUEL, PUZZLE } from "../addresses.js";
import { miniBoard } from "../board/mini.js";
import * as api from "../server/api.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { capital } from "../words.js";
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
  return dailyCard(PUZZLE, "Daily puzzle", words, room, foot);
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
  return dailyCard(DUEL, "Daily duel", words, room, foot);
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
