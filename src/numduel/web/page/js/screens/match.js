// The match screen: waiting, joining, playing, watching and the result.
import { replacePath } from "../addresses.js";
import { Board } from "../board/board.js";
import { hasMovesOnTiles } from "../board/model.js";
import { isToken, saveSeat, seatToken } from "../browser/seats.js";
import { beep } from "../browser/sound.js";
import { Advice } from "../match/advice.js";
import { playerBar } from "../match/player_bar.js";
import { endParts, verdictCard } from "../match/end.js";
import { invitePart, joinPart, waitingPart } from "../match/invite.js";
import { moveList, moveStrip } from "../match/move_list.js";
import { questionNode } from "../match/question.js";
import { playerAbove, figureOf, isMyTurn, isYou, opponentOf } from "../match/players.js";
import { MatchSession } from "../match/session.js";
import { openMenu, toolBar } from "../match/tools.js";
import { moveField } from "../match/move_field.js";
import { endReview } from "../study/end_review.js";
import { announce, h, refill, update } from "../ui/dom.js";
import { iconButton, openSheet } from "../ui/components.js";
import { showHead, showMissing } from "../ui/layout.js";

/**
 * @import { SeenMatch } from "../contract.js"
 * @import { Seat } from "../match/players.js"
 * @import { Child } from "../ui/dom.js"
 */

/**
 * Read the secret in the address fragment and remove it from the address bar.
 * A seat token is saved; an invite is returned.
 * @param {string} id
 */
