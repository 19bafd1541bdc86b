// Advice for those who play alone: a hint, the value of every move on its tile, and why.
import { ask, reasonOf } from "../server/wire.js";
import { arrowFor } from "../study/stage.js";
import { announce, h } from "../ui/dom.js";
import { isMine } from "./seen.js";

/**
 * @import { ShownAnalysis } from "../contract.js"
 * @import { Board } from "../board/board.js"
 * @import { Arrow } from "../board/marks.js"
 * @import { MatchSession } from "./session.js"
 */

/** The last hint that was given; each time one is asked for in a position, it says a little more. */
let hinted = { id: "", seq: -1, step: 0 };

export class Advice {
  /** @type {AbortController | null} */
  #asking = null;

  /**
   * @param {MatchSession} session
   * @param {Board} board
   * @param {() => void} redraw called when there is something else to show
   */
  constructor(session, board, redraw) {
    this.session = session;
    this.board = board;
    this.redraw = redraw;
    this.isOn = false;
    /** @type {string[]} */
    this.lines = [];
    /** @type {ShownAnalysis["legend"]} */
    this.legend = [];
    this.seq = -1;
  }

  /** Drop what was said of an earlier position; values that are wanted are asked for again. */
  follow() {
    if (this.seq === this.session.view.seq) return;
    this.stop();
    this.seq = this.session.view.seq;
    this.lines = [];
    this.board.showArrows();
    this.#show(null);
    if (this.isOn) this.#askValues();
  }

  stop() {
    this.#asking?.abort();
  }

  hint() {
    const { id, token, view } = this.session;
    const isAgain = hinted.id === id && hinted.seq === view.seq;
    const step = isAgain ? Math.min(3, hinted.step + 1) : 1;
    return this.#ask(async () => {
      const { text, move } = await ask("GET /matches/{id}/hint", { at: id, token, query: { step } });
      hinted = { id, seq: view.seq, step };
      return { text, arrows: move ? arrowFor(view, view.status.player, move) : [] };
    });
  }

  /** Say why the last mistake was one. */
  why() {
    const { id, token } = this.session;
    return this.#ask(async () => ({
      text: (await ask("GET /matches/{id}/why", { at: id, token })).text,
      arrows: [],
    }));
  }

  /** Show the values of moves, or hide them. */
  turnValues() {
    this.isOn = !this.isOn;
    if (this.isOn) this.#askValues();
    else this.#show(null);
    this.redraw();
  }

  /** @param {() => Promise<{ text: string, arrows: Arrow[] }>} question */
  async #ask(question) {
    const { seq } = this;
    this.#say("Thinking …");
    try {
      const { text, arrows } = await question();
      if (seq !== this.seq) return;
      this.#say(text);
      this.board.showArrows(arrows);
    } catch (problem) {
      if (seq === this.seq) this.#say(reasonOf(problem));
    }
  }

  /** @param {string} line */
  #say(line) {
    this.lines = line ? [line] : [];
    this.redraw();
    announce(line);
  }

  /** @param {ShownAnalysis | null} found */
  #show(found) {
    this.board.showValues(found?.moves ?? null);
    this.legend = found?.legend ?? [];
  }

  async #askValues() {
    const { session, seq } = this;
    const { id, token } = session;
    if (!isMine(session.seen)) return;
    const asking = (this.#asking = new AbortController());
    try {
      const found = await ask("GET /matches/{id}/analysis", {
        at: id,
        token,
        signal: asking.signal,
      });
      if (seq !== this.seq || !this.isOn) return;
      this.#show(found);
      this.#say(found.words);
    } catch (problem) {
      if (!asking.signal.aborted) this.#say(reasonOf(problem));
    }
  }

  /** Return what the chips on tiles mean. */
  legendNode() {
    const entries = this.legend.map(({ kind, sign, words }) =>
      h("div", h("dt", { class: `value ${kind}` }, sign), h("dd", words)),
    );
    return h("dl.legend.small.muted", { "aria-hidden": "true" }, entries);
  }
}
