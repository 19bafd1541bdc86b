// This browser's session in a match: the current view, the pending action and the last refusal.
import { saveSeen } from "../browser/history.js";
import { saveSeat, seatToken } from "../browser/seats.js";
import { request, followMatch, describeError, Problem, Unreachable } from "../server/api.js";
import { showMessage } from "../ui/messages.js";
import { isMyTurn } from "./players.js";
import { Presence } from "./presence.js";

/**
 * @import { Action, SeenMatch } from "../contract.js"
 * @import { Connection } from "../server/api.js"
 */

const BUSY_MESSAGE = "Your last action is still being sent. Try again in a moment.";
const UNSENT_MESSAGE = "Your last action isn't saved yet. It will be sent automatically.";
const LOST_MESSAGE = "You're not connected. Try again when the connection is back.";
const RESTORED_MS = 8000; // time that "Connected again." stays
const RETRY_DELAYS_MS = [500, 1000, 2000, 4000, 8000];

export class MatchSession {
  /** @type {SeenMatch | null} */
  #seen = null;
  /** @type {ReturnType<typeof followMatch> | null} */
  #following = null;
  /** How often Try now was pressed since the connection was lost. */
  #tries = 0;
  /** Why an action couldn't be stored, such as no space left; "" if nothing answered. */
  #reason = "";
  /** @type {(() => void) | null} ends the pause before the next try */
  #retryNow = null;

  /**
   * @param {string} id
   * @param {string | null} token the seat; null for spectators
   * @param {() => void} onChange called after every change
   */
  constructor(id, token, onChange) {
    this.id = id;
    this.token = token;
    this.onChange = onChange;
    /** @type {Connection} */
    this.connection = "live";
    /** Why the match can't be opened, if its game is missing; otherwise "". */
    this.missingGame = "";
    /** @type {Action | null} */
    this.pending = null;
    this.isUnsent = false;
    this.isTrying = false;
    this.refusal = "";
    this.notice = "";
    this.presence = new Presence(() => this.onChange());
    this.isResigning = false;
    /** @type {Map<number, string>} commitment to a hidden board, by round */
    this.commitments = new Map();
  }

  start() {
    this.stop();
    this.#following = followMatch(
      this.id,
      this.token,
      (seen) => this.accept(seen),
      (state, problem) => this.#setConnection(state, problem),
    );
  }

  /** Follow the match as the holder of a token. @param {string} token */
  startWith(token) {
    this.token = token;
    this.start();
  }

  stop() {
    this.#following?.stop();
    this.#following = null;
    this.presence.stop();
  }

  /** Whether the server has sent the match. */
  get isLoaded() {
    return this.#seen !== null;
  }

  get seen() {
    if (!this.#seen) throw new Error("the match isn't loaded yet");
    return this.#seen;
  }

  get view() {
    return this.seen.view;
  }

  /** Whether a player here can move now. */
  get canMove() {
    return isMyTurn(this.seen) && !this.pending;
  }

  /** Our move on its way to the server, or null. */
  get pendingMove() {
    const { pending } = this;
    return (pending?.seq === this.view.seq && pending.move) || null;
  }

  /** Accept a view from the server, unless it is outdated. @param {SeenMatch} seen */
  accept(seen) {
    const before = this.#seen?.view.seq ?? -1;
    if (seen.view.seq < before) return this.onChange(); // an action may have been answered
    if (seen.view.seq > before) this.refusal = "";
    if (seen.view.seq > before && before !== -1) this.notice = "";
    this.#seen = seen;
    const { view } = seen;
    this.presence.update(view);
    if (view.sealed && !this.commitments.has(view.round))
      this.commitments.set(view.round, view.sealed.commit);
    if (seen.you.length && this.token && seatToken(this.id) !== this.token)
      saveSeat(this.id, this.token);
    saveSeen(seen);
    this.onChange();
  }

  /** @param {Connection} state @param {Problem} [problem] */
  #setConnection(state, problem) {
    if (state === this.connection && !this.isTrying) return;
    if (problem?.code === "game_missing") this.missingGame = problem.message;
    if (state === "lost") this.notice = "";
    if (state === "live" && this.connection === "lost") this.#showRestored();
    this.connection = state;
    this.isTrying = false;
    if (state === "live") {
      this.#tries = 0;
      this.#retryNow?.();
    }
    this.onChange();
  }

  /** Show for some seconds that the connection is back. */
  #showRestored() {
    const text = (this.notice = "Connected again.");
    setTimeout(() => {
      if (!this.#following || this.notice !== text) return;
      this.notice = "";
      this.onChange();
    }, RESTORED_MS);
  }

  /** Connect at once. Every press is answered by another text. */
  tryNow() {
    this.#tries += 1;
    this.isTrying = true;
    this.onChange();
    this.#retryNow?.();
    this.#following?.retry();
  }

  /** The sentence on a lost connection; "" while connected. */
  get connectionText() {
    if (this.connection !== "lost" && !this.isUnsent) return "";
    if (this.isTrying) return "Connecting…";
    const what = this.pending?.do === "move" ? "move" : "action";
    const then = this.isUnsent ? `Your ${what} will be sent automatically.` : "Reconnecting…";
    if (this.isUnsent && this.#reason) return `${this.#reason} ${then}`;
    const lost = this.isLoaded ? "Connection lost." : "Can't reach the server.";
    if (!this.#tries) return `${lost} ${then}`;
    const why = navigator.onLine ? "The server still doesn't answer." : "You're still offline.";
    return `${why} ${then}${this.#tries > 1 ? ` (${this.#tries} tries)` : ""}`;
  }

  /** Answer a press that can't do anything because the connection is lost. */
  explainLost() {
    if (this.isUnsent) showMessage(UNSENT_MESSAGE);
    else if (this.connection === "lost") showMessage(LOST_MESSAGE);
  }

  /**
   * Act in the match. The action shows at once and is sent until the server answers.
   * @param {Action["do"]} what
   * @param {string} [move]
   */
  async act(what, move) {
    if (this.isUnsent) return this.explainLost();
    if (this.pending && this.pending.do !== what) showMessage(BUSY_MESSAGE);
    if (this.pending || !this.isLoaded) return;
    this.refusal = "";
    this.pending = { seq: this.view.seq, do: what, ...(move !== undefined && { move }) };
    this.onChange();
    for (let tries = 0; this.pending; tries++) {
      try {
        const seen = await request("POST /matches/{id}/actions", {
          at: this.id,
          token: this.token,
          body: this.pending,
        });
        this.#clearPending();
        this.accept(seen);
      } catch (problem) {
        if (!(problem instanceof Unreachable)) return this.#handleRefusal(problem);
        this.isUnsent = true;
        this.isTrying = false;
        this.#reason = problem.reason;
        this.onChange();
        await this.#pause(RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length - 1)]);
      }
    }
  }

  #clearPending() {
    this.pending = null;
    this.isUnsent = false;
    this.isTrying = false;
  }

  /** @param {unknown} problem */
  #handleRefusal(problem) {
    this.#clearPending();
    if (problem instanceof Problem && problem.seen) this.accept(problem.seen);
    this.refusal = describeError(problem);
    this.onChange();
  }

  /** Wait before the next try, or until the network is back. @param {number} wait @returns {Promise<void>} */
  #pause(wait) {
    return new Promise((resume) => {
      const go = () => {
        clearTimeout(timer);
        removeEventListener("online", go);
        this.#retryNow = null;
        resume();
      };
      const timer = setTimeout(go, wait);
      addEventListener("online", go);
      this.#retryNow = go;
    });
  }
}
