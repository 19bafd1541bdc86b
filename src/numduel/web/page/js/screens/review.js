// The review of a game: key moments, the board after any ply, why moves fail, and another try at your mistakes.
import { matchPath, readQuery, reviewPath, setupPath } from "../addresses.js";
import { hasLinks } from "../edition.js";
import { toUrl } from "../browser/location.js";
import { movesWithoutTile } from "../board/model.js";
import { saveRating } from "../browser/history.js";
import { seatToken } from "../browser/seats.js";
import { entriesOf } from "../match/move_list.js";
import { request, Problem, describeError } from "../server/api.js";
import { showDeleted } from "../study/deleted_game.js";
import { KeyMoments } from "../study/key_moments.js";
import { MistakeTrainer } from "../study/mistake_trainer.js";
import { ProgressChart, markChip } from "../study/progress_chart.js";
import { openExplorer } from "../study/open_explorer.js";
import { openPlayFromHere } from "../study/play_from_here.js";
import { accuracyList, reviewMoves, scrollToCurrent } from "../study/review_lists.js";
import { ReviewedMatch } from "../study/reviewed_match.js";
import { saveRecord } from "../study/save_record.js";
import { openRules } from "../study/rules_panel.js";
import { arrowFor, readerOf, Stage } from "../study/stage.js";
import { ToldLine } from "../study/told_line.js";
import { announce, focusIn, h, refill } from "../ui/dom.js";
import { showMessage, waitFor } from "../ui/messages.js";
import { button, copy, iconButton } from "../ui/components.js";
import { showMissing } from "../ui/layout.js";
import { setShortcuts } from "../ui/shortcuts.js";
import { capitalise, formatCount } from "../text.js";

