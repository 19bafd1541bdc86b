// Try your mistakes again: find a better move in each position. The server judges every try.
import { movesWithoutTile } from "../board/model.js";
import { describeError } from "../server/api.js";
import { announce, focusIn, h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { button, moveButtons } from "../ui/components.js";
import { ToldLine } from "./told_line.js";

/**
 * @import { Reason, ShownPosition, ShownReview } from "../contract.js"
 * @import { Child } from "../ui/dom.js"
 * @import { Seat } from "../match/players.js"
 * @import { Stage } from "./stage.js"
 * @typedef {"asking" | "wrong" | "correct" | "shown" | "done"} Mode
 */

/**
 * What the trainer needs of a review: its stage, the position after a number of plies, the
 * judgement of a move there, and what to do at the end.
 * @typedef {object} TrainerHost
 * @property {Stage} stage
 * @property {ShownReview} review
 * @property {(ply: number) => Promise<ShownPosition>} position
 * @property {(ply: number, move: string) => Promise<Reason>} explain
 * @property {(ply: number) => void} onClose called with the ply of the last mistake
 */

export class MistakeTrainer {
  /** @type {Mode} */
  mode = "asking";
  number = 0;
  isLoading = false;
  isClosed = false;
  text = "";
  /** @type {ShownPosition | null} */
  position = null;
  /** @type {ToldLine | null} the line after the move that was tried or shown */
  line = null;
  /** @type {Map<number, boolean>} whether each mistake was found, by its ply */
  found = new Map();

  /**
   * @param {TrainerHost} host
   * @param {number[]} mistakes indexes of the plies to try again
   */
  constructor(host, mistakes) {
    this.host = host;
    this.stage = host.stage;
    this.mistakes = mistakes;
    this.ask(0);
  }

  /** Index of the mistake that is tried. */
  get ply() {
    return this.mistakes[this.number];
  }

  get player() {
    return /** @type {Seat} */ (this.host.review.plies[this.ply].player);
  }

  get isLast() {
    return this.number === this.mistakes.length - 1;
  }

  // ---- actions

  /** Ask for a better move than one of the mistakes. @param {number} number */
  async ask(number) {
    this.line?.stop();
    this.line = null;
    this.number = number;
    this.mode = "asking";
    this.text = "";
    this.position = null;
    await this.#load(async () => {
      this.position = await this.host.position(this.ply);
    });
    if (this.isClosed || !this.position) return;
    announce(this.task());
    this.stage.board.focus();
  }

  /** Try a move. @param {string} move */
  async choose(move) {
    if (this.mode !== "asking" || this.isLoading) return;
    await this.#load(async () => {
      const reason = await this.host.explain(this.ply, move);
      this.mode = reason.is_correct ? "correct" : "wrong";
      if (reason.is_correct && !this.found.has(this.ply)) this.found.set(this.ply, true);
      this.#tell(reason);
    });
  }

  /** Show the best move. It doesn't count as found. */
  async showAnswer() {
    if (this.isLoading) return;
    await this.#load(async () => {
      const reason = await this.host.explain(this.ply, this.host.review.plies[this.ply].best[0]);
      this.found.set(this.ply, false);
      this.mode = "shown";
      this.#tell(reason);
    });
  }

  /** Ask about the next mistake, or show the result. */
  next() {
    if (!this.isLast) return this.ask(this.number + 1);
    this.line?.stop();
    this.line = null;
    this.mode = "done";
    this.draw();
    announce(this.result());
    focusIn(this.stage.foot, "[data-do=close-tries]");
  }

  /** Start over with the first mistake. */
  restart() {
    this.found.clear();
    this.ask(0);
  }

  /** Go back to the review. */
  close() {
    this.isClosed = true;
    this.line?.stop();
    this.host.onClose(this.ply + 1);
  }

  /** Do what Enter does: the main action. */
  enter() {
    if (this.mode === "wrong") this.ask(this.number);
    else if (this.mode === "correct" || this.mode === "shown") this.next();
    else if (this.mode === "done") this.close();
  }

  /** Step through the line on the board. @param {number} by */
  step(by) {
    this.line?.step(by);
  }

  /** @param {Reason} reason */
  #tell(reason) {
    this.text = reason.why;
    this.line = new ToldLine(this.stage, reason, this.player, () => this.drawPanel());
    this.line.play();
    announce(`${this.heading()} ${this.text}`);
  }

  /** Load something, and show why it fails. @param {() => Promise<void>} load */
  async #load(load) {
    this.isLoading = true;
    this.draw();
    try {
      await load();
    } catch (problem) {
      this.text = describeError(problem);
    }
    this.isLoading = false;
    if (this.isClosed) return;
    this.draw();
    focusIn(this.stage.foot, "[data-do=again], [data-do=next-mistake]");
  }

  // ---- drawing

  task() {
    return `${this.host.review.plies[this.ply].deed} Find a better move.`;
  }

  heading() {
    if (this.mode === "done") return this.result();
    return {
      asking: "Try again",
      wrong: "Not yet.",
      correct: "Correct!",
      shown: "The better move",
    }[this.mode];
  }

  result() {
    const count = [...this.found.values()].filter(Boolean).length;
    return `You found ${count} of ${this.mistakes.length}.`;
  }

  draw() {
    if (this.mode === "asking" && this.position) {
      this.stage.board.showArrows();
      this.stage.board.showValues(null);
      this.stage.showPosition(this.position, this.player, { canMove: !this.isLoading });
    }
    const { plies } = this.host.review;
    const title = this.position?.game.title ?? "Review";
    this.stage.setTitle(title, `Try turn ${plies[this.ply].turn} again`);
    this.drawPanel();
    this.stage.showButtons(...this.buttons());
  }

  drawPanel() {
    const { mode, host } = this;
    const { turn } = host.review.plies[this.ply];
    const place = `Mistake ${this.number + 1} of ${this.mistakes.length} · turn ${turn}`;
    this.stage.showPanel(
      h(
        "div.try-head",
        h("h2.title", this.heading()),
        mode !== "done" && h("p.small.muted", place),
      ),
      mode === "asking" && h("p.task", this.task()),
      mode === "asking" && this.#answerButtons(),
      this.text &&
        h(
          "p",
          { class: `verdict-words ${{ correct: "good", wrong: "bad" }[String(mode)] ?? ""}` },
          this.text,
        ),
      this.isLoading && h("p.muted", "Checking…"),
      this.line?.node(),
      mode === "done" && this.#resultList(),
    );
  }

  #answerButtons() {
    if (!this.position || this.isLoading) return null;
    const moves = movesWithoutTile(this.position, this.position.status.moves);
    return moveButtons(moves, (move) => this.choose(move));
  }

  #resultList() {
    const { review } = this.host;
    return h(
      "ul.found-list",
      this.mistakes.map((ply) => {
        const isFound = this.found.get(ply);
        const title = review.moments.find((moment) => moment.ply === ply + 1)?.title;
        return h(
          "li",
          { class: isFound ? "good" : "bad" },
          icon(isFound ? "check" : "close"),
          h("span", title),
          h("span.small.muted", isFound ? "found" : "not found"),
        );
      }),
    );
  }

  /** @returns {Child[]} */
  buttons() {
    const close = { onClick: () => this.close(), "data-do": "close-tries" };
    const answer = { onClick: () => this.showAnswer(), "data-do": "answer" };
    if (this.mode === "done")
      return [
        button("Start over", { onClick: () => this.restart(), "data-do": "restart" }),
        button("Back to review", { kind: "primary", ...close }),
      ];
    if (this.mode === "wrong")
      return [
        button("Show answer", answer),
        button("Try again", {
          kind: "primary",
          onClick: () => this.ask(this.number),
          "data-do": "again",
        }),
      ];
    if (this.mode === "asking")
      return [button("Back to review", close), button("Show answer", answer)];
    const next = { kind: "primary", onClick: () => this.next(), "data-do": "next-mistake" };
    return [button("Back to review", close), button(this.isLast ? "Finish" : "Next mistake", next)];
  }
}
