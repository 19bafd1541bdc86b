// A line of moves, played out on a stage with arrows: a refutation, a solution, or a better move.
import { isMotionAllowed } from "../browser/settings.js";
import { entriesOf, entryNode } from "../match/move_list.js";
import { announce, h } from "../ui/dom.js";
import { iconButton } from "../ui/components.js";
import { arrowFor } from "./stage.js";

/**
 * @import { ShownPosition } from "../contract.js"
 * @import { Arrow } from "../board/overlay.js"
 * @import { Seat } from "../match/players.js"
 * @import { Stage } from "./stage.js"
 */

const MOVE_DELAY_MS = 900; // between two moves

export class MoveLine {
  index = 0;
  isPlaying = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * The first position is the one before the line. `isMistake` says whether its first move is one;
   * `isTold` says that `onStep` announces the steps.
   * @param {Stage} stage
   * @param {ShownPosition[]} positions
   * @param {Seat} you
   * @param {{ isMistake: boolean, isTold?: boolean, onStep: () => void }} options
   */
  constructor(stage, positions, you, { isMistake, isTold = false, onStep }) {
    this.stage = stage;
    this.positions = positions;
    this.you = you;
    this.isMistake = isMistake;
    this.isTold = isTold;
    this.onStep = onStep;
  }

  /** Number of moves. */
  get length() {
    return this.positions.length - 1;
  }

  /** The index after the opponent's first reply. */
  get replyIndex() {
    const index = this.positions.findIndex(({ plies, status }, number) => {
      const isReply = number > 1 && plies.at(-1)?.player !== this.you;
      return status.kind === "over" || (isReply && status.player === this.you);
    });
    return index < 0 ? this.length : index;
  }

  /** Draw the current position, with the arrow of the move that led to it. */
  draw() {
    this.stage.showPosition(this.positions[this.index], this.you);
    this.stage.board.showArrows(this.#arrows());
  }

  /** @returns {Arrow[]} */
  #arrows() {
    const ply = this.positions[this.index].plies.at(-1);
    if (!this.index || !ply) return [];
    const isMistake = this.isMistake && this.index === 1;
    const kind = isMistake ? "mistake" : ply.player === this.you ? undefined : "reply";
    return arrowFor(this.positions[this.index - 1], ply.player, ply.move, kind);
  }

  /** Show a position and stop playing. @param {number} index */
  goTo(index) {
    this.stop();
    this.index = Math.max(0, Math.min(this.length, index));
    this.onStep();
  }

  /** Go to a position because someone chose it, and announce its move. @param {number} index */
  choose(index) {
    this.goTo(index);
    const { plies, words } = this.positions[this.index];
    const ply = this.index ? plies.at(-1) : null;
    const move = ply?.player ? `: ${words.labels[ply.player - 1]}, ${ply.move}` : "";
    if (!this.isTold) announce(`${this.#label}${move}.`);
  }

  get #label() {
    return this.index ? `Move ${this.index} of ${this.length}` : "Before the move";
  }

  /** Play the moves up to an index; from the start, if it is reached. Without motion, show that position. */
  play(end = this.length) {
    if (!isMotionAllowed()) return this.goTo(end);
    this.stop();
    if (this.index >= end) this.index = 0;
    this.isPlaying = true;
    const next = () => {
      this.index += 1;
      this.isPlaying = this.index < end;
      if (this.isPlaying) this.#timer = setTimeout(next, MOVE_DELAY_MS);
      this.onStep();
    };
    this.#timer = setTimeout(next, MOVE_DELAY_MS / 2);
    this.onStep();
  }

  /** Stop showing moves by themselves. */
  stop() {
    clearTimeout(this.#timer);
    this.isPlaying = false;
  }

  /** Return the moves as buttons, and buttons to step through them and to play them. */
  controls() {
    const { index, length } = this;
    const at = (/** @type {number} */ end) => ({ "aria-disabled": String(index === end) });
    return h(
      "div.line",
      h("ol.line-moves", { "aria-label": "Moves" }, this.#moves()),
      h(
        "div.line-steps",
        iconButton("back", "Previous move", () => this.choose(index - 1), {
          "data-do": "back",
          ...at(0),
        }),
        h("span.small", this.#label),
        iconButton("next", "Next move", () => this.choose(index + 1), {
          "data-do": "next",
          ...at(length),
        }),
        this.isPlaying
          ? iconButton("stop", "Pause", () => this.goTo(this.index), { "data-do": "play-line" })
          : iconButton("again", "Play moves", () => this.play(), { "data-do": "play-line" }),
      ),
    );
  }

  #moves() {
    const end = this.positions[this.length];
    const before = this.positions[0].plies.length;
    const entries = entriesOf(end).filter((entry) => entry.ply >= before);
    return entries.map((entry) => {
      const index = entry.ply - before + 1;
      const state = index === this.index ? "latest" : "";
      const on = { click: () => this.choose(index) };
      return h(
        "li",
        h(
          "button.ply",
          {
            type: "button",
            id: `line-${index}`,
            "aria-current": state ? "step" : null,
            on,
          },
          entryNode(entry, end.words.labels[entry.player - 1], state, true),
        ),
      );
    });
  }
}
