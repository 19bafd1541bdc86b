// The explorer: set up any board, walk through all moves and see their exact values. Its address holds the position.
import { explorePath, FACTS, readQuery, replacePath } from "../addresses.js";
import { movesWithoutTile } from "../board/model.js";
import { toUrl } from "../browser/location.js";
import { readChoices } from "../match/setup_address.js";
import { describeError, request } from "../server/api.js";
import { Stage } from "../study/stage.js";
import { button, copy, iconButton, labelledField, selection } from "../ui/components.js";
import { announce, h, refill } from "../ui/dom.js";
import { showMessage, waitFor } from "../ui/messages.js";
import { optionField } from "../ui/option_field.js";
import { setShortcuts } from "../ui/shortcuts.js";

/**
 * @import { Exploration, Games, OfferedGame } from "../contract.js"
 * @import { Setting } from "../ui/option_field.js"
 */

const MAX_MOVES = 500; // longer links are cut

/** Show the explorer. @param {HTMLElement} root */
export async function show(root) {
  root.append(h("div.loading.muted", "Opening the explorer…"));
  const isFramed = readQuery().has("frame");
  document.documentElement.classList.toggle("framed", isFramed);
  const screen = new Explorer(root, await request("GET /games"), isFramed);
  await screen.open();
  const removeShortcuts = setShortcuts(() => screen.shortcuts());
  return () => {
    removeShortcuts();
    document.documentElement.classList.remove("framed");
  };
}

class Explorer {
  /** @type {Exploration | null} */
  shown = null;
  /** @type {string[]} the whole line, also what follows the position on screen */
  line = [];
  requests = 0;
  /** @type {string | undefined} */
  board;

  /** @param {HTMLElement} root @param {Games} catalogue @param {boolean} isFramed */
  constructor(root, { games }, isFramed) {
    this.games = games;
    this.isFramed = isFramed;
    this.areValuesOn = !isFramed;
    const query = readQuery();
    const wanted = query.get("game");
    const found = games.find(({ id }) => id === wanted);
    this.problem = wanted && !found ? "This link names a game that isn't here. You see another one." : "";
    this.game = found ?? games[0];
    this.options = readChoices(this.game.options, query).options;
    this.board = query.get("board") ?? undefined;
    this.moves = (query.get("moves") ?? "").split(" ").filter(Boolean).slice(0, MAX_MOVES);
    this.stage = new Stage(root, {
      back: FACTS,
      title: "Explore",
      kind: "explore",
      handlers: { onChoose: (move, isAllowed) => this.choose(move, isAllowed) },
    });
    this.setup = h("details.explore-setup", h("summary", "Game, rules and board"));
    this.note = h("p.bad.small", { role: "alert" });
    this.about = h("section.about", { "aria-label": "This position" });
    this.choices = h("section.explore-choices", { "aria-label": "Moves" });
    this.path = h("nav.explore-path", { "aria-label": "Moves so far" });
    this.census = h("section.explore-census", { "aria-label": "How common such boards are" });
    this.valuesButton = iconButton("eye", "Values", () => this.toggleValues(), { "data-tool": "values" });
    this.stage.tools.append(
      this.valuesButton,
      iconButton("share", "Copy link", () => this.share(), { "data-do": "copy-link" }),
    );
    this.stage.showPanel(this.note, !isFramed && this.setup, this.about, this.choices, this.path, this.census);
  }

  /** Open the position of the address; without its board or rules if they are impossible. */
  async open() {
    if (await this.load(this.board, this.moves)) return;
    this.options = {};
    const problem = this.note.textContent ?? "";
    await this.load(undefined, []);
    this.showNote(`${problem} You see another board.`);
  }

  /**
   * Load and show a position; return whether it exists.
   * @param {string | undefined} board
   * @param {string[]} moves
   */
  async load(board, moves) {
    const number = ++this.requests;
    const body = { game: this.game.id, options: this.options, moves, ...(board && { board }) };
    try {
      const found = await waitFor(request("POST /explore", { body }), this.isFramed ? "Loading the board…" : "Solving…");
      if (number !== this.requests) return true;
      this.shown = found;
      const isNew = found.moves.some((move, index) => this.line[index] !== move);
      if (isNew || found.problem || board !== this.board) this.line = found.moves;
      const { game } = found.position;
      this.board = this.game.hidden ? undefined : (game.board ?? undefined);
      this.showNote([this.problem, found.problem].filter(Boolean).join(" "));
      this.problem = "";
      this.draw();
      return true;
    } catch (problem) {
      if (number === this.requests) this.showNote(describeError(problem));
      return false;
    }
  }

