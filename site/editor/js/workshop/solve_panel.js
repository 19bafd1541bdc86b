// The panel "Solve": the value of a position and of each of its moves. Play moves to walk through the game.
import { h, refill } from "../ui/dom.js";
import { readSolve, readTable } from "./answers.js";
import { BoardPanel } from "./board_panel.js";
import { button } from "./parts_of_page.js";

/** @import { Desk, SolveAnswer, TableAnswer } from "./types.js" */

const SECONDS = 45; // to solve a position

export class SolvePanel {
  #seed = 0;

  /** @param {HTMLElement} output @param {Desk} desk */
  constructor(output, desk) {
    this.desk = desk;
    this.output = output;
    this.table = new BoardPanel((move) => this.#act({ do: "move", move }));
    this.words = h("div.solution", { role: "status" });
    this.buttons = h(
      "div.row-of-buttons",
      button("Undo", "undo", () => this.#act({ do: "undo" })),
      button("New board", "again", () => this.start()),
    );
  }

  /** Show the first position. */
  start() {
    this.#seed += 1;
    return this.#act({ do: "start", level: null, you: 1, seed: this.#seed });
  }

  /** @param {object} action */
  async #act(action) {
    const shown = await this.desk.ask({ ...action, table: "solve" }, readTable, SECONDS, this.output, !("seed" in action));
    if (!shown) return;
    this.#show(shown, null);
    const solved = await this.desk.ask({ do: "solve", table: "solve" }, readSolve, SECONDS, this.output, true);
    if (solved) this.#show(shown, solved);
  }

  /** @param {TableAnswer} shown @param {SolveAnswer} solved */
  #show(shown, solved) {
    if (!this.table.element.isConnected) refill(this.output, this.words, this.table.element, this.buttons);
    this.table.show(shown, solved?.moves ?? null);
    refill(this.words, solved ? solutionNodes(solved) : h("p.muted", shown.position.status.kind === "over" ? "The game is over." : "…"));
  }
}

/** @param {NonNullable<SolveAnswer>} solved */
function solutionNodes({ value, words, legend, is_exact: isExact }) {
  return [
    h("p.conclusion", h("span", { class: `value-sign ${value.kind}`, "aria-hidden": "true" }, value.sign), h("strong", words)),
    !isExact && h("p.small.muted", "The position is too large to solve in the time limit: these are estimates."),
    h("ul.legend", legend.map(({ sign, kind, words: meaning }) =>
      h("li", h("span", { class: `value-sign ${kind}` }, sign), ` ${meaning}`))),
  ]; // prettier-ignore
}
