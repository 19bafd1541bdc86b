// The sheet before a game: which one, against whom, on which board, in which seat, by which rules.
import { go, lessonOf, matchAt } from "../addresses.js";
import { miniBoard } from "../board/mini.js";
import { read, write } from "../browser/storage.js";
import { ask, reasonOf } from "../server/wire.js";
import { startMatch } from "../study/play_on.js";
import { h, refill } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { optionField } from "../ui/option_field.js";
import { iconButton, nameField, openSheet, seatMark, segments, selection } from "../ui/parts.js";
import { capital } from "../words.js";

/** @typedef {"playable" | "fair" | "book" | "typed"} Deal how a board comes about */

const FRIEND = "friend";
const HERE = "here";
/** @type {Deal[]} */
const DEALS = ["playable", "fair", "book", "typed"];
const BOARDS = { playable: "Playable", fair: "Fair", book: "Book", typed: "Typed" };
/** @type {Record<string, string>} */
const STARTS = { [FRIEND]: "Make the invite link", [HERE]: "Play on this screen" };
const ABOUT_BOARDS = {
  playable: "Nobody can win or lose by the first move.",
  fair: "Even between players who are not perfect; it is looked for when you start.",
  book: "Dealt as the rule book says, whatever comes.",
  typed: "Your own numbers.",
};

/**
 * @import { Games, ShownPosition } from "../contract.js"
 * @import { Child } from "../ui/dom.js"
 * @import { Setting } from "../ui/option_field.js"
 * @typedef {Games & { samples: Record<string, ShownPosition> }} Catalogue
 * @typedef {{ game: string | null, opponent: string | null }} Wanted what an address or a card asks for
 * @typedef {{ game?: string, opponent?: string, level?: string, seat?: string }} LastSetup
 */

/** Open the sheet. @param {Catalogue} catalogue @param {Wanted} wanted */
export function openSetup(catalogue, wanted) {
  new Setup(catalogue, wanted);
}

class Setup {
  /** @type {Deal} */
  deal = "playable";
  /** @type {Record<string, Setting>} the options that differ from the usual ones */
  options = {};
  text = "";
  /** @type {ShownPosition | null} */
  position = null;
  /** @type {AbortController | null} */
  asking = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  typing;

  parts = {
    opponents: h("div.setup-opponents"),
    boards: h("div.setup-boards"),
    variant: h("div.setup-variant"),
    preview: h("div.setup-preview"),
  };
  problem = h("p.bad.small", { role: "alert" });
  go = h("button.button.primary", {
    type: "button",
    "data-do": "create",
    on: { click: () => this.create() },
  });
  isChanging = matchMedia("(min-width: 900px)").matches;

  /** @param {Catalogue} catalogue @param {Wanted} wanted */
  constructor(catalogue, wanted) {
    const { games, levels } = catalogue;
    this.catalogue = catalogue;
    /** @type {LastSetup} */
    const last = read("setup", {});
    const opponents = [FRIEND, HERE, ...levels];
    this.kind =
      [wanted.game, last.game].map((id) => games.find((game) => game.id === id)).find(Boolean) ??
      games[0];
    this.opponent =
      [wanted.opponent, last.opponent].find((who) => who && opponents.includes(who)) ?? FRIEND;
    this.level =
      [this.opponent, last.level].find((who) => who && levels.includes(who)) ??
      levels[1] ??
      levels[0];
    this.seat = last.seat ?? "1";
    this.sheet = this.open();
  }

  open() {
    const left = h(
      "div.setup-left",
      this.gameStrip(),
      this.parts.opponents,
      this.parts.boards,
      this.seats(),
      nameField("name", "label.setting.aside"),
    );
    const right = h(
      "div.setup-right",
      this.parts.preview,
      this.parts.variant,
      h("div.setup-go", this.problem, this.go),
    );
    const sheet = openSheet("New game", h("div.setup-body", left, right), {
      className: "setup",
    });
    this.drawOpponents();
    this.follow();
    const chosen = sheet.querySelector(".strip-game:has(:checked)");
    if (chosen instanceof HTMLElement && chosen.parentElement)
      chosen.parentElement.scrollLeft = chosen.offsetLeft - chosen.offsetWidth;
    return sheet;
  }

