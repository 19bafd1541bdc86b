// A game looked at again: the board at any ply, the graph, reasons, and playing on from there.
import { linkTo, matchAt, reviewOf, setupOf, wanted } from "../addresses.js";
import { seatAt } from "../browser/seats.js";
import { entriesOf, entryNode, rowsOfTurns } from "../match/log.js";
import { ask, Problem, reasonOf } from "../server/wire.js";
import { graph, markChip } from "../study/graph.js";
import { openPlayOn } from "../study/play_on.js";
import { saveRecord } from "../study/save_record.js";
import { arrowFor, hearKeys, Stage } from "../study/stage.js";
import { announce, h } from "../ui/dom.js";
import { tell } from "../ui/messages.js";
import { button, copy, iconButton, seatMark } from "../ui/parts.js";
import { showMissing } from "../ui/sheets.js";

/**
 * @import { ShownPosition, ToldReview } from "../contract.js"
 * @import { Entry } from "../match/log.js"
 */

/** @param {HTMLElement} root @param {{ id: string }} params */
export async function show(root, { id }) {
  root.append(h("div.loading.muted", "Looking at the game again …"));
  const round = Number(wanted().get("round")) || undefined;
  const token = seatAt(id);
  try {
    const [review, last] = await Promise.all([
      ask("GET /matches/{id}/review", { at: id, token, query: { round } }),
      ask("GET /matches/{id}/positions", { at: id, token, query: { round } }),
    ]);
    const screen = new ReviewScreen(root, id, review, last);
    return hearKeys({
      ArrowLeft: () => screen.go(screen.place - 1),
      ArrowRight: () => screen.go(screen.place + 1),
      Home: () => screen.go(0),
      End: () => screen.go(Infinity),
      v: () => screen.turnValues(),
    });
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    const title = "This cannot be reviewed now";
    return showMissing(root, title, problem.message, matchAt(id), "To the match");
  }
}

class ReviewScreen {
  place = 0;
  isValued = false;
  /** @type {Map<number, Promise<ShownPosition>>} what was asked for, by ply */
  positions = new Map();

  /** @param {HTMLElement} root @param {string} id @param {ToldReview} review @param {ShownPosition} last */
  constructor(root, id, review, last) {
    this.id = id;
    this.token = seatAt(id);
    this.review = review;
    this.last = last;
    this.stage = new Stage(root, { back: matchAt(id), title: "Review" });
    this.entries = entriesOf(last);
    this.valuesButton = iconButton("eye", "What the moves were worth", () => this.turnValues(), {
      "aria-pressed": "false",
      "data-tool": "values",
    });
    this.stage.tools.append(
      this.valuesButton,
      iconButton("download", "Download the record", () => saveRecord(id, this.token, last)),
      iconButton("share", "Copy the address of this review", (event) =>
        this.share(event.currentTarget),
      ),
    );
    const ply = Number(wanted().get("ply"));
    this.go(ply || this.worstMistake() || review.plies.length);
  }

  /** Return the place after the worst mistake, the last of its kind; 0 without any. */
  worstMistake() {
    for (const mark of ["??", "?"]) {
      const place = this.review.plies.findLastIndex((ply) => ply.mark === mark);
      if (place >= 0) return place + 1;
    }
    return 0;
  }

  /** @param {number} ply */
  async position(ply) {
    if (ply === this.review.plies.length) return this.last;
    const { id, token, last } = this;
    const query = { ply, round: last.round };
    const asked =
      this.positions.get(ply) ?? ask("GET /matches/{id}/positions", { at: id, token, query });
    this.positions.set(ply, asked);
    try {
      return await asked;
    } catch (problem) {
      this.positions.delete(ply);
      throw problem;
    }
  }

  /** @param {number} place */
  async go(place) {
    this.place = Math.max(0, Math.min(this.review.plies.length, place));
    const here = this.place;
    this.drawPanel();
    try {
      const [now, before] = await Promise.all([
        this.position(here),
        this.position(Math.max(0, here - 1)),
      ]);
      if (here !== this.place) return;
      this.drawBoard(now, before);
      for (const near of [here + 1, here - 2])
        if (near >= 0 && near <= this.review.plies.length) this.position(near).catch(() => {});
    } catch (problem) {
      if (here === this.place) tell(reasonOf(problem));
    }
  }

  // ---- what is shown

  /** @param {ShownPosition} now @param {ShownPosition} before */
  drawBoard(now, before) {
    const ply = this.place ? this.review.plies[this.place - 1] : null;
    const next = this.review.plies[this.place];
    this.stage.board.show(now, []);
    this.stage.board.showArrows(ply?.mark ? arrowFor(before, ply.player, ply.best[0]) : []);
    this.stage.board.showValues(this.isValued && next?.player ? next.moves : null);
    const turns = this.last.plies.at(-1)?.turn ?? 0;
    this.stage.head(
      this.last.game.title,
      `Review, ${ply ? `turn ${ply.turn} of ${turns}` : "the start"}`,
    );
  }

