// The key moments of a game: a short list that leads to each, and buttons to the next and the previous one.
import { h } from "../ui/dom.js";
import { button, iconButton } from "../ui/components.js";
import { momentChip } from "./progress_chart.js";

/** @import { ShownReview } from "../contract.js" */

/** @typedef {ShownReview["moments"][number]} KeyMoment */

const MAX_MOMENTS = 6; // longer lists show only the last ones at first
const SHOWN_OF_MANY = 4;

export class KeyMoments {
  isOpen = false;
  current = 0;
  /** @type {KeyMoment | undefined} the moment on screen */
  shown;

  /**
   * @param {ShownReview} review
   * @param {(ply: number) => void} goTo
   */
  constructor(review, goTo) {
    this.review = review;
    this.goTo = goTo;
    this.element = h("section.key-moments", { "aria-label": "Key moments" });
    this.select(0);
  }

  /** Return the next (1) or previous (-1) key moment. @param {1 | -1} by */
  #neighbour(by) {
    const { moments } = this.review;
    if (this.shown) return moments[moments.indexOf(this.shown) + by];
    if (by > 0) return moments.find(({ ply }) => ply > this.current);
    return moments.findLast(({ ply }) => ply < this.current);
  }

  /** Go to the next or previous key moment. @param {1 | -1} by */
  step(by) {
    this.#open(this.#neighbour(by));
  }

  /** @param {KeyMoment | undefined} moment */
  #open(moment) {
    if (!moment) return;
    this.shown = moment;
    this.goTo(moment.ply);
  }

  /** Mark the moment at a ply as the current one. @param {number} ply */
  select(ply) {
    this.current = ply;
    if (this.shown?.ply !== ply)
      this.shown = this.review.moments.findLast((moment) => moment.ply === ply);
    const { moments, no_moments: none } = this.review;
    const focused = document.activeElement?.id;
    const isWithin = this.element.contains(document.activeElement);
    const isLong = moments.length > MAX_MOMENTS;
    const first = this.isOpen || !isLong ? 0 : moments.length - SHOWN_OF_MANY;
    const shown = moments.filter((moment, index) => index >= first || moment === this.shown);
    this.element.replaceChildren(
      h(
        "div.moments-head",
        h("h2", "Key moments"),
        moments.length > 0 && [this.#stepButton(-1), this.#stepButton(1)],
      ),
      moments.length
        ? h(
            "ol.moments",
            shown.map((moment) => h("li", this.#momentButton(moment))),
          )
        : h("p", none),
      ...(isLong ? [this.#moreButton()] : []),
    );
    if (isWithin && focused) document.getElementById(focused)?.focus({ preventScroll: true });
    this.scrollToCurrent();
  }

  /** Scroll a list in one row, as on a phone, to the current moment. */
  scrollToCurrent() {
    const list = this.element.querySelector(".moments");
    const item = list?.querySelector("[aria-current]")?.parentElement;
    if (!list || !item) return;
    list.scrollLeft = item.offsetLeft - (list.clientWidth - item.offsetWidth) / 2;
  }

  /** @param {1 | -1} by */
  #stepButton(by) {
    const name = by > 0 ? "Next key moment" : "Previous key moment";
    return iconButton(by > 0 ? "next" : "back", name, () => this.step(by), {
      id: by > 0 ? "next-moment" : "previous-moment",
      "aria-disabled": String(!this.#neighbour(by)),
      "aria-keyshortcuts": by > 0 ? "n" : "p",
    });
  }

  /** @param {KeyMoment} moment */
  #momentButton(moment) {
    return h(
      "button.moment",
      {
        type: "button",
        id: `moment-${moment.ply}-${moment.kind}`,
        "data-moment": moment.ply,
        "aria-current": moment === this.shown ? "step" : null,
        on: { click: () => this.#open(moment) },
      },
      momentChip(moment),
      h("span", moment.title),
    );
  }

  #moreButton() {
    const toggle = () => {
      this.isOpen = !this.isOpen;
      this.select(this.current);
    };
    const text = this.isOpen ? "Show fewer" : `Show all ${this.review.moments.length}`;
    return button(text, { kind: "low", onClick: toggle, id: "all-moments" });
  }
}
