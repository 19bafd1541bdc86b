// The match screen: waiting, joining, playing, watching and the result.
import { navigate, replacePath, setupPath } from "../addresses.js";
import { Board } from "../board/board.js";
import { hasMovesOnTiles } from "../board/model.js";
import { readFragment } from "../browser/fragment.js";
import { currentPath, currentSearch, currentSecret } from "../browser/location.js";
import { saveSeat, seatToken, TOKEN } from "../browser/seats.js";
import { beep } from "../browser/sound.js";
import { Advice } from "../match/advice.js";
import { PlayerBars } from "../match/player_bar.js";
import { endParts, verdictCard } from "../match/end.js";
import { invitePart, joinPart, waitingPart } from "../match/invite.js";
import { letterPart } from "../match/letter.js";
import { moveList, moveStrip } from "../match/move_list.js";
import { noticeNode, noticesOf, tryNowButton } from "../match/notices.js";
import { questionNode } from "../match/question.js";
import { hasOffer, isYou, playerBelow } from "../match/players.js";
import { MatchSession } from "../match/session.js";
import { notifyPlayer, showIcon, showSignals } from "../match/signals.js";
import { openMenu, toolBar } from "../match/tools.js";
import { moveField } from "../match/move_field.js";
import { showDeleted } from "../study/deleted_game.js";
import { endReview } from "../study/end_review.js";
import { openRules } from "../study/rules_panel.js";
import { announce, h, refill, update } from "../ui/dom.js";
import { iconButton, openSheet } from "../ui/components.js";
import { showHead, showMissing } from "../ui/layout.js";
import { showMessage } from "../ui/messages.js";
import { isShortcut, press, setShortcuts } from "../ui/shortcuts.js";
import { markNames } from "../ui/names.js";

/**
 * @import { SeenMatch } from "../contract.js"
 * @import { Notice } from "../match/notices.js"
 * @import { Child } from "../ui/dom.js"
 */

/**
 * Read the secret in the address fragment and remove it from the address bar.
 * A seat token is saved; an invite is returned.
 * @param {string} id
 */
function takeFragment(id) {
  const { kind, value: secret = "" } = readFragment(currentSecret()) ?? {};
  if (currentSecret()) replacePath(currentPath() + currentSearch());
  if (kind === "seat" && TOKEN.test(secret)) saveSeat(id, secret);
  return kind === "join" ? secret : null;
}

