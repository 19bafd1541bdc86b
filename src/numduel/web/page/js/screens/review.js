// The review of a game: the board after any ply, the progress chart, explanations, and play from there.
import { toUrl, matchPath, reviewPath, setupPath, readQuery } from "../addresses.js";
import { seatToken } from "../browser/seats.js";
import { entriesOf, entryNode, turnRows } from "../match/move_list.js";
import { request, Problem, describeError } from "../server/api.js";
import { progressChart, markChip } from "../study/progress_chart.js";
import { openPlayFromHere } from "../study/play_from_here.js";
import { saveRecord } from "../study/save_record.js";
import { arrowFor, listenForKeys, Stage } from "../study/stage.js";
import { announce, h } from "../ui/dom.js";
import { showMessage } from "../ui/messages.js";
import { button, copy, iconButton, playerBadge } from "../ui/components.js";
import { showMissing } from "../ui/layout.js";

/**
 * @import { ShownPosition, ShownReview } from "../contract.js"
 * @import { Entry } from "../match/move_list.js"
 */

/** Show the review of a match. @param {HTMLElement} root @param {{ id: string }} params */
export async function show(root, { id }) {
  root.append(h("div.loading.muted", "Reviewing the game…"));
  const round = Number(readQuery().get("round")) || undefined;
  const token = seatToken(id);
  try {
    const [review, last] = await Promise.all([
      request("GET /matches/{id}/review", { at: id, token, query: { round } }),
      request("GET /matches/{id}/positions", { at: id, token, query: { round } }),
    ]);
    const screen = new ReviewScreen(root, id, review, last);
    return listenForKeys({
      ArrowLeft: () => screen.goTo(screen.plyCount - 1),
      ArrowRight: () => screen.goTo(screen.plyCount + 1),
      Home: () => screen.goTo(0),
      End: () => screen.goTo(Infinity),
      v: () => screen.toggleValues(),
    });
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    const title = "No review available";
    return showMissing(root, title, problem.message, matchPath(id), "Back to game");
  }
}

class ReviewScreen {
  /** Number of plies before the position on screen. */
  plyCount = 0;
  areValuesOn = false;
  /** @type {Map<number, Promise<ShownPosition>>} requested positions, by ply */
  positions = new Map();

  /** @param {HTMLElement} root @param {string} id @param {ShownReview} review @param {ShownPosition} last */
  constructor(root, id, review, last) {
    this.id = id;
    this.token = seatToken(id);
    this.review = review;
    this.last = last;
    this.stage = new Stage(root, { back: matchPath(id), title: "Review" });
    this.entries = entriesOf(last);
    this.valuesButton = iconButton("eye", "Analysis", () => this.toggleValues(), {
      "aria-pressed": "false",
      "data-tool": "values",
    });
    this.stage.tools.append(
      this.valuesButton,
      iconButton("download", "Download record", () => saveRecord(id, this.token, last)),
      iconButton("share", "Copy review link", (event) => this.share(event.currentTarget)),
    );
    const ply = Number(readQuery().get("ply"));
    this.goTo(ply || this.worstMistake() || review.plies.length);
  }

  /** Return the ply after the last blunder or, if there is none, the last mistake; 0 for none. */
  worstMistake() {
    for (const mark of ["??", "?"]) {
      const index = this.review.plies.findLastIndex((ply) => ply.mark === mark);
      if (index >= 0) return index + 1;
    }
    return 0;
  }

  /** Return the position after a number of plies. @param {number} ply */
  async position(ply) {
    if (ply === this.review.plies.length) return this.last;
    const { id, token, last } = this;
    const query = { ply, round: last.round };
    const position =
      this.positions.get(ply) ?? request("GET /matches/{id}/positions", { at: id, token, query });
    this.positions.set(ply, position);
    try {
      return await position;
    } catch (problem) {
      this.positions.delete(ply);
      throw problem;
    }
  }

  /** Show the position after a number of plies. @param {number} count */
  async goTo(count) {
    this.plyCount = Math.max(0, Math.min(this.review.plies.length, count));
    const here = this.plyCount;
    this.drawPanel();
    try {
      const [now, before] = await Promise.all([
        this.position(here),
        this.position(Math.max(0, here - 1)),
      ]);
      if (here !== this.plyCount) return;
      this.drawBoard(now, before);
      for (const near of [here + 1, here - 2])
        if (near >= 0 && near <= this.review.plies.length) this.position(near).catch(() => {});
    } catch (problem) {
      if (here === this.plyCount) showMessage(describeError(problem));
    }
  }

  // ---- drawing

  /** @param {ShownPosition} now @param {ShownPosition} before */
  drawBoard(now, before) {
    const ply = this.plyCount ? this.review.plies[this.plyCount - 1] : null;
    const next = this.review.plies[this.plyCount];
    this.stage.board.show(now, []);
    this.stage.board.showArrows(ply?.mark ? arrowFor(before, ply.player, ply.best[0]) : []);
    this.stage.board.showValues(this.areValuesOn && next?.player ? next.moves : null);
    const turns = this.last.plies.at(-1)?.turn ?? 0;
    this.stage.setTitle(
      this.last.game.title,
      `Review · ${ply ? `turn ${ply.turn} of ${turns}` : "start"}`,
    );
  }

