// Puzzles: the one of the day, and more to practise with; a wrong move is refuted on the board.
import { HOME, PUZZLE, linkTo, puzzleOf, rewrite, wanted } from "../addresses.js";
import { moves as mayMove } from "../browser/settings.js";
import * as api from "../server/api.js";
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
import { announce, h } from "../ui/dom.js";
import { button, confirmed, iconButton, openSheet, segments } from "../ui/parts.js";
import { showMissing } from "../ui/sheets.js";
import { capital, counted } from "../words.js";

const PAUSE = 650; // milliseconds between the moves of an answer

export async function show(root) {
  const asked = wanted();
  root.append(h("div", { class: "loading muted" }, "Looking for a puzzle …"));
  try {
    const puzzle = asked.has("game")
      ? await api.practicePuzzle({ game: asked.get("game"), grade: asked.get("grade") ?? "easy" })
      : await api.dailyPuzzle({ day: asked.get("day") });
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
    showMissing(root, "There is no puzzle here", problem.message, PUZZLE, "The puzzle of the day");
  }
}

class PuzzleScreen {
  constructor(root, puzzle) {
    this.root = root;
    this.stage = new Stage(root, {
      title: "Puzzle",
      heard: { onChoose: (move, isAllowed) => isAllowed && this.choose(move) },
    });
    this.stage.tools.append(
      iconButton("sliders", "Other puzzles", () => this.openPractice(), {
        "data-tool": "practice",
      }),
    );
    this.take(puzzle);
  }

  take(puzzle) {
    this.puzzle = puzzle;
    this.made = [];
    this.helps = 0;
    this.isFirstTry = true;
    this.said = [];
    this.mode = "asking";
    this.line = [puzzle.position];
    this.place = 0;
    const title = puzzle.day
      ? puzzle.day === today()
        ? "Daily puzzle"
        : `The puzzle of ${puzzle.day}`
      : "A puzzle";
    this.stage.head(
      title,
      [
        puzzle.position.game.title,
        puzzle.grade,
        puzzle.day && puzzle.day !== today() ? dayWords(puzzle.day) : "",
      ]
        .filter(Boolean)
        .join(" · "),
    );
    this.draw();
    announce(this.question());
  }

  get player() {
    return this.puzzle.player;
  }

  question() {
    const again = this.made.length ? "Which move wins now?" : "Only one move wins. Which?";
    return `You are Player ${this.player}. ${again}`;
  }

  // ---- what is shown

  draw() {
    const isOpen = this.mode === "asking" && !this.isAsking;
    this.stage.board.show(this.line[this.place], isOpen ? [this.player] : []);
    this.stage.say(...this.panel());
    this.stage.buttons(...this.buttons());
  }

  panel() {
    const { puzzle, mode } = this;
    const heading = {
      asking: `Win in ${counted(puzzle.turns, "turn")}`,
      wrong: "Not this one",
      solved: "Solved!",
      shown: "The answer",
    }[mode];
    const isDaily = puzzle.day === today();
    return [
      h("h2", { class: "title" }, heading),
      mode === "asking" && h("p", {}, this.question()),
      mode === "asking" &&
        isDaily &&
        !puzzleDays()[puzzle.day] &&
        !this.made.length &&
        h("p", { class: "small muted" }, "Your first try counts for the streak."),
      this.said.map((line) =>
        h("p", { class: mode === "wrong" ? "verdict-words bad" : "verdict-words" }, line),
      ),
      this.isAsking && h("p", { class: "muted" }, "Working it out …"),
      this.isAsking ? null : this.moveButtons(),
      mode !== "asking" && this.line.length > 1 && this.stepper(),
      mode === "solved" && puzzle.day && shareNode(this.shared()),
      isDaily &&
        h(
          "div",
          { class: "days" },
          streakNode(puzzleStreak()),
          weekNode((day) => ({ first: "good", later: "good", missed: "bad" })[puzzleDays()[day]]),
        ),
    ];
  }

  /** Moves that no tile stands for. */
  moveButtons() {
    if (this.mode !== "asking") return null;
    const { status, picture } = this.line[this.place];
    const tiled = new Set(picture.rows.flat().map((tile) => tile.move));
    const moves = status.moves.filter((move) => !tiled.has(move));
    return moves.length
      ? h(
          "div",
          { class: "row-of-buttons" },
          moves.map((move) =>
            button(capital(move), {
              kind: "go-edge",
              does: () => this.choose(move),
              attributes: { "data-move": move },
            }),
          ),
        )
      : null;
  }

  stepper() {
    const { plies } = this.line[this.place];
    const last = plies[plies.length - 1];
    const words = this.place
      ? `Move ${this.place} of ${this.line.length - 1}: P${last.player} ${last.move}`
      : `The position; ${counted(this.line.length - 1, "move")} follow`;
    return h(
      "div",
      { class: "stepper" },
      iconButton("back", "Back by a move", () => this.step(-1), { "data-do": "back" }),
      h("span", { class: "small" }, words),
      iconButton("next", "On by a move", () => this.step(1), { "data-do": "next" }),
    );
  }

