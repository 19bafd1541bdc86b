// Results and streaks of the daily puzzles and duels, saved in this browser.
import { addDays, newestDays, today, weekdayOf, WEEKDAYS } from "../browser/days.js";
import { read, write } from "../browser/storage.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { numeral } from "../ui/numerals.js";
import { shareButton } from "../ui/components.js";
import { capitalise } from "../text.js";

/** @import { DuelResult } from "../contract.js" */
/** @import { IconName } from "../ui/icons.js" */

/**
 * Return the number of successful days in a row, up to today, or up to yesterday if today is open.
 * @template T
 * @param {Record<string, T | undefined>} days
 * @param {(value: T | undefined) => boolean} isDone
 * @param {(value: T | undefined) => boolean} isSuccess
 */
function streakOf(days, isDone, isSuccess) {
  let day = today();
  if (!isDone(days[day])) day = addDays(day, -1);
  let length = 0;
  for (; isSuccess(days[day]); day = addDays(day, -1)) length += 1;
  return length;
}

/** Save the result of a day. @param {string} name @param {string} day @param {unknown} value */
function saveDay(name, day, value) {
  write(name, newestDays({ ...read(name, {}), [day]: value }));
}

// ---- puzzles

/** @typedef {"first" | "later" | "missed"} PuzzleResult solved on the first try, solved later, or missed */

/** @returns {Record<string, PuzzleResult | undefined>} */
export const puzzleDays = () => read("puzzles", {});
export const puzzleStreak = () => streakOf(puzzleDays(), Boolean, (how) => how === "first");
/** Return the state of a day's puzzle. @param {PuzzleResult | undefined} result */
export const puzzleState = (result) =>
  result ? { first: "Solved", later: "Solved later", missed: "Missed" }[result] : "Not solved";

/**
 * Count a try at a daily puzzle. Only the first try at today's counts for the streak.
 * An earlier one that is solved today is solved later.
 * @param {string} day
 * @param {boolean} isRight
 */
export function countPuzzle(day, isRight) {
  const before = puzzleDays()[day];
  const isLate = day !== today();
  if (before === "first" || before === "later" || ((before || isLate) && !isRight)) return;
  saveDay("puzzles", day, !isRight ? "missed" : before || isLate ? "later" : "first");
}

// ---- duels: the first finished game counts

/** @type {Record<string, string>} */
const OUTCOMES = { won: "Won", lost: "Lost", drew: "Draw", stopped: "No winner" };

/**
 * A duel. It is late if it was played after its day, which counts for no streak.
 * Older versions saved `text` instead of `lines`.
 * @typedef {{ id: string, outcome?: string, lines?: string[], text?: string, isLate?: boolean }} SavedDuel
 */

/** @returns {Record<string, SavedDuel | undefined>} */
export const duelDays = () => read("duels", {});
/** Return whether a duel was finished on its day. @param {SavedDuel | undefined} duel */
const isFinished = (duel) => Boolean(duel?.outcome && !duel.isLate);
/** Return the number of days in a row with a finished duel. */
const duelDaysPlayed = () => streakOf(duelDays(), isFinished, isFinished);
/** @param {SavedDuel | undefined} duel */
const isWon = (duel) => isFinished(duel) && duel?.outcome === "won";
/** Return the number of days in a row with a duel that was won. */
export const duelWins = () => streakOf(duelDays(), isFinished, isWon);
/** Save a duel. @param {string} day @param {SavedDuel} duel */
export const saveDuel = (day, duel) => saveDay("duels", day, duel);

/** Return the state of a day's duel. @param {SavedDuel | undefined} duel */
export const duelState = (duel) =>
  duel?.outcome
    ? (OUTCOMES[duel.outcome] ?? capitalise(duel.outcome))
    : duel
      ? "In progress"
      : "Not played";

/** Return whether a match is a daily duel of this browser. @param {string} id */
export const isDuel = (id) => Object.values(duelDays()).some((duel) => duel?.id === id);

