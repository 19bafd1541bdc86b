// The setup sheet: game, opponent, board, seat and rules of a new match. Its address keeps the choices.
import { HOME, isSetupPath, lessonPath, matchPath, navigate, setupPath } from "../addresses.js";
import { miniBoard } from "../board/mini_board.js";
import { currentPath, currentSearch } from "../browser/location.js";
import { read, write } from "../browser/storage.js";
import {
  computerIds,
  computerName,
  computerOpponents,
  countComputers,
} from "../match/computer_opponents.js";
import { FRIEND, HERE, LETTER, REMOTE, START_LABELS } from "../match/opponents.js";
import { keepInAddress, readChoices, startWithEnter } from "../match/setup_address.js";
import { request, describeError } from "../server/api.js";
import { Handicaps } from "../study/handicaps.js";
import { startMatch } from "../study/play_from_here.js";
import { h, refill } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { optionField } from "../ui/option_field.js";
import { iconButton, nameField, openSheet, playerBadge, segments } from "../ui/components.js";

/** @type {Deal[]} */
const DEALS = ["playable", "fair", "book", "typed"];
const BOARD_LABELS = { playable: "Random", fair: "Fair", book: "Rule book", typed: "Custom" };
const BOARD_NOTES = {
  playable: "No instant wins or losses.",
  fair: "About even, unless you play perfectly.",
  book: "Strictly by the rule book; may be decided at once.",
  typed: "Your own numbers.",
};

/**
 * @import { Games, SetupPreview, ShownPosition } from "../contract.js"
 * @import { Deal } from "../match/setup_address.js"
 * @import { Child } from "../ui/dom.js"
 * @import { Setting } from "../ui/option_field.js"
 * @typedef {Games & { samples: Record<string, ShownPosition> }} Catalogue
 * @typedef {{ game: string | null, query: URLSearchParams, onClose?: () => void }} InitialChoices choices from the address or a card
 * @typedef {{ game?: string, opponent?: string, level?: string, seat?: string }} LastSetup
 */

/** Open the setup sheet. @param {Catalogue} catalogue @param {InitialChoices} initial */
export function openSetup(catalogue, initial) {
  new Setup(catalogue, initial);
}

class Setup {
  /** @type {Deal} */
  deal = "playable";
  /** @type {Record<string, Setting>} options that differ from the standard rules */
  options = {};
  text = "";
  handicaps = new Handicaps(
    () => ({ game: this.game.id, options: this.options }),
    (options) => this.useHandicap(options),
  );
  /** @type {SetupPreview | null} */
  position = null;
  unrated = ""; // why the chosen rules have no ratings
  /** @type {AbortController | null} */
  controller = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  typingTimer;

  parts = {
    opponents: h("div.setup-opponents"),
    rules: h("div.setup-rules"),
    boards: h("div.setup-boards"),
    variant: h("div.setup-variant"),
    preview: h("div.setup-preview"),
  };
  problem = h("p.bad.small", { role: "alert" });
  startButton = h("button.button.primary", {
    type: "button",
    "data-do": "create",
    on: { click: () => this.create() },
  });
  isVariantOpen = matchMedia("(min-width: 900px)").matches;

  /** @param {Catalogue} catalogue @param {InitialChoices} initial */
  constructor(catalogue, { game, query, onClose }) {
    const { games, levels } = catalogue;
    this.catalogue = catalogue;
    this.onClose = onClose;
    /** @type {LastSetup} */
    const last = read("setup", {});
    this.computers = computerIds(catalogue);
    const opponents = [REMOTE.who, HERE, ...this.computers];
    this.game =
      [game, last.game].map((id) => games.find((game) => game.id === id)).find(Boolean) ??
      games[0];
    this.opponent =
      [query.get("opponent"), last.opponent].find((who) => who && opponents.includes(who)) ??
      (REMOTE.who === FRIEND ? FRIEND : (levels[1] ?? levels[0]));
    /** The computer opponent, also while a friend is chosen. */
    this.level =
      [this.opponent, last.level].find((who) => who && this.computers.includes(who)) ??
      levels[1] ??
      levels[0];
    const { seat, ...choices } = readChoices(this.game.options, query);
    this.seat = seat ?? last.seat ?? "1";
    Object.assign(this, choices);
    this.sheet = this.open();
  }

  /** Return the address with all choices. */
  get path() {
    const board = this.deal === "typed" ? this.text || null : this.deal;
    return setupPath(this.game.id, {
      opponent: this.opponent,
      seat: this.seat,
      board: board === "playable" ? null : board,
      ...this.options,
    });
  }

