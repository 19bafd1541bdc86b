// Help against the computer: hints, the value of every move, and explanations of mistakes.
import { request, describeError } from "../server/api.js";
import { arrowFor } from "../study/stage.js";
import { announce, h } from "../ui/dom.js";
import { isMyTurn } from "./players.js";

/**
 * @import { ShownAnalysis } from "../contract.js"
 * @import { Board } from "../board/board.js"
 * @import { Arrow } from "../board/overlay.js"
 * @import { MatchSession } from "./session.js"
 */

/** What the next hint in the same position says, by the step of the last. @type {Record<number, string>} */
const MORE = {
  1: "Press Hint again for a move.",
  2: "Press Hint again to see how play continues.",
};

/** The last hint. Each further request in the same position says a little more. */
let lastHint = { id: "", seq: -1, step: 0 };

export class Advice {
  /** Cancels the values of moves. */
  #values = new AbortController();
  /** Cancels everything that is asked about the position. */
  #position = new AbortController();
  /** The last line announced. */
  #announced = "";
  /** Requests so far. Only the answer to the last one is shown. */
  #requests = 0;

  /**
   * @param {MatchSession} session
   * @param {Board} board
   * @param {() => void} redraw called after every change
   */
  constructor(session, board, redraw) {
    this.session = session;
    this.board = board;
    this.redraw = redraw;
    this.isOn = false;
    /** @type {string[]} */
    this.lines = [];
    /** What to press for more. */
    this.more = "";
    /** @type {ShownAnalysis["legend"]} */
    this.legend = [];
    /** @type {ShownAnalysis["moves"]} */
    this.values = {};
    this.seq = -1;
    this.round = -1;
  }

  /** Drop the advice on an earlier position; load new values if they are switched on. */
  refresh() {
    const { seq, round } = this.session.view;
    if (this.seq === seq) return;
    this.stop();
    this.#position = new AbortController();
    this.seq = seq;
    if (this.round !== round) this.isOn = false; // a new game starts without help
    this.round = round;
    this.lines = [];
    this.more = "";
    this.board.showArrows();
    this.#showAnalysis(null);
    if (this.isOn) this.#loadValues();
  }

  /** Cancel all searches. */
  stop() {
    this.#values.abort();
    this.#position.abort();
  }

  /** Show a hint. Pressed again before the answer, it asks for the next one. */
  showHint() {
    const { id, token, view } = this.session;
    const before = lastHint;
    const isAgain = before.id === id && before.seq === view.seq;
    const step = isAgain ? Math.min(3, before.step + 1) : 1;
    lastHint = { id, seq: view.seq, step };
    return this.#request(async (signal) => {
      const options = { at: id, token, query: { step }, signal };
      const hint = await request("GET /matches/{id}/hint", options).catch((problem) => {
        lastHint = before;
        throw problem;
      });
      const { text, move, is_last: isLast } = hint;
      const arrows = move ? arrowFor(view, view.status.player, move) : [];
      return { text, arrows, more: isLast ? "" : MORE[step] };
    });
  }

  /** Explain the last mistake. */
  explainMistake() {
    const { id, token } = this.session;
    return this.#request(async (signal) => ({
      text: (await request("GET /matches/{id}/why", { at: id, token, signal })).text,
      arrows: [],
    }));
  }

  /** Show or hide the values of moves. */
  toggleValues() {
    this.isOn = !this.isOn;
    if (this.isOn) this.#loadValues();
    else {
      this.#values.abort();
      this.#showAnalysis(null);
    }
    this.redraw();
  }

  /** @param {(signal: AbortSignal) => Promise<{ text: string, arrows: Arrow[], more?: string }>} load */
  async #request(load) {
    const { signal } = this.#position;
    const count = ++this.#requests;
    const isCurrent = () => !signal.aborted && count === this.#requests;
    this.#showLine("Thinking…");
    try {
      const { text, arrows, more } = await load(signal);
      if (!isCurrent()) return;
      this.#showLine(text, more);
      this.board.showArrows(arrows);
    } catch (problem) {
      if (isCurrent()) this.#showLine(describeError(problem));
    }
  }

  /** @param {string} line @param {string} more */
  #showLine(line, more = "") {
    this.lines = line ? [line] : [];
    this.more = more;
    this.redraw();
    const words = this.board.element.closest(".table")?.querySelector(".words");
    words?.scrollIntoView({ block: "nearest" }); // on a small phone the tools may cover it
    if (line !== this.#announced) announce(`${line} ${more}`.trim()); // not the same values again
    this.#announced = line;
  }

  /** @param {ShownAnalysis | null} analysis */
  #showAnalysis(analysis) {
    this.values = analysis?.moves ?? {};
    this.board.showValues(analysis?.moves ?? null);
    this.legend = analysis?.legend ?? [];
  }

  async #loadValues() {
    const { session } = this;
    const { id, token } = session;
    if (!isMyTurn(session.seen)) return;
    const { signal } = (this.#values = new AbortController());
    try {
      const analysis = await request("GET /matches/{id}/analysis", {
        at: id,
        token,
        signal,
      });
      if (signal.aborted) return;
      this.#showAnalysis(analysis);
      this.#showLine(analysis.words);
    } catch (problem) {
      if (!signal.aborted) this.#showLine(describeError(problem));
    }
  }

  /**
   * Show the values of moves on their buttons.
   * @template {Element | null} T
   * @param {T} question
   * @returns {T}
   */
  addValues(question) {
    for (const each of question?.querySelectorAll("button[data-move]") ?? []) {
      const value = this.values[each.getAttribute("data-move") ?? ""];
      if (!value) continue;
      each.setAttribute("aria-label", `${each.textContent}, ${value.words}`);
      each.append(h("span", { class: `value ${value.kind}` }, value.sign));
    }
    return question;
  }

  /** Return the legend of the values on tiles and buttons. */
  legendNode() {
    const entries = this.legend.map(({ kind, sign, words }) =>
      h("div", h("dt", { class: `value ${kind}` }, sign), h("dd", words)),
    );
    return h("dl.legend.small.muted", { "aria-hidden": "true" }, entries);
  }
}
