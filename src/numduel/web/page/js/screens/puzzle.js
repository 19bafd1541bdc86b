// Puzzles: the one of the day, and more to practise with; a wrong move is refuted on the board.
import { HOME, PUZZLE, linkTo, puzzleOf, rewrite, wanted } from "../addresses.js";
import { movesWithoutTile } from "../board/model.js";
import { moves as mayMove } from "../browser/settings.js";
import { ask, Problem, reasonOf } from "../server/wire.js";
import { hearKeys, Stage } from "../study/stage.js";
import {
  countPuzzle,
  dayWords,
  puzzleDays,
  puzzleStreak,
  shareNode,
  streakNode,
  streakWords,
  today,
  weekNode,
} from "../study/streaks.js";
import { announce, focusIn, h } from "../ui/dom.js";
import { waitFor } from "../ui/messages.js";
import {
  button,
  confirmed,
  iconButton,
  labelled,
  moveButtons,
  openSheet,
  refusals,
  segments,
  selection,
} from "../ui/parts.js";
import { showMissing } from "../ui/sheets.js";
import { capital, counted } from "../words.js";

const PAUSE = 650; // milliseconds between the moves of an answer

/** @import { ShownPosition, Puzzle } from "../contract.js" */
/** @typedef {"asking" | "wrong" | "solved" | "shown"} Mode */

/** @param {HTMLElement} root */
export async function show(root) {
  const asked = wanted();
  root.append(h("div.loading.muted", "Looking for a puzzle …"));
  try {
    const game = asked.get("game");
    const puzzle = game
      ? await ask("GET /puzzles/practice", {
          query: { game, grade: asked.get("grade") ?? "easy" },
        })
      : await ask("GET /puzzles/daily", { query: { day: asked.get("day") ?? undefined } });
    const screen = new PuzzleScreen(root, puzzle);
    const ends = hearKeys({
      ArrowLeft: () => screen.step(-1),
      ArrowRight: () => screen.step(1),
      Enter: () => screen.enter(),
    });
    return () => {
      ends();
      screen.isLeft = true;
    };
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    showMissing(root, "There is no puzzle here", problem.message, PUZZLE, "The puzzle of the day");
  }
}

class PuzzleScreen {
  isAsking = false;
  isLeft = false;
  helps = 0;
  isFirstTry = true;
  place = 0;
  question = "";
  /** @type {string[]} the moves that were right so far */
  made = [];
  /** @type {string[]} */
  said = [];
  /** @type {Mode} */
  mode = "asking";
  /** @type {ShownPosition[]} the positions to step through; the first is the one that is asked about */
  line = [];

  /** @param {HTMLElement} root @param {Puzzle} puzzle */
  constructor(root, puzzle) {
    this.stage = new Stage(root, {
      title: "Puzzle",
      heard: { onChoose: (move, isAllowed) => isAllowed && this.choose(move) },
    });
    this.stage.tools.append(
      iconButton("sliders", "Other puzzles", () => this.openPractice(), {
        "data-tool": "practice",
      }),
    );
    this.puzzle = puzzle;
    this.take(puzzle);
  }

  /** @param {Puzzle} puzzle */
  take(puzzle) {
    const { day, grade, position, words } = puzzle;
    this.puzzle = puzzle;
    this.made = [];
    this.helps = 0;
    this.isFirstTry = true;
    this.said = [];
    this.question = words.question;
    this.mode = "asking";
    this.line = [position];
    this.place = 0;
    const isOfToday = day === today();
    const title = isOfToday ? "Daily puzzle" : day ? `The puzzle of ${day}` : "A puzzle";
    const parts = [position.game.title, grade, day && !isOfToday ? dayWords(day) : ""];
    this.stage.head(title, parts.filter(Boolean).join(" · "));
    this.draw();
    announce(this.question);
  }

  // ---- what is shown

  draw() {
    const isOpen = this.mode === "asking" && !this.isAsking;
    this.stage.board.show(this.line[this.place], isOpen ? [this.puzzle.player] : []);
    this.stage.say(...this.panel());
    this.stage.buttons(...this.buttons());
  }

