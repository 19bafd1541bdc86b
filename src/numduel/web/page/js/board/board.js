// The board: a grid of buttons for touch, mouse, keyboard and screen readers, under one SVG overlay.
import { isMotionAllowed } from "../browser/settings.js";
import { h, svg } from "../ui/dom.js";
import { hasStrokes, numeral } from "../ui/numerals.js";
import { describeTile } from "../text.js";
import {
  arrowNode,
  extent,
  footprints,
  ghosts,
  lastEdge,
  linkNode,
  tokenNode,
  tokenOn,
  tokensOf,
} from "./overlay.js";
import { modelOf, rowAndColumn } from "./model.js";

/**
 * @import { Link, ShownValue } from "../contract.js"
 * @import { Arrow, Badge, Token } from "./overlay.js"
 * @import { BoardView, Model, Shape, TileModel } from "./model.js"
 */

/**
 * Callbacks of a board: a tile was chosen, or a key was typed. `onType` returns whether it takes the key.
 * @typedef {{ onChoose?: (move: string, isAllowed: boolean) => void, onType?: (sign: string) => boolean }} BoardHandlers
 */

/** @typedef {{ player: number, tile: number, node: SVGElement }} ShownToken */

/** @type {Model} */
const EMPTY = {
  shape: { columns: 1, rows: 1, count: 0, first: null },
  tiles: [],
  links: [],
  mover: null,
  isOver: false,
  many: false,
  winner: null,
  names: ["Player 1", "Player 2"],
};
const TIGHT_TILE_PX = 60; // smaller tiles have larger tokens
/** @type {Record<string, [down: number, right: number]>} */
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export class Board {
  /** @param {BoardHandlers} handlers */
  constructor(handlers = {}) {
    this.handlers = handlers;
    this.grid = h("div.tiles", {
      role: "grid",
      "aria-label": "Board",
      on: { keydown: (event) => this.#handleKey(event) },
    });
    this.layers = {
      edges: svg("g"),
      trails: svg("g"),
      arrows: svg("g"),
      signs: svg("g"),
      tokens: svg("g"),
    };
    const unseen = { "aria-hidden": "true", focusable: "false" };
    this.over = svg("svg.over", unseen, Object.values(this.layers));
    this.columnRuler = h("div.ruler.columns", { "aria-hidden": "true" });
    this.rowRuler = h("div.ruler.rows", { "aria-hidden": "true" });
    const plate = h("div.plate", this.columnRuler, this.rowRuler, this.grid, this.over);
    this.element = h("div.board", plate);
    this.model = EMPTY;
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    this.current = 0;
    /** @type {Map<string, SVGElement>} */
    this.links = new Map();
    /** @type {ShownToken[]} */
    this.tokens = [];
    /** @type {Record<string, ShownValue> | null} */
    this.values = null;
    /** @type {Arrow[]} */
    this.arrows = [];
    /** @type {string | null} */
    this.pending = null;
    this.signature = "";
    this.scrolledTo = "";
    new ResizeObserver(() => this.#measure()).observe(this.grid);
  }

  /**
   * Draw a view. `you` are the players who can move, `pending` is their unconfirmed move.
   * @param {BoardView} view
   * @param {number[]} you
   * @param {string | null} pending
   */
  show(view, you = [], pending = null) {
    this.pending = pending;
    const model = (this.model = modelOf(view, pending ? [] : you));
    this.#layOut(model.shape);
    if (view.seq !== undefined) this.grid.dataset.seq = String(view.seq);
    this.element.classList.toggle("many", model.many);
    for (const tile of model.tiles) this.#showTile(tile, model);
    this.#showMarks(model);
    this.showValues(this.values);
    this.#scrollToMover();
  }

  /** On a board wider than the screen, scroll to the tiles that matter now, once per change. */
  #scrollToMover() {
    const { tiles, mover, shape } = this.model;
    const room = this.element;
    if (room.scrollWidth <= room.clientWidth) return;
    const chosen = tiles.filter(({ allowed }) => allowed);
    const own = tiles.filter(({ tokens }) => mover !== null && tokens.includes(mover));
    const last = tiles.filter((tile) => tile.last !== null);
    const wanted = [[...own, ...chosen], own, last].find((some) => some.length && !this.model.many);
    const key = `${this.signature} ${wanted?.map(({ index }) => index)}`;
    if (!wanted || key === this.scrolledTo) return;
    this.scrolledTo = key;
    const columns = wanted.map(({ index }) => index % shape.columns);
    const [first, end] = [Math.min(...columns), Math.max(...columns)].map(
      (column) => this.buttons[column].offsetLeft,
    );
    const width = this.buttons[0].offsetWidth;
    const isSeen = first >= room.scrollLeft && end + width <= room.scrollLeft + room.clientWidth;
    if (isSeen) return;
    const left = (first + end + width - room.clientWidth) / 2;
    room.scrollTo({ left, behavior: isMotionAllowed() ? "smooth" : "auto" });
  }

  /** Show the values of moves on their tiles; null hides them. @param {Record<string, ShownValue> | null} values */
  showValues(values) {
    this.values = values;
    for (const tile of this.model.tiles) {
      const button = this.buttons[tile.index];
      const value = tile.move === null ? null : values?.[tile.move];
      button.querySelector(".value")?.remove();
      if (value) button.append(h("span", { class: `value ${value.kind}` }, value.sign));
      const label = describeTile(tile, this.model);
      button.setAttribute("aria-label", value ? `${label}, ${value.words}` : label);
    }
    this.showArrows(this.arrows);
  }

  /** Draw arrows. @param {Arrow[]} arrows */
  showArrows(arrows = []) {
    this.arrows = arrows;
    const nodes = arrows.map((arrow) => {
      const node = arrowNode(this.model.shape, arrow, this.#badgeOf(arrow.to));
      if (arrow.kind) node.classList.add(arrow.kind);
      if (arrow.player) node.dataset.player = String(arrow.player);
      return node;
    });
    this.layers.arrows.replaceChildren(...nodes);
  }

  /** Return the box of the value on a tile, or null. @param {number} index @returns {Badge | null} */
  #badgeOf(index) {
    const button = this.buttons[index];
    const badge = button?.querySelector(".value")?.getBoundingClientRect();
    if (!badge) return null;
    const { left, top, width } = button.getBoundingClientRect();
    const toUnits = 100 / Math.max(1, width);
    return { left: (badge.left - left) * toUnits, bottom: (badge.bottom - top) * toUnits };
  }

  /** Animate a trail, tile by tile. @param {number[]} tiles */
  celebrate(tiles) {
    if (!isMotionAllowed()) return;
    tiles.forEach((index, number) => {
      this.buttons[index]?.animate(
        [{ scale: 1 }, { scale: 1.07, filter: "brightness(1.12)" }, { scale: 1 }],
        { duration: 360, delay: number * 90, easing: "ease-out" },
      );
    });
  }

  /** Focus the current tile; return whether there is one. */
  focus() {
    this.buttons[this.current]?.focus();
    return this.buttons.length > 0;
  }

  // ---- tiles

  /** @param {Shape} shape */
  #layOut(shape) {
    const signature = `${shape.columns}/${shape.count}/${shape.first}`;
    if (signature === this.signature) return;
    this.signature = signature;
    this.buttons = Array.from({ length: shape.count }, (_, index) => this.#createTile(index));
    this.current = 0;
    this.buttons[0]?.setAttribute("tabindex", "0");
    const rows = Array.from({ length: shape.rows }, (_, row) =>
      h(
        "div.tile-row",
        { role: "row" },
        this.buttons.slice(row * shape.columns, (row + 1) * shape.columns),
      ),
    );
    this.grid.replaceChildren(...rows);
    this.element.style.setProperty("--columns", String(shape.columns));
    this.element.style.setProperty("--lines", String(shape.rows));
    this.element.classList.toggle("headed", shape.first !== null);
    this.element.hidden = shape.count === 0;
    this.over.setAttribute("viewBox", `0 0 ${extent(shape).join(" ")}`);
    const { first } = shape;
    const numbers = (/** @type {number} */ count) =>
      first === null
        ? []
        : Array.from({ length: count }, (_, number) => h("span", String(number + first)));
    this.columnRuler.replaceChildren(...numbers(shape.columns));
    this.rowRuler.replaceChildren(...numbers(shape.rows));
    this.links.clear();
    this.tokens = [];
    this.arrows = [];
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
  }

  /** @param {number} index */
  #createTile(index) {
    const on = { click: () => this.#choose(index), focus: () => this.#makeCurrent(index) };
    return h(
      "button.tile",
      { type: "button", role: "gridcell", tabindex: "-1", on },
      h("span.face", { "aria-hidden": "true" }),
    );
  }

  /** @param {TileModel} tile @param {Model} model */
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
    for (const [name, value] of Object.entries({ player: owner, move: tile.move })) {
      if (value === null) delete button.dataset[name];
      else button.dataset[name] = String(value);
    }
    button.setAttribute("aria-disabled", String(!tile.allowed));
    const isChoice = model.shape.first === null && tile.move !== null;
    this.#showFace(button, tile, !isChoice || !model.isOver);
  }

  /** @param {HTMLElement} button @param {TileModel} tile @param {boolean} isMarked */
  #showFace(button, tile, isMarked) {
    const text = tile.hidden ? "?" : tile.label;
    const marks = tile.tags
      .filter((tag) => !/^p[12]$/.test(tag.mark) && tag.mark !== "?" && !tile.barred && isMarked)
      .map((tag) => tag.mark);
    const key = `${text}|${marks.join(" ")}`;
    const face = /** @type {HTMLElement} */ (button.firstElementChild);
    if (face.dataset.key === key) return;
    const isRevealed = face.dataset.key?.startsWith("?|") && !tile.hidden && text !== "";
    face.dataset.key = key;
    const size = ["one", "two", "three"][Math.min(2, Math.max(0, text.length - 1))];
    const content = hasStrokes(text)
      ? numeral(text, size)
      : h("span.word", { vars: { "--signs": Math.max(2, text.length) } }, text);
    face.replaceChildren(content, ...(marks.length ? [h("span.tags", marks.join(" "))] : []));
    if (isRevealed && isMotionAllowed())
      button.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], {
        duration: 240,
        easing: "ease-out",
      });
  }

  // ---- marks

  /** @param {Model} model */
  #showMarks(model) {
    const wanted = new Map(model.links.map((link) => [keyOf(link), link]));
    dropMissing(this.links, wanted);
    for (const [id, link] of wanted) {
      if (this.links.has(id)) continue;
      const node = linkNode(link);
      this.links.set(id, node);
      this.layers.trails.append(node);
    }
    this.layers.edges.replaceChildren(...lastEdge(model));
    this.layers.signs.replaceChildren(...footprints(model), ...ghosts(model));
    this.#showTokens(model);
  }

  /** @param {Model} model */
  #showTokens(model) {
    const previous = this.tokens;
    const tokens = this.#tokensAt(model);
    const reused = tokens.map((token) => takeToken(previous, token, token.tile));
    this.tokens = tokens.map(({ player, tile, point: [x, y] }, index) => {
      const node = (reused[index] ?? takeToken(previous, { player }))?.node ?? tokenNode(player);
      if (!node.isConnected) this.layers.tokens.append(node);
      node.style.setProperty("transform", `translate(${x}px, ${y}px)`);
      return { player, tile, node };
    });
    for (const { node } of previous) node.remove();
  }

  /**
   * Return the tokens of a position. If the player to move has one token, it follows the pending move.
   * @param {Model} model
   * @returns {Token[]}
   */
  #tokensAt(model) {
    const { tiles, shape, mover } = model;
    const tokens = tokensOf(model);
    const goal = tiles.find((tile) => tile.move !== null && tile.move === this.pending);
    const own = tokens.filter((token) => token.player === mover);
    if (!goal || own.length !== 1 || shape.first === null) return tokens;
    const moved = tokenOn(shape, own[0].player, goal.index);
    return tokens.map((token) => (token === own[0] ? moved : token));
  }

  #measure() {
    const side = this.buttons[0]?.getBoundingClientRect().width ?? 0;
    this.element.classList.toggle("tight", side > 0 && side < TIGHT_TILE_PX);
    this.showArrows(this.arrows);
    this.#scrollToMover();
  }

  // ---- input

  /** @param {number} index */
  #choose(index) {
    const tile = this.model.tiles[index];
    if (tile.move !== null) this.handlers.onChoose?.(tile.move, tile.allowed);
  }

  /** @param {number} index */
  #makeCurrent(index) {
    this.buttons[this.current]?.setAttribute("tabindex", "-1");
    this.current = index;
    this.buttons[index]?.setAttribute("tabindex", "0");
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const goal = this.#tileAfter(event.key);
    if (goal !== null) {
      event.preventDefault();
      this.#makeCurrent(goal);
      this.focus();
    } else if (/^[\p{L}\p{N}(,]$/u.test(event.key) && this.handlers.onType?.(event.key))
      event.preventDefault();
  }

  /** Return the tile that a key moves to, or null. @param {string} key */
  #tileAfter(key) {
    const { shape } = this.model;
    const [row, column] = rowAndColumn(shape, this.current);
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

/** Return the key of a link, the same in both directions. @param {Link} link */
const keyOf = ({ player, start, end, doubled }) =>
  `${player}:${Math.min(start, end)}-${Math.max(start, end)}${doubled ? " doubled" : ""}`;

/**
 * Remove a player's token from a list, on the given tile if any; return it.
 * @param {ShownToken[]} tokens
 * @param {{ player: number }} token
 * @param {number} [tile]
 */
function takeToken(tokens, { player }, tile) {
  const index = tokens.findIndex(
    (each) => each.player === player && (tile === undefined || each.tile === tile),
  );
  return index < 0 ? undefined : tokens.splice(index, 1)[0];
}

/**
 * Remove nodes that are no longer wanted.
 * @template K
 * @param {Map<K, Element>} nodes
 * @param {Map<K, unknown>} wanted
 */
function dropMissing(nodes, wanted) {
  for (const [key, node] of nodes) {
    if (wanted.has(key)) continue;
    node.remove();
    nodes.delete(key);
  }
}
