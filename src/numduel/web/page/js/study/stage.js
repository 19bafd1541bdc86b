// The stage of a screen with a board: its head, the board, a panel with words, and buttons at the foot.
import { Board } from "../board/board.js";
import { h, refill } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

export class Stage {
  /** @param heard what the board hears, as for a Board */
  constructor(root, { back = "/", title, subtitle = "", kind = "", heard = {} }) {
    this.board = new Board(heard);
    this.title = h("h1", { class: "match-name" }, title);
    this.subtitle = h("span", { class: "small muted" }, subtitle);
    this.tools = h("div", { class: "head-tools" });
    this.above = h("div", { class: "above" });
    this.panel = h("div", { class: "panel" });
    this.foot = h("div", { class: "stage-foot" });
    this.element = h(
      "main",
      { class: `stage ${kind}` },
      h(
        "header",
        { class: "match-head head" },
        h("a", { class: "round", href: back, "aria-label": "Back", title: "Back" }, icon("back")),
        h("div", { class: "match-title" }, this.title, this.subtitle),
        this.tools,
      ),
      h("div", { class: "board-room" }, this.above, this.board.element),
      h("div", { class: "side" }, this.panel, this.foot),
    );
    root.replaceChildren(this.element);
  }

  head(title, subtitle) {
    this.title.textContent = title;
    this.subtitle.textContent = subtitle;
    document.title = `${title} · ${subtitle || "numduel"}`;
  }

  say(...children) {
    refill(this.panel, ...children);
  }

  buttons(...children) {
    refill(this.foot, ...children);
  }
}

/** Listen to keys for a screen, but not where they mean something else; returns what ends it. */
export function hearKeys(keys) {
  const heard = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const pressed = event.key === "Enter" ? "a, button, " : "";
    const own = `${pressed}input, textarea, select, dialog, [role=grid]`;
    if (event.target.closest?.(own)) return;
    const does = keys[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  };
  document.addEventListener("keydown", heard);
  return () => document.removeEventListener("keydown", heard);
}

/** Where the token of a player stands in a position; null where there is none. */
function standing(position, player) {
  const place = position.picture.rows.flat().findIndex((tile) => tile.tokens.includes(player));
  return place < 0 ? null : place;
}

/** The tile that stands for a move in a position; null where none does. */
function tileFor(position, move) {
  const place = position.picture.rows.flat().findIndex((tile) => tile.move === move);
  return place < 0 ? null : place;
}

/** An arrow that shows a move of a player in a position: from their token, or around the tile. */
export function arrowFor(position, player, move, kind = "best") {
  const to = tileFor(position, move);
  return to === null ? [] : [{ from: standing(position, player), to, kind }];
}