  // ---- the parts

  gameStrip() {
    const pick = (/** @type {typeof this.kind} */ kind) => {
      this.kind = kind;
      this.options = {};
      this.deal = "playable";
      this.text = "";
      this.follow();
    };
    return h(
      "fieldset.game-strip",
      h("legend.unseen", "Game"),
      this.catalogue.games.map((game) => {
        const input = h("input", {
          type: "radio",
          name: "game",
          value: game.id,
          checked: game === this.kind,
          on: { change: () => pick(game) },
        });
        const sample = this.catalogue.samples[game.id];
        return h(
          "label.strip-game",
          input,
          h("span.strip-face", sample && miniBoard(sample), h("b", game.title)),
        );
      }),
    );
  }

  drawOpponents() {
    const { levels } = this.catalogue;
    /** @type {(value: string, title: string, about: string, isChosen: boolean, more?: Child) => HTMLElement} */
    const choice = (value, title, about, isChosen, more) =>
      h(
        "label.choice",
        h("input", {
          type: "radio",
          name: "opponent",
          value,
          checked: isChosen,
          on: { change: () => this.setOpponent(value === "computer" ? this.level : value) },
        }),
        h("span.dot", { "aria-hidden": "true" }),
        h("span.grow", h("b", title), h("span.small.muted", about)),
        more,
      );
    const setLevel = (/** @type {string} */ level) => {
      this.level = level;
      this.setOpponent(level);
    };
    const level = selection(
      levels.map((each) => [each, capital(each)]),
      this.level,
      setLevel,
      { class: "level", name: "level", "aria-label": "Strength" },
    );
    refill(
      this.parts.opponents,
      h(
        "fieldset.setting",
        h("legend.label", "Play with"),
        h(
          "div.choices.card",
          choice(FRIEND, "A friend, by link", "They need only a browser", this.opponent === FRIEND),
          choice(
            "computer",
            "Computer",
            `Level ${levels.indexOf(this.level) + 1} of ${levels.length}`,
            levels.includes(this.opponent),
            level,
          ),
          choice(
            HERE,
            "A friend, on this screen",
            "Pass the device to and fro",
            this.opponent === HERE,
          ),
        ),
      ),
    );
    this.go.textContent = STARTS[this.opponent] ?? `Play against ${capital(this.opponent)}`;
  }

  /** @param {string} opponent */
  setOpponent(opponent) {
    this.opponent = opponent;
    this.drawOpponents();
    this.drawBoards();
  }

  seats() {
    /** @type {[string, Child][]} */
    const words = [
      ["1", [seatMark(1, "small"), "first"]],
      ["coin", [icon("coin"), "a coin"]],
      ["2", [seatMark(2, "small"), "second"]],
    ];
    return segments("seat", "You are", words, this.seat, (seat) => (this.seat = seat));
  }

  /** Draw the kinds of boards; none where all games begin alike, or where the board is secret. */
  drawBoards() {
    const isSecret = this.kind.hidden && this.opponent === FRIEND;
    /** @type {Deal[]} */
    const hidden = this.kind.hidden && !isSecret ? ["playable", "typed"] : [];
    const deals = this.kind.boards ? DEALS : hidden;
    if (deals.length && !deals.includes(this.deal)) this.deal = "playable";
    const typed =
      this.deal === "typed" &&
      h(
        "textarea.field",
        {
          name: "board",
          rows: 4,
          "aria-label": "Rows of numbers",
          placeholder: "4 3 8 / 9 5 1 / 2 7 6",
          on: { input: (event) => this.typeBoard(event.currentTarget.value) },
        },
        this.text,
      );
    const pick = (/** @type {string} */ deal) => {
      this.deal = /** @type {Deal} */ (deal);
      this.follow();
    };
    refill(
      this.parts.boards,
      deals.length
        ? [
            segments(
              "deal",
              "Board",
              deals.map((deal) => [deal, BOARDS[deal]]),
              this.deal,
              pick,
            ),
            h("p.small.muted", ABOUT_BOARDS[this.deal]),
            typed,
          ]
        : null,
    );
  }

