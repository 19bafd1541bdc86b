// A game looked at again: the board at any ply, the graph, reasons, and playing on from there.
import { linkTo, matchAt, reviewOf, setupOf, wanted } from "../addresses.js";
import { seatAt } from "../browser/seats.js";
import { entriesOf } from "../match/log.js";
import { download } from "../match/tools.js";
import * as api from "../server/api.js";
import { graph, markChip } from "../study/graph.js";
import { openPlayOn } from "../study/play_on.js";
import { arrowFor, hearKeys, Stage } from "../study/stage.js";
import { announce, h } from "../ui/dom.js";
import { isDrawn, numeral } from "../ui/numerals.js";
import { button, copy, iconButton, seatMark } from "../ui/parts.js";
import { showMissing } from "../ui/sheets.js";
import { capital, counted, valueWords } from "../words.js";

export function show(root, { id }) {
  const screen = new ReviewScreen(root, id);
  screen.load();
  return hearKeys({
    ArrowLeft: () => screen.step(-1),
    ArrowRight: () => screen.step(1),
    Home: () => screen.go(0),
    End: () => screen.go(Infinity),
    v: () => screen.turnValues(),
  });
}

class ReviewScreen {
  constructor(root, id) {
    this.root = root;
    this.id = id;
    this.token = seatAt(id);
    this.round = Number(wanted().get("round")) || null;
    this.positions = new Map();
    this.isValued = false;
    this.root.append(h("div", { class: "loading muted" }, "Looking at the game again …"));
  }

  async load() {
    try {
      const values = { round: this.round };
      [this.review, this.last] = await Promise.all([
        api.review(this.id, this.token, values),
        api.position(this.id, this.token, values),
      ]);
    } catch (problem) {
      const words = ["This cannot be reviewed now", problem.message];
      return showMissing(this.root, ...words, matchAt(this.id), "To the match");
    }
    this.round ??= this.last.round;
    this.stage = new Stage(this.root, { back: matchAt(this.id), title: "Review" });
    this.entries = entriesOf(this.last);
    this.valuesButton = iconButton("eye", "What the moves were worth", () => this.turnValues(), {
      "aria-pressed": "false",
      "data-tool": "values",
    });
    this.stage.tools.append(
      this.valuesButton,
      iconButton("download", "Download the record", () =>
        download({ id: this.id, token: this.token, view: { ...this.last, round: this.round } }),
      ),
      iconButton("share", "Copy the address of this review", (event) =>
        this.share(event.currentTarget),
      ),
    );
    const ply = Number(wanted().get("ply"));
    this.go(ply || this.firstMistake() || this.review.plies.length);
  }

  /** The place after the worst mistake, the last of its kind; 0 where there is none. */
  firstMistake() {
    for (const mark of ["??", "?"]) {
      const place = this.review.plies.findLastIndex((ply) => ply.mark === mark);
      if (place >= 0) return place + 1;
    }
    return 0;
  }

  step(by) {
    if (this.review) this.go(this.place + by);
  }

  async position(ply) {
    if (ply === this.review.plies.length) return this.last;
    if (!this.positions.has(ply))
      this.positions.set(ply, api.position(this.id, this.token, { ply, round: this.round }));
    try {
      return await this.positions.get(ply);
    } catch (problem) {
      this.positions.delete(ply);
      throw problem;
    }
  }

  async go(place) {
    if (!this.review) return;
    this.place = Math.max(0, Math.min(this.review.plies.length, place));
    const { place: wanted } = this;
    this.drawPanel();
    try {
      const [now, before] = await Promise.all([
        this.position(wanted),
        this.position(Math.max(0, wanted - 1)),
      ]);
      if (wanted !== this.place) return;
      this.drawBoard(now, before);
      for (const near of [wanted + 1, wanted - 2])
        if (near >= 0 && near <= this.review.plies.length) this.position(near).catch(() => {});
    } catch (problem) {
      announce(problem.message);
    }
  }

  // ---- what is shown

  drawBoard(now, before) {
    const ply = this.place ? this.review.plies[this.place - 1] : null;
    const next = this.review.plies[this.place];
    this.stage.board.show(now, []);
    this.stage.board.showArrows(ply?.mark ? arrowFor(before, ply.player, ply.best[0]) : []);
    const values =
      this.isValued && next?.player
        ? new Map(Object.entries(next.moves).map(([move, value]) => [move, valueWords(value)]))
        : null;
    this.stage.board.showValues(values);
    const turns = this.last.plies.length ? this.last.plies[this.last.plies.length - 1].turn : 0;
    this.stage.head(
      this.last.game.title,
      `Review, ${ply ? `turn ${ply.turn} of ${turns}` : "the start"}`,
    );
  }

