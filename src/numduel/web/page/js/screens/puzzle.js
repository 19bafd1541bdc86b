// A puzzle: the daily one of any day, or practice. A wrong move is refuted on the board.
import { PUZZLES, PUZZLE, puzzlePath, replacePath, readQuery } from "../addresses.js";
import { countTry } from "../browser/counted_tries.js";
import { toUrl } from "../browser/location.js";
import { movesWithoutTile } from "../board/model.js";
import { formatDay, today } from "../browser/days.js";
import { isMotionAllowed } from "../browser/settings.js";
import { request, Problem, describeError } from "../server/api.js";
import {
  FITS,
  countPractice,
  describeSession,
  loadPractice,
  practiceSession,
} from "../study/practice.js";
import { MoveLine } from "../study/move_line.js";
import { describeRating } from "../study/puzzle_ratings.js";
import { loadTry, newTry, saveTry } from "../study/puzzle_tries.js";
import { openRules } from "../study/rules_panel.js";
import { Stage } from "../study/stage.js";
import {
  countPuzzle,
  puzzleDays,
  puzzleStreak,
  puzzleWeekNode,
  shareNode,
  streakNode,
} from "../study/streaks.js";
import { announce, focusIn, h } from "../ui/dom.js";
import { waitFor } from "../ui/messages.js";
import { button, askToConfirm, moveButtons } from "../ui/components.js";
import { showMissing } from "../ui/layout.js";
import { press, setShortcuts } from "../ui/shortcuts.js";
import { formatCount } from "../text.js";

const MOVE_DELAY_MS = 650; // between the moves of an answer

/**
 * @import { ShownPosition, Puzzle, PuzzleMoveResult } from "../contract.js"
 * @import { Try } from "../study/puzzle_tries.js"
 */
/** @typedef {"asking" | "replying" | "wrong" | "solved" | "shown"} Mode */

/** Return the puzzle of the address bar. */
function loadPuzzle() {
  const query = readQuery();
  const [game, grade, seed] = ["game", "grade", "seed"].map((name) => query.get(name));
  if (game === null && grade === null)
    return request("GET /puzzles/daily", { query: { day: query.get("day") ?? undefined } });
  return loadPractice({ game, grade: grade ?? "easy", seed: seed === null ? undefined : Number(seed) });
}

/** Show a puzzle. @param {HTMLElement} root */
export async function show(root) {
  root.append(h("div.loading.muted", "Loading the puzzle…"));
  try {
    const screen = new PuzzleScreen(root, await loadPuzzle());
    await screen.restore();
    const { foot } = screen.stage;
    const removeShortcuts = setShortcuts(() => ({
      hint: press(foot, "[data-do=help]"),
      answer: press(foot, "[data-do=answer]"),
      previous: () => screen.step(-1),
      next: () => screen.step(1),
      proceed: () => screen.enter(),
      another: press(foot, "[data-do=another]"),
      rules: () => openRules(screen.puzzle.position.game),
    }));
    return () => {
      removeShortcuts();
      screen.leave();
    };
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    showMissing(root, "Puzzle not found", problem.message, PUZZLES, "All puzzles");
  }
}

/** Return the path of a puzzle. @param {Puzzle} puzzle */
function pathOf({ id, day }) {
  const [game, grade, seed] = id.split("/");
  if (day) return day === today() ? PUZZLE : puzzlePath({ day });
  return puzzlePath({ game, grade, seed });
}

class PuzzleScreen {
  isLoading = false;
  isLeft = false;
  /** Error of the last request. */
  problem = "";
  /** @type {string[]} why the move was wrong, how play goes on, or the solution */
  lines = [];
  /** @type {Mode} */
  mode = "asking";
  /** @type {MoveLine | null} the refutation or the solution */
  line = null;
  rating = h("p.small.rating");

  /** @param {HTMLElement} root @param {Puzzle} puzzle */
  constructor(root, puzzle) {
    this.stage = new Stage(root, {
      back: PUZZLES,
      title: "Puzzle",
      kind: "puzzle",
      handlers: { onChoose: (move, isAllowed) => isAllowed && this.choose(move) },
    });
    this.puzzle = puzzle;
    this.state = newTry(puzzle.words.question);
    this.position = puzzle.position;
    /** Positions from the question, or from where it was left, to the current one. */
    this.path = [puzzle.position];
  }

