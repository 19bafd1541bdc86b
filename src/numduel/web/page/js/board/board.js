// The board: a grid of buttons for fingers, mouse, keys and screen readers, with one SVG over them.
import { moves } from "../browser/settings.js";
import { h, svg } from "../ui/dom.js";
import { isDrawn, numeral } from "../ui/numerals.js";
import { labelOf } from "../words.js";
import {
  arrowNode,
  centre,
  extent,
  footprints,
  ghosts,
  lastEdge,
  linkNode,
  tokenNode,
  tokenPlaces,
} from "./marks.js";
import { modelOf, placeOf } from "./model.js";

const TIGHT = 60; // tiles under so many pixels have larger tokens
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export class Board {
  /**
   * @param {{onChoose?: (move: string, isAllowed: boolean) => void, onType?: (sign: string) => void, name?: string}} heard
   */
  constructor({ onChoose, onType, name = "Board" } = {}) {
    this.onChoose = onChoose ?? (() => {});
    this.onType = onType ?? (() => {});
    this.grid = h("div", {
      class: "tiles",
      role: "grid",
      "aria-label": name,
      on: { keydown: (event) => this.#key(event) },
    });
    this.edges = svg("g");
    this.trails = svg("g");
    this.signs = svg("g");
    this.arrowLayer = svg("g");
    this.tokenLayer = svg("g");
    this.over = svg(
      "svg",
      { class: "over", "aria-hidden": "true", focusable: "false" },
      this.edges,
      this.trails,
      this.signs,
      this.tokenLayer,
      this.arrowLayer,
    );
    this.columnRuler = h("div", { class: "ruler columns", "aria-hidden": "true" });
    this.rowRuler = h("div", { class: "ruler rows", "aria-hidden": "true" });
    this.plate = h(
      "div",
      { class: "plate" },
      this.columnRuler,
      this.rowRuler,
      this.grid,
      this.over,
    );
    this.element = h("div", { class: "board" }, this.plate);
    this.buttons = [];
    this.current = 0;
    this.links = new Map();
    this.tokens = new Map();
    this.values = null;
    this.pending = null;
    this.signature = "";
    new ResizeObserver(() => this.#measure()).observe(this.grid);
  }

  /** Draw a view; `you` are the players who may choose, `pending` a move of theirs on its way. */
  show(view, you = [], pending = null) {
    this.pending = pending;
    const model = (this.model = modelOf(view, pending ? [] : you));
    this.#layOut(model.shape);
    if (view.seq !== undefined) this.grid.dataset.seq = view.seq;
    this.element.classList.toggle("many", model.many);
    this.element.classList.toggle("over-now", view.status.kind === "over");
    for (const tile of model.tiles) this.#showTile(tile, model);
    this.#showMarks(model);
    this.showValues(this.values);
  }

  /** Put the worth of moves on their tiles: a map from moves to {text, kind, meaning}; null for none. */
  showValues(values) {
    this.values = values;
    for (const [index, button] of this.buttons.entries()) {
      button.querySelector(".value")?.remove();
      const tile = this.model?.tiles[index];
      const value = values?.get(tile?.move);
      if (value) button.append(h("span", { class: `value ${value.kind}` }, value.text));
      if (tile)
        button.setAttribute(
          "aria-label",
          labelOf(tile, this.model) + (value ? `, ${value.meaning}` : ""),
        );
    }
  }

  /** Point at tiles: a list of {from, to, kind}; without a `from`, the tile itself. */
  showArrows(arrows = []) {
    this.arrowLayer.replaceChildren(...arrows.map((arrow) => arrowNode(this.model.shape, arrow)));
  }

  /** The tile that stands for a move. */
  tileOf(move) {
    return this.model?.tiles.find((tile) => tile.move === move) ?? null;
  }

  /** Light up a trail, tile after tile. */
  celebrate(tiles) {
    if (!moves()) return;
    tiles.forEach((index, number) => {
      this.buttons[index]?.animate(
        [{ scale: 1 }, { scale: 1.07, filter: "brightness(1.12)" }, { scale: 1 }],
        { duration: 360, delay: number * 90, easing: "ease-out" },
      );
    });
  }

  focus() {
    this.buttons[this.current]?.focus();
  }

  // ---- tiles

  #layOut(shape) {
    const signature = `${shape.columns}/${shape.count}/${shape.first}`;
    if (signature === this.signature) return;
    this.signature = signature;
    this.buttons = Array.from({ length: shape.count }, (_, index) => this.#button(index));
    this.current = 0;
    this.buttons[0]?.setAttribute("tabindex", "0");
    const rows = Array.from({ length: shape.rows }, (_, row) =>
      h(
        "div",
        { role: "row", class: "tile-row" },
        this.buttons.slice(row * shape.columns, (row + 1) * shape.columns),
      ),
    );
    this.grid.replaceChildren(...rows);
    for (const [name, value] of [
      ["--columns", shape.columns],
      ["--lines", shape.rows],
    ])
      this.element.style.setProperty(name, value);
    this.element.classList.toggle("headed", shape.first !== null);
    this.over.setAttribute("viewBox", `0 0 ${extent(shape).join(" ")}`);
    const numbers = (count) =>
      shape.first === null
        ? []
        : Array.from({ length: count }, (_, number) => h("span", {}, String(number + shape.first)));
    this.columnRuler.replaceChildren(...numbers(shape.columns));
    this.rowRuler.replaceChildren(...numbers(shape.rows));
    this.links.clear();
    this.tokens.clear();
    for (const layer of [this.edges, this.trails, this.signs, this.tokenLayer, this.arrowLayer])
      layer.replaceChildren();
  }

  #button(index) {
    const choose = () => this.#choose(index);
    const focused = () => this.#makeCurrent(index);
    return h(
      "button",
      {
        type: "button",
        role: "gridcell",
        class: "tile",
        tabindex: "-1",
        on: { click: choose, focus: focused },
      },
      h("span", { class: "face", "aria-hidden": "true" }),
    );
  }

  #showTile(tile, model) {
    const button = this.buttons[tile.index];
    const isPending = this.pending !== null && tile.move === this.pending;
    const flags = {
      allowed: tile.allowed,
      hidden: tile.hidden,
      late: tile.late,
      barred: tile.barred,
      both: tile.owners.length > 1,
      owned: tile.owners.length === 1,
      here: tile.tokens.length > 0,
      last: tile.last !== null && !model.isOver && !tile.allowed,
      won: model.isOver && tile.last !== null && tile.last === model.winner,
      pending: isPending,
    };
    for (const [name, is] of Object.entries(flags)) button.classList.toggle(name, is);
    const owner = tile.tokens[0] ?? tile.owners[0] ?? tile.last ?? null;
    for (const [name, value] of [
      ["player", owner],
      ["move", tile.move],
    ]) {
      if (value === null) delete button.dataset[name];
      else button.dataset[name] = value;
    }
    button.setAttribute("aria-disabled", String(!tile.allowed));
    this.#showFace(button, tile, model.shape.first !== null || !model.isOver);
    button.setAttribute("aria-label", labelOf(tile, model));
  }

  #showFace(button, tile, isMarked) {
    const text = tile.hidden ? "?" : tile.label;
    const marks = tile.tags
      .filter((tag) => !/^p[12]$/.test(tag.mark) && tag.mark !== "?" && !tile.barred && isMarked)
      .map((tag) => tag.mark);
    const key = `${text}|${marks.join(" ")}`;
    const face = button.firstElementChild;
    if (face.dataset.key === key) return;
    const isRevealed = face.dataset.key?.startsWith("?|") && !tile.hidden && text !== "";
    face.dataset.key = key;
    const size = ["one", "two", "three"][Math.min(2, Math.max(0, text.length - 1))];
    const shown = isDrawn(text)
      ? numeral(text, size)
      : h("span", { class: "word", vars: { "--signs": Math.max(2, text.length) } }, text);
    face.replaceChildren(
      shown,
      ...(marks.length ? [h("span", { class: "tags" }, marks.join(" "))] : []),
    );
    if (isRevealed && moves())
      button.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], {
        duration: 240,
        easing: "ease-out",
      });
  }

  // ---- marks

  #showMarks(model) {
    const { shape } = model;
    const wanted = new Map(model.links.map((link) => [`${link.key}${link.doubled}`, link]));
    for (const [key, node] of this.links) {
      if (!wanted.has(key)) {
        node.remove();
        this.links.delete(key);
      }
    }
    for (const [key, link] of wanted) {
      if (this.links.has(key)) continue;
      const node = linkNode(shape, link);
      this.links.set(key, node);
      this.trails.append(node);
    }
    this.edges.replaceChildren(...lastEdge(model));
    this.signs.replaceChildren(...footprints(model), ...ghosts(model));
    this.#showTokens(model);
  }

  #showTokens(model) {
    const places = tokenPlaces(model);
    const goal = this.pending === null ? null : this.tileOf(this.pending);
    if (goal && places.has(model.mover)) {
      const [x, y] = centre(model.shape, goal.index);
      places.set(model.mover, [x + 30, y + 30]);
    }
    for (const [player, node] of this.tokens) {
      if (!places.has(player)) {
        node.remove();
        this.tokens.delete(player);
      }
    }
    for (const [player, [x, y]] of places) {
      let node = this.tokens.get(player);
      if (!node) {
        node = tokenNode(player);
        this.tokens.set(player, node);
        this.tokenLayer.append(node);
      }
      node.style.setProperty("transform", `translate(${x}px, ${y}px)`);
    }
  }

  #measure() {
    const side = this.buttons[0]?.getBoundingClientRect().width ?? 0;
    this.element.classList.toggle("tight", side > 0 && side < TIGHT);
  }

  // ---- what people do

  #choose(index) {
    const tile = this.model.tiles[index];
    if (tile.move !== null) this.onChoose(tile.move, tile.allowed);
  }

  #makeCurrent(index) {
    this.buttons[this.current]?.setAttribute("tabindex", "-1");
    this.current = index;
    this.buttons[index]?.setAttribute("tabindex", "0");
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const goal = this.#goal(event.key);
    if (goal !== null) {
      event.preventDefault();
      this.#makeCurrent(goal);
      this.focus();
    } else if (/^[\p{L}\p{N}(,]$/u.test(event.key)) {
      event.preventDefault();
      this.onType(event.key);
    }
  }

  /** The tile that a key leads to; null for other keys. */
  #goal(key) {
    const { shape } = this.model;
    const [row, column] = placeOf(shape, this.current);
    if (key === "Home") return row * shape.columns;
    if (key === "End") return Math.min((row + 1) * shape.columns, shape.count) - 1;
    if (!(key in STEPS)) return null;
    const [down, right] = STEPS[key];
    const [newRow, newColumn] = [row + down, column + right];
    const isInside =
      newRow >= 0 && newRow < shape.rows && newColumn >= 0 && newColumn < shape.columns;
    const index = newRow * shape.columns + newColumn;
    return isInside && index < shape.count ? index : this.current;
  }
}