  buttons() {
    if (this.mode === "wrong")
      return [
        button("Try again", {
          kind: "primary",
          does: () => this.again(),
          attributes: { "data-do": "again" },
        }),
        button("Answer", { does: () => this.giveUp(), attributes: { "data-do": "answer" } }),
      ];
    if (this.mode !== "asking")
      return [
        button("Another puzzle", {
          kind: "primary",
          does: () => this.openPractice(),
          attributes: { "data-do": "another" },
        }),
        h("a", { class: "button", href: HOME }, "Home"),
      ];
    return [
      button("Help", {
        picture: "bulb",
        does: () => this.help(),
        attributes: { "data-do": "help" },
      }),
      button("Answer", {
        picture: "eye",
        does: () => this.giveUp(),
        attributes: { "data-do": "answer" },
      }),
    ];
  }

  shared() {
    const how =
      puzzleDays()[this.puzzle.day] === "first" && this.isFirstTry
        ? "solved at the first try"
        : "solved";
    const { day, position, grade } = this.puzzle;
    return [
      `numduel, the puzzle of ${day}: ${how}.`,
      `${position.game.title}, ${grade}. ${day === today() ? streakWords(puzzleStreak()) : ""}`.trim(),
      linkTo(puzzleOf({ day: day === today() ? null : day })),
    ].join("\n");
  }

  // ---- what people do

  async choose(move) {
    if (this.mode !== "asking" || this.isAsking) return;
    const tried = await this.ask(() =>
      api.tryPuzzle({ puzzle: this.puzzle.id, made: this.made, move }),
    );
    if (!tried) return;
    this.helps = 0;
    if (!tried.is_right) this.count(false);
    if (tried.is_solved) this.count(true);
    this.isFirstTry &&= tried.is_right;
    await this.play(tried.positions);
    this.said = tried.said.filter((line) => line !== "Solved!");
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
    this.stage.foot.querySelector("[data-do=again]")?.focus({ preventScroll: true });
  }

  /** Show what follows, move by move, as long as somebody looks. */
  async play(positions) {
    for (const position of positions.slice(1, 3)) {
      if (this.isLeft) return;
      this.stage.board.show(position, []);
      if (mayMove()) await new Promise((resume) => setTimeout(resume, PAUSE));
    }
  }

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
    const number = this.helps++;
    const found = await this.ask(() =>
      api.helpWithPuzzle({ puzzle: this.puzzle.id, made: this.made, number }),
    );
    if (!found) return;
    this.said =
      number && !found.is_last
        ? [...this.said, found.text]
        : found.is_last
          ? [...this.said.filter((line) => line !== found.text), found.text]
          : [found.text];
    this.draw();
    announce(found.text);
  }

  async giveUp() {
    const counts =
      this.puzzle.day === today() && !puzzleDays()[this.puzzle.day]
        ? " It counts as a wrong try."
        : "";
    if (this.mode === "asking" && !(await confirmed(`See the answer?${counts}`, "Show it"))) return;
    const found = await this.ask(() => api.solvePuzzle({ puzzle: this.puzzle.id }));
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

  /** Ask the server something, one thing at a time; what is refused is said. */
  async ask(question) {
    if (this.isAsking) return null;
    this.isAsking = true;
    this.draw();
    try {
      return await question();
    } catch (problem) {
      this.said = [problem.message];
      return null;
    } finally {
      this.isAsking = false;
      if (!this.isLeft) this.draw();
    }
  }

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
    const { games, grades } = await api.puzzles();
    const isThere = games.some((game) => game.id === this.puzzle.position.game.id);
    const chosen = {
      game: isThere ? this.puzzle.position.game.id : games[0].id,
      grade: this.puzzle.grade,
    };
    const refusal = h("p", { class: "bad", role: "alert" });
    const find = async () => {
      refusal.textContent = "";
      try {
        const puzzle = await api.practicePuzzle(chosen);
        sheet.close();
        rewrite(puzzleOf(chosen));
        this.take(puzzle);
        this.stage.board.focus();
      } catch (problem) {
        refusal.textContent = problem.message;
      }
    };
    const choice = h(
      "select",
      {
        class: "field",
        name: "game",
        on: { change: (event) => (chosen.game = event.target.value) },
      },
      games.map((game) =>
        h("option", { value: game.id, selected: game.id === chosen.game }, game.title),
      ),
    );
    const sheet = openSheet(
      "Another puzzle",
      h(
        "div",
        { class: "stack loose" },
        h("label", { class: "setting" }, h("span", { class: "label" }, "Game"), choice),
        segments(
          "grade",
          "Grade",
          grades.map((grade) => [grade, capital(grade)]),
          chosen.grade,
          (value) => (chosen.grade = value),
        ),
        refusal,
        button("Find one", { kind: "primary", does: find, attributes: { "data-do": "find" } }),
        this.puzzle.day === today()
          ? null
          : h("a", { class: "button", href: PUZZLE }, "The puzzle of the day"),
      ),
    );
  }
}
