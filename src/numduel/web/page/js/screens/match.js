// The screen of a match: waiting, joining, playing, watching, and the end of it.
import { HOME, rewrite } from "../addresses.js";
import { Board } from "../board/board.js";
import { hasMovesOnTiles } from "../board/model.js";
import { isToken, keepSeat, seatAt } from "../browser/seats.js";
import { beep } from "../browser/sound.js";
import { Advice } from "../match/advice.js";
import { playerBar } from "../match/bars.js";
import { endParts, verdictCard } from "../match/end.js";
import { invitePart, joinPart, waitingPart } from "../match/invite.js";
import { moveList, moveStrip } from "../match/log.js";
import { askedNode } from "../match/question.js";
import { across, figureOf, isMine, isYou, otherOf } from "../match/seen.js";
import { MatchSession } from "../match/session.js";
import { openMenu, toolBar } from "../match/tools.js";
import { moveField } from "../match/typed.js";
import { endReview } from "../study/end_review.js";
import { announce, h, refill, renew } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { iconButton, openSheet } from "../ui/parts.js";
import { showMissing } from "../ui/sheets.js";

/**
 * @import { Seen } from "../contract.js"
 * @import { Seat } from "../match/seen.js"
 * @import { Child } from "../ui/dom.js"
 */

/**
 * Take what the fragment of the address carries, and leave nothing of it in the address bar.
 * @param {string} id
 */
