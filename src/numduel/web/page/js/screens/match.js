// The screen of a match: waiting, joining, playing, watching, and the end of it.
import { HOME, rewrite } from "../addresses.js";
import { Board } from "../board/board.js";
import { isToken, keepSeat, seatAt } from "../browser/seats.js";
import { beep } from "../browser/sound.js";
import { Advice } from "../match/advice.js";
import { playerBar } from "../match/bars.js";
import { endParts, verdictCard } from "../match/end.js";
import { invitePart, joinPart, waitingPart } from "../match/invite.js";
import { moveList, moveStrip } from "../match/log.js";
import {
  gameQuestion,
  isAsked,
  isOffered,
  moveButtons,
  movesWithoutTile,
  offerCard,
  ownOffer,
} from "../match/question.js";
import { MatchSession } from "../match/session.js";
import { openMenu, toolBar } from "../match/tools.js";
import { moveField } from "../match/typed.js";
import { endReview } from "../study/end_review.js";
import { announce, h, refill, renew } from "../ui/dom.js";
import { iconButton, openSheet } from "../ui/parts.js";
import { showMissing } from "../ui/sheets.js";
import {
  across,
  called,
  figureOf,
  isYou,
  opponentWords,
  sizeWords,
  spokenOf,
  subtitleOf,
  verdictOf,
  wordsOf,
} from "../words.js";

