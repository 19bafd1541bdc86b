// This browser's session in a match: the current view, the pending action and the last refusal.
import { saveSeen } from "../browser/history.js";
import { saveSeat, seatToken } from "../browser/seats.js";
import { request, followMatch, describeError, Problem, Unreachable } from "../server/api.js";
import { showMessage } from "../ui/messages.js";
import { isMyTurn } from "./players.js";

/**
 * @import { Action, SeenMatch } from "../contract.js"
 * @import { Connection } from "../server/api.js"
 */

const BUSY_MESSAGE = "Your last action is still being sent. Try again in a moment.";
const RETRY_DELAYS_MS = [500, 1000, 2000, 4000, 8000];

export class MatchSession {
  /** @type {SeenMatch | null} */
  #seen = null;
  /** @type {(() => void) | null} stops following the match */
  #stopFollowing = null;
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
    /** @type {Action | null} */
    this.pending = null;
    this.isUnsent = false;
    this.refusal = "";
    this.notice = "";
    this.isResigning = false;
    /** @type {Map<number, string>} commitment to a hidden board, by round */
    this.commitments = new Map();
  }

  start() {
    this.stop();
    this.#stopFollowing = followMatch(
      this.id,
      this.token,
      (seen) => this.accept(seen),
      (state) => this.#setConnection(state),
    );
  }

  /** Follow the match as the holder of a token. @param {string} token */
  startWith(token) {
    this.token = token;
    this.start();
  }

  stop() {
    this.#stopFollowing?.();
    this.#stopFollowing = null;
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
    if (seen.view.seq < before) return;
    if (seen.view.seq > before) this.refusal = "";
    this.#seen = seen;
    const { view } = seen;
    if (view.sealed && !this.commitments.has(view.round))
      this.commitments.set(view.round, view.sealed.commit);
    if (seen.you.length && this.token && seatToken(this.id) !== this.token)
      saveSeat(this.id, this.token);
    saveSeen(seen);
    this.onChange();
  }

  /** @param {Connection} state */
  #setConnection(state) {
    if (state === this.connection) return;
    this.connection = state;
    if (state === "live") this.#retryNow?.();
    this.onChange();
  }

  /**
   * Act in the match. The action shows at once and is sent until the server answers.
   * @param {Action["do"]} what
   * @param {string} [move]
   */
  async act(what, move) {
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
        this.onChange();
        await this.#pause(RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length - 1)]);
      }
    }
  }

  #clearPending() {
    this.pending = null;
    this.isUnsent = false;
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