  open() {
    const left = h(
      "div.setup-left",
      this.gameStrip(),
      this.parts.rules,
      this.parts.opponents,
      this.parts.boards,
      this.seats(),
      nameField("name", "label.setting.aside"),
    );
    const right = h(
      "div.setup-right",
      this.parts.preview,
      this.parts.variant,
      h("div.setup-go", this.problem, this.startButton),
    );
    const stopEnter = startWithEnter(() => this.startButton.disabled || this.create());
    const sheet = openSheet("New game", h("div.setup-body", left, right), {
      className: "setup",
      path: isSetupPath(currentPath())
        ? currentPath() + currentSearch()
        : setupPath(this.game.id, { opponent: this.opponent }),
      home: HOME,
      onClose: () => {
        stopEnter();
        this.onClose?.();
      },
    });
    this.drawOpponents();
    this.update();
    keepInAddress(sheet, () => this.path);
    const chosen = sheet.querySelector(".strip-game:has(:checked)");
    if (chosen instanceof HTMLElement && chosen.parentElement)
      chosen.parentElement.scrollLeft = chosen.offsetLeft - chosen.offsetWidth;
    return sheet;
  }

  // ---- the parts

  gameStrip() {
    const pick = (/** @type {typeof this.game} */ game) => {
      this.game = game;
      this.options = {};
      this.handicaps.forget();
      this.deal = "playable";
      this.text = "";
      this.unrated = "";
      this.drawOpponents();
      this.update();
    };
    return h(
      "fieldset.game-strip",
      h("legend.unseen", "Game"),
      this.catalogue.games.map((game) => {
        const input = h("input", {
          type: "radio",
          name: "game",
          value: game.id,
          checked: game === this.game,
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
    if (this.opponent === LETTER && this.game.no_letters) this.opponent = this.level;
    const { no_letters } = this.game;
    const isComputer = this.computers.includes(this.opponent);
    /** @type {(value: string, title: string, about: string, isChosen: boolean) => HTMLElement} */
    const choice = (value, title, about, isChosen) =>
      h(
        "label.choice",
        h("input", {
          type: "radio",
          name: "opponent",
          value,
          checked: isChosen,
          disabled: value === LETTER && no_letters !== "",
          on: { change: () => this.setOpponent(value === "computer" ? this.level : value) },
        }),
        h("span.dot", { "aria-hidden": "true" }),
        h("span.grow", h("b", title), h("span.small.muted", about)),
      );
    refill(
      this.parts.opponents,
      h(
        "fieldset.setting",
        h("legend.label", "Opponent"),
        h(
          "div.choices.card",
          choice(
            REMOTE.who,
            REMOTE.title,
            (REMOTE.who === LETTER && no_letters) || REMOTE.about,
            this.opponent === REMOTE.who,
          ),
          choice("computer", "Computer", countComputers(this.catalogue), isComputer),
          isComputer &&
            computerOpponents(
              this.catalogue,
              { game: this.game.id, chosen: this.level, unrated: this.unrated },
              (who) => this.setOpponent((this.level = who)),
            ),
          choice(
            HERE,
            "Friend, on this screen",
            "Take turns on this device",
            this.opponent === HERE,
          ),
        ),
      ),
    );
    this.startButton.textContent =
      START_LABELS[this.opponent] ??
      `Play against ${computerName(this.catalogue, this.opponent)}`;
  }

  /** @param {string} opponent */
  setOpponent(opponent) {
    this.opponent = opponent;
    this.drawOpponents();
    this.drawBoards();
  }

  seats() {
    /** @type {[string, Child][]} */
    const choices = [
      ["1", [playerBadge(1, "small"), "First"]],
      ["coin", [icon("coin"), "Random"]],
      ["2", [playerBadge(2, "small"), "Second"]],
    ];
    return segments("seat", "You play", choices, this.seat, (seat) => (this.seat = seat));
  }

  /** Draw the choice of boards; nothing if the game has one fixed board or the board is secret. */
  drawBoards() {
    const isSecret = this.game.hidden && this.opponent === FRIEND;
    /** @type {Deal[]} */
    const hidden = this.game.hidden && !isSecret ? ["playable", "typed"] : [];
    const deals = this.game.boards ? DEALS : hidden;
    if (deals.length && !deals.includes(this.deal)) this.deal = "playable";
    const boardField =
      this.deal === "typed" &&
      h(
        "textarea.field",
        {
          name: "board",
          rows: 4,
          "aria-label": "Numbers of the board, row by row",
          placeholder: "4 3 8 / 9 5 1 / 2 7 6",
          on: { input: (event) => this.typeBoard(event.currentTarget.value) },
        },
        this.text,
      );
    const pick = (/** @type {string} */ deal) => {
      this.deal = /** @type {Deal} */ (deal);
      this.update();
    };
    refill(
      this.parts.boards,
      deals.length
        ? [
            segments(
              "deal",
              "Board",
              deals.map((deal) => [deal, BOARD_LABELS[deal]]),
              this.deal,
              pick,
            ),
            h("p.small.muted", BOARD_NOTES[this.deal]),
            boardField,
          ]
        : null,
    );
  }

  /** @param {string} text */
  typeBoard(text) {
    this.text = text.trim().replace(/\n+/g, "/");
    clearTimeout(this.typingTimer);
    this.typingTimer = setTimeout(() => this.updatePreview(), 300);
  }

  // ---- rules and preview

  /** Draw the choice between luck and skill; nothing if skill decides by the book. */
  drawRules() {
    const { luck, rules } = this.game;
    const names = rules.flatMap(({ options }) => Object.keys(options));
    const chosen = rules.findLastIndex(({ options }) =>
      Object.entries(options).every(([name, value]) => this.options[name] === value),
    );
    const pick = (/** @type {string} */ index) => {
      const kept = Object.entries(this.options).filter(([name]) => !names.includes(name));
      this.options = { ...Object.fromEntries(kept), ...rules[Number(index)]?.options };
      this.handicaps.forget();
      this.update();
    };
    refill(
      this.parts.rules,
      rules.length
        ? [
            segments(
              "rules",
              "Rules",
              rules.map(({ label }, index) => [String(index), label]),
              String(chosen),
              pick,
            ),
            h("p.small.muted", luck),
          ]
        : null,
    );
  }

  /** Use rules that make the game fairer. @param {Record<string, Setting>} options */
  useHandicap(options) {
    this.options = { ...options };
    this.update();
  }

  /** Redraw everything after a change. */
  update() {
    this.position = null;
    this.drawRules();
    this.drawBoards();
    this.drawVariant();
    this.updatePreview();
  }

  async updatePreview() {
    this.controller?.abort();
    const controller = (this.controller = new AbortController());
    const board = this.deal === "typed" ? this.text : this.deal;
    this.problem.textContent = "";
    if (this.deal === "typed" && !this.text) return this.drawPreview();
    try {
      this.position = await request("POST /preview", {
        body: {
          game: this.game.id,
          options: this.options,
          board: board === "fair" ? "playable" : board,
        },
        signal: controller.signal,
      });
    } catch (problem) {
      if (controller.signal.aborted) return;
      this.position = null;
      this.problem.textContent = describeError(problem);
    }
    const unrated = this.position?.unrated ?? "";
    if (unrated !== this.unrated) {
      this.unrated = unrated;
      this.drawOpponents();
    }
    this.drawPreview();
    this.drawVariant();
  }

  drawPreview() {
    const { position, game } = this;
    const canDeal =
      position?.game.board && !game.hidden && (this.deal === "playable" || this.deal === "book");
    const dealButton =
      canDeal &&
      iconButton("again", "New board", () => this.updatePreview(), { "data-tool": "deal" });
    const board = this.deal === "fair" || !position ? null : miniBoard(position);
    refill(
      this.parts.preview,
      h(
        "div.preview-board",
        board ??
          h(
            "span.muted.small",
            this.deal === "fair" ? "We'll find a fair board when you start." : "",
          ),
      ),
      h(
        "div.preview-words",
        h("h2.only-wide", game.title),
        h("b", position?.words.size ?? game.title),
        h("span.small.muted", Object.keys(this.options).length ? "Custom rules" : "Standard rules"),
        h("a.small", { href: lessonPath(game.id) }, "New to this game? Learn it"),
      ),
      dealButton,
    );
  }

  drawVariant() {
    /** @type {Record<string, Setting>} */
    const values = { ...this.position?.game.options, ...this.options };
    const fields = this.game.options.map((option) =>
      optionField(option, values[option.name] ?? option.default ?? null, (value) =>
        this.setOption(option.name, value),
      ),
    );
    const details = h(
      "details.variant",
      {
        open: this.isVariantOpen,
        on: { toggle: (event) => (this.isVariantOpen = event.currentTarget.open) },
      },
      h("summary.plain", "Change rules", icon("next")),
      h(
        "div.stack",
        fields,
        Object.keys(this.options).length
          ? h(
              "button",
              { type: "button", class: "plain", on: { click: () => this.resetRules() } },
              icon("undo"),
              "Use standard rules",
            )
          : null,
        this.handicaps.element,
      ),
    );
    refill(this.parts.variant, details);
  }

  resetRules() {
    this.options = {};
    this.handicaps.forget();
    this.update();
  }

  /** @param {string} name @param {Setting} value */
  setOption(name, value) {
    this.options = { ...this.options, [name]: value };
    this.handicaps.forget();
    this.drawRules();
    this.drawVariant();
    this.updatePreview();
  }

  // ---- the match

  async create() {
    const { game, options, opponent, level, seat } = this;
    const board = this.boardToSend();
    this.problem.textContent = "";
    this.startButton.disabled = true;
    if (board === "fair") this.startButton.textContent = "Finding a fair board…";
    try {
      const id = await startMatch((mine) =>
        request("POST /matches", {
          body: {
            game: game.id,
            options,
            opponent,
            seat: seat === "coin" ? null : seat === "1" ? 1 : 2,
            ...(board && { board }),
            ...mine,
          },
        }),
      );
      write("setup", { game: game.id, opponent, level, seat });
      if (!this.sheet.isConnected) return; // closed while the match was created
      this.sheet.close();
      navigate(matchPath(id));
    } catch (problem) {
      this.problem.textContent = describeError(problem);
      this.startButton.disabled = false;
      this.drawOpponents();
    }
  }

  /** Return the board to play: the one in the preview, unless it is secret. */
  boardToSend() {
    if (this.deal === "typed") return this.text;
    if (this.deal === "fair") return "fair";
    if (this.game.hidden || !this.game.boards) return this.deal === "book" ? "book" : null;
    return this.position?.game.board ?? (this.deal === "book" ? "book" : null);
  }
}