/** Take what the fragment of the address carries, and leave nothing of it in the address bar. */
function takeFragment(id) {
  const [, kind, secret] = location.hash.match(/^#(join|seat)=([A-Za-z0-9_-]+)$/) ?? [];
  if (location.hash) rewrite(location.pathname + location.search);
  if (kind === "seat" && isToken(secret)) keepSeat(id, secret);
  return kind === "join" ? secret : null;
}

export function show(root, { id }) {
  const invite = takeFragment(id);
  const screen = new MatchScreen(root, id, invite);
  screen.session.start();
  return () => screen.leave();
}

class MatchScreen {
  constructor(root, id, invite) {
    this.root = root;
    this.invite = invite;
    this.session = new MatchSession(id, seatAt(id), () => this.draw());
    this.board = new Board({
      onChoose: (move, isAllowed) => this.choose(move, isAllowed),
      onType: (sign) => this.typeMove(sign),
    });
    this.session.board = this.board;
    this.advice = new Advice(this.session, this.board, () => this.draw());
    this.figures = new Map();
    this.told = -1;
    this.mode = "";
    this.parts = Object.fromEntries(
      ["head", "them", "me", "verdict", "words", "ask", "log", "strip", "tools", "after"].map(
        (name) => [name, h("div", { class: name })],
      ),
    );
    root.append(h("div", { class: "loading muted" }, "Looking for this match …"));
  }

  leave() {
    this.session.stop();
    this.advice.stop();
  }

  // ---- what is shown

  draw() {
    const { session } = this;
    if (session.connection === "gone") return this.drawGone();
    if (!session.seen) {
      if (session.connection === "lost")
        refill(this.root.firstElementChild, "The server cannot be reached. Trying again …");
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
    const { session } = this;
    const kind = session.seen.you.length ? "invite" : this.invite ? "join" : "waiting";
    if (this.mode === kind) return;
    this.mode = kind;
    const make = {
      invite: () => invitePart(session),
      join: () => joinPart(session, this.invite, (token, seen) => this.joined(token, seen)),
      waiting: () => waitingPart(session),
    }[kind];
    this.root.className = "";
    this.root.replaceChildren(
      h(
        "header",
        { class: "match-head" },
        this.backButton(),
        h(
          "div",
          { class: "match-title" },
          h("b", {}, session.view.game.title),
          h("span", { class: "small muted" }, sizeWords(session.view)),
        ),
      ),
      h("main", { class: "before" }, make()),
    );
    document.title = `${session.view.game.title} · numduel`;
  }

  joined(token, seen) {
    if (!token) {
      if (seen) this.session.accept(seen);
      return;
    }
    this.invite = null;
    this.session.token = token;
    this.session.accept(seen);
    this.session.start();
    this.board.focus();
  }

  backButton() {
    return h(
      "a",
      { class: "round", href: HOME, "aria-label": "Home", title: "Home" },
      iconButton("back", "", () => {}).firstElementChild,
    );
  }

  drawTable(isOver) {
    const { session, parts } = this;
    if (this.mode !== "table") {
      this.mode = "table";
      if (this.invite && !session.seen.you.length)
        session.notice = "Both seats are taken: you are watching.";
      this.main = h(
        "main",
        { class: "table" },
        h("div", { class: "panel-ground", "aria-hidden": "true" }),
        parts.head,
        parts.verdict,
        parts.them,
        h("div", { class: "board-room" }, this.board.element),
        parts.me,
        parts.words,
        parts.ask,
        parts.after,
        parts.log,
        parts.strip,
        parts.tools,
      );
      this.root.replaceChildren(this.main);
    }
    const hadFocus = this.main.contains(document.activeElement);
    this.main.classList.toggle("is-over", isOver);
    this.drawHead();
    this.drawBars();
    this.main.classList.toggle("refused", session.refusal !== "");
    this.board.show(session.view, session.seen.you, session.pendingMove);
    this.advice.follow();
    this.drawWords(isOver);
    this.drawAsked(isOver);
    renew(parts.log, h("h2", { class: "label" }, "Moves"), moveList(session.view, this.nowWords()));
    renew(parts.strip, isOver ? null : moveStrip(session.view, () => this.openLog()));
    renew(parts.tools, isOver ? null : toolBar(session, this.advice));
    this.drawEnd(isOver);
    this.drawTitle();
    if (hadFocus && document.activeElement === document.body) this.board.focus();
  }

  drawHead() {
    const { session } = this;
    const watching = session.seen.you.length === 0 ? "watching " : "";
    const menu = iconButton(
      "more",
      "More",
      () => openMenu(session, { typeMove: () => this.typeMove("") }),
      { id: "more" },
    );
    renew(
      this.parts.head,
      this.backButton(),
      h(
        "div",
        { class: "match-title" },
        h("h1", { class: "match-name" }, session.view.game.title),
        h("span", { class: "small muted" }, watching + subtitleOf(session.seen)),
      ),
      menu,
    );
    this.parts.head.className = "head match-head";
  }

  drawBars() {
    const { seen } = this.session;
    const other = across(seen);
    for (const [part, player] of [
      ["them", other],
      ["me", 3 - other],
    ]) {
      const figure = figureOf(seen.view, player);
      renew(this.parts[part], playerBar(seen, player, this.figures.get(player)));
      this.parts[part].dataset.player = player;
      this.parts[part].className = `${part} bar`;
      this.figures.set(player, figure?.value);
    }
  }

  /** The line of words: what was refused, what is not sent, advice, or what was done and may be. */
  drawWords(isOver) {
    const { session, parts } = this;
    const line = (words, state, kind = "bad") =>
      h("p", { class: kind, "data-state": state }, words);
    const lines = [];
    if (session.isUnsent)
      lines.push(line("Not sent: no connection. It is sent again by itself.", "unsent"));
    else if (session.connection === "lost")
      lines.push(line("No connection. Trying again …", "lost"));
    if (session.refusal) lines.push(line(session.refusal, "refused"));
    else if (session.notice) lines.push(line(session.notice, "notice", ""));
    session.notice = "";
    const offered = ownOffer(session.seen);
    if (offered) lines.push(line(offered, "offered", "muted"));
    if (this.advice.lines.length) lines.push(...this.advice.lines.map((line) => h("p", {}, line)));
    else if (!isOver && !session.isUnsent) lines.push(h("p", {}, wordsOf(session.seen).join(" ")));
    if (this.typed) lines.push(this.typed);
    refill(parts.words, lines);
    if (this.advice.isOn && !isOver) parts.words.append(this.advice.legend());
  }

  drawAsked(isOver) {
    const { session, parts } = this;
    let asked = null;
    if (isOffered(session.seen)) asked = offerCard(session);
    else if (!isOver && isAsked(session)) asked = gameQuestion(session);
    else if (!isOver && session.isMine && movesWithoutTile(session.view).length)
      asked = moveButtons(session);
    renew(parts.ask, asked);
    this.main.classList.toggle("asks", asked?.classList.contains("question") ?? false);
  }

  drawEnd(isOver) {
    const { session, parts } = this;
    const key = isOver
      ? `${session.view.round}/${session.view.seq}/${session.seen.you}/${session.pending?.do}`
      : "";
    if (this.ended === key) return;
    const isNew = !this.ended;
    this.ended = key;
    refill(parts.verdict, isOver ? verdictCard(session.seen) : null);
    refill(parts.after, isOver ? endParts(session, this.studied()) : null);
    const { winner } = session.view.status;
    if (isOver && isNew && winner) this.board.celebrate(session.view.trails[winner - 1]);
  }

  /** What studying adds to the end of a round: asked for once, however often the rest is drawn. */
  studied() {
    const { round } = this.session.view;
    const key = `${round}/${this.session.view.plies.length}`;
    if (this.study?.key !== key) this.study = { key, parts: endReview(this.session) };
    return this.study.parts;
  }

  drawTitle() {
    const { seen, view } = this.session;
    const { status } = view;
    const mine =
      status.kind === "turn" &&
      seen.you.includes(status.player) &&
      (seen.you.length === 1 || document.hidden);
    const start = status.kind === "over" ? `${verdictOf(seen)} · ` : mine ? "Your turn · " : "";
    document.title = `${start}${view.game.title} ${opponentWords(seen)}`;
  }

  nowWords() {
    const { seen, view } = this.session;
    if (view.status.kind !== "turn") return "";
    return `${called(seen, view.status.player)}, now`;
  }

  openLog() {
    openSheet("Moves", moveList(this.session.view, this.nowWords()));
  }

  /** Say aloud, and by sound, what has changed. */
  tell() {
    const { seen, view } = this.session;
    if (this.session.refusal) announce(this.session.refusal);
    if (this.told === view.seq) return;
    const isFirst = this.told === -1;
    this.told = view.seq;
    const mine = view.status.kind === "turn" && isYou(seen, view.status.player);
    announce(spokenOf(seen).join(" "));
    if (!isFirst) beep(view.status.kind === "over" ? "end" : mine ? "turn" : "move");
  }

  // ---- what people do

  choose(move, isAllowed) {
    const { session } = this;
    this.typed = null;
    if (isAllowed || session.isMine) session.act("move", move);
  }

  /** Open a field for a move in letters; the board does so when somebody types. */
  typeMove(sign) {
    if (!this.session.isMine) return;
    const leave = () => {
      this.typed = null;
      this.draw();
      this.board.focus();
    };
    const play = (move) => {
      leave();
      if (move) this.session.act("move", move);
    };
    this.typed = moveField(this.session.view.status.moves, sign, { play, leave });
    this.draw();
    const field = this.typed.querySelector("input");
    field.focus();
    field.setSelectionRange(sign.length, sign.length);
  }
}