  drawPanel() {
    const { review } = this;
    const ply = this.place ? review.plies[this.place - 1] : null;
    this.stage.say(
      h("h2", { class: "only-wide" }, "Turn by turn"),
      graph(review, this.place, (place) => this.go(place)),
      this.figures(),
      h(
        "div",
        { class: "about-place" },
        ply?.mark && markChip(ply.mark),
        h("p", {}, ...this.words(ply)),
      ),
      this.moves(),
      review.exact
        ? null
        : h(
            "p",
            { class: "small muted" },
            "What is unknown is estimated from random games, and not marked.",
          ),
    );
    this.stage.buttons(
      iconButton("back", "Back by a move", () => this.step(-1), {
        class: "button square",
        "data-do": "back",
        "aria-disabled": String(!this.place),
      }),
      this.canGoOn()
        ? button("Play on from here", {
            kind: "primary",
            does: () => this.playOn(),
            attributes: { "data-do": "branch" },
          })
        : h("a", { class: "button primary", href: setupOf(review.game.id) }, "New game"),
      iconButton("next", "On by a move", () => this.step(1), {
        class: "button square",
        "data-do": "next",
        "aria-disabled": String(this.place === review.plies.length),
      }),
    );
    announce(
      this.words(ply)
        .map((part) => part.textContent ?? part)
        .join(""),
    );
    this.panelShows();
  }

  /** Keep the present move in sight in a list that scrolls. */
  panelShows() {
    const latest = this.stage.panel.querySelector(".entry.latest");
    const list = latest?.closest(".moves");
    if (list && list.scrollHeight > list.clientHeight)
      list.scrollTop = latest.offsetTop - list.clientHeight / 2;
  }

  words(ply) {
    if (!ply) return [h("b", {}, "The start. "), this.review.start];
    const isEnd = this.place === this.review.plies.length && this.review.status.kind === "over";
    const end = isEnd ? ` ${this.review.verdict.join(" ")}` : "";
    return [h("b", {}, `${ply.slip ?? ply.deed} `), ply.mark || !isEnd ? ply.words : "", end];
  }

  /** How well each player chose. */
  figures() {
    const share = (text) => {
      const [over, under = 1] = text.split("/").map(Number);
      return `${Math.round((100 * over) / under)} % best`;
    };
    return h(
      "ul",
      { class: "figures" },
      this.review.players.map((each) => {
        const about = each.accuracy === null ? "nothing to decide" : share(each.accuracy);
        const more =
          each.accuracy === null
            ? ""
            : `${each.kept} of ${counted(each.decisions, "decision")} right`;
        return h(
          "li",
          { title: more },
          seatMark(each.player, "tiny"),
          h("b", {}, capital(this.review.names[each.player - 1])),
          h("span", { class: "muted" }, about, h("span", { class: "unseen" }, more && `, ${more}`)),
        );
      }),
    );
  }

  /** All moves, two turns in a row; the present one has a dashed edge, the next one is green. */
  moves() {
    const rows = new Map();
    const current = this.entries.findLast((entry) => entry.ply < this.place);
    const next = this.entries.find((entry) => entry.ply >= this.place);
    for (const entry of this.entries) {
      const row = Math.floor((entry.turn - 1) / 2);
      if (!rows.has(row)) rows.set(row, [[], []]);
      rows.get(row)[(entry.turn - 1) % 2].push(this.move(entry, entry === current, entry === next));
    }
    return h(
      "ol",
      { class: "moves", "aria-label": "Moves" },
      [...rows].map(([row, halves]) =>
        h(
          "li",
          {},
          h("span", { class: "small muted count", "aria-hidden": "true" }, String(row + 1)),
          halves.map((half) => h("span", { class: "half" }, half)),
        ),
      ),
    );
  }

  move(entry, isNow, isNext) {
    const { mark } = this.review.plies[entry.ply];
    const number =
      entry.label &&
      (isDrawn(entry.label)
        ? [numeral(entry.label), h("span", { class: "unseen" }, entry.label)]
        : h("b", {}, entry.label));
    const drawn = entry.drawn.filter((move) => move !== entry.label).map((move) => `= ${move}`);
    const words = [entry.label === entry.move ? "" : entry.move, ...drawn]
      .filter(Boolean)
      .join(" ");
    const place = entry.ply + 1 + entry.drawn.length;
    const classes = [
      "entry",
      isNow && "latest",
      isNext && "next",
      entry.ply >= this.place && !isNext && "later",
    ]
      .filter(Boolean)
      .join(" ");
    return h(
      "button",
      {
        type: "button",
        class: "ply",
        id: `ply-${place}`,
        "aria-current": isNow ? "step" : null,
        on: { click: () => this.go(place) },
      },
      h(
        "span",
        { class: classes },
        h("span", { class: "unseen" }, `Player ${entry.player}:`),
        seatMark(entry.player, "tiny"),
        number,
        h("span", { class: entry.label ? "small muted" : "" }, words),
        mark && markChip(mark),
      ),
    );
  }

  // ---- what people do

  turnValues() {
    this.isValued = !this.isValued;
    this.valuesButton.setAttribute("aria-pressed", String(this.isValued));
    this.go(this.place);
  }

  canGoOn() {
    return (
      this.place < this.review.plies.length ||
      this.review.status.kind !== "over" ||
      ["resigned", "stopped", "forfeited"].includes(this.review.status.reason)
    );
  }

  async playOn() {
    openPlayOn({
      position: await this.position(this.place),
      start: (setup) => api.branch(this.id, { ply: this.place, round: this.round, ...setup }),
    });
  }

  async share(pressed) {
    const label = pressed.getAttribute("aria-label");
    const isCopied = await copy(linkTo(reviewOf(this.id, { round: this.round, ply: this.place })));
    announce(isCopied ? "The address is copied." : "The address cannot be copied here.");
    pressed.classList.toggle("done", isCopied);
    setTimeout(() => pressed.classList.remove("done"), 1500);
    pressed.setAttribute("aria-label", label);
  }
}