  /** @param {string} text */
  showNote(text) {
    this.note.textContent = text;
    this.note.hidden = !text;
  }

  // ---- walking

  get count() {
    return this.shown?.moves.length ?? 0;
  }

  /** Go to the position after a number of moves of the line. @param {number} count */
  goTo(count) {
    const goal = Math.max(0, Math.min(this.line.length, count));
    if (goal !== this.count) return this.load(this.board, this.line.slice(0, goal));
  }

  /** Play a move or an outcome. @param {string} move */
  play(move) {
    const moves = [...(this.shown?.moves ?? []), move];
    if (moves.some((each, index) => this.line[index] !== each)) this.line = moves;
    return this.load(this.board, moves);
  }

  /** @param {string} move @param {boolean} isAllowed */
  choose(move, isAllowed) {
    if (isAllowed) return this.play(move);
    const why = this.shown?.refusals[move];
    if (why) showMessage(why);
  }

  /** Play both sides perfectly to the end. */
  async playBestLine() {
    const { shown } = this;
    if (!shown?.line.length) return;
    this.line = [...shown.moves, ...shown.line];
    await this.goTo(this.line.length);
  }

  toggleValues() {
    this.areValuesOn = !this.areValuesOn;
    this.draw();
  }

  async share() {
    const isCopied = await copy(toUrl(this.address(null)));
    if (isCopied) announce("Link copied.");
    showMessage(isCopied ? "Link copied." : "Your browser can't copy the link. Copy it from the address bar.");
  }

  /** Return the path of the position on screen. @param {string | null} frame */
  address(frame = this.isFramed ? "1" : null) {
    const moves = this.shown?.moves.join(" ") || null;
    return explorePath({ game: this.game.id, ...this.options, board: this.board, moves, frame });
  }

  shortcuts() {
    return {
      previous: () => this.goTo(this.count - 1),
      next: () => this.goTo(this.count + 1),
      first: () => this.goTo(0),
      last: () => this.goTo(Infinity),
      analysis: () => this.toggleValues(),
    };
  }

  // ---- drawing

  draw() {
    const { shown } = this;
    if (!shown) return;
    const { position, analysis, pending, standing } = shown;
    replacePath(this.address());
    this.stage.showPosition(position, 1);
    this.stage.board.show(position, [1, 2], pending);
    this.stage.board.showValues(this.areValuesOn ? (analysis?.moves ?? null) : null);
    this.stage.setTitle(position.game.title, "Explore");
    this.valuesButton.setAttribute("aria-pressed", String(this.areValuesOn));
    const turn = pending ? "Which number is revealed?" : position.words.turn;
    const isHidden = analysis !== null && !this.areValuesOn;
    const text = isHidden ? position.words.lines.join(" ") : standing || turn;
    const hint = this.isFramed && !this.count && "Choose a tile with a green edge. You play for both players.";
    refill(
      this.about,
      h("p", h("b", text)),
      hint && h("p.small.muted", hint),
      this.areValuesOn && analysis && h("p.small.muted", analysis.words),
    );
    announce(text);
    this.drawChoices();
    this.drawPath();
    this.drawCensus();
    this.drawButtons();
    if (!this.isFramed) this.drawSetup();
  }

  /** List the moves with their values; in a frame only those that have no tile. */
  drawChoices() {
    const { choices, position, pending } = /** @type {Exploration} */ (this.shown);
    const tileless = movesWithoutTile(position, choices.map(({ move }) => move));
    const listed = this.isFramed && !pending ? choices.filter(({ move }) => tileless.includes(move)) : choices;
    const rows = listed.map(({ move, name, value, is_best: isBest, odds }) =>
      h(
        "li",
        h(
          "button.explore-choice",
          { type: "button", "data-choice": move, on: { click: () => this.play(move) } },
          h("span.grow", name, odds && h("span.small.muted", ` ${odds}`)),
          this.areValuesOn && isBest && h("b.small", "★ Best"),
          this.areValuesOn && h("span", { class: `value ${value.kind}`, title: value.words }, value.sign),
          this.areValuesOn && h("span.unseen", value.words),
        ),
      ),
    );
    refill(this.choices, rows.length > 0 && [h("h2.label", pending ? "Revealed number" : "Moves"), h("ul", rows)]);
  }