  panel() {
    const { puzzle, mode } = this;
    const heading = {
      asking: puzzle.words.heading,
      wrong: "Not this one",
      solved: "Solved!",
      shown: "The answer",
    }[mode];
    const isDaily = puzzle.day === today();
    return [
      h("h2.title", heading),
      mode === "asking" && h("p", this.question),
      mode === "asking" &&
        isDaily &&
        !puzzleDays()[today()] &&
        !this.made.length &&
        h("p.small.muted", "Your first try counts for the streak."),
      this.said.map((line) =>
        h("p", { class: mode === "wrong" ? "verdict-words bad" : "verdict-words" }, line),
      ),
      this.isAsking && h("p.muted", "Working it out …"),
      this.isAsking ? null : this.moveButtons(),
      mode !== "asking" && this.line.length > 1 && this.stepper(),
      mode === "solved" && puzzle.day && this.shareNode(puzzle.day),
      isDaily &&
        h(
          "div.days",
          streakNode(puzzleStreak()),
          weekNode((day) => {
            const how = puzzleDays()[day];
            return how ? (how === "missed" ? "bad" : "good") : null;
          }),
        ),
    ];
  }

  moveButtons() {
    const position = this.line[this.place];
    const moves = this.mode === "asking" ? movesWithoutTile(position, position.status.moves) : [];
    return moveButtons(moves, (move) => this.choose(move));
  }

  stepper() {
    const { plies } = this.line[this.place];
    const last = plies.at(-1);
    const words = this.place
      ? `Move ${this.place} of ${this.line.length - 1}: P${last?.player} ${last?.move}`
      : `The position; ${counted(this.line.length - 1, "move")} follow`;
    return h(
      "div.stepper",
      iconButton("back", "Back by a move", () => this.step(-1), { "data-do": "back" }),
      h("span.small", words),
      iconButton("next", "On by a move", () => this.step(1), { "data-do": "next" }),
    );
  }

  buttons() {
    const answer = { does: () => this.giveUp(), "data-do": "answer" };
    if (this.mode === "wrong")
      return [
        button("Try again", { kind: "primary", does: () => this.again(), "data-do": "again" }),
        button("Answer", answer),
      ];
    if (this.mode === "asking")
      return [
        button("Help", { picture: "bulb", does: () => this.help(), "data-do": "help" }),
        button("Answer", { picture: "eye", ...answer }),
      ];
    const another = { does: () => this.openPractice(), "data-do": "another" };
    return [
      button("Another puzzle", { kind: "primary", ...another }),
      h("a.button", { href: HOME }, "Home"),
    ];
  }

  /** @param {string} day */
  shareNode(day) {
    const isFirst = puzzleDays()[day] === "first" && this.isFirstTry;
    const { position, grade } = this.puzzle;
    const isOfToday = day === today();
    const about = [`${position.game.title}, ${grade}.`, isOfToday && streakWords(puzzleStreak())];
    return shareNode(
      [
        `numduel, the puzzle of ${day}: ${isFirst ? "solved at the first try" : "solved"}.`,
        about.filter(Boolean).join(" "),
      ],
      linkTo(puzzleOf({ day: isOfToday ? null : day })),
    );
  }

  // ---- what people do

  /** @param {string} move */
  async choose(move) {
    if (this.mode !== "asking" || this.isAsking) return;
    const tried = await this.ask(() =>
      ask("POST /puzzles/tries", { body: { puzzle: this.puzzle.id, made: this.made, move } }),
    );
    if (!tried) return;
    this.helps = 0;
    if (!tried.is_right) this.count(false);
    if (tried.is_solved) this.count(true);
    this.isFirstTry &&= tried.is_right;
    await this.play(tried.positions);
    this.said = tried.lines;
    this.question = tried.question ?? this.question;
    this.made = tried.made;
    this.line = tried.positions;
    this.place = tried.is_right ? this.line.length - 1 : 1;
    if (tried.is_right && !tried.is_solved) {
      this.line = [this.line[this.place]];
      this.place = 0;
    }
    this.mode = tried.is_solved ? "solved" : tried.is_right ? "asking" : "wrong";
    this.draw();
    announce(tried.said.join(" "));
    focusIn(this.stage.foot, "[data-do=again]");
  }