  /** Start the puzzle where it was left. */
  async restore() {
    const { puzzle } = this;
    const { id, day, grade, position, words } = puzzle;
    this.state = loadTry(id, words.question);
    this.position = this.state.position ?? position;
    this.path = [this.position];
    this.mode = "asking";
    this.lines = [];
    this.problem = "";
    this.line?.stop();
    this.line = null;
    const title = day ? "Daily puzzle" : "Practice";
    const parts = [position.game.title, grade, day && day !== today() ? formatDay(day) : ""];
    this.stage.setTitle(title, parts.filter(Boolean).join(" · "));
    replacePath(pathOf(puzzle));
    if (this.state.end) return this.restoreEnd(this.state.end);
    this.draw();
    this.announceQuestion();
  }

  announceQuestion() {
    announce([...this.position.words.spoken, this.state.question].join(" "));
  }

  /** Show a puzzle that was solved or given up before. @param {"solved" | "shown"} end */
  async restoreEnd(end) {
    const solution = await request("POST /puzzles/solutions", { body: { puzzle: this.puzzle.id } });
    this.mode = end;
    this.lines = end === "solved" ? this.state.lines : solution.said;
    this.showLine(solution.positions);
    this.line?.goTo(end === "solved" ? solution.positions.length - 1 : 0);
  }

  leave() {
    this.isLeft = true;
    this.line?.stop();
  }

  /** Change the state of the puzzle, and save it. @param {Partial<Try>} changes */
  save(changes) {
    this.state = { ...this.state, ...changes };
    saveTry(this.puzzle.id, this.state);
  }

  // ---- drawing

  draw() {
    if (this.isLeft) return;
    if (this.line) this.line.draw();
    else {
      const canMove = this.mode === "asking" && !this.isLoading;
      this.stage.showPosition(this.position, this.puzzle.player, { canMove, isSaid: true });
      this.stage.board.showArrows();
    }
    this.stage.showPanel(...this.panel());
    this.stage.showButtons(...this.buttons());
  }

  /** Scroll the last sentence above the buttons, which may cover it on a phone. */
  revealWords() {
    const words = [...this.stage.panel.querySelectorAll(".verdict-words")];
    words.at(-1)?.scrollIntoView({ block: "nearest" });
  }

  panel() {
    const { puzzle, mode, state } = this;
    const { day } = puzzle;
    const session = practiceSession();
    const isAsking = mode === "asking" || mode === "replying";
    this.showRating();
    const heading = {
      asking: puzzle.words.heading,
      replying: puzzle.words.heading,
      wrong: "Wrong move",
      solved: "Solved!",
      shown: "Answer",
    }[mode];
    const kind = mode === "wrong" ? "bad" : mode === "solved" ? "good" : "";
    const why =
      this.lines.length > 0 &&
      h(
        "div",
        { class: `verdict-words ${kind}` },
        this.lines.map((line) => h("p", line)),
      );
    return [
      h("h2.title", heading),
      mode === "solved" && this.rating,
      isAsking && h("p", state.question),
      isAsking && h("p.small.muted.difficulty", puzzle.difficulty.text),
      isAsking && this.triesNode(),
      mode === "wrong" ? [why, this.line?.controls()] : [this.line?.controls(), why],
      isAsking && state.shownHints.map((hint) => h("p.verdict-words", hint)),
      this.problem && h("p.bad", { role: "alert" }, this.problem),
      this.isLoading && h("p.muted", "Checking…"),
      this.isLoading || mode !== "asking" ? null : this.moveButtons(),
      !isAsking && state.result && day && shareNode(state.result, toUrl(pathOf(puzzle))),
      mode !== "solved" && this.rating,
      day === today() && h("div.days", streakNode(puzzleStreak()), puzzleWeekNode()),
      !day && session.tried > 0 && h("p.small.muted.score", describeSession(session)),
    ];
  }

  /** Show the puzzle rating after the first try. */
  showRating() {
    this.rating.textContent = this.state.rating;
    this.rating.hidden = !this.state.rating;
  }