  drawPanel() {
    const { review } = this;
    const ply = this.plyCount ? review.plies[this.plyCount - 1] : null;
    const [lead, rest] = this.describe(ply);
    this.stage.showPanel(
      h("h2.only-wide", "Turn by turn"),
      progressChart(review, this.plyCount, (count) => this.goTo(count)),
      this.figures(),
      h("div.about-place", ply?.mark && markChip(ply.mark), h("p", h("b", `${lead} `), rest)),
      this.moves(),
      review.note && h("p.small.muted", review.note),
    );
    const square = { class: "button square" };
    this.stage.showButtons(
      iconButton("back", "Previous move", () => this.goTo(this.plyCount - 1), {
        ...square,
        "data-do": "back",
        "aria-disabled": String(!this.plyCount),
      }),
      this.canPlayFromHere()
        ? button("Play from here", {
            kind: "primary",
            onClick: () => this.playFromHere(),
            "data-do": "branch",
          })
        : h("a.button.primary", { href: setupPath(review.game.id) }, "New game"),
      iconButton("next", "Next move", () => this.goTo(this.plyCount + 1), {
        ...square,
        "data-do": "next",
        "aria-disabled": String(this.plyCount === review.plies.length),
      }),
    );
    announce(this.describe(ply).join(" "));
    this.scrollToCurrent();
  }

  /** Scroll the list to the current move. */
  scrollToCurrent() {
    const latest = this.stage.panel.querySelector(".entry.latest");
    const list = latest?.closest(".moves");
    if (!list || !(latest instanceof HTMLElement)) return;
    if (list.scrollHeight > list.clientHeight)
      list.scrollTop = latest.offsetTop - list.clientHeight / 2;
  }

  /**
   * Return the move of a ply, and the comment on it.
   * @param {ShownReview["plies"][number] | null} ply
   */
  describe(ply) {
    if (!ply) return ["Start.", this.review.start];
    const isEnd = this.plyCount === this.review.plies.length && this.review.status.kind === "over";
    const about = ply.mark || !isEnd ? [ply.words] : [];
    return [ply.slip ?? ply.deed, [...about, ...(isEnd ? this.review.verdict : [])].join(" ")];
  }

  /** Return the accuracy of each player. */
  figures() {
    return h(
      "ul.figures",
      this.review.players.map(({ player, words, more }) =>
        h(
          "li",
          { title: more },
          playerBadge(player, "tiny"),
          h("b", h("bdi", this.review.labels[player - 1])),
          h("span.muted", words, h("span.unseen", more && `, ${more}`)),
        ),
      ),
    );
  }

  /** Return all moves. The current one has a dashed edge, the next one is green. */
  moves() {
    const current = this.entries.findLast((entry) => entry.ply < this.plyCount);
    const next = this.entries.find((entry) => entry.ply >= this.plyCount);
    const state = (/** @type {Entry} */ entry) =>
      entry === current
        ? "latest"
        : entry === next
          ? "next"
          : entry.ply > this.plyCount
            ? "later"
            : "";
    return turnRows(this.entries.map((entry) => [entry.turn, this.move(entry, state(entry))]));
  }

  /** @param {Entry} entry @param {string} state */
  move(entry, state) {
    const { mark } = this.review.plies[entry.ply];
    const name = this.review.labels[entry.player - 1];
    const count = entry.ply + 1 + entry.drawn.length;
    return h(
      "button.ply",
      {
        type: "button",
        id: `ply-${count}`,
        "aria-current": state === "latest" ? "step" : null,
        on: { click: () => this.goTo(count) },
      },
      entryNode(entry, name, state, false, mark && markChip(mark)),
    );
  }

  // ---- actions

  toggleValues() {
    this.areValuesOn = !this.areValuesOn;
    this.valuesButton.setAttribute("aria-pressed", String(this.areValuesOn));
    this.goTo(this.plyCount);
  }

  canPlayFromHere() {
    const { plies, status } = this.review;
    const isEndedByRules = !["resigned", "stopped", "forfeited"].includes(status.reason ?? "");
    return this.plyCount < plies.length || status.kind !== "over" || !isEndedByRules;
  }

  async playFromHere() {
    const ply = this.plyCount;
    const values = { ply, round: this.last.round };
    await openPlayFromHere(await this.position(ply), (setup) =>
      request("POST /matches/{id}/branch", {
        at: this.id,
        token: this.token,
        body: { ...values, ...setup },
      }),
    );
  }

  /** @param {HTMLElement} pressed */
  async share(pressed) {
    const values = { round: this.last.round, ply: this.plyCount };
    const isCopied = await copy(toUrl(reviewPath(this.id, values)));
    if (isCopied) announce("Review link copied.");
    else showMessage("Your browser can't copy the link. Copy it from the address bar.");
    pressed.classList.toggle("done", isCopied);
    setTimeout(() => pressed.classList.remove("done"), 1500);
  }
}
