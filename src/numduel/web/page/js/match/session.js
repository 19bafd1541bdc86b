// One match as this browser takes part in it: what is seen, what is on its way, and what was refused.
import { remember } from "../browser/seats.js";
import * as api from "../server/api.js";
import { Unreachable } from "../server/wire.js";

const WAITS = [500, 1000, 2000, 4000, 8000];

export class MatchSession {
  /**
   * @param {string} id
   * @param {string | null} token the seat; null for one who watches
   * @param {() => void} onChange called after every change
   */
  constructor(id, token, onChange) {
    this.id = id;
    this.token = token;
    this.onChange = onChange;
    this.seen = null;
    this.connection = "live";
    this.pending = null;
    this.isUnsent = false;
    this.refusal = "";
    this.notice = "";
    this.isResigning = false;
    this.sealedBefore = new Map();
  }

  start() {
    this.stop();
    this.end = api.follow(
      this.id,
      this.token,
      (seen) => this.accept(seen),
      (state) => this.#connected(state),
    );
  }

  stop() {
    this.end?.();
    this.end = null;
  }

  get view() {
    return this.seen?.view ?? null;
  }

  /** Whether this browser may choose now. */
  get isMine() {
    const status = this.view?.status;
    return status?.kind === "turn" && this.seen.you.includes(status.player) && !this.pending;
  }

  /** A move of ours that the view shown does not have yet. */
  get pendingMove() {
    const { pending } = this;
    return pending?.do === "move" && pending.seq === this.view?.seq ? pending.move : null;
  }

  /** Take in what the server tells, unless something newer is known. */
  accept(seen) {
    if (this.view && seen.view.seq < this.view.seq) return;
    if (this.view && seen.view.seq > this.view.seq) this.refusal = "";
    this.seen = seen;
    const { view } = seen;
    if (view.sealed && !this.sealedBefore.has(view.round))
      this.sealedBefore.set(view.round, view.sealed.commit);
    if (seen.you.length) remember(this.id, { over: view.status.kind === "over" });
    this.onChange();
  }

  #connected(state) {
    if (state === this.connection) return;
    this.connection = state;
    if (state === "live") this.wake?.();
    this.onChange();
  }

  /** Do something at the table. It shows at once; it is sent until there is an answer. */
  async act(what, move = null) {
    if (this.pending || !this.seen) return;
    this.refusal = "";
    this.pending = { seq: this.view.seq, do: what, ...(move !== null && { move }) };
    this.onChange();
    for (let tries = 0; this.pending; tries++) {
      try {
        const seen = await api.act(this.id, this.token, this.pending);
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

  #refused(problem) {
    this.#settle();
    if (problem.seen) this.accept(problem.seen);
    this.refusal = problem.message;
    this.onChange();
  }

  /** Until it is time to try again, or the network is back. */
  #pause(wait) {
    return new Promise((resume) => {
      const go = () => {
        clearTimeout(timer);
        removeEventListener("online", go);
        this.wake = null;
        resume();
      };
      const timer = setTimeout(go, wait);
      addEventListener("online", go);
      this.wake = go;
    });
  }
}
