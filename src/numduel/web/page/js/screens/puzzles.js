// All puzzles: today's puzzle and duel, practice by game and grade, and every earlier day.
import {
  EXAM,
  PUZZLES,
  duelPath,
  formatQuery,
  navigate,
  puzzlePath,
  readQuery,
  replacePath,
} from "../addresses.js";
import { today } from "../browser/days.js";
import { describeError, request } from "../server/api.js";
import { Calendar } from "../study/calendar.js";
import { dailyCards } from "../study/daily_cards.js";
import {
  FITS,
  describeSession,
  formatTally,
  practiceSession,
  startPractice,
  totalOf,
} from "../study/practice.js";
import { ratingsNode } from "../study/puzzle_ratings.js";
import {
  DUEL_SIGNS,
  PUZZLE_SIGNS,
  duelDays,
  duelOn,
  duelState,
  puzzleOn,
  puzzleState,
  signNode,
} from "../study/streaks.js";
import { h } from "../ui/dom.js";
import { button, labelledField, segments, selection } from "../ui/components.js";
import { capitalise } from "../text.js";

/** @import { Puzzles } from "../contract.js" */
/** @import { Sign } from "../study/streaks.js" */

const ANY = ""; // value of "Any game"

/** Show the screen. @param {HTMLElement} root */
export async function show(root) {
  document.title = "Puzzles · numduel";
  const archive = h("div.archive", h("p.muted", "Loading…"));
  root.append(
    h(
      "main.page.puzzles",
      h("h1", "Puzzles"),
      h("section.dailies", { "aria-label": "Today" }, dailyCards()),
      archive,
      examCard(),
    ),
  );
  const puzzles = await request("GET /puzzles");
  archive.replaceChildren(practiceCard(puzzles), ...calendars(puzzles.first_day));
}

/** Return the card that leads to the exam. */
const examCard = () =>
  h(
    "section.card.exam-card",
    { "aria-labelledby": "exam-title" },
    h("h2", { id: "exam-title" }, "Exam"),
    h("p.muted", "Find the best move in 25 positions or more, as programs and language models do. You get your skill in each game, and a file to share."),
    h("a.button", { href: EXAM, "data-do": "exam" }, "Take the exam"),
  );

// ---- practice

/** @param {Puzzles} puzzles */
function practiceCard({ games, grades, without }) {
  const session = practiceSession();
  const isKnown = games.some(({ id }) => id === session.game);
  const chosen = { game: isKnown ? session.game : null, grade: session.grade };
  const start = () => {
    startPractice(chosen);
    navigate(puzzlePath(chosen));
  };
  const ratings = h("div");
  ratingsNode()
    .then((node) => node && ratings.replaceWith(node))
    .catch((problem) => ratings.replaceWith(h("p.small.muted", describeError(problem))));
  return h(
    "section.card.practice",
    { "aria-labelledby": "practice-title" },
    h("h2", { id: "practice-title" }, "Practice"),
    h("p.muted", "Solve one puzzle after another. Auto chooses what fits your puzzle rating; harder grades take more turns to win."),
    labelledField(
      "Game",
      selection(
        [
          [ANY, "Any game"],
          ...games.map(({ id, title }) => /** @type {[string, string]} */ ([id, title])),
        ],
        chosen.game ?? ANY,
        (value) => (chosen.game = value || null),
        { name: "game" },
      ),
    ),
    segments(
      "grade",
      "Grade",
      [[FITS, "Auto"], ...grades.map((grade) => /** @type {[string, string]} */ ([grade, capitalise(grade)]))],
      chosen.grade,
      (value) => (chosen.grade = value),
    ),
    button("Start practice", { kind: "primary", onClick: start, "data-do": "practise" }),
    session.tried > 0 && h("p.small.muted", describeSession(session)),
    ratings,
    totalsTable(games, grades),
    without.map(({ reason }) => h("p.small.muted", reason)),
  );
}

/** @param {Puzzles["games"]} games @param {string[]} grades */
function totalsTable(games, grades) {
  const cell = (/** @type {string} */ game, /** @type {string} */ grade) => {
    const tally = totalOf(game, grade);
    return h(
      "td",
      h("span.unseen", formatTally(tally)),
      h("span", { "aria-hidden": "true" }, tally.tried ? `${tally.solved}/${tally.tried}` : "–"),
    );
  };
  return h(
    "table.practice-totals",
    h("caption.small.muted", "Solved on the first try, in this browser"),
    h(
      "thead",
      h(
        "tr",
        h("td"),
        grades.map((grade) => h("th", { scope: "col" }, capitalise(grade))),
      ),
    ),
    h(
      "tbody",
      games.map(({ id, title }) =>
        h(
          "tr",
          { "data-game": id },
          h("th", { scope: "row" }, title),
          grades.map((grade) => cell(id, grade)),
        ),
      ),
    ),
  );
}

// ---- earlier days

/** @param {string} firstDay */
function calendars(firstDay) {
  const query = readQuery();
  const months = { puzzles: query.get("puzzles"), duels: query.get("duels") };
  const onMonth = (/** @type {keyof typeof months} */ name) => (/** @type {string} */ month) => {
    months[name] = month;
    replacePath(PUZZLES + formatQuery(months));
  };
  const puzzles = new Calendar({
    title: "Daily puzzles",
    name: "puzzles",
    month: months.puzzles,
    firstDay,
    stateOf: puzzleOn,
    hrefOf: (day) => puzzlePath({ day: day === today() ? null : day }),
    onMonth: onMonth("puzzles"),
  });
  const duels = new Calendar({
    title: "Daily duels",
    name: "duels",
    month: months.duels,
    firstDay,
    stateOf: duelOn,
    hrefOf: duelPath,
    onMonth: onMonth("duels"),
  });
  return [
    h("div.calendar-room", puzzles.element, legend(puzzleLegend(), "puzzle")),
    h("div.calendar-room", duels.element, legend(duelLegend(), "duel")),
  ];
}

/** @returns {[Sign, string][]} */
const puzzleLegend = () =>
  /** @type {const} */ (["first", "later", "missed"]).map((how) => [
    PUZZLE_SIGNS[how],
    puzzleState(how),
  ]);

/** Return the signs of duels; a draw only if there is one. @returns {[Sign, string][]} */
function duelLegend() {
  const outcomes = Object.values(duelDays()).map((duel) => duel?.outcome);
  return Object.keys(DUEL_SIGNS)
    .filter((outcome) => outcome !== "drew" || outcomes.includes("drew"))
    .map((outcome) => [DUEL_SIGNS[outcome], duelState({ id: "", outcome })]);
}

/** @param {[Sign, string][]} signs @param {string} what */
const legend = (signs, what) => [
  h(
    "ul.signs.small.muted",
    { "aria-label": "Signs" },
    signs.map(([sign, text]) => h("li", signNode(sign), text)),
  ),
  h("p.small.muted", `Earlier days are open, too. Only today's ${what} counts towards your streak.`),
];