function takeFragment(id) {
  const [, kind, secret = ""] = location.hash.match(/^#(join|seat)=([A-Za-z0-9_-]+)$/) ?? [];
  if (location.hash) rewrite(location.pathname + location.search);
  if (kind === "seat" && isToken(secret)) keepSeat(id, secret);
  return kind === "join" ? secret : null;
}

/** @param {HTMLElement} root @param {{ id: string }} params */
export function show(root, { id }) {
  const invite = takeFragment(id);
  const screen = new MatchScreen(root, id, invite);
  screen.session.start();
  return () => screen.leave();
}

const backButton = () =>
  h("a.round", { href: HOME, "aria-label": "Home", title: "Home" }, icon("back"));

class MatchScreen {
  /** @type {HTMLElement | null} the field for a move in letters, while it is open */
  #typed = null;
  /** @type {{ key: string, parts: Child[] } | null} what studying adds to the end of a round */
  #studied = null;
  /** The end that is shown; "" during a game. */
  #ended = "";
  /** Whether the focus was here and nothing could take it, as between two questions. */
  #isFocusDue = false;

  /** @param {HTMLElement} root @param {string} id @param {string | null} invite */
  constructor(root, id, invite) {
    this.root = root;
    this.invite = invite;
    this.session = new MatchSession(id, seatAt(id), () => this.draw());
    this.board = new Board({
      onChoose: (move, isAllowed) => this.choose(move, isAllowed),
      onType: (sign) => this.typeMove(sign),
    });
    this.advice = new Advice(this.session, this.board, () => this.draw());
    /** @type {Map<Seat, number | undefined>} the figures that were shown last */
    this.figures = new Map();
    this.told = -1;
    this.mode = "";
    this.parts = {
      head: h("div.head.match-head"),
      verdict: h("div.verdict"),
      them: h("div.them.bar"),
      board: h("div.board-room", this.board.element),
      me: h("div.me.bar"),
      words: h("div.words"),
      ask: h("div.ask"),
      after: h("div.after"),
      log: h("div.log"),
      strip: h("div.strip"),
      tools: h("div.tools"),
    };
    const ground = h("div.panel-ground", { "aria-hidden": "true" });
    this.main = h("main.table", ground, Object.values(this.parts));
    root.append(h("div.loading.muted", "Looking for this match …"));
  }

  leave() {
    this.session.stop();
    this.advice.stop();
  }

  // ---- what is shown

  draw() {
    const { session } = this;
    if (session.connection === "gone") return this.drawGone();
    if (!session.isLoaded) {
      const words = "The server cannot be reached. Trying again …";
      if (session.connection === "lost") refill(this.root, h("div.loading.muted", words));
      return;
    }
    const { kind } = session.view.status;
    if (kind === "waiting") this.drawBefore();
    else this.drawTable(kind === "over");
    this.tell();
  }

  drawGone() {
    if (this.mode === "gone") return;
    this.mode = "gone";
    document.title = "No match here · numduel";
    showMissing(
      this.root,
      "There is no match at this address",
      "It may have been removed, or the link is not whole.",
    );
  }

  drawBefore() {
    const { session, invite } = this;
    const { seen, view } = session;
    const kind = seen.you.length ? "invite" : invite ? "join" : "waiting";
    if (this.mode === kind) return;
    this.mode = kind;
    const part = seen.you.length
      ? invitePart(session)
      : invite
        ? joinPart(session, invite, (token, found) => this.joined(token, found))
        : waitingPart(view);
    this.root.replaceChildren(
      h(
        "header.match-head",
        backButton(),
        h("div.match-title", h("b", view.game.title), h("span.small.muted", view.words.size)),
      ),
      h("main.before", part),
    );
    document.title = `${view.game.title} · numduel`;
  }

  /** @param {string | null} token @param {Seen | null} seen */
  joined(token, seen) {
    if (token) {
      this.invite = null;
      this.session.startWith(token);
    }
    if (seen) this.session.accept(seen);
    if (token) this.focus();
  }

  /** Focus the board, or where there are no tiles the first button that is a move. */
  focus() {
    if (!this.board.focus()) this.parts.ask.querySelector("button")?.focus();
  }

  /** @param {boolean} isOver */
  drawTable(isOver) {
    const { session, parts } = this;
    const { seen, view } = session;
    if (this.mode !== "table") {
      this.mode = "table";
      if (this.invite && !seen.you.length)
        session.notice = "Both seats are taken: you are watching.";
      this.root.replaceChildren(this.main);
    }
    const hadFocus = this.main.contains(document.activeElement) || this.#isFocusDue;
    this.main.classList.toggle("is-over", isOver);
    this.main.classList.toggle("refused", session.refusal !== "");
    this.drawHead();
    this.drawBars();
    this.board.show(view, seen.you, session.pendingMove);
    this.advice.follow();
    this.drawWords(isOver);
    const asked = askedNode(session);
    renew(parts.ask, asked);
    const isQuestion = asked?.classList.contains("question") ?? false;
    this.main.classList.toggle("asks", isQuestion && hasMovesOnTiles(view));
    renew(parts.log, h("h2.label", "Moves"), moveList(view));
    renew(parts.strip, isOver ? null : moveStrip(view, () => this.openLog()));
    renew(parts.tools, isOver ? null : toolBar(session, this.advice));
    this.drawEnd(isOver);
    this.drawTitle();
    if (hadFocus && document.activeElement === document.body) this.focus();
    this.#isFocusDue = hadFocus && document.activeElement === document.body;
  }

  drawHead() {
    const { game, words } = this.session.view;
    const open = () => openMenu(this.session, () => this.typeMove(""));
    renew(
      this.parts.head,
      backButton(),
      h(
        "div.match-title",
        h("h1.match-name", game.title),
        h("span.small.muted", words.subtitle),
      ),
      iconButton("more", "More", open, { id: "more" }),
    );
  }

  drawBars() {
    const { seen, view } = this.session;
    const other = across(seen);
    for (const [part, player] of /** @type {[HTMLElement, Seat][]} */ ([
      [this.parts.them, other],
      [this.parts.me, otherOf(other)],
    ])) {
      renew(part, playerBar(seen, player, this.figures.get(player)));
      part.dataset.player = String(player);
      this.figures.set(player, figureOf(view, player)?.value);
    }
  }

  /**
   * Draw the line of words: what was refused, what is not sent, advice, or what was done and may be.
   * @param {boolean} isOver
   */
  drawWords(isOver) {
    const { session, parts, advice } = this;
    const { offer, lines } = session.view.words;
    /** @type {(words: string, state: string, kind?: string) => HTMLElement} */
    const line = (words, state, kind = "bad") =>
      h("p", { class: kind, "data-state": state }, words);
    const unsent = "Not sent: no connection. It is sent again by itself.";
    const isQuiet = isOver || session.isUnsent;
    refill(
      parts.words,
      session.isUnsent
        ? line(unsent, "unsent")
        : session.connection === "lost" && line("No connection. Trying again …", "lost"),
      session.refusal
        ? line(session.refusal, "refused")
        : session.notice && line(session.notice, "notice", ""),
      offer?.own && line(offer.own, "offered", "muted"),
      advice.lines.length
        ? advice.lines.map((each) => h("p", each))
        : !isQuiet && h("p", lines.join(" ")),
      this.#typed,
      advice.isOn && !isOver && advice.legendNode(),
    );
    session.notice = "";
  }

  /** @param {boolean} isOver */
  drawEnd(isOver) {
    const { session, parts } = this;
    const { view, seen, pending } = session;
    const key = isOver ? `${view.round}/${view.seq}/${seen.you}/${pending?.do}` : "";
    if (this.#ended === key) return;
    const isNew = !this.#ended;
    this.#ended = key;
    refill(parts.verdict, isOver && verdictCard(view));
    refill(parts.after, ...(isOver ? endParts(session, this.studied()) : []));
    const { winner } = view.status;
    if (isOver && isNew && winner) this.board.celebrate(view.trails[winner - 1]);
  }

  /** Return what studying adds to the end of a round: asked for once in a round. */
  studied() {
    const { round, plies } = this.session.view;
    const key = `${round}/${plies.length}`;
    if (this.#studied?.key !== key) this.#studied = { key, parts: endReview(this.session) };
    return this.#studied.parts;
  }

  drawTitle() {
    const { seen, view } = this.session;
    const { verdict, opponents } = view.words;
    const mine = isMine(seen) && (seen.you.length === 1 || document.hidden);
    const start = verdict ? `${verdict} · ` : mine ? "Your turn · " : "";
    document.title = `${start}${view.game.title} ${opponents}`;
  }

  openLog() {
    openSheet("Moves", moveList(this.session.view));
  }

  /** Say aloud, and by sound, what has changed. */
  tell() {
    const { seen, view } = this.session;
    if (this.session.refusal) announce(this.session.refusal);
    if (this.told === view.seq) return;
    const isFirst = this.told === -1;
    this.told = view.seq;
    const mine = isYou(seen, view.status.player);
    announce(view.words.spoken.join(" "));
    if (!isFirst) beep(view.status.kind === "over" ? "end" : mine ? "turn" : "move");
  }

  // ---- what people do

  /** @param {string} move @param {boolean} isAllowed */
  choose(move, isAllowed) {
    const { session } = this;
    this.#typed = null;
    if (isAllowed || session.isMine) session.act("move", move);
  }

  /** Open a field for a move in letters, as the board does when someone types. @param {string} sign */
  typeMove(sign) {
    if (!this.session.isMine) return;
    const leave = () => {
      this.#typed = null;
      this.draw();
      this.focus();
    };
    const play = (/** @type {string} */ move) => {
      leave();
      if (move) this.session.act("move", move);
    };
    this.#typed = moveField(this.session.view.status.moves, sign, { play, leave });
    this.draw();
    const field = this.#typed.querySelector("input");
    field?.focus();
    field?.setSelectionRange(sign.length, sign.length);
  }
}
