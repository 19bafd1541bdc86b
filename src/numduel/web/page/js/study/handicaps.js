// Handicaps in the setup: rules that make a game fairer, one after the other.
import { describeError, request } from "../server/api.js";
import { announce, h } from "../ui/dom.js";
import { button } from "../ui/components.js";

/**
 * @import { Handicap } from "../contract.js"
 * @import { Setting } from "../ui/option_field.js"
 * @typedef {Record<string, Setting>} Rules options that differ from the standard rules
 */

const FIRST_LABEL = "Handicap: find fairer rules";
const NEXT_LABEL = "Next handicap";

export class Handicaps {
  /** @type {Handicap[] | null} the rules to use, the next first; null until they were searched for */
  #found = null;
  /** @type {AbortController | null} */
  #controller = null;
  #label = h("span", FIRST_LABEL);
  #note = h("p.small.muted");
  #button = button(this.#label, {
    kind: "low",
    onClick: () => this.#useNext(),
    "data-tool": "handicap",
  });
  element = h("div.stack.handicap", this.#button, this.#note);

  /**
   * @param {() => { game: string, options: Rules }} current returns the rules in the setup
   * @param {(options: Rules) => void} use replaces them
   */
  constructor(current, use) {
    this.current = current;
    this.use = use;
  }

  /** Forget what was found, because the rules were changed by hand. */
  forget() {
    this.#controller?.abort();
    this.#found = null;
    this.#label.textContent = FIRST_LABEL;
    this.#button.setAttribute("aria-disabled", "false");
    this.#note.textContent = "";
  }

  /** Use the next rules; after the last, those from before. */
  async #useNext() {
    if (this.#button.getAttribute("aria-disabled") === "true") return;
    if (this.#found === null && !(await this.#search())) return;
    const [next, ...others] = this.#found ?? [];
    if (!next) return;
    this.#found = [...others, next];
    this.#label.textContent = NEXT_LABEL;
    this.use(next.options);
    this.#say(next.words);
  }

  /** Search for handicaps; return whether there are any. */
  async #search() {
    const controller = (this.#controller = new AbortController());
    const body = this.current();
    this.#button.setAttribute("aria-disabled", "true");
    this.#say("Looking for fairer rules…");
    try {
      const { signal } = controller;
      const { handicaps, none, before } = await request("POST /handicaps", { body, signal });
      this.#found = handicaps.length ? [...handicaps, { options: body.options, words: before }] : [];
      if (!handicaps.length) this.#say(none);
      return handicaps.length > 0;
    } catch (problem) {
      if (!controller.signal.aborted) this.#say(describeError(problem));
      return false;
    } finally {
      if (!controller.signal.aborted) this.#button.setAttribute("aria-disabled", "false");
    }
  }

  /** @param {string} text */
  #say(text) {
    this.#note.textContent = text;
    announce(text);
  }
}
