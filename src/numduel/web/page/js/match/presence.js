// Who is connected. People who leave are reported after a moment, so that a reload isn't reported.

/** @import { SeenMatch } from "../contract.js" */

const AWAY_DELAY_MS = 2500; // time until a player who left counts as away

export class Presence {
  /** @type {Map<string, boolean>} whether people were reported as away, by name */
  #away = new Map();
  /** @type {Map<string, ReturnType<typeof setTimeout>>} */
  #timers = new Map();
  /** @type {SeenMatch["view"] | null} */
  #view = null;
  /** The last change, until something else happens; "" if there was none. */
  news = "";

  /** @param {() => void} onChange called when a player has left or come back */
  constructor(onChange) {
    this.onChange = onChange;
  }

  /** Take over a view from the server. @param {SeenMatch["view"]} view */
  update(view) {
    if (view.seq !== this.#view?.seq) this.news = "";
    this.#view = view;
    for (const { name, isHere } of this.#others()) {
      const isAway = this.#away.get(name) ?? false;
      if (isHere) {
        clearTimeout(this.#timers.get(name));
        this.#timers.delete(name);
        if (isAway) this.#report(name, false);
      } else if (!isAway && !this.#timers.has(name)) {
        const timer = setTimeout(() => this.#leave(name), AWAY_DELAY_MS);
        this.#timers.set(name, timer);
      }
    }
  }

  stop() {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  /** The sentences on people who are away. */
  get away() {
    return this.#others().flatMap(({ name, text }) => (this.#away.get(name) ? [text] : []));
  }

  /** The sentences on people who are connected. */
  get here() {
    return this.#others().flatMap(({ isHere, text }) => (isHere ? [text] : []));
  }

  /** The people whose presence is shown to this reader. */
  #others() {
    const { players = [], words = null } = this.#view ?? {};
    return players.flatMap(({ name, here }, index) => {
      const text = words?.presence[index];
      return text ? [{ name, isHere: here, text }] : [];
    });
  }

  /** @param {string} name */
  #leave(name) {
    this.#timers.delete(name);
    this.#report(name, true);
    this.onChange();
  }

  /** @param {string} name @param {boolean} isAway */
  #report(name, isAway) {
    this.#away.set(name, isAway);
    this.news = this.#others().find((other) => other.name === name)?.text ?? "";
  }
}
