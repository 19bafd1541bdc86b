// The layout of a study screen: title, board, text panel and buttons.
import { HOME } from "../addresses.js";
import { Board } from "../board/board.js";
import { h, refill } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/**
 * @import { View } from "../contract.js"
 * @import { BoardHandlers } from "../board/board.js"
 * @import { Arrow } from "../board/overlay.js"
 * @import { Child } from "../ui/dom.js"
 */

export class Stage {
  /**
   * @param {Element} root
   * @param {{ back?: string, title: string, kind?: string, handlers?: BoardHandlers }} options
   */
  constructor(root, { back = HOME, title, kind = "", handlers }) {
    this.board = new Board(handlers);
    this.title = h("h1.match-name", title);
    this.subtitle = h("span.small.muted");
    this.tools = h("div.head-tools");
    this.panel = h("div.panel");
    this.foot = h("div.stage-foot");
    const stage = h(
      "main",
      { class: `stage ${kind}` },
      h(
        "header.match-head.head",
        h("a.round", { href: back, "aria-label": "Back", title: "Back" }, icon("back")),
        h("div.match-title", this.title, this.subtitle),
        this.tools,
      ),
      h("div.board-room", this.board.element),
      h("div.side", this.panel, this.foot),
    );
    root.replaceChildren(stage);
  }

  /** Set the title, also of the document. @param {string} title @param {string} subtitle */
  setTitle(title, subtitle) {
    this.title.textContent = title;
    this.subtitle.textContent = subtitle;
    document.title = `${title} · ${subtitle || "numduel"}`;
  }

  /** Fill the text panel. @param {Child[]} children */
  showPanel(...children) {
    refill(this.panel, ...children);
  }

  /** Fill the row of buttons. @param {Child[]} children */
  showButtons(...children) {
    refill(this.foot, ...children);
  }
}

/**
 * Listen for the keys of a screen, except in controls that use them; return a function that stops it.
 * @param {Record<string, () => void>} keys
 */
export function listenForKeys(keys) {
  const keydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const pressed = event.key === "Enter" ? "a, button, " : "";
    const own = `${pressed}input, textarea, select, dialog, [role=grid]`;
    if (event.target instanceof Element && event.target.closest(own)) return;
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  document.addEventListener("keydown", keydown);
  return () => document.removeEventListener("keydown", keydown);
}

/**
 * Return the arrow of a player's move: from their token, or a ring around the tile.
 * @param {Pick<View, "picture">} position
 * @param {number | null} player
 * @param {string} move
 * @returns {Arrow[]}
 */
export function arrowFor({ picture }, player, move) {
  const tiles = picture.rows.flat();
  const to = tiles.findIndex((tile) => tile.move === move);
  const own = tiles.flatMap((tile, index) =>
    tile.tokens.filter((token) => token === player).map(() => index),
  );
  const isMoved = own.length === 1 && picture.first !== null;
  return to < 0 ? [] : [{ from: isMoved ? own[0] : null, to }];
}