function takeFragment(id) {
  const [, kind, secret = ""] = location.hash.match(/^#(join|seat)=([A-Za-z0-9_-]+)$/) ?? [];
  if (location.hash) replacePath(location.pathname + location.search);
  if (kind === "seat" && isToken(secret)) saveSeat(id, secret);
  return kind === "join" ? secret : null;
}

/** Show a match. @param {HTMLElement} root @param {{ id: string }} params */
export function show(root, { id }) {
  const invite = takeFragment(id);
  const screen = new MatchScreen(root, id, invite);
  screen.session.start();
  return () => screen.leave();
}

class MatchScreen {
  /** @type {HTMLElement | null} the field for typing a move, while it is open */
  #moveField = null;
  /** @type {{ key: string, parts: Child[] } | null} review shown at the end of a round */
  #review = null;
  /** Key of the result on screen; "" during a game. */
  #resultKey = "";
  /** Whether the focus was lost because no control could take it, as between two questions. */
  #isFocusLost = false;

  /** @param {HTMLElement} root @param {string} id @param {string | null} invite */
  constructor(root, id, invite) {
    this.root = root;
    this.invite = invite;
    this.session = new MatchSession(id, seatToken(id), () => this.draw());
    this.board = new Board({
      onChoose: (move, isAllowed) => this.choose(move, isAllowed),
      onType: (sign) => this.typeMove(sign),
    });
    this.advice = new Advice(this.session, this.board, () => this.draw());
    /** @type {Map<Seat, number | undefined>} the figures shown before */
    this.figures = new Map();
    this.announcedSeq = -1;
    this.mode = "";
    this.parts = {
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
    this.head = h("div.match-head.thin");
    const ground = h("div.panel-ground", { "aria-hidden": "true" });
    this.main = h("main.table", ground, Object.values(this.parts));
    root.append(h("div.loading.muted", "Loading the game…"));
  }

  leave() {
    this.session.stop();
    this.advice.stop();
  }

  // ---- drawing

  draw() {
    const { session } = this;
    if (session.connection === "gone") return this.drawMissing();
    if (!session.isLoaded) {
      const message = "Can't reach the server. Retrying…";
      if (session.connection === "lost") refill(this.root, h("div.loading.muted", message));
      return;
    }
    const { kind } = session.view.status;
    if (kind === "waiting") this.drawLobby();
    else this.drawMatch(kind === "over");
    this.announceChange();
  }

  drawMissing() {
    if (this.mode === "gone") return;
    this.mode = "gone";
    document.title = "Game not found · numduel";
    showMissing(
      this.root,
      "Game not found",
      "It may have been deleted, or the link is incomplete.",
    );
  }

  drawLobby() {
    const { session, invite } = this;
    const { seen, view } = session;
    const kind = seen.you.length ? "invite" : invite ? "join" : "waiting";
    if (this.mode === kind) return;
    this.mode = kind;
    const part = seen.you.length
      ? invitePart(session)
      : invite
        ? joinPart(session, invite, (token, joined) => this.handleJoin(token, joined))
        : waitingPart(view);
    const { game, words } = view;
    this.root.replaceChildren(h("main.before", part));
    update(this.head, h("div.match-title", h("b", game.title), h("span.small.muted", words.size)));
    showHead(this.root, this.head);
    document.title = `${view.game.title} · numduel`;
  }

  /** Continue after a try to join. @param {string | null} token @param {SeenMatch | null} seen */
  handleJoin(token, seen) {
    if (token) {
      this.invite = null;
      this.session.startWith(token);
    }
    if (seen) this.session.accept(seen);
    if (token) this.focus();
  }

  /** Focus the board, or the first move button if there are no tiles. */
  focus() {
    if (!this.board.focus()) this.parts.ask.querySelector("button")?.focus();
  }

  /** @param {boolean} isOver */
  drawMatch(isOver) {
    const { session, parts } = this;
    const { seen, view } = session;
    if (this.mode !== "table") {
      this.mode = "table";
      if (this.invite && !seen.you.length)
        session.notice = "Both seats are taken. You're watching.";
      this.root.replaceChildren(this.main);
    }
    const hadFocus = this.main.contains(document.activeElement) || this.#isFocusLost;
    this.main.classList.toggle("is-over", isOver);
    this.main.classList.toggle("refused", session.refusal !== "");
    this.drawHead();
    this.drawBars();
    this.board.show(view, seen.you, session.pendingMove);
    this.advice.refresh();
    this.drawMessages(isOver);
    const question = this.advice.addValues(questionNode(session));
    update(parts.ask, question);
    const isQuestion = question?.classList.contains("question") ?? false;
    this.main.classList.toggle("asks", isQuestion && hasMovesOnTiles(view));
    update(parts.log, h("h2.label", "Moves"), moveList(view));
    update(parts.strip, isOver ? null : moveStrip(view, () => this.openLog()));
    update(parts.tools, isOver ? null : toolBar(session, this.advice));
    this.drawEnd(isOver);
    this.drawTitle();
    if (hadFocus && document.activeElement === document.body) this.focus();
    this.#isFocusLost = hadFocus && document.activeElement === document.body;
  }

  drawHead() {
    const { game, words } = this.session.view;
    const open = () => openMenu(this.session, () => this.typeMove(""));
    showHead(this.root, this.head);
    update(
      this.head,
      h("div.match-title", h("h1.match-name", game.title), h("span.small.muted", words.subtitle)),
      iconButton("more", "More", open, { id: "more" }),
    );
  }

  drawBars() {
    const { seen, view } = this.session;
    const other = playerAbove(seen);
    for (const [part, player] of /** @type {[HTMLElement, Seat][]} */ ([
      [this.parts.them, other],
      [this.parts.me, opponentOf(other)],
    ])) {
      update(part, playerBar(seen, player, this.figures.get(player)));
      part.dataset.player = String(player);
      this.figures.set(player, figureOf(view, player)?.value);
    }
  }

  /**
   * Draw the messages below the board: connection, refusal, advice, or the last turn and the choices.
   * @param {boolean} isOver
   */
  drawMessages(isOver) {
    const { session, parts, advice } = this;
    const { offer, lines } = session.view.words;
    /** @type {(text: string, state: string, kind?: string) => HTMLElement} */
    const line = (text, state, kind = "bad") => h("p", { class: kind, "data-state": state }, text);
    const unsent = "Connection lost. Your move will be sent automatically.";
    const isQuiet = isOver || session.isUnsent;
    refill(
      parts.words,
      session.isUnsent
        ? line(unsent, "unsent")
        : session.connection === "lost" && line("Connection lost. Reconnecting…", "lost"),
      session.refusal
        ? line(session.refusal, "refused")
        : session.notice && line(session.notice, "notice", ""),
      offer?.own && line(offer.own, "offered", "muted"),
      advice.lines.length
        ? advice.lines.map((each) => h("p", each))
        : !isQuiet && h("p", lines.join(" ")),
      this.#moveField,
      advice.isOn && !isOver && advice.legendNode(),
    );
    session.notice = "";
  }

  /** @param {boolean} isOver */
  drawEnd(isOver) {
    const { session, parts } = this;
    const { view, seen, pending } = session;
    const key = isOver ? `${view.round}/${view.seq}/${seen.you}/${pending?.do}` : "";
    if (this.#resultKey === key) return;
    const isNew = !this.#resultKey;
    this.#resultKey = key;
    refill(parts.verdict, isOver && verdictCard(view));
    refill(parts.after, ...(isOver ? endParts(session, this.endReview()) : []));
    const { winner } = view.status;
    if (isOver && isNew && winner) this.board.celebrate(view.trails[winner - 1]);
  }

  /** Return the review of the finished round, requested once. */
  endReview() {
    const { round, plies, status } = this.session.view;
    const key = `${round}/${plies.length}/${status.reason}`;
    if (this.#review?.key !== key) this.#review = { key, parts: endReview(this.session) };
    return this.#review.parts;
  }

  drawTitle() {
    const { seen, view } = this.session;
    const { verdict, opponents } = view.words;
    const mine = isMyTurn(seen) && (seen.you.length === 1 || document.hidden);
    const start = verdict ? `${verdict} · ` : mine ? "Your turn · " : "";
    const link = seen.you.length === 1 ? " " : ": "; // "with Ann", or "Ann and Bob"
    document.title = `${start}${view.game.title}${link}${opponents}`;
  }

  openLog() {
    openSheet("Moves", moveList(this.session.view));
  }

  /** Announce a change to screen readers and by sound. */
  announceChange() {
    const { seen, view } = this.session;
    if (this.session.refusal) announce(this.session.refusal);
    if (this.announcedSeq === view.seq) return;
    const isFirst = this.announcedSeq === -1;
    this.announcedSeq = view.seq;
    const mine = isYou(seen, view.status.player);
    announce(view.words.spoken.join(" "));
    if (!isFirst) beep(view.status.kind === "over" ? "end" : mine ? "turn" : "move");
  }

  // ---- actions

  /** @param {string} move @param {boolean} isAllowed */
  choose(move, isAllowed) {
    const { session } = this;
    this.#moveField = null;
    if (isAllowed || session.canMove) session.act("move", move);
  }

  /** Open the field for typing a move, starting with this text. @param {string} sign */
  typeMove(sign) {
    if (!this.session.canMove) return;
    const leave = () => {
      this.#moveField = null;
      this.draw();
      this.focus();
    };
    const play = (/** @type {string} */ move) => {
      leave();
      if (move) this.session.act("move", move);
    };
    this.#moveField = moveField(this.session.view.status.moves, sign, { play, leave });
    this.draw();
    const field = this.#moveField.querySelector("input");
    field?.focus();
    field?.setSelectionRange(sign.length, sign.length);
  }
}
