// The days of this browser: how the daily puzzles and duels went, and how long the streaks are.
import { read, write } from "../browser/storage.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { numeral } from "../ui/numerals.js";
import { shareButton } from "../ui/parts.js";
import { counted } from "../words.js";

const MOST = 400; // days that are remembered
const LETTERS = ["M", "T", "W", "T", "F", "S", "S"];
const NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The day by the clock of Greenwich, the same for everybody. */
export const today = () => new Date().toISOString().slice(0, 10);

const moved = (day, by) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);

/** "Monday, 16 November" */
export const dayWords = (day) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en", {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });

/** How many days in a row are kept, up to today or to yesterday. */
function streakOf(days, isKept) {
  let day = today();
  if (!isKept(days[day])) day = moved(day, -1);
  let length = 0;
  for (; isKept(days[day]); day = moved(day, -1)) length += 1;
  return length;
}

function keep(name, day, value) {
  const days = { ...read(name, {}), [day]: value };
  write(name, Object.fromEntries(Object.entries(days).sort().slice(-MOST)));
}

// ---- puzzles: "first" for the first try, "later", or "missed"

export const puzzleDays = () => read("puzzles", {});
export const puzzleStreak = () => streakOf(puzzleDays(), (how) => how === "first");
export const puzzleStands = (how) =>
  ({ first: "solved", later: "solved later", missed: "missed" })[how] ?? "to solve";

/** Count a try of the puzzle of a day; only today's counts, and for the streak only the first try. */
export function countPuzzle(day, isRight) {
  const before = puzzleDays()[day];
  if (day !== today() || before === "first" || before === "later" || (before && !isRight)) return;
  keep("puzzles", day, !isRight ? "missed" : before ? "later" : "first");
}

// ---- duels: {id, outcome, text}; the first finish counts

export const duelDays = () => read("duels", {});
export const duelStreak = () => streakOf(duelDays(), (duel) => Boolean(duel?.outcome));
export const keepDuel = (day, duel) => keep("duels", day, duel);

/** The day whose duel a match is in this browser; null for another match. */
export const dayOfDuel = (id) =>
  Object.entries(duelDays()).find(([, duel]) => duel.id === id)?.[0] ?? null;

/** Write down what became of a duel, if it is today's and the first that was finished. */
export function countDuel(id, result) {
  const before = duelDays()[result.day];
  if (before?.outcome) return;
  if (result.day === today() || before?.id === id)
    keepDuel(result.day, { id, outcome: result.outcome, text: result.text });
}

// ---- to look at

/** "6 days" with a flame; nothing where there is no streak. */
export function streakNode(length) {
  if (!length) return null;
  return h(
    "span",
    { class: "streak" },
    icon("flame"),
    numeral(length),
    h("span", { class: "unseen" }, `A streak of ${length} `),
    length === 1 ? "day" : "days",
  );
}

/** This week, day by day: `stateOf(day)` is "good", "bad" or nothing. */
export function weekNode(stateOf) {
  const now = today();
  const weekday = (new Date(`${now}T00:00:00Z`).getUTCDay() + 6) % 7;
  const days = LETTERS.map((letter, place) => [moved(now, place - weekday), letter, NAMES[place]]);
  return h(
    "ul",
    { class: "week", "aria-label": "This week" },
    days.map(([day, letter, name]) => {
      const state = stateOf(day);
      const said =
        { good: "done", bad: "missed" }[state] ??
        (day === now ? "today" : day > now ? "to come" : "not done");
      return h(
        "li",
        { class: [state, day === now && "today"].filter(Boolean).join(" ") },
        h("span", { class: "unseen" }, `${name}: ${said}`),
        h(
          "span",
          { "aria-hidden": "true" },
          state === "good" ? icon("check") : state === "bad" ? icon("close") : letter,
        ),
      );
    }),
  );
}

/** A text for others, with a button that hands it on. */
export function shareNode(text) {
  const [first, ...more] = text.split("\n").filter((line) => !line.startsWith("http"));
  return h(
    "div",
    { class: "shared long card" },
    h(
      "div",
      { class: "shared-text" },
      h("b", {}, first),
      more.map((line) => h("span", { class: "small muted" }, line)),
    ),
    shareButton(text),
  );
}

export const streakWords = (length) => (length ? `Streak: ${counted(length, "day")}.` : "");
