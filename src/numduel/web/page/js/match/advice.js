// Advice for who plays alone: a hint, the worth of every move on its tile, and why.
import * as api from "../server/api.js";
import { arrowFor } from "../study/stage.js";
import { announce, h } from "../ui/dom.js";
import { listed, valueWords } from "../words.js";

const LEGEND = [
  ["win", "W3", "wins in 3"],
  ["loss", "L2", "loses"],
  ["even", "=", "even"],
  ["chance", "62%", "chance"],
];

let hinted = { id: "", seq: -1, step: 0 };

/** A hint; each time that it is asked for in a position, a little more. */
async function askHint(session) {
  const { id, view } = session;
  const isAgain = hinted.id === id && hinted.seq === view.seq;
  hinted = { id, seq: view.seq, step: isAgain ? Math.min(3, hinted.step + 1) : 1 };
  const found = await api.hint(id, session.token, hinted.step);
  return {
    lines: [found.text],
    arrows: found.move ? arrowFor(view, view.status.player, found.move) : [],
  };
}

/** Why the last mistake was one. */
async function askWhy(session) {
  const found = await api.why(session.id, session.token);
  return { lines: [found.text], arrows: [] };
}

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
    return this.#ask(askHint);
  }

  why() {
    return this.#ask(askWhy);
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
