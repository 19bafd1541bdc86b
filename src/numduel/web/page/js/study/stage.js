// The stage of a screen with a board: its head, the board, a panel with words, and buttons at the foot.
import { HOME } from "../addresses.js";
import { Board } from "../board/board.js";
import { h, refill } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/**
 * @import { View } from "../contract.js"
 * @import { Heard } from "../board/board.js"
 * @import { Arrow } from "../board/marks.js"
 * @import { Child } from "../ui/dom.js"
 */

export class Stage {
  /**
   * @param {Element} root
   * @param {{ back?: string, title: string, kind?: string, heard?: Heard }} options
   */
  constructor(root, { back = HOME, title, kind = "", heard }) {
    this.board = new Board(heard);
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

  /** @param {string} title @param {string} subtitle */
  head(title, subtitle) {
    this.title.textContent = title;
    this.subtitle.textContent = subtitle;
    document.title = `${title} · ${subtitle || "numduel"}`;
  }

  /** @param {Child[]} children */
  say(...children) {
    refill(this.panel, ...children);
  }

  /** @param {Child[]} children */
  buttons(...children) {
    refill(this.foot, ...children);
  }
}

/**
 * Listen to keys for a screen, but not where they mean something else; return what ends it.
 * @param {Record<string, () => void>} keys
 */
export function hearKeys(keys) {
  const heard = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const pressed = event.key === "Enter" ? "a, button, " : "";
    const own = `${pressed}input, textarea, select, dialog, [role=grid]`;
    if (event.target instanceof Element && event.target.closest(own)) return;
    const does = keys[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  };
  document.addEventListener("keydown", heard);
  return () => document.removeEventListener("keydown", heard);
}

/**
 * Return an arrow that shows a move of a player in a position: from their token, or around the tile.
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
