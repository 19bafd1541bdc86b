// Puzzles: the daily one, and more for practice. The board shows why a wrong move fails.
import { HOME, PUZZLE, toUrl, puzzlePath, replacePath, readQuery } from "../addresses.js";
import { movesWithoutTile } from "../board/model.js";
import { isMotionAllowed } from "../browser/settings.js";
import { request, Problem, describeError } from "../server/api.js";
import { listenForKeys, Stage } from "../study/stage.js";
import {
  countPuzzle,
  formatDay,
  puzzleDays,
  puzzleStreak,
  shareNode,
  streakNode,
  today,
  weekNode,
} from "../study/streaks.js";
import { announce, focusIn, h } from "../ui/dom.js";
import { waitFor } from "../ui/messages.js";
import {
  button,
  askToConfirm,
  iconButton,
  labelledField,
  moveButtons,
  openSheet,
  createErrorLine,
  segments,
  selection,
} from "../ui/components.js";
import { showMissing } from "../ui/layout.js";
import { capitalise, formatCount } from "../text.js";

const MOVE_DELAY_MS = 650; // between the moves of an answer

/** @import { ShownPosition, Puzzle } from "../contract.js" */
/** @typedef {"asking" | "wrong" | "solved" | "shown"} Mode */

/** Show a puzzle. @param {HTMLElement} root */
export async function show(root) {
  const query = readQuery();
  root.append(h("div.loading.muted", "Loading the puzzle…"));
  try {
    const game = query.get("game");
    const puzzle = game
      ? await request("GET /puzzles/practice", {
          query: { game, grade: query.get("grade") ?? "easy" },
        })
      : await request("GET /puzzles/daily", { query: { day: query.get("day") ?? undefined } });
    const screen = new PuzzleScreen(root, puzzle);
    const stopListening = listenForKeys({
      ArrowLeft: () => screen.step(-1),
      ArrowRight: () => screen.step(1),
      Enter: () => screen.enter(),
    });
    return () => {
      stopListening();
      screen.isLeft = true;
    };
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    showMissing(root, "Puzzle not found", problem.message, PUZZLE, "Daily puzzle");
  }
}

class PuzzleScreen {
  isLoading = false;
  isLeft = false;
  hintCount = 0;
  isFirstTry = true;
  marks = "";
  hints = 0;
  /** @type {string[] | null} the result to share */
  result = null;
  index = 0;
  question = "";
  /** @type {string[]} the correct moves and the replies so far */
  movesMade = [];
  /** @type {string[]} */
  lines = [];
  /** @type {Mode} */
  mode = "asking";
  /** @type {ShownPosition[]} positions to step through; the first is the question */
  line = [];

  /** @param {HTMLElement} root @param {Puzzle} puzzle */
  constructor(root, puzzle) {
    this.stage = new Stage(root, {
      title: "Puzzle",
      handlers: { onChoose: (move, isAllowed) => isAllowed && this.choose(move) },
    });
    this.stage.tools.append(
      iconButton("sliders", "More puzzles", () => this.openPractice(), {
        "data-tool": "practice",
      }),
    );
    this.puzzle = puzzle;
    this.start(puzzle);
  }

  /** Start a puzzle. @param {Puzzle} puzzle */
  start(puzzle) {
    const { day, grade, position, words } = puzzle;
    this.puzzle = puzzle;
    this.movesMade = [];
    this.hintCount = 0;
    this.isFirstTry = true;
    this.marks = "";
    this.hints = 0;
    this.result = null;
    this.lines = [];
    this.question = words.question;
    this.mode = "asking";
    this.line = [position];
    this.index = 0;
    const title = day ? "Daily puzzle" : "Puzzle";
    const parts = [position.game.title, grade, day && day !== today() ? formatDay(day) : ""];
    this.stage.setTitle(title, parts.filter(Boolean).join(" · "));
    this.draw();
    announce(this.question);
  }

  // ---- drawing

  draw() {
    const isOpen = this.mode === "asking" && !this.isLoading;
    this.stage.showPosition(this.line[this.index], this.puzzle.player, {
      canMove: isOpen,
      isSaid: true,
    });
    this.stage.showPanel(...this.panel());
    this.stage.showButtons(...this.buttons());
  }

