// One match as this browser takes part in it: what is seen, what is on its way, and what was refused.
import { keepSeat, remember, seatAt } from "../browser/seats.js";
import { ask, follow, reasonOf, Problem, Unreachable } from "../server/wire.js";
import { tell } from "../ui/messages.js";
import { isMine } from "./seen.js";

/**
 * @import { Action, Seen } from "../contract.js"
 * @import { Connection } from "../server/wire.js"
 */

const BUSY = "What you did before is still being sent. Try again in a moment.";
const WAITS = [500, 1000, 2000, 4000, 8000];

export class MatchSession {
  /** @type {Seen | null} */
  #seen = null;
  /** @type {(() => void) | null} what ends following the match */
  #end = null;
  /** @type {(() => void) | null} what ends a pause before the next try */
  #wake = null;

  /**
   * @param {string} id
   * @param {string | null} token the seat; null for one who watches
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
    /** @type {Map<number, string>} the promise of a hidden board, by round */
    this.sealedBefore = new Map();
  }

  start() {
    this.stop();
    this.#end = follow(
      this.id,
      this.token,
      (seen) => this.accept(seen),
      (state) => this.#connected(state),
    );
  }

  /** Follow the match as the holder of a token. @param {string} token */
  startWith(token) {
    this.token = token;
    this.start();
  }

  stop() {
    this.#end?.();
    this.#end = null;
  }

  /** Whether the server has shown the match already. */
  get isLoaded() {
    return this.#seen !== null;
  }

  get seen() {
    if (!this.#seen) throw new Error("nothing is seen yet");
    return this.#seen;
  }

  get view() {
    return this.seen.view;
  }

  /** Whether this browser may choose now. */
  get isMine() {
    return isMine(this.seen) && !this.pending;
  }

  /** A move of ours that the view shown does not have yet. */
  get pendingMove() {
    const { pending } = this;
    return (pending?.seq === this.view.seq && pending.move) || null;
  }

  /** Take in what the server sends, unless something newer is known. @param {Seen} seen */
  accept(seen) {
    const before = this.#seen?.view.seq ?? -1;
    if (seen.view.seq < before) return;
    if (seen.view.seq > before) this.refusal = "";
    this.#seen = seen;
    const { view } = seen;
    if (view.sealed && !this.sealedBefore.has(view.round))
      this.sealedBefore.set(view.round, view.sealed.commit);
    if (seen.you.length && this.token && seatAt(this.id) !== this.token)
      keepSeat(this.id, this.token);
    if (seen.you.length) remember(this.id, { over: view.status.kind === "over" });
    this.onChange();
  }

  /** @param {Connection} state */
  #connected(state) {
    if (state === this.connection) return;
    this.connection = state;
    if (state === "live") this.#wake?.();
    this.onChange();
  }

  /**
   * Do something at the table. It shows at once; it is sent until there is an answer.
   * @param {Action["do"]} what
   * @param {string} [move]
   */
  async act(what, move) {
    if (this.pending && this.pending.do !== what) tell(BUSY);
    if (this.pending || !this.isLoaded) return;
    this.refusal = "";
    this.pending = { seq: this.view.seq, do: what, ...(move !== undefined && { move }) };
    this.onChange();
    for (let tries = 0; this.pending; tries++) {
      try {
        const seen = await ask("POST /matches/{id}/actions", {
          at: this.id,
          token: this.token,
          body: this.pending,
        });
        this.#settle();
        this.accept(seen);
      } catch (problem) {
        if (!(problem instanceof Unreachable)) return this.#refused(problem);
        this.isUnsent = true;
        this.onChange();
        await this.#pause(WAITS[Math.min(tries, WAITS.length - 1)]);
      }
    }
  }

  #settle() {
    this.pending = null;
    this.isUnsent = false;
  }

  /** @param {unknown} problem */
  #refused(problem) {
    this.#settle();
    if (problem instanceof Problem && problem.seen) this.accept(problem.seen);
    this.refusal = reasonOf(problem);
    this.onChange();
  }

  /** Wait until it is time to try again, or the network is back. @param {number} wait @returns {Promise<void>} */
  #pause(wait) {
    return new Promise((resume) => {
      const go = () => {
        clearTimeout(timer);
        removeEventListener("online", go);
        this.#wake = null;
        resume();
      };
      const timer = setTimeout(go, wait);
      addEventListener("online", go);
      this.#wake = go;
    });
  }
}