/**
 * Save the result of a duel, if it is the first finished one of its day.
 * @param {string} id
 * @param {DuelResult} result
 */
export function saveDuelResult(id, result) {
  const before = duelDays()[result.day];
  if (before?.outcome) return;
  const isLate = result.day !== today();
  if (!isLate || before?.id === id)
    saveDuel(result.day, { id, outcome: result.outcome, lines: result.lines, isLate });
}

// ---- nodes

/** Return "6 days" with a flame, or null if there is no streak. @param {number} length @param {string} [what] "won" */
export function streakNode(length, what = "") {
  if (!length) return null;
  return h(
    "span.streak",
    icon("flame"),
    numeral(length),
    h("span.unseen", `Streak: ${length} `),
    [length === 1 ? "day" : "days", what].filter(Boolean).join(" "),
  );
}

/** Return the streaks of duels: a flame for wins, and the days played. */
export function duelStreaksNode() {
  const played = duelDaysPlayed();
  return [
    streakNode(duelWins(), "won"),
    played > 1 && h("span.small.muted", `Played ${played} days in a row.`),
  ];
}

/** Return this week of puzzles. */
export const puzzleWeekNode = () => weekNode(puzzleOn);

/** Return this week of duels. */
export const duelWeekNode = () => weekNode(duelOn);

/** @typedef {{ icon: IconName, kind: string } | null} Sign an icon and its CSS class */

/** Signs of days, by the result of the puzzle. @type {Record<PuzzleResult | "none", Sign>} */
export const PUZZLE_SIGNS = {
  first: { icon: "check", kind: "good" },
  later: { icon: "coin", kind: "fine" },
  missed: { icon: "close", kind: "bad" },
  none: null,
};

/** Signs of days, by the outcome of the duel. @type {Record<string, Sign>} */
export const DUEL_SIGNS = {
  won: { icon: "check", kind: "good" },
  lost: { icon: "close", kind: "bad" },
  drew: { icon: "minus", kind: "fine" },
  stopped: { icon: "stop", kind: "fine" },
  "": { icon: "more", kind: "fine" },
};

/** @typedef {{ state: string, sign: Sign }} DayState the state of a day as text and as a sign */

/** Return the state of the puzzle on a day. @param {string} day @returns {DayState} */
export function puzzleOn(day) {
  const result = puzzleDays()[day];
  return { state: puzzleState(result), sign: PUZZLE_SIGNS[result ?? "none"] };
}

/** Return the state of the duel on a day. @param {string} day @returns {DayState} */
export function duelOn(day) {
  const duel = duelDays()[day];
  return { state: duelState(duel), sign: duel ? (DUEL_SIGNS[duel.outcome ?? ""] ?? null) : null };
}

/** Return the icon of a sign. @param {Sign} sign */
export const signNode = (sign) =>
  sign && h("span", { class: `sign ${sign.kind}` }, icon(sign.icon));

/**
 * Return this week, day by day: the weekday, the number of the day, and its sign.
 * @param {(day: string) => DayState} stateOf
 */
function weekNode(stateOf) {
  const now = today();
  const monday = addDays(now, -weekdayOf(now));
  const days = WEEKDAYS.map((name, index) => [addDays(monday, index), name]);
  return h(
    "ul.week",
    { "aria-label": "This week" },
    days.map(([day, name]) => {
      const { state, sign } = stateOf(day);
      const label = day > now ? "upcoming" : day === now ? `today, ${state}` : state;
      return h(
        "li",
        { class: [sign?.kind, day === now && "today"].filter(Boolean).join(" ") },
        h("span.unseen", `${name} ${Number(day.slice(8))}: ${label}`),
        h("span.weekday", { "aria-hidden": "true" }, name[0]),
        h("span.number", { "aria-hidden": "true" }, String(Number(day.slice(8)))),
        signNode(sign),
      );
    }),
  );
}

/** Return lines to share, with a Share button. @param {string[]} lines @param {string} link */
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
