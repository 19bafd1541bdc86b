// The layout of a study screen: title, rules, players, board, text panel and buttons.
import { HOME } from "../addresses.js";
import { Board } from "../board/board.js";
import { PlayerBars } from "../match/player_bar.js";
import { h, refill } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { showHead } from "../ui/layout.js";
import { openRules } from "./rules_panel.js";

/**
 * @import { ShownPosition, View } from "../contract.js"
 * @import { Seat } from "../match/players.js"
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
    this.rules = h("div.head-rules");
    this.bars = new PlayerBars();
    this.said = h("p.stage-said");
    this.panel = h("div.panel");
    this.foot = h("div.stage-foot");
    this.main = h(
      "main",
      { class: `stage unfilled ${kind}` },
      h("div.panel-ground", { "aria-hidden": "true" }),
      this.bars.above,
      h("div.board-room", this.board.element),
      this.bars.below,
      h("div.side", this.said, this.panel, this.foot),
    );
    root.replaceChildren(this.main);
    const head = h(
      "div.match-head",
      h("a.round", { href: back, "aria-label": "Back", title: "Back" }, icon("back")),
      h("div.match-title", this.title, this.subtitle),
      this.rules,
      this.tools,
    );
    showHead(root, head);
  }

  /** Set the title, also of the document. @param {string} title @param {string} subtitle */
  setTitle(title, subtitle) {
    this.title.textContent = title;
    this.subtitle.textContent = subtitle;
    document.title = `${title} · ${subtitle || "numduel"}`;
  }

  /**
   * Show a position with everything needed to think: the board, both players with their figures,
   * whose turn it is, and a link to the rules. `you` is the player at the bottom, by default the
   * one whom the position calls "You"; on a shared screen and for spectators it is Player 1.
   * With `canMove`, the moves of `you` can be chosen. With `isSaid`, a line says what happened last
   * and what can be chosen now.
   * @param {ShownPosition} position
   * @param {Seat | null} you
   * @param {{ canMove?: boolean, isSaid?: boolean }} options
   */
  showPosition(position, you = readerOf(position), { canMove = false, isSaid = false } = {}) {
    const own = you === null ? [] : [you];
    this.main.classList.remove("unfilled");
    this.board.show(position, canMove ? own : []);
    this.bars.show({ you: own, view: position }, you ?? 1);
    this.said.textContent = isSaid ? position.words.lines.join(" ") : "";
    if (this.rules.dataset.game === position.game.id) return;
    this.rules.dataset.game = position.game.id;
    this.rules.replaceChildren(rulesButton(position.game));
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

/** Return the player whom a position calls "You", or null. @param {ShownPosition} position @returns {Seat | null} */
export function readerOf({ words }) {
  const index = words.labels.indexOf("You");
  return index < 0 ? null : index ? 2 : 1;
}

/** Return the button that opens the rules of a game beside the board, or over it on a phone. @param {{ id: string, title: string }} game */
function rulesButton(game) {
  const label = `Rules of ${game.title}`;
  return h(
    "button.round.rules-link",
    {
      type: "button",
      "aria-label": label,
      title: label,
      "data-tool": "rules",
      on: { click: () => openRules(game) },
    },
    icon("book"),
    h("span.only-wide", "Rules"),
  );
}

/**
 * Return the arrow of a player's move: from their token, or a ring around the tile.
 * @param {Pick<View, "picture">} position
 * @param {number | null} player
 * @param {string} move
 * @param {Arrow["kind"]} [kind]
 * @returns {Arrow[]}
 */
export function arrowFor({ picture }, player, move, kind) {
  const tiles = picture.rows.flat();
  const to = tiles.findIndex((tile) => tile.move === move);
  const own = tiles.flatMap((tile, index) =>
    tile.tokens.filter((token) => token === player).map(() => index),
  );
  const isMoved = own.length === 1 && picture.first !== null;
  return to < 0 ? [] : [{ from: isMoved ? own[0] : null, to, kind, player }];
}