  /** Show what follows, move by move, as long as the screen is open. @param {ShownPosition[]} positions */
  async play(positions) {
    for (const position of positions.slice(1, 3)) {
      if (this.isLeft) return;
      this.stage.board.show(position, []);
      if (mayMove()) await new Promise((resume) => setTimeout(resume, PAUSE));
    }
  }

  /** @param {boolean} isRight */
  count(isRight) {
    if (this.puzzle.day && (isRight || this.isFirstTry)) countPuzzle(this.puzzle.day, isRight);
  }

  again() {
    this.line = [this.line[0]];
    this.place = 0;
    this.mode = "asking";
    this.said = [];
    this.draw();
    this.stage.board.focus();
  }

  async help() {
    const number = this.helps;
    const found = await this.ask(() =>
      ask("POST /puzzles/helps", { body: { puzzle: this.puzzle.id, made: this.made, number } }),
    );
    if (!found) return;
    this.helps += 1;
    const earlier = number || found.is_last ? this.said : [];
    this.said = [...earlier.filter((line) => line !== found.text), found.text];
    this.draw();
    announce(found.text);
  }

  async giveUp() {
    const isCounted = this.puzzle.day === today() && !puzzleDays()[today()];
    const counts = isCounted ? " It counts as a wrong try." : "";
    if (this.mode === "asking" && !(await confirmed(`See the answer?${counts}`, "Show it"))) return;
    const found = await this.ask(() =>
      ask("POST /puzzles/solutions", { body: { puzzle: this.puzzle.id } }),
    );
    if (!found) return;
    this.count(false);
    this.isFirstTry = false;
    this.mode = "shown";
    this.said = found.said;
    this.line = found.positions;
    this.place = 0;
    this.draw();
    announce(found.said.join(" "));
  }

  /**
   * Ask the server one thing at a time, and show what it refuses.
   * @template T
   * @param {() => Promise<T>} question
   */
  async ask(question) {
    if (this.isAsking) return null;
    this.isAsking = true;
    this.draw();
    try {
      return await question();
    } catch (problem) {
      this.said = [reasonOf(problem)];
      return null;
    } finally {
      this.isAsking = false;
      if (!this.isLeft) this.draw();
    }
  }

  /** @param {number} by */
  step(by) {
    if (this.mode === "asking" || this.isAsking) return;
    this.place = Math.max(0, Math.min(this.line.length - 1, this.place + by));
    this.draw();
  }

  enter() {
    if (this.mode === "wrong") this.again();
  }

  // ---- others

  async openPractice() {
    const { games, grades } = await waitFor(ask("GET /puzzles"));
    const isThere = games.some((game) => game.id === this.puzzle.position.game.id);
    const chosen = {
      game: isThere ? this.puzzle.position.game.id : games[0].id,
      grade: /** @type {string} */ (this.puzzle.grade),
    };
    const [refusal, tried] = refusals();
    const find = tried(async () => {
      const puzzle = await ask("GET /puzzles/practice", { query: chosen });
      sheet.close();
      rewrite(puzzleOf(chosen));
      this.take(puzzle);
      this.stage.board.focus();
    });
    const choice = selection(
      games.map((game) => [game.id, game.title]),
      chosen.game,
      (value) => (chosen.game = value),
      { name: "game" },
    );
    /** @type {HTMLDialogElement} */
    const sheet = openSheet(
      "Another puzzle",
      h(
        "div.stack.loose",
        labelled("Game", choice),
        segments(
          "grade",
          "Grade",
          grades.map((grade) => [grade, capital(grade)]),
          chosen.grade,
          (value) => (chosen.grade = value),
        ),
        refusal,
        button("Find one", { kind: "primary", does: find, "data-do": "find" }),
        this.puzzle.day !== today() && h("a.button", { href: PUZZLE }, "The puzzle of the day"),
      ),
    );
  }
}