/** Show a match. @param {HTMLElement} root @param {{ id: string }} params */
export function show(root, { id }) {
  const invite = takeFragment(id);
  const screen = new MatchScreen(root, id, invite);
  screen.session.start();
  const removeShortcuts = setShortcuts(() => screen.shortcuts(), { canType: true });
  return () => {
    removeShortcuts();
    screen.leave();
  };
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
  /** The letter on screen, with the player to move. */
  #letterKey = "";

  /** @param {HTMLElement} root @param {string} id @param {string | null} invite */
  constructor(root, id, invite) {
    this.root = root;
    this.invite = invite;
    this.session = new MatchSession(id, seatToken(id), () => this.draw());
    this.board = new Board({
      onChoose: (move, isAllowed) => this.choose(move, isAllowed),
      onType: (sign) => this.takesKey(sign),
    });
    this.advice = new Advice(this.session, this.board, () => this.draw());
    this.bars = new PlayerBars();
    /** @type {{ position: string, notices: Set<string>, wasOver: boolean, problem?: string }} what was announced */
    this.announced = { position: "", notices: new Set(), wasOver: false };
    this.mode = "";
    this.parts = {
      verdict: h("div.verdict"),
      them: this.bars.above,
      board: h("div.board-room", this.board.element),
      me: this.bars.below,
      words: h("div.words"),
      ask: h("div.ask"),
      letter: h("div.letter"),
      after: h("div.after"),
      log: h("div.log"),
      strip: h("div.strip"),
      tools: h("div.tools"),
    };
    this.lobbyNotices = h("div.notices");
    this.head = h("div.match-head.thin");
    const ground = h("div.panel-ground", { "aria-hidden": "true" });
    this.main = h("main.table", ground, Object.values(this.parts));
    root.append(h("div.loading.muted", "Loading the game…"));
  }

  leave() {
    this.session.stop();
    this.advice.stop();
    showIcon(false);
  }

  // ---- drawing

  draw() {
    const { session } = this;
    if (session.connection === "gone") return this.drawMissing();
    if (!session.isLoaded) return this.drawLoading();
    const { kind } = session.view.status;
    if (kind === "waiting") this.drawLobby();
    else this.drawMatch(kind === "over");
  }

  /** Show that the match can't be loaded, with a button to try again. */
  drawLoading() {
    const { session } = this;
    if (session.connection !== "lost") return;
    const text = session.connectionText;
    const contents = [h("p", { "data-state": "lost" }, text), tryNowButton(session, "primary")];
    update(this.root, h("div.loading.muted.stack", contents));
    if (this.announced.problem !== text) announce(text);
    this.announced.problem = text;
  }

  drawMissing() {
    if (this.mode === "gone") return;
    this.mode = "gone";
    const { id, missingGame } = this.session;
    if (missingGame) return showMissing(this.root, "Can't open this game here", missingGame);
    if (showDeleted(this.root, id)) return;
    showMissing(
      this.root,
      "Game not found",
      "It may have been deleted, or the link is incomplete.",
    );
  }

  drawLobby() {
    const { session, invite } = this;
    const { seen, view } = session;
    const { words, game } = view;
    const kind = seen.you.length ? "invite" : invite ? "join" : "waiting";
    const title = (kind === "join" && words.invitation) || words.lines[0].replace(/\.$/, "");
    document.title = [
      session.connection === "lost" && "Connection lost",
      title,
      ...(kind === "join" ? ["numduel"] : [game.title]),
    ]
      .filter(Boolean)
      .join(" · ");
    const notices = noticesOf(session);
    refill(this.lobbyNotices, notices.map(noticeNode));
    const texts = {
      invite: [...words.lines, words.seat],
      join: [`${words.invitation}.`, words.seat],
      waiting: words.lines,
    };
    this.announceChange(kind, texts[kind].join(" "), notices);
    if (this.mode === kind) return;
    this.mode = kind;
    const part = seen.you.length
      ? invitePart(session)
      : invite
        ? joinPart(session, invite, (token, joined) => this.handleJoin(token, joined))
        : waitingPart(view);
    const main = h("main.before", part.slice(0, 2), this.lobbyNotices, part.slice(2));
    this.root.replaceChildren(main);
    update(this.head, h("div.match-title", h("b", game.title), words.size !== game.title && h("span.small.muted", words.size)));
    showHead(this.root, this.head);
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

  /** Focus the board, or the first move button if the board has no tiles. */
  focus() {
    if (!this.board.focus()) this.parts.ask.querySelector("button")?.focus();
  }

  /** @param {boolean} isOver */
  drawMatch(isOver) {
    const { session, parts } = this;
    const { seen, view } = session;
    const hadFocus = this.root.contains(document.activeElement) || this.#isFocusLost;
    if (this.mode !== "table") {
      this.mode = "table";
      if (this.invite && !seen.you.length) session.notice = view.words.late ?? "";
      this.root.replaceChildren(this.main);
    }
    this.main.classList.toggle("is-over", isOver);
    this.main.classList.toggle("refused", session.refusal !== "");
    this.drawHead();
    this.bars.show(seen, playerBelow(seen));
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
    this.drawLetter();
    this.drawEnd(isOver);
    showSignals(session);
    if (hadFocus && document.activeElement === document.body) this.focus();
    this.#isFocusLost = hadFocus && document.activeElement === document.body;
  }

  drawHead() {
    const { view } = this.session;
    const { game, words } = view;
    const open = () => openMenu(this.session, () => this.typeMove(""));
    showHead(this.root, this.head);
    update(
      this.head,
      h(
        "div.match-title",
        h(view.status.kind === "over" ? "b.match-name" : "h1.match-name", game.title), // then the verdict is the heading
        h("span.small.muted", markNames(words.subtitle, words.labels)),
      ),
      iconButton("more", "More", open, { id: "more" }),
    );
  }

  /**
   * Draw the messages below the board: notices, then advice, or the last turn and the choices.
   * @param {boolean} isOver
   */
  drawMessages(isOver) {
    const { session, parts, advice } = this;
    const { view } = session;
    const { lines, spoken } = view.words;
    const isQuiet = isOver || session.isUnsent;
    const notices = noticesOf(session);
    refill(
      parts.words,
      notices.map(noticeNode),
      advice.lines.length
        ? advice.lines.map((each) => h("p", each))
        : !isQuiet && h("p", lines.join(" ")),
      advice.more && h("p.small.muted", advice.more),
      this.#moveField,
      advice.isOn && !isOver && advice.legendNode(),
    );
    const { round, plies, status } = view;
    const position = `${round}/${plies.length}/${status.kind}/${status.player}`;
    this.announceChange(position, spoken.join(" "), notices);
  }

  /** Draw the link to send in a match by letter. */
  drawLetter() {
    const { seen, view } = this.session;
    const key = `${view.letter ?? ""}/${view.status.player}/${seen.you}`;
    if (this.#letterKey === key) return;
    this.#letterKey = key;
    refill(this.parts.letter, letterPart(seen));
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

  openLog() {
    openSheet("Moves", moveList(this.session.view));
  }

  /**
   * Announce what is new to screen readers and by sound: notices, an offer, and the position.
   * @param {string} position identifies the position
   * @param {string} spoken sentences on the position
   * @param {Notice[]} notices
   */
  announceChange(position, spoken, notices) {
    const { seen, view } = this.session;
    const before = this.announced;
    const isFirst = before.position === "";
    const isOffer = hasOffer(seen);
    const texts = notices.map(({ text }) => text);
    if (isOffer && view.words.offer) texts.push(view.words.offer.line);
    const isOver = view.status.kind === "over";
    const isMoved = before.position !== position;
    const fresh = texts.filter((text) => !before.notices.has(text));
    this.announced = { position, notices: new Set(texts), wasOver: isOver };
    const isCovered = !isFirst && document.querySelector("dialog[open]") !== null;
    announce([...(isCovered ? [] : fresh), ...(isMoved ? [spoken] : [])].join(" "));
    if (isCovered && fresh.length) showMessage(fresh.join(" ")); // over the sheet, and announced
    if (isFirst) return;
    if (isOver && !before.wasOver) beep("end");
    else if (isOffer && fresh.length) beep("offer");
    else if (isMoved) beep(isYou(seen, view.status.player) ? "turn" : "move");
    if (isMoved || fresh.length) notifyPlayer(this.session, spoken);
  }

  // ---- actions

  /** Return the shortcuts that work now: those of the buttons on screen, and a few more. */
  shortcuts() {
    const { session, main } = this;
    if (this.mode !== "table" || !session.isLoaded) return {};
    const { game, status } = session.view;
    const isOver = status.kind === "over";
    return {
      hint: press(main, "[data-tool=hint]"),
      analysis: press(main, "[data-tool=values]"),
      explain: press(main, "[data-tool=why]"),
      undo: press(main, "[data-do=takeback]"),
      type: session.canMove && (() => this.typeMove("")),
      moves: !isOver && (() => this.openLog()),
      rematch: press(main, "[data-do=rematch]"),
      review: press(main, '.end-buttons a[href*="/review"]'),
      new: isOver && (() => navigate(setupPath(game.id))),
      rules: () => openRules(game),
    };
  }

  /**
   * Type a key of the board into the field for a move, unless it is a shortcut and no move starts with it.
   * Return whether it was typed.
   * @param {string} sign
   */
  takesKey(sign) {
    if (!this.session.canMove) return false;
    const isTyped = this.session.view.words.letters.includes(sign.toLowerCase()) || !isShortcut(sign);
    if (isTyped) this.typeMove(sign);
    return isTyped;
  }

  /** @param {string} move @param {boolean} isAllowed */
  choose(move, isAllowed) {
    const { session } = this;
    this.#moveField = null;
    if (isAllowed || session.canMove) session.act("move", move);
    else session.explainLost();
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