  drawPanel() {
    const { review } = this;
    const ply = this.place ? review.plies[this.place - 1] : null;
    const [lead, rest] = this.words(ply);
    this.stage.say(
      h("h2.only-wide", "Turn by turn"),
      graph(review, this.place, (place) => this.go(place)),
      this.figures(),
      h("div.about-place", ply?.mark && markChip(ply.mark), h("p", h("b", `${lead} `), rest)),
      this.moves(),
      review.note && h("p.small.muted", review.note),
    );
    const square = { class: "button square" };
    this.stage.buttons(
      iconButton("back", "Back by a move", () => this.go(this.place - 1), {
        ...square,
        "data-do": "back",
        "aria-disabled": String(!this.place),
      }),
      this.canGoOn()
        ? button("Play on from here", {
            kind: "primary",
            does: () => this.playOn(),
            "data-do": "branch",
          })
        : h("a.button.primary", { href: setupOf(review.game.id) }, "New game"),
      iconButton("next", "On by a move", () => this.go(this.place + 1), {
        ...square,
        "data-do": "next",
        "aria-disabled": String(this.place === review.plies.length),
      }),
    );
    announce(this.words(ply).join(" "));
    this.panelShows();
  }

  /** Keep the present move in sight in a list that scrolls. */
  panelShows() {
    const latest = this.stage.panel.querySelector(".entry.latest");
    const list = latest?.closest(".moves");
    if (!list || !(latest instanceof HTMLElement)) return;
    if (list.scrollHeight > list.clientHeight)
      list.scrollTop = latest.offsetTop - list.clientHeight / 2;
  }

  /**
   * Return the words on a ply: what was done, and what to think of it.
   * @param {ToldReview["plies"][number] | null} ply
   */
  words(ply) {
    if (!ply) return ["The start.", this.review.start];
    const isEnd = this.place === this.review.plies.length && this.review.status.kind === "over";
    const about = ply.mark || !isEnd ? [ply.words] : [];
    return [ply.slip ?? ply.deed, [...about, ...(isEnd ? this.review.verdict : [])].join(" ")];
  }

  /** Return how well each player chose. */
  figures() {
    return h(
      "ul.figures",
      this.review.players.map(({ player, words, more }) =>
        h(
          "li",
          { title: more },
          seatMark(player, "tiny"),
          h("b", h("bdi", this.review.labels[player - 1])),
          h("span.muted", words, h("span.unseen", more && `, ${more}`)),
        ),
      ),
    );
  }

  /** Return all moves; the present one has a dashed edge, the next one is green. */
  moves() {
    const current = this.entries.findLast((entry) => entry.ply < this.place);
    const next = this.entries.find((entry) => entry.ply >= this.place);
    const state = (/** @type {Entry} */ entry) =>
      entry === current
        ? "latest"
        : entry === next
          ? "next"
          : entry.ply > this.place
            ? "later"
            : "";
    return rowsOfTurns(this.entries.map((entry) => [entry.turn, this.move(entry, state(entry))]));
  }

  /** @param {Entry} entry @param {string} state */
  move(entry, state) {
    const { mark } = this.review.plies[entry.ply];
    const place = entry.ply + 1 + entry.drawn.length;
    return h(
      "button.ply",
      {
        type: "button",
        id: `ply-${place}`,
        "aria-current": state === "latest" ? "step" : null,
        on: { click: () => this.go(place) },
      },
      entryNode(entry, state, false, mark && markChip(mark)),
    );
  }

  // ---- what people do

  turnValues() {
    this.isValued = !this.isValued;
    this.valuesButton.setAttribute("aria-pressed", String(this.isValued));
    this.go(this.place);
  }

  canGoOn() {
    const { plies, status } = this.review;
    const isEndedByRules = !["resigned", "stopped", "forfeited"].includes(status.reason ?? "");
    return this.place < plies.length || status.kind !== "over" || !isEndedByRules;
  }

  async playOn() {
    const ply = this.place;
    const values = { ply, round: this.last.round };
    await openPlayOn(await this.position(ply), (setup) =>
      ask("POST /matches/{id}/branch", { at: this.id, body: { ...values, ...setup } }),
    );
  }

  /** @param {HTMLElement} pressed */
  async share(pressed) {
    const values = { round: this.last.round, ply: this.place };
    const isCopied = await copy(linkTo(reviewOf(this.id, values)));
    if (isCopied) announce("The address is copied.");
    else tell("This browser cannot copy the address. Copy it from the address bar.");
    pressed.classList.toggle("done", isCopied);
    setTimeout(() => pressed.classList.remove("done"), 1500);
  }
}
