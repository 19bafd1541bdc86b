// A board in a panel: moves on tiles and as buttons, the last turn, and the question.
import { Board } from "../board/board.js";
import { movesWithoutTile } from "../board/model.js";
import { h, refill } from "../ui/dom.js";
import { button } from "./parts_of_page.js";

/** @import { ShownValue } from "../contract.js" */
/** @import { TableAnswer } from "./types.js" */

const MAX_BUTTONS = 60; // for moves without a tile

export class BoardPanel {
  /** @param {(move: string) => void} onMove */
  constructor(onMove) {
    this.onMove = onMove;
    this.board = new Board({ onChoose: (move, isAllowed) => void (isAllowed && onMove(move)) });
    this.facts = h("ul.facts");
    this.said = h("p.said", { role: "status" });
    this.moves = h("div.row-of-buttons.moves");
    this.element = h("div.table", this.facts, this.board.element, this.said, this.moves);
  }

  /** @param {TableAnswer} answer @param {Record<string, ShownValue> | null} values */
  show({ position, you }, values = null) {
    const { picture, status, said, prompt } = position;
    this.board.element.hidden = picture.rows.length === 0;
    this.board.show(position, you);
    this.board.showValues(values);
    refill(this.facts, picture.facts.map(({ label, value }) => h("li", h("span.muted", label), ` ${value}`)));
    refill(this.said, said.join(" "), prompt && h("strong", ` ${prompt}`));
    const canMove = status.kind === "turn" && status.player !== null && you.includes(status.player);
    const tileless = canMove ? movesWithoutTile(position, status.moves) : [];
    refill(this.moves, tileless.slice(0, MAX_BUTTONS).map((move) => this.#moveButton(move, values?.[move])));
  }

  /** @param {string} move @param {ShownValue} [value] */
  #moveButton(move, value) {
    const node = button(move, "move", () => this.onMove(move));
    node.dataset.move = move;
    if (value) node.append(h("span", { class: `value-sign ${value.kind}` }, value.sign), h("span.unseen", value.words));
    return node;
  }
}