  panel() {
    const { puzzle, mode } = this;
    const heading = {
      asking: puzzle.words.heading,
      wrong: "Wrong move",
      solved: "Solved!",
      shown: "Answer",
    }[mode];
    const isDaily = puzzle.day === today();
    return [
      h("h2.title", heading),
      mode === "asking" && h("p", this.question),
      mode === "asking" &&
        isDaily &&
        !puzzleDays()[today()] &&
        !this.movesMade.length &&
        h("p.small.muted", "Only your first try counts towards your streak."),
      this.lines.map((line) =>
        h("p", { class: mode === "wrong" ? "verdict-words bad" : "verdict-words" }, line),
      ),
      this.isLoading && h("p.muted", "Checking…"),
      this.isLoading ? null : this.moveButtons(),
      mode !== "asking" && this.line.length > 1 && this.stepper(),
      mode === "solved" && puzzle.day && this.shareNode(puzzle.day),
      isDaily &&
        h(
          "div.days",
          streakNode(puzzleStreak()),
          weekNode((day) => {
            const result = puzzleDays()[day];
            return result ? (result === "missed" ? "bad" : "good") : null;
          }),
        ),
    ];
  }

  moveButtons() {
    const position = this.line[this.index];
    const moves = this.mode === "asking" ? movesWithoutTile(position, position.status.moves) : [];
    return moveButtons(moves, (move) => this.choose(move));
  }

  stepper() {
    const { plies } = this.line[this.index];
    const last = plies.at(-1);
    const text = this.index
      ? `Move ${this.index} of ${this.line.length - 1}: P${last?.player} ${last?.move}`
      : `Start · ${formatCount(this.line.length - 1, "move")}`;
    return h(
      "div.stepper",
      iconButton("back", "Previous move", () => this.step(-1), { "data-do": "back" }),
      h("span.small", text),
      iconButton("next", "Next move", () => this.step(1), { "data-do": "next" }),
    );
  }

  buttons() {
    const answer = { onClick: () => this.giveUp(), "data-do": "answer" };
    if (this.mode === "wrong")
      return [
        button("Try again", { kind: "primary", onClick: () => this.retry(), "data-do": "again" }),
        button("Show answer", answer),
      ];
    if (this.mode === "asking")
      return [
        button("Hint", { picture: "bulb", onClick: () => this.showHint(), "data-do": "help" }),
        button("Show answer", { picture: "eye", ...answer }),
      ];
    const another = { onClick: () => this.openPractice(), "data-do": "another" };
    return [
      button("New puzzle", { kind: "primary", ...another }),
      h("a.button", { href: HOME }, "Home"),
    ];
  }

  /** @param {string} day */
  shareNode(day) {
    if (!this.result) return null;
    return shareNode(this.result, toUrl(puzzlePath({ day: day === today() ? null : day })));
  }

  // ---- actions

  /** Try a move. @param {string} move */
  async choose(move) {
    if (this.mode !== "asking" || this.isLoading) return;
    const result = await this.request(() =>
      request("POST /puzzles/tries", {
        body: {
          puzzle: this.puzzle.id,
          made: this.movesMade,
          move,
          marks: this.marks,
          hints: this.hints,
        },
      }),
    );
    if (!result) return;
    this.hintCount = 0;
    this.marks = result.marks;
    this.result = result.result;
    if (!result.is_right) this.countTry(false);
    if (result.is_solved) this.countTry(true);
    this.isFirstTry &&= result.is_right;
    await this.play(result.positions);
    this.lines = result.lines;
    this.question = result.question ?? this.question;
    this.movesMade = result.made;
    this.line = result.positions;
    this.index = result.is_right ? this.line.length - 1 : 1;
    if (result.is_right && !result.is_solved) {
      this.line = [this.line[this.index]];
      this.index = 0;
    }
    this.mode = result.is_solved ? "solved" : result.is_right ? "asking" : "wrong";
    this.draw();
    announce(result.said.join(" "));
    focusIn(this.stage.foot, "[data-do=again]");
  }

