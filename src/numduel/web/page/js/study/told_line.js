// A line after a move that was played or could have been, on the board, with a sentence for every step.
import { announce, h } from "../ui/dom.js";
import { MoveLine } from "./move_line.js";

/**
 * @import { Reason } from "../contract.js"
 * @import { Seat } from "../match/players.js"
 * @import { Stage } from "./stage.js"
 */

export class ToldLine {
  /**
   * @param {Stage} stage
   * @param {Reason} reason
   * @param {Seat} you the player below the board
   * @param {() => void} onStep called after every step
   */
  constructor(stage, { steps, is_correct: isCorrect }, you, onStep) {
    this.steps = steps;
    const positions = steps.map(({ position }) => position);
    this.player = new MoveLine(stage, positions, you, {
      isMistake: !isCorrect,
      isTold: true,
      onStep: () => {
        stage.board.showValues(null);
        this.player.draw();
        announce(this.said);
        onStep();
      },
    });
  }

  /** Number of moves; 0 if chance decides after the first. */
  get length() {
    return this.steps.length - 1;
  }

  /** The sentence about the current step. */
  get said() {
    return this.steps[this.player.index].said;
  }

  /** Play the line on the board. */
  play() {
    if (this.length) this.player.play();
    else this.player.goTo(0);
  }

  stop() {
    this.player.stop();
  }

  /** Go forward or back. @param {number} by */
  step(by) {
    this.player.goTo(this.player.index + by);
  }

  /** Return the moves of the line, and the sentence about the current one; null without moves. */
  node() {
    if (!this.length) return null;
    return h(
      "div.told-line",
      h("p.told", this.said || "This is the position before the move."),
      this.player.controls(),
    );
  }
}
