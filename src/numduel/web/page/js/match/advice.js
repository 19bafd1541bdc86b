// Advice for who plays alone: a hint, the worth of every move on its tile, and why.
import * as api from "../api.js";
import { announce, h } from "../dom.js";
import * as study from "../study/index.js";
import { listed, valueWords } from "../words.js";

const LEGEND = [
  ["win", "W3", "wins in 3"],
  ["loss", "L2", "loses"],
  ["even", "=", "even"],
  ["chance", "62%", "chance"],
];

export class Advice {
  /**
   * @param {import("./session.js").MatchSession} session
   * @param {import("../board/board.js").Board} board
   * @param {() => void} redraw called when there is something else to be shown
   */
  constructor(session, board, redraw) {
    this.session = session;
    this.board = board;
    this.redraw = redraw;
    this.isOn = false;
    this.lines = [];
    this.seq = -1;
  }

  /** Drop what was said of an earlier position; values that are wanted are asked for anew. */
  follow() {
    if (this.seq === this.session.view.seq) return;
    this.stop();
    this.seq = this.session.view.seq;
    this.lines = [];
    this.board.showArrows();
    this.board.showValues(null);
    if (this.isOn) this.#askValues();
  }

  stop() {
    this.asking?.abort();
  }

  hint() {
    return this.#ask(study.hint);
  }

  why() {
    return this.#ask(study.why);
  }

  /** Show the worth of moves, or show it no more. */
  turnValues() {
    this.isOn = !this.isOn;
    if (this.isOn) this.#askValues();
    else this.board.showValues(null);
    this.redraw();
  }

  async #ask(question) {
    const { seq } = this;
    this.#say(["Thinking …"]);
    try {
      const { lines, arrows } = await question(this.session);
      if (seq !== this.seq) return;
      this.#say(lines);
      this.board.showArrows(arrows);
    } catch (problem) {
      if (seq === this.seq) this.#say([problem.message]);
    }
  }

  #say(lines) {
    this.lines = lines.filter(Boolean);
    this.redraw();
    announce(this.lines.join(" "));
  }

  async #askValues() {
    const { session, seq } = this;
    const { status } = session.view;
    if (status.kind !== "turn" || !session.seen.you.includes(status.player)) return;
    const asking = (this.asking = new AbortController());
    try {
      const found = await api.analysis(session.id, session.token, {}, asking.signal);
      if (seq !== this.seq || !this.isOn) return;
      const values = Object.entries(found.moves).map(([move, value]) => [move, valueWords(value)]);
      this.board.showValues(new Map(values));
      this.#say([this.#bestWords(found)]);
    } catch (problem) {
      if (!asking.signal.aborted) this.#say([problem.message]);
    }
  }

  /** "Best: 8, wins in 1 turn." */
  #bestWords(found) {
    if (!found.best.length) return "";
    const names = found.best.map((move) => this.board.tileOf(move)?.label || move);
    const how = found.how === "exact" ? "" : " (estimated)";
    const { meaning } = valueWords(found.moves[found.best[0]]);
    return `Best: ${listed([...new Set(names)].slice(0, 4))}, ${meaning}${how}.`;
  }

  /** What the chips on tiles mean: those kinds that are there. */
  legend() {
    const kinds = new Set([...(this.board.values?.values() ?? [])].map((value) => value.kind));
    return h(
      "dl",
      { class: "legend small muted", "aria-hidden": "true" },
      LEGEND.filter(([kind]) => kinds.has(kind)).map(([kind, text, words]) =>
        h("div", {}, h("dt", { class: `value ${kind}` }, text), h("dd", {}, words)),
      ),
    );
  }
}