  /** @param {string} text */
  typeBoard(text) {
    this.text = text.trim().replace(/\n+/g, "/");
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.followPreview(), 300);
  }

  // ---- the rules and the board that follow

  follow() {
    this.position = null;
    this.drawBoards();
    this.drawVariant();
    this.followPreview();
  }

  async followPreview() {
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    const board = this.deal === "typed" ? this.text : this.deal;
    this.problem.textContent = "";
    if (this.deal === "typed" && !this.text) return this.drawPreview();
    try {
      this.position = await ask("POST /preview", {
        body: {
          game: this.kind.id,
          options: this.options,
          board: board === "fair" ? "playable" : board,
        },
        signal: asking.signal,
      });
    } catch (problem) {
      if (asking.signal.aborted) return;
      this.position = null;
      this.problem.textContent = reasonOf(problem);
    }
    this.drawPreview();
    this.drawVariant();
  }

  drawPreview() {
    const { position, kind } = this;
    const canDeal =
      position?.game.board && !kind.hidden && (this.deal === "playable" || this.deal === "book");
    const again =
      canDeal &&
      iconButton("again", "Another board", () => this.followPreview(), { "data-tool": "deal" });
    const shown = this.deal === "fair" || !position ? null : miniBoard(position);
    refill(
      this.parts.preview,
      h(
        "div.preview-board",
        shown ?? h("span.muted.small", this.deal === "fair" ? "A fair board will be found." : ""),
      ),
      h(
        "div.preview-words",
        h("h2.only-wide", kind.title),
        h("b", position?.words.size ?? kind.title),
        h(
          "span.small.muted",
          Object.keys(this.options).length ? "A variant of your own" : "The usual rules",
        ),
        h("a.small", { href: lessonOf(kind.id) }, "New to it? Learn it first"),
      ),
      again,
    );
  }

  drawVariant() {
    /** @type {Record<string, Setting>} */
    const values = { ...this.position?.game.options, ...this.options };
    const fields = this.kind.options.map((option) =>
      optionField(option, values[option.name] ?? option.default ?? null, (value) =>
        this.setOption(option.name, value),
      ),
    );
    const details = h(
      "details.variant",
      {
        open: this.isChanging,
        on: { toggle: (event) => (this.isChanging = event.currentTarget.open) },
      },
      h("summary.plain", "Change the rules", icon("next")),
      h(
        "div.stack",
        fields,
        Object.keys(this.options).length
          ? h(
              "button",
              { type: "button", class: "plain", on: { click: () => this.usualRules() } },
              icon("undo"),
              "The usual rules",
            )
          : null,
      ),
    );
    refill(this.parts.variant, details);
  }

  usualRules() {
    this.options = {};
    this.follow();
  }

  /** @param {string} name @param {Setting} value */
  setOption(name, value) {
    this.options = { ...this.options, [name]: value };
    this.drawVariant();
    this.followPreview();
  }

  // ---- the match

  async create() {
    const { kind, options, opponent, level, seat } = this;
    const board = this.boardToSend();
    this.problem.textContent = "";
    this.go.disabled = true;
    if (board === "fair") this.go.textContent = "Looking for a fair board …";
    try {
      const id = await startMatch((mine) =>
        ask("POST /matches", {
          body: {
            game: kind.id,
            options,
            opponent,
            seat: seat === "coin" ? null : seat === "1" ? 1 : 2,
            ...(board && { board }),
            ...mine,
          },
        }),
      );
      write("setup", { game: kind.id, opponent, level, seat });
      this.sheet.close();
      go(matchAt(id));
    } catch (problem) {
      this.problem.textContent = reasonOf(problem);
      this.go.disabled = false;
      this.drawOpponents();
    }
  }

  /** Return the board to play: the one that was shown, unless it is secret. */
  boardToSend() {
    if (this.deal === "typed") return this.text;
    if (this.deal === "fair") return "fair";
    if (this.kind.hidden || !this.kind.boards) return this.deal === "book" ? "book" : null;
    return this.position?.game.board ?? (this.deal === "book" ? "book" : null);
  }
}
