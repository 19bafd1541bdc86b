// The sheet before a game: which one, against whom, on which board, in which seat, by which rules.
import { go, lessonOf, matchAt } from "../addresses.js";
import { miniBoard } from "../board/mini.js";
import { keepSeat, newToken, remember } from "../browser/seats.js";
import { choose, settings } from "../browser/settings.js";
import { read, write } from "../browser/storage.js";
import * as api from "../server/api.js";
import { h, refill } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { optionField } from "../ui/option_field.js";
import { iconButton, openSheet, seatMark, segments } from "../ui/parts.js";
import { capital, sizeWords } from "../words.js";

const FRIEND = "friend";
const HERE = "here";
const BOARDS = { playable: "Playable", fair: "Fair", book: "Book", typed: "Typed" };
const ABOUT_BOARDS = {
  playable: "Nobody can win or lose by the first move.",
  fair: "Even between players who are not perfect; it is looked for when you start.",
  book: "Dealt as the rule book says, whatever comes.",
  typed: "Your own numbers.",
};

/** Open the sheet; `wanted` may name a game and an opponent. */
export function openSetup(catalogue, wanted = {}) {
  new Setup(catalogue, wanted).open();
}

class Setup {
  constructor(catalogue, wanted) {
    this.catalogue = catalogue;
    const last = read("setup", {});
    const known = (id) => catalogue.games.some((game) => game.id === id);
    const opponents = [FRIEND, HERE, ...catalogue.levels];
    this.game = [wanted.game, last.game].find(known) ?? catalogue.games[0].id;
    this.opponent =
      [wanted.opponent, last.opponent].find((who) => opponents.includes(who)) ?? FRIEND;
    this.level =
      [this.opponent, last.level].find((who) => catalogue.levels.includes(who)) ??
      catalogue.levels[1] ??
      catalogue.levels[0];
    this.seat = last.seat ?? "1";
    this.deal = "playable";
    this.options = {};
    this.text = "";
    this.position = null;
    this.isChanging = matchMedia("(min-width: 900px)").matches;
  }

  get kind() {
    return this.catalogue.games.find((game) => game.id === this.game);
  }

  open() {
    this.parts = Object.fromEntries(
      ["opponents", "boards", "variant", "preview"].map((name) => [
        name,
        h("div", { class: `setup-${name}` }),
      ]),
    );
    this.problem = h("p", { class: "bad small", role: "alert" });
    this.go = h("button", {
      type: "button",
      class: "button primary",
      "data-do": "create",
      on: { click: () => this.create() },
    });
    const left = h(
      "div",
      { class: "setup-left" },
      this.gameStrip(),
      this.parts.opponents,
      this.parts.boards,
      this.seats(),
      this.name(),
    );
    const right = h(
      "div",
      { class: "setup-right" },
      this.parts.preview,
      this.parts.variant,
      h("div", { class: "setup-go" }, this.problem, this.go),
    );
    this.sheet = openSheet("New game", h("div", { class: "setup-body" }, left, right), {
      className: "setup",
    });
    this.drawOpponents();
    this.follow();
    const chosen = this.sheet.querySelector(".strip-game:has(:checked)");
    chosen.parentElement.scrollLeft = chosen.offsetLeft - chosen.offsetWidth;
  }

  // ---- the parts

  gameStrip() {
    const pick = (id) => {
      this.game = id;
      this.options = {};
      this.deal = "playable";
      this.text = "";
      this.follow();
    };
    return h(
      "fieldset",
      { class: "game-strip" },
      h("legend", { class: "unseen" }, "Game"),
      this.catalogue.games.map((game) => {
        const input = h("input", {
          type: "radio",
          name: "game",
          value: game.id,
          checked: game.id === this.game,
          on: { change: () => pick(game.id) },
        });
        const sample = this.catalogue.samples?.[game.id];
        return h(
          "label",
          { class: "strip-game" },
          input,
          h("span", { class: "strip-face" }, sample && miniBoard(sample), h("b", {}, game.title)),
        );
      }),
    );
  }