  /** Return what has been tried so far, or that the first try counts. */
  triesNode() {
    const { state, puzzle } = this;
    const wrong = state.marks.split("-").length - 1;
    const parts = [
      wrong && `${wrong} wrong ${wrong === 1 ? "try" : "tries"}`,
      state.hints && formatCount(state.hints, "hint"),
    ].filter(Boolean);
    if (parts.length) return h("p.small.muted.tries", `So far: ${parts.join(", ")}.`);
    const isOpen = puzzle.day === today() && !puzzleDays()[today()] && !state.made.length;
    return isOpen && h("p.small.muted", "Only your first try counts towards your streak.");
  }

  moveButtons() {
    const moves = movesWithoutTile(this.position, this.position.status.moves);
    return moveButtons(moves, (move) => this.choose(move));
  }

  buttons() {
    const answer = { onClick: () => this.giveUp(), "data-do": "answer" };
    if (this.mode === "wrong")
      return [
        button("Try again", { kind: "primary", onClick: () => this.retry(), "data-do": "again" }),
        button("Show answer", answer),
      ];
    if (this.mode === "asking" || this.mode === "replying")
      return [
        button("Hint", { picture: "bulb", onClick: () => this.showHint(), "data-do": "help" }),
        button("Show answer", { picture: "eye", ...answer }),
      ];
    const next = { kind: "primary", onClick: () => this.openNext(), "data-do": "another" };
    return [
      this.puzzle.day
        ? h("a.button.primary", { href: PUZZLES, "data-do": "more" }, "More puzzles")
        : button("Next puzzle", next),
      button("Start over", { onClick: () => this.startOver(), "data-do": "start-over" }),
    ];
  }

  // ---- actions

  /** Try a move. @param {string} move */
  async choose(move) {
    if (this.mode !== "asking") return;
    const { made, marks, hints } = this.state;
    const body = { puzzle: this.puzzle.id, made, move, marks, hints };
    const result = await this.request(() => request("POST /puzzles/tries", { body }));
    if (!result || this.isLeft) return;
    this.lines = result.lines;
    if (!result.is_right) return this.showRefutation(result);
    if (result.is_solved) this.count(true);
    this.path.push(...result.positions.slice(1));
    const position = this.path[this.path.length - 1];
    this.save({
      made: result.made,
      marks: result.marks,
      shownHints: [],
      position,
      question: result.question ?? this.state.question,
      ...(result.is_solved && {
        end: /** @type {const} */ ("solved"),
        lines: result.lines,
        position: null,
        result: this.state.result ?? result.result,
      }),
    });
    announce(result.said.join(" "));
    await this.showReply(result.positions);
    if (this.isLeft) return;
    if (!result.is_solved) {
      this.mode = "asking";
      this.position = position;
      this.draw();
      return this.revealWords();
    }
    this.mode = "solved";
    this.showLine(this.path);
    this.line?.goTo(this.path.length - 1);
    focusIn(this.stage.foot, ".primary");
  }

  /** Play the opponent's reply to a correct move. @param {ShownPosition[]} positions */
  async showReply(positions) {
    this.mode = "replying";
    for (const position of positions.slice(1)) {
      if (this.isLeft) return;
      this.position = position;
      this.draw();
      if (isMotionAllowed()) await new Promise((resume) => setTimeout(resume, MOVE_DELAY_MS));
    }
  }

  /** Play a wrong move and the winning reply on the board. @param {PuzzleMoveResult} result */
  showRefutation(result) {
    this.count(false);
    this.save({ marks: result.marks, shownHints: [] });
    this.mode = "wrong";
    this.showLine(result.positions, true);
    announce(result.said.join(" "));
    this.line?.play(this.line.replyIndex);
    focusIn(this.stage.foot, "[data-do=again]");
  }

  /** @param {ShownPosition[]} positions */
  showLine(positions, isMistake = false) {
    this.line?.stop();
    const onStep = () => this.draw();
    this.line = new MoveLine(this.stage, positions, this.puzzle.player, { isMistake, onStep });
  }

  /** Count the first try, for the streak or for practice. @param {boolean} isRight */
  count(isRight) {
    const { day, position, grade } = this.puzzle;
    if (day) countPuzzle(day, isRight);
    else if (!this.state.isCounted) countPractice(position.game.id, grade, isRight);
    this.save({ isCounted: true });
    this.rate(isRight);
  }