  /** Play the reply to a move, unless the screen is left. @param {ShownPosition[]} positions */
  async play(positions) {
    for (const position of positions.slice(1, 3)) {
      if (this.isLeft) return;
      this.stage.showPosition(position, this.puzzle.player, { isSaid: true });
      if (isMotionAllowed()) await new Promise((resume) => setTimeout(resume, MOVE_DELAY_MS));
    }
  }

  /** Count a try for the streak. @param {boolean} isRight */
  countTry(isRight) {
    if (this.puzzle.day && (isRight || this.isFirstTry)) countPuzzle(this.puzzle.day, isRight);
  }

  /** Go back to the question. */
  retry() {
    this.line = [this.line[0]];
    this.index = 0;
    this.mode = "asking";
    this.lines = [];
    this.draw();
    this.stage.board.focus();
  }

  /** Show one more hint. */
  async showHint() {
    const number = this.hintCount;
    const hint = await this.request(() =>
      request("POST /puzzles/helps", {
        body: { puzzle: this.puzzle.id, made: this.movesMade, number },
      }),
    );
    if (!hint) return;
    this.hintCount += 1;
    if (!hint.is_last) this.hints += 1;
    const earlier = number || hint.is_last ? this.lines : [];
    this.lines = [...earlier.filter((line) => line !== hint.text), hint.text];
    this.draw();
    announce(hint.text);
  }

  /** Show the answer, after a confirmation. */
  async giveUp() {
    const isCounted = this.puzzle.day === today() && !puzzleDays()[today()];
    const counts = isCounted ? " This counts as a wrong try." : "";
    const question = `Show the answer?${counts}`;
    if (this.mode === "asking" && !(await askToConfirm(question, "Show answer"))) return;
    const solution = await this.request(() =>
      request("POST /puzzles/solutions", { body: { puzzle: this.puzzle.id } }),
    );
    if (!solution) return;
    this.countTry(false);
    this.isFirstTry = false;
    this.mode = "shown";
    this.lines = solution.said;
    this.line = solution.positions;
    this.index = 0;
    this.draw();
    announce(solution.said.join(" "));
  }

  /**
   * Send one request at a time, and show why it fails.
   * @template T
   * @param {() => Promise<T>} send
   */
  async request(send) {
    if (this.isLoading) return null;
    this.isLoading = true;
    this.draw();
    try {
      return await send();
    } catch (problem) {
      this.lines = [describeError(problem)];
      return null;
    } finally {
      this.isLoading = false;
      if (!this.isLeft) this.draw();
    }
  }

  /** Step through the moves of the answer. @param {number} by */
  step(by) {
    if (this.mode === "asking" || this.isLoading) return;
    this.index = Math.max(0, Math.min(this.line.length - 1, this.index + by));
    this.draw();
  }

  enter() {
    if (this.mode === "wrong") this.retry();
  }

  // ---- more puzzles

  async openPractice() {
    const { games, grades } = await waitFor(request("GET /puzzles"));
    const hasPuzzles = games.some((game) => game.id === this.puzzle.position.game.id);
    const chosen = {
      game: hasPuzzles ? this.puzzle.position.game.id : games[0].id,
      grade: /** @type {string} */ (this.puzzle.grade),
    };
    const [errorLine, showErrors] = createErrorLine();
    const find = showErrors(async () => {
      const puzzle = await request("GET /puzzles/practice", { query: chosen });
      sheet.close();
      replacePath(puzzlePath(chosen));
      this.start(puzzle);
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
      "New puzzle",
      h(
        "div.stack.loose",
        labelledField("Game", choice),
        segments(
          "grade",
          "Grade",
          grades.map((grade) => [grade, capitalise(grade)]),
          chosen.grade,
          (value) => (chosen.grade = value),
        ),
        errorLine,
        button("Start puzzle", { kind: "primary", onClick: find, "data-do": "find" }),
        this.puzzle.day !== today() && h("a.button", { href: PUZZLE }, "Daily puzzle"),
      ),
    );
  }
}