  drawOpponents() {
    const isLevel = this.catalogue.levels.includes(this.opponent);
    const choice = (value, title, about, isChosen, more) =>
      h(
        "label",
        { class: "choice" },
        h("input", {
          type: "radio",
          name: "opponent",
          value,
          checked: isChosen,
          on: { change: () => this.setOpponent(value) },
        }),
        h("span", { class: "dot", "aria-hidden": "true" }),
        h("span", { class: "grow" }, h("b", {}, title), h("span", { class: "small muted" }, about)),
        more,
      );
    const level = h(
      "select",
      {
        class: "level",
        name: "level",
        "aria-label": "Strength",
        on: { change: (event) => this.setLevel(event.target.value) },
      },
      this.catalogue.levels.map((each) =>
        h("option", { value: each, selected: each === this.level }, capital(each)),
      ),
    );
    refill(
      this.parts.opponents,
      h(
        "fieldset",
        { class: "setting" },
        h("legend", { class: "label" }, "Play with"),
        h(
          "div",
          { class: "choices card" },
          choice(FRIEND, "A friend, by link", "They need only a browser", this.opponent === FRIEND),
          choice(
            "computer",
            "Computer",
            `Level ${this.catalogue.levels.indexOf(this.level) + 1} of ${this.catalogue.levels.length}`,
            isLevel,
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
    this.go.textContent =
      { [FRIEND]: "Make the invite link", [HERE]: "Play on this screen" }[this.opponent] ??
      `Play against ${capital(this.opponent)}`;
  }

  setOpponent(value) {
    this.opponent = value === "computer" ? this.level : value;
    this.drawOpponents();
    this.drawBoards();
  }

  setLevel(level) {
    this.level = this.opponent = level;
    this.drawOpponents();
    this.drawBoards();
  }

  seats() {
    const words = [
      ["1", [seatMark(1, "small"), "first"]],
      ["coin", [icon("coin"), "a coin"]],
      ["2", [seatMark(2, "small"), "second"]],
    ];
    return segments("seat", "You are", words, this.seat, (seat) => (this.seat = seat));
  }

  name() {
    return h(
      "label",
      { class: "setting aside" },
      h("span", { class: "label" }, "Your name"),
      h("input", {
        class: "field",
        name: "name",
        maxlength: 20,
        autocomplete: "nickname",
        value: settings().name,
        on: { input: (event) => choose("name", event.target.value.trim()) },
      }),
    );
  }

  /** How the board may be had: nothing to choose where all games begin alike, or where nobody may know it. */
  drawBoards() {
    const isSecret = this.kind.hidden && this.opponent === FRIEND;
    const deals = !this.kind.boards
      ? this.kind.hidden && !isSecret
        ? ["playable", "typed"]
        : []
      : Object.keys(BOARDS);
    if (deals.length && !deals.includes(this.deal)) this.deal = "playable";
    const typed =
      this.deal === "typed" &&
      h(
        "textarea",
        {
          class: "field",
          name: "board",
          rows: 4,
          "aria-label": "Rows of numbers",
          placeholder: "4 3 8 / 9 5 1 / 2 7 6",
          on: { input: (event) => this.typeBoard(event.target.value) },
        },
        this.text,
      );
    const pick = (deal) => {
      this.deal = deal;
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
            h("p", { class: "small muted" }, ABOUT_BOARDS[this.deal]),
            typed,
          ]
        : null,
    );
  }

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
      this.position = await api.preview(
        { game: this.game, options: this.options, board: board === "fair" ? "playable" : board },
        asking.signal,
      );
    } catch (problem) {
      if (asking.signal.aborted) return;
      this.position = null;
      this.problem.textContent = problem.message;
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
        "div",
        { class: "preview-board" },
        shown ??
          h(
            "span",
            { class: "muted small" },
            this.deal === "fair" ? "A fair board will be found." : "",
          ),
      ),
      h(
        "div",
        { class: "preview-words" },
        h("h2", { class: "only-wide" }, kind.title),
        h("b", {}, position ? sizeWords(position) : kind.title),
        h(
          "span",
          { class: "small muted" },
          Object.keys(this.options).length ? "A variant of your own" : "The usual rules",
        ),
        h("a", { class: "small", href: lessonOf(kind.id) }, "New to it? Learn it first"),
      ),
      again,
    );
  }

  drawVariant() {
    const values = { ...this.position?.game.options, ...this.options };
    const fields = this.kind.options.map((option) =>
      optionField(option, values[option.name] ?? option.default, (value) =>
        this.setOption(option.name, value),
      ),
    );
    const details = h(
      "details",
      {
        class: "variant",
        open: this.isChanging,
        on: { toggle: (event) => (this.isChanging = event.target.open) },
      },
      h("summary", { class: "plain" }, "Change the rules", icon("next")),
      h(
        "div",
        { class: "stack" },
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

  setOption(name, value) {
    this.options = { ...this.options, [name]: value };
    this.drawVariant();
    this.followPreview();
  }

  // ---- the match

  async create() {
    const token = newToken();
    const { name } = settings();
    const board = this.boardToSend();
    const setup = {
      game: this.game,
      options: this.options,
      opponent: this.opponent,
      seat: this.seat === "coin" ? null : Number(this.seat),
      token,
      ...(board && { board }),
      ...(name && { name }),
    };
    this.problem.textContent = "";
    this.go.disabled = true;
    if (board === "fair") this.go.textContent = "Looking for a fair board …";
    try {
      const seen = await api.createMatch(setup);
      write("setup", {
        game: this.game,
        opponent: this.opponent,
        level: this.level,
        seat: this.seat,
      });
      keepSeat(seen.view.id, token);
      if (seen.invite) remember(seen.view.id, { invite: seen.invite });
      this.sheet.close();
      go(matchAt(seen.view.id));
    } catch (problem) {
      this.problem.textContent = problem.message;
      this.go.disabled = false;
      this.drawOpponents();
    }
  }

  /** The board that was shown is the one that is played, unless nobody may know it. */
  boardToSend() {
    if (this.deal === "typed") return this.text;
    if (this.deal === "fair") return "fair";
    if (this.kind.hidden || !this.kind.boards) return this.deal === "book" ? "book" : null;
    return this.position?.game.board ?? (this.deal === "book" ? "book" : null);
  }
}