  /** Count the first try for the puzzle rating, and show it. @param {boolean} isRight */
  async rate(isRight) {
    const { puzzle } = this;
    const isHelped = this.state.hints > 0;
    if (!countTry(puzzle, isRight && !isHelped)) return;
    try {
      const rating = await describeRating(puzzle.position.game.id, isRight && isHelped);
      if (this.isLeft || this.puzzle !== puzzle) return;
      this.save({ rating });
      this.showRating(); // a new panel could lose a click
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem; // the try is saved, and counts next time
    }
  }

  /** Go back to the question. */
  retry() {
    this.line?.stop();
    this.line = null;
    this.mode = "asking";
    this.lines = [];
    this.draw();
    this.stage.board.focus();
  }

  /** Solve the puzzle again from its first position; what was counted stays. */
  startOver() {
    const { words, position } = this.puzzle;
    this.save({ ...newTry(words.question), ...keptOf(this.state) });
    this.position = position;
    this.path = [position];
    this.retry();
    this.announceQuestion();
  }

  /** Show one more hint. */
  async showHint() {
    if (this.mode !== "asking") return;
    const { made, shownHints, hints } = this.state;
    // At first the heading says how far the win is. With two moves that may be the only hint.
    const distance = made.length > 0 || this.puzzle.position.status.moves.length === 2;
    const body = { puzzle: this.puzzle.id, made, number: shownHints.length, distance };
    const hint = await this.request(() => request("POST /puzzles/helps", { body }));
    if (!hint || this.isLeft) return;
    this.lines = hint.is_last ? [hint.text] : [];
    if (!hint.is_last) this.save({ shownHints: [...shownHints, hint.text], hints: hints + 1 });
    this.draw();
    this.revealWords();
    announce(hint.text);
  }

  /** Show the answer, after a confirmation. */
  async giveUp() {
    if (this.mode === "replying") return;
    const isOpen = this.puzzle.day ? !puzzleDays()[this.puzzle.day] : !this.state.isCounted;
    const isCounted = isOpen && (this.puzzle.day === null || this.puzzle.day === today());
    const question = `Show the answer?${isCounted ? " This counts as a wrong try." : ""}`;
    if (this.mode === "asking" && !(await askToConfirm(question, "Show answer"))) return;
    const body = { puzzle: this.puzzle.id };
    const solution = await this.request(() => request("POST /puzzles/solutions", { body }));
    if (!solution || this.isLeft) return;
    this.count(false);
    this.save({ marks: `${this.state.marks}-`, shownHints: [], end: "shown" });
    this.mode = "shown";
    this.lines = solution.said;
    this.showLine(solution.positions);
    announce(solution.said.join(" "));
    this.line?.play();
    focusIn(this.stage.foot, ".primary");
  }

  /** Open another puzzle of the session. */
  async openNext() {
    const session = practiceSession();
    const { grade } = this.puzzle;
    const own = this.puzzle.position.game.id;
    const game = session.game === null || session.game === own ? session.game : own;
    const wanted = session.grade === FITS ? FITS : grade;
    const puzzle = await waitFor(loadPractice({ game, grade: wanted }));
    if (this.isLeft) return;
    this.puzzle = puzzle;
    await this.restore();
    scrollTo(0, 0);
    this.stage.board.focus();
  }

  /**
   * Send one request at a time, and show why it fails.
   * @template T
   * @param {() => Promise<T>} send
   */
  async request(send) {
    if (this.isLoading) return null;
    this.isLoading = true;
    this.problem = "";
    this.draw();
    try {
      return await send();
    } catch (problem) {
      this.problem = describeError(problem);
      return null;
    } finally {
      this.isLoading = false;
      this.draw();
    }
  }

  /** Step through the moves of a line. @param {number} by */
  step(by) {
    if (!this.isLoading) this.line?.choose(this.line.index + by);
  }

  enter() {
    if (this.mode === "wrong") this.retry();
    else if (this.mode === "solved" && !this.puzzle.day) this.openNext();
  }
}

/** Return what stays when a puzzle starts over. @param {Try} state */
const keptOf = ({ marks, hints, isCounted, result, rating }) => ({
  ...{ marks, hints, isCounted, result, rating },
});
