// The panel "Play": a game against a level.
import { h, refill } from "../ui/dom.js";
import { readTable } from "./answers.js";
import { BoardPanel } from "./board_panel.js";
import { button, choice } from "./parts_of_page.js";

/** @import { Desk, TableAnswer } from "./types.js" */

const SECONDS = 15; // for a move, also that of a level
const LEVELS = ["beginner", "casual", "skilled", "expert", "perfect"].map((id) => [
  id,
  id[0].toUpperCase() + id.slice(1),
]);
const SEATS = [
  ["1", "First"],
  ["2", "Second"],
];

export class PlayPanel {
  #seed = 0;

  /** @param {HTMLElement} panel @param {Desk} desk */
  constructor(panel, desk) {
    this.desk = desk;
    this.level = choice("Opponent", "level", LEVELS, "casual");
    this.seat = choice("You play", "seat", SEATS);
    this.table = new BoardPanel((move) => this.#act({ do: "move", move }));
    this.buttons = h(
      "div.row-of-buttons",
      button("Undo", "undo", () => this.#act({ do: "undo" })),
      button("New game", "again", () => this.start()),
    );
    this.output = h("div.output");
    panel.append(h("div.choices-row", this.level.node, this.seat.node), this.output);
  }

  /** Start a game. */
  start() {
    this.#seed += 1;
    const [level, you] = [this.level.field.value, Number(this.seat.field.value)];
    return this.#act({ do: "start", level, you, seed: this.#seed });
  }

  /** @param {object} action */
  async #act(action) {
    const isNew = "seed" in action;
    const answer = await this.desk.ask({ ...action, table: "play" }, readTable, SECONDS, this.output, !isNew);
    if (answer) this.#show(answer, isNew);
  }

  /** @param {TableAnswer} answer @param {boolean} isNew */
  #show(answer, isNew) {
    if (isNew || !this.table.element.isConnected) refill(this.output, this.table.element, this.buttons);
    this.table.show(answer);
  }
}