/**
 * @import { Reason, ShownPosition, ShownReview } from "../contract.js"
 * @typedef {ShownReview["plies"][number]} ReviewPly
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
    if (token) saveRating(id, last.round, review.rating.line);
    const screen = new ReviewScreen(root, id, review, last);
    const removeShortcuts = setShortcuts(() => screen.shortcuts());
    return () => {
      removeShortcuts();
      screen.leave();
    };
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (problem.status === 404 && showDeleted(root, id, round)) return;
    const title = "No review available";
    if (problem.status === 404) return showMissing(root, title, problem.message);
    return showMissing(root, title, problem.message, matchPath(id), "Back to game");
  }
}

class ReviewScreen {
  /** Number of plies before the position on screen. */
  plyCount = 0;
  areValuesOn = false;
  /** @type {Set<number>} indexes of your mistakes whose better move was shown */
  revealed = new Set();
  /** @type {{ told: ToldLine, heading: string, why: string } | null} the line on the board */
  line = null;
  /** @type {MistakeTrainer | null} */
  trainer = null;

  /** @param {HTMLElement} root @param {string} id @param {ShownReview} review @param {ShownPosition} last */
  constructor(root, id, review, last) {
    this.id = id;
    this.token = seatToken(id);
    this.review = review;
    this.last = last;
    this.stage = new Stage(root, {
      back: matchPath(id),
      title: "Review",
      kind: "review",
      handlers: { onChoose: (move, isAllowed) => isAllowed && this.trainer?.choose(move) },
    });
    this.entries = entriesOf(last);
    this.match = new ReviewedMatch(id, this.token, review, last);
    this.mistakes = this.match.mistakes;
    this.moments = new KeyMoments(review, (ply) => this.goTo(ply));
    this.chart = review.course.length ? new ProgressChart(review, (ply) => this.goTo(ply)) : null;
    this.about = h("section.about", { "aria-label": "This move" });
    this.moveRoom = h("div.move-room");
    this.valuesButton = iconButton("eye", "Analysis", () => this.toggleValues(), {
      "aria-pressed": "false",
      "data-tool": "values",
    });
    this.stage.tools.append(
      this.valuesButton,
      ...(hasLinks
        ? [iconButton("share", "Copy review link", (event) => this.share(event.currentTarget))]
        : []),
    );
    this.openPanel();
    const ply = Number(readQuery().get("ply"));
    this.goTo(ply || this.firstMoment() || review.plies.length);
  }

  /** Return the ply of the moment to start with: the decisive one, or the last; 0 for none. */
  firstMoment() {
    const { moments } = this.review;
    const found = moments.findLast(({ kind }) => kind === "decisive" || kind === "resigned");
    return (found ?? moments.at(-1))?.ply ?? 0;
  }

  /** Show the position after a number of plies, and announce it. @param {number} count */
  async goTo(count, isNews = true) {
    if (this.trainer) return;
    const hadFocus = this.line !== null && this.stage.main.contains(document.activeElement);
    this.dropLine();
    this.plyCount = Math.max(0, Math.min(this.review.plies.length, count));
    const here = this.plyCount;
    this.drawPanel();
    if (isNews) announce(this.describe(this.current).flat().join(" "));
    if (hadFocus && document.activeElement === document.body) focusIn(this.about, "button");
    try {
      const [now, before, values] = await Promise.all([
        this.match.position(here),
        this.match.position(Math.max(0, here - 1)),
        this.areValuesOn ? this.match.values(here) : null,
      ]);
      if (here !== this.plyCount || this.line || this.trainer) return;
      this.drawBoard(now, before, values);
      for (const near of [here + 1, here - 2])
        if (near >= 0 && near <= this.review.plies.length)
          this.match.position(near).catch(() => {});
    } catch (problem) {
      if (here === this.plyCount) showMessage(describeError(problem));
    }
  }

  /** Go one ply, or one step of the line on the board, forward or back. @param {1 | -1} by */
  step(by) {
    if (this.trainer) this.trainer.step(by);
    else if (this.line) this.line.told.step(by);
    else this.goTo(this.plyCount + by);
  }

  /** Go to the next or previous key moment. @param {1 | -1} by */
  goToMoment(by) {
    if (!this.trainer) this.moments.step(by);
  }

  /** Go back from a line or from trying again to the game. */
  goBack() {
    if (this.trainer) this.trainer.close();
    else if (this.line) this.goTo(this.plyCount);
  }

  leave() {
    this.line?.told.stop();
    if (this.trainer) this.trainer.isClosed = true;
    this.trainer?.line?.stop();
  }

  /** Return the shortcuts that work now. */
  shortcuts() {
    const steps = { previous: () => this.step(-1), next: () => this.step(1) };
    const rules = () => openRules(this.last.game);
    const { trainer } = this;
    if (trainer)
      return {
        ...(trainer.line && steps),
        proceed: trainer.mode !== "asking" && (() => trainer.enter()),
        back: () => this.goBack(),
        rules,
      };
    const isMarked = Boolean(this.current?.mark) && !this.isAtResignation();
    return {
      ...steps,
      first: () => this.goTo(0),
      last: () => this.goTo(Infinity),
      nextMoment: this.review.moments.length > 0 && (() => this.goToMoment(1)),
      previousMoment: this.review.moments.length > 0 && (() => this.goToMoment(-1)),
      why: isMarked && (() => this.showWhy()),
      better: isMarked && (() => this.showBetter()),
      again: this.mistakes.includes(this.plyCount - 1) && (() => this.tryAgain()),
      analysis: () => this.toggleValues(),
      back: this.line !== null && (() => this.goBack()),
      rules,
    };
  }

  // ---- drawing

  /** @param {ShownPosition} now @param {ShownPosition} before @param {ReviewPly["moves"] | null} values */
  drawBoard(now, before, values) {
    const ply = this.current;
    this.stage.showPosition(now);
    const isShown = ply?.mark && !this.isHidden(this.plyCount - 1) && !this.isAtResignation();
    this.stage.board.showArrows(isShown ? arrowFor(before, ply.player, ply.best[0]) : []);
    this.stage.board.showValues(values);
    this.stage.setTitle(this.last.game.title, `Review · ${ply ? `turn ${ply.turn}` : "start"}`);
  }

  /** The ply before the position on screen, or null at the start. */
  get current() {
    return this.plyCount ? this.review.plies[this.plyCount - 1] : null;
  }

  /** Return whether the better move is still to be found. @param {number} index of a ply */
  isHidden(index) {
    return this.mistakes.includes(index) && this.review.you.length > 0 && !this.revealed.has(index);
  }

  /** Fill the panel with the parts of the review. */
  openPanel() {
    this.stage.showPanel(
      this.moments.element,
      this.about,
      this.mistakes.length > 1 && this.trainButton(),
      this.chart?.element,
      accuracyList(this.review),
      this.moveRoom,
      button("Download record", {
        kind: "low",
        picture: "download",
        onClick: () => saveRecord(this.id, this.token, this.last),
        "data-do": "record",
      }),
      button("Explore this position", {
        kind: "low",
        picture: "eye",
        onClick: () => openExplorer(this.review, this.plyCount),
        "data-do": "explore",
      }),
      this.review.note && h("p.small.muted", this.review.note),
    );
  }

  trainButton() {
    const count = this.mistakes.length;
    const whose = this.review.you.length === 1 ? "your " : "";
    return button(`Try ${whose}${formatCount(count, "mistake")} again`, {
      kind: "low",
      picture: "again",
      onClick: () => this.startTrainer(0),
      "data-do": "try-mistakes",
    });
  }

  drawPanel() {
    this.moments.select(this.plyCount);
    this.chart?.select(this.plyCount);
    this.drawAbout();
    refill(
      this.moveRoom,
      reviewMoves(this.review, this.entries, this.plyCount, (count) => this.goTo(count)),
    );
    this.drawButtons();
    scrollToCurrent(this.stage.panel);
  }

  drawButtons() {
    const square = { class: "button square" };
    if (this.line) {
      const { player } = this.line.told;
      const onClick = () => this.goTo(this.plyCount);
      const step = (/** @type {1 | -1} */ by, /** @type {number} */ end) => ({
        class: "button square only-phone",
        "data-do": by > 0 ? "line-next" : "line-back",
        "aria-disabled": String(player.index === end),
      });
      this.stage.showButtons(
        iconButton("back", "Previous step", () => this.step(-1), step(-1, 0)),
        button("Back to the game", { kind: "primary", onClick, "data-do": "close-line" }),
        iconButton("next", "Next step", () => this.step(1), step(1, player.length)),
      );
      return;
    }
    this.stage.showButtons(
      iconButton("back", "Previous move", () => this.step(-1), {
        ...square,
        "data-do": "back",
        "aria-disabled": String(!this.plyCount),
      }),
      this.mainButton(),
      iconButton("next", "Next move", () => this.step(1), {
        ...square,
        "data-do": "next",
        "aria-disabled": String(this.plyCount === this.review.plies.length),
      }),
    );
  }

  mainButton() {
    if (this.plyCount === this.review.plies.length && this.match.isOverByRules)
      return h("a.button.primary", { href: setupPath(this.review.game.id) }, "New game");
    const onClick = () => this.playFromHere();
    return button("Play from here", { kind: "primary", onClick, "data-do": "branch" });
  }

  /** Describe the current move, or the line on the board, with what can be shown about it. */
  drawAbout() {
    if (this.line) {
      this.stage.panel.classList.add("has-line");
      const { told, heading, why } = this.line;
      refill(this.about, h("h2", heading), h("p", why), told.node() ?? this.valuesNote());
      return;
    }
    this.stage.panel.classList.remove("has-line");
    const ply = this.isAtResignation() ? null : this.current;
    const mark = this.isAtResignation() ? this.review.decided?.mark : ply?.mark;
    const [lead, rest] = this.describe(this.current);
    refill(
      this.about,
      h("div.about-place", mark && markChip(mark), h("p", h("b", `${lead} `), rest.join(" "))),
      ply?.mark && this.lineButtons(this.plyCount - 1),
    );
  }

  /** Explain the values on the board if chance decides after a move, with those that have no tile. */
  valuesNote() {
    const { moves } = this.review.plies[this.plyCount - 1];
    const [{ position }] = /** @type {ToldLine} */ (this.line?.told).steps;
    const others = movesWithoutTile(position, Object.keys(moves)).map(
      (move) => `${capitalise(move)}: ${moves[move].sign}.`,
    );
    const note = "Luck decides what follows. The board shows the chance to win with each move.";
    return h("p.small.muted", [note, ...others].join(" "));
  }

  /** Return the buttons that show more about a bad move. @param {number} index */
  lineButtons(index) {
    const isTried = this.mistakes.includes(index);
    const { mark } = this.review.plies[index];
    return h(
      "div.line-buttons",
      isTried &&
        button("Try again", {
          kind: "low",
          onClick: () => this.tryAgain(),
          "data-do": "try-again-here",
        }),
      mark !== "?!" &&
        button("Show why", {
          kind: "low",
          onClick: () => this.showWhy(),
          "data-do": "show-why",
        }),
      button("Show better move", {
        kind: "low",
        onClick: () => this.showBetter(),
        "data-do": "show-better",
      }),
    );
  }

  /**
   * Return the move of a ply, and the comments on it. The better move is left out while it is to be found.
   * @param {ReviewPly | null} ply
   * @returns {[string, string[]]}
   */
  describe(ply) {
    const { review } = this;
    if (!ply) return ["Start.", [review.start]];
    if (this.isAtResignation() && review.decided)
      return [review.decided.text, review.verdict.slice(-1)];
    const isEnd = this.plyCount === review.plies.length && review.status.kind === "over";
    const verdict = isEnd ? review.verdict : [];
    if (!ply.mark) return [ply.deed, [...(isEnd ? [] : [ply.words]), ...verdict]];
    const better = this.isHidden(this.plyCount - 1) ? null : ply.better;
    const about = [ply.why, better].flatMap((text) => text ?? []);
    return [ply.slip ?? ply.deed, [...about, ...verdict]];
  }

  /** Return whether the screen shows a resignation that threw something away. */
  isAtResignation() {
    return this.moments.shown?.kind === "resigned";
  }

  // ---- lines on the board

  /** Show on the board why the current move is bad. */
  showWhy() {
    const ply = this.current;
    if (ply?.mark && !this.isAtResignation()) return this.showLine(ply.move, "Why it fails");
  }

  /** Show the better move on the board, and what would follow. */
  showBetter() {
    const ply = this.current;
    if (!ply?.mark || this.isAtResignation()) return;
    this.revealed.add(this.plyCount - 1);
    return this.showLine(ply.best[0], "The better move");
  }

  /** Show a move instead of the current one, and best play after it. @param {string} move @param {string} heading */
  async showLine(move, heading) {
    if (this.trainer) return;
    const here = this.plyCount;
    try {
      const reason = await waitFor(this.match.explain(here - 1, move));
      if (here !== this.plyCount || this.trainer) return;
      this.dropLine();
      this.openLine(reason, heading);
    } catch (problem) {
      showMessage(describeError(problem));
    }
  }

  /** @param {Reason} reason @param {string} heading */
  openLine(reason, heading) {
    const told = new ToldLine(this.stage, reason, readerOf(this.last) ?? 1, () => {
      if (this.line?.told !== told) return;
      this.drawAbout();
      this.drawButtons();
    });
    this.line = { told, heading, why: reason.why };
    scrollTo({ top: 0 }); // on a phone, the button is below the board
    told.play();
    if (!told.length) {
      // Chance decides after the move: the values of all moves show the difference.
      const { player, moves } = this.review.plies[this.plyCount - 1];
      this.revealed.add(this.plyCount - 1);
      this.stage.board.showValues(moves);
      const kind = reason.is_correct ? undefined : "mistake";
      const [{ position }] = reason.steps;
      this.stage.board.showArrows(arrowFor(position, player, reason.move ?? "", kind));
    }
    this.drawAbout();
    this.drawButtons();
    announce(`${heading}: ${reason.why}`);
    focusIn(this.stage.foot, "[data-do=close-line]");
  }

  dropLine() {
    this.line?.told.stop();
    this.line = null;
  }

  // ---- trying again

  /** Try the current mistake again, and then the others. */
  tryAgain() {
    const number = this.mistakes.indexOf(this.plyCount - 1);
    if (number >= 0 && !this.trainer && !this.isAtResignation()) this.startTrainer(number);
  }

  /** Try all mistakes again, from one of them on. @param {number} first */
  startTrainer(first) {
    this.dropLine();
    const order = [...this.mistakes.slice(first), ...this.mistakes.slice(0, first)];
    this.valuesButton.hidden = true;
    scrollTo({ top: 0 });
    this.trainer = new MistakeTrainer(
      {
        stage: this.stage,
        review: this.review,
        position: (ply) => this.match.position(ply),
        explain: (ply, move) => this.match.explain(ply, move),
        onClose: (ply) => this.closeTrainer(ply),
      },
      order,
    );
  }

  /** @param {number} ply */
  closeTrainer(ply) {
    for (const index of this.trainer?.found.keys() ?? []) this.revealed.add(index);
    this.trainer = null;
    this.valuesButton.hidden = false;
    this.openPanel();
    this.goTo(ply);
    focusIn(this.stage.foot, "[data-do=next]");
  }

  // ---- actions

  toggleValues() {
    if (this.trainer) return;
    this.areValuesOn = !this.areValuesOn;
    this.valuesButton.setAttribute("aria-pressed", String(this.areValuesOn));
    this.goTo(this.plyCount, false);
  }

  async playFromHere() {
    const ply = this.plyCount;
    await openPlayFromHere(await this.match.position(ply), (side) => this.match.branch(ply, side));
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