  drawPath() {
    const steps = [["Start", 0], ...this.line.map((move, index) => [move, index + 1])];
    const isAt = (/** @type {unknown} */ count) => (count === this.count ? "step" : null);
    const nodes = steps.map(([name, count]) =>
      h(
        "button.explore-step",
        {
          type: "button",
          title: count ? (this.shown?.steps[Number(count) - 1] ?? null) : null,
          "aria-current": isAt(count),
          on: { click: () => this.goTo(Number(count)) },
        },
        String(name),
      ),
    );
    refill(this.path, !this.isFramed && nodes);
  }

  drawCensus() {
    const census = this.isFramed ? null : this.shown?.census;
    if (!census) return refill(this.census);
    const most = Math.max(...census.classes.map(({ share }) => share));
    const rows = census.classes.map(({ name, share, text, is_here: isHere }) =>
      h(
        "li",
        { class: isHere ? "here" : "" },
        h("span.small", isHere ? `${name} (this board)` : name),
        h("span.census-bar", { "aria-hidden": "true", vars: { "--share": share / most } }),
        h("span.small", text),
      ),
    );
    refill(this.census, h("h2.label", "How common such boards are"), h("p", census.words), h("ul", rows));
  }

  drawButtons() {
    const square = (/** @type {string} */ id, /** @type {boolean} */ isOff) => ({
      class: "button square",
      "data-do": id,
      "aria-disabled": String(isOff),
    });
    const dealt = () => this.load(undefined, []);
    this.stage.showButtons(
      iconButton("back", "Back one move", () => this.goTo(this.count - 1), square("back", !this.count)),
      this.isFramed
        ? button("New board", { onClick: dealt, "data-do": "new-board" })
        : button("Best line", {
            kind: "primary",
            onClick: () => this.playBestLine(),
            "data-do": "best-line",
            "aria-disabled": String(!this.shown?.line.length),
          }),
      this.isFramed &&
        button(this.areValuesOn ? "Hide values" : "Show values", {
          onClick: () => this.toggleValues(),
          "data-do": "values",
        }),
      !this.isFramed && iconButton(
        "next",
        "Forward one move",
        () => this.goTo(this.count + 1),
        square("next", this.count === this.line.length),
      ),
    );
  }

  // ---- the set-up

  drawSetup() {
    const { game } = /** @type {Exploration} */ (this.shown).position;
    const pick = (/** @type {string} */ id) => {
      this.game = /** @type {OfferedGame} */ (this.games.find((each) => each.id === id));
      this.options = {};
      this.load(undefined, []);
    };
    const set = (/** @type {string} */ name, /** @type {Setting} */ value) => {
      const before = this.options;
      this.options = { ...before, [name]: value };
      this.load(undefined, []).then((isPossible) => isPossible || (this.options = before));
    };
    const field = h("textarea.field", { name: "board", rows: 3, maxlength: 4000 }, game.board ?? "");
    const use = () => this.load(field.value.trim().replace(/\n+/g, "/"), []);
    const deal = (/** @type {string} */ label, /** @type {string} */ board) =>
      button(label, { kind: "low", onClick: () => this.load(board, []), "data-do": `deal-${board}` });
    const boards = this.game.boards && [
      labelledField("Board, row by row", field),
      h(
        "div.row-of-buttons",
        button("Use this board", { kind: "low", onClick: use, "data-do": "use-board" }),
        deal("Random board", "playable"),
        deal("Fair board", "fair"),
      ),
    ];
    refill(
      this.setup,
      h("summary", "Game, rules and board"),
      labelledField(
        "Game",
        selection(this.games.map(({ id, title }) => [id, title]), this.game.id, pick, { name: "game" }),
      ),
      boards,
      this.game.options.map((option) =>
        optionField(option, this.options[option.name] ?? game.options[option.name] ?? option.default, (value) =>
          set(option.name, value),
        ),
      ),
    );
  }
}
