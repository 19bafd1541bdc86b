// The days of this browser: how the daily puzzles and duels went, and how long the streaks are.
import { read, write } from "../browser/storage.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { numeral } from "../ui/numerals.js";
import { shareButton } from "../ui/parts.js";
import { counted } from "../words.js";

/** @import { DuelResult } from "../contract.js" */

const MOST = 400; // days that are remembered
const NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Return the day by the clock of Greenwich, the same for everybody. */
export const today = () => new Date().toISOString().slice(0, 10);

/** @type {(day: string, by: number) => string} */
const moved = (day, by) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);

/** Return "Monday, 16 November". @param {string} day */
export const dayWords = (day) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en", {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });

/**
 * Return how many days in a row are kept, up to today or to yesterday.
 * @template T
 * @param {Record<string, T>} days
 * @param {(value: T | undefined) => boolean} isKept
 */
function streakOf(days, isKept) {
  let day = today();
  if (!isKept(days[day])) day = moved(day, -1);
  let length = 0;
  for (; isKept(days[day]); day = moved(day, -1)) length += 1;
  return length;
}

/** @param {string} name @param {string} day @param {unknown} value */
function keep(name, day, value) {
  const days = { ...read(name, {}), [day]: value };
  write(name, Object.fromEntries(Object.entries(days).sort().slice(-MOST)));
}

// ---- puzzles

/** @typedef {"first" | "later" | "missed"} Solved at the first try, later, or not */

/** @returns {Record<string, Solved | undefined>} */
export const puzzleDays = () => read("puzzles", {});
export const puzzleStreak = () => streakOf(puzzleDays(), (how) => how === "first");
/** @param {Solved | undefined} how */
export const puzzleStands = (how) =>
  how ? { first: "solved", later: "solved later", missed: "missed" }[how] : "to solve";

/**
 * Count a try of the puzzle of a day; only today's counts, and for the streak only the first try.
 * @param {string} day
 * @param {boolean} isRight
 */
export function countPuzzle(day, isRight) {
  const before = puzzleDays()[day];
  if (day !== today() || before === "first" || before === "later" || (before && !isRight)) return;
  keep("puzzles", day, !isRight ? "missed" : before ? "later" : "first");
}

// ---- duels: the first finish counts

/** @typedef {{ id: string, outcome?: string, lines?: string[], text?: string }} KeptDuel `text` was kept in place of `lines` before */

/** @returns {Record<string, KeptDuel | undefined>} */
export const duelDays = () => read("duels", {});
export const duelStreak = () => streakOf(duelDays(), (duel) => Boolean(duel?.outcome));
/** @param {string} day @param {KeptDuel} duel */
export const keepDuel = (day, duel) => keep("duels", day, duel);

/** Return whether a match is the duel of a day in this browser. @param {string} id */
export const isDuel = (id) => Object.values(duelDays()).some((duel) => duel?.id === id);

/**
 * Keep the result of a duel, if it is today's and the first that was finished.
 * @param {string} id
 * @param {DuelResult} result
 */
export function countDuel(id, result) {
  const before = duelDays()[result.day];
  if (before?.outcome) return;
  if (result.day === today() || before?.id === id)
    keepDuel(result.day, { id, outcome: result.outcome, lines: result.lines });
}

// ---- to look at

/** Return "6 days" with a flame; null without a streak. @param {number} length */
export function streakNode(length) {
  if (!length) return null;
  return h(
    "span.streak",
    icon("flame"),
    numeral(length),
    h("span.unseen", `A streak of ${length} `),
    length === 1 ? "day" : "days",
  );
}

/** Return this week, day by day. @param {(day: string) => "good" | "bad" | null} stateOf */
export function weekNode(stateOf) {
  const now = today();
  const weekday = (new Date(`${now}T00:00:00Z`).getUTCDay() + 6) % 7;
  const days = NAMES.map((name, place) => [moved(now, place - weekday), name]);
  return h(
    "ul.week",
    { "aria-label": "This week" },
    days.map(([day, name]) => {
      const state = stateOf(day);
      const said = state
        ? { good: "done", bad: "missed" }[state]
        : day === now
          ? "today"
          : day > now
            ? "to come"
            : "not done";
      return h(
        "li",
        { class: [state, day === now && "today"].filter(Boolean).join(" ") },
        h("span.unseen", `${name}: ${said}`),
        h(
          "span",
          { "aria-hidden": "true" },
          state === "good" ? icon("check") : state === "bad" ? icon("close") : name[0],
        ),
      );
    }),
  );
}

/** Return lines for others, with a button that hands them on. @param {string[]} lines @param {string} link */
export function shareNode([first, ...more], link) {
  return h(
    "div.shared.long.card",
    h(
      "div.shared-text",
      h("b", first),
      more.map((line) => h("span.small.muted", line)),
    ),
    shareButton([first, ...more, link].join("\n")),
  );
}

/** Return "Streak: 6 days.", "" without a streak. @param {number} length */
export const streakWords = (length) => (length ? `Streak: ${counted(length, "day")}.` : "");
