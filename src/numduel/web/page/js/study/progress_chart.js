// The progress chart of a game: how well Player 1 stood after every ply. Drag or use the arrow keys to move in it.
import { h, svg } from "../ui/dom.js";
import { playerBadge } from "../ui/components.js";
import { formatCount } from "../text.js";

const MAX_POINTS = 40; // longer charts draw only the current and the marked plies
const MAX_LARGE_POINTS = 16; // longer charts draw smaller points
const LABEL_DISTANCE = 27; // least distance of two labels, in per cent of the width
let chartCount = 0;

/**
 * @import { ShownReview } from "../contract.js"
 * @typedef {ShownReview["plies"][number]} ReviewPly
 * @typedef {ShownReview["moments"][number]} KeyMoment
 * @typedef {{ x: number, y: number, ply: ReviewPly | null }} Point in per cent; null for the start
 */

export class ProgressChart {
  /** Index of the current point, or null. @type {number | null} */
  current = null;

  /**
   * @param {ShownReview} review
   * @param {((index: number) => void) | null} onSelect called with the index of the chosen point
   */
  constructor(review, onSelect = null) {
    this.review = review;
    this.onSelect = onSelect;
    this.points = layOutPoints(review);
    this.plot = h("div.plot", this.#drawLines());
    this.marks = h("div.plot-marks");
    this.now = h("span.chart-turn");
    const [above, below] = review.axis.map((text, index) =>
      h("span.chart-side", playerBadge(index + 1, "tiny"), h("bdi", `${"↑↓"[index]} ${text}`)),
    );
    this.plot.append(this.marks);
    const picture = h(
      "div",
      { class: "chart" },
      above,
      this.plot,
      h("div.chart-foot", below, this.now),
    );
    if (onSelect) this.#makeSlider(picture, onSelect);
    else {
      picture.setAttribute("role", "img");
      picture.setAttribute("aria-label", review.chart);
    }
    this.picture = picture;
    this.element = h("figure.graph", picture, table(review));
    this.select(null);
  }

  /** Mark a point as the current one. @param {number | null} index */
  select(index) {
    this.current = index;
    const { points, review } = this;
    const labels = labelledMoments(review, points, index);
    const isSmall = points.length > MAX_LARGE_POINTS;
    this.marks.replaceChildren(
      ...(index === null ? [] : [h("span.chart-now", { vars: { "--x": points[index].x } })]),
      ...points.flatMap((point, at) =>
        at === index || points.length <= MAX_POINTS
          ? [pointNode(point, at === index, isSmall)]
          : [],
      ),
      ...review.moments.map((moment) =>
        momentNode(moment, points[moment.ply], review, labels.has(moment)),
      ),
    );
    const turns = review.plies.at(-1)?.turn ?? 0;
    const ply = index ? review.plies[index - 1] : null;
    const where = index === null ? "" : ply ? `Turn ${ply.turn} of ${turns}` : "Start";
    this.now.textContent = where || formatCount(turns, "turn");
    if (!this.onSelect) return;
    const text = ply ? `${where}: ${ply.deed} ${ply.standing}` : `Start. ${review.start}`;
    this.picture.setAttribute("aria-valuenow", String(index ?? 0));
    this.picture.setAttribute("aria-valuetext", text);
  }

  /** Return the line and the areas below and above the middle. */
  #drawLines() {
    const { points } = this;
    const id = `chart-${++chartCount}`;
    const line = points.map(({ x, y }) => `${x} ${y}`).join("L");
    const area = `M${points[0].x} 50L${line}L${points[points.length - 1].x} 50Z`;
    const half = (/** @type {1 | 2} */ player) => [
      svg(
        "clipPath",
        { id: `${id}-${player}` },
        svg("rect", { x: 0, y: player === 1 ? -5 : 50, width: 100, height: 55 }),
      ),
      svg("path.area", { "data-player": player, d: area, "clip-path": `url(#${id}-${player})` }),
    ];
    return svg(
      "svg",
      { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
      half(1),
      half(2),
      svg("path.even", { d: "M0 50H100" }),
      svg("path.course", { d: `M${line}` }),
    );
  }

  /** @param {HTMLElement} picture @param {(index: number) => void} onSelect */
  #makeSlider(picture, onSelect) {
    const last = this.points.length - 1;
    const attributes = {
      role: "slider",
      tabindex: "0",
      "aria-label": this.review.chart,
      "aria-valuemin": "0",
      "aria-valuemax": String(last),
    };
    for (const [name, value] of Object.entries(attributes)) picture.setAttribute(name, value);
    picture.classList.add("pointed");
    const pick = (/** @type {MouseEvent} */ event) => {
      const { left, width } = this.marks.getBoundingClientRect();
      const share = Math.max(0, Math.min(1, (event.clientX - left) / width));
      const index = Math.round(share * last);
      if (index !== this.current) onSelect(index);
    };
    picture.addEventListener("click", pick);
    picture.addEventListener("pointermove", (event) => {
      if (!event.buttons) return;
      if (!picture.hasPointerCapture(event.pointerId)) picture.setPointerCapture(event.pointerId);
      pick(event);
    });
    picture.addEventListener("keydown", (event) => {
      const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 3, PageDown: -3 }[event.key];
      if (!by) return;
      event.preventDefault();
      onSelect(Math.max(0, Math.min(last, (this.current ?? 0) + by)));
    });
  }
}

/** Return the chart of a review, or null without moves. @param {ShownReview} review */
export const progressChart = (review) =>
  review.course.length ? new ProgressChart(review).element : null;

/**
 * Return the points of the chart: the start, and one for every ply.
 * @param {ShownReview} review
 * @returns {Point[]}
 */
function layOutPoints(review) {
  const distance = 100 / Math.max(1, review.course.length - 1);
  return review.course.map((score, index) => ({
    x: distance * index,
    y: (1 - score) * 100,
    ply: index ? review.plies[index - 1] : null,
  }));
}

/**
 * Return the moments with a label: the current one, then the decisive one and the others, if there is room.
 * @param {ShownReview} review
 * @param {Point[]} points
 * @param {number | null} current
 */
function labelledMoments({ moments }, points, current) {
  const rank = (/** @type {KeyMoment} */ moment) =>
    moment.ply === current ? 0 : ["decisive", "resigned"].includes(moment.kind) ? 1 : 2;
  /** @type {Set<KeyMoment>} */
  const labelled = new Set();
  for (const moment of moments.toSorted((one, other) => rank(one) - rank(other))) {
    const { x } = points[moment.ply];
    const isFree = [...labelled].every(
      (other) => Math.abs(points[other.ply].x - x) >= LABEL_DISTANCE,
    );
    if (isFree) labelled.add(moment);
  }
  return labelled;
}

/**
 * Return a point: round for Player 1, square for Player 2, a diamond for chance, a ring for the start.
 * @param {Point} point
 * @param {boolean} isCurrent
 * @param {boolean} isSmall
 */
function pointNode({ x, y, ply }, isCurrent, isSmall) {
  const shape = !ply ? "start" : ply.player === null ? "drawn" : "made";
  return h("span", {
    class: `point ${shape} ${isCurrent ? "current" : ""} ${isSmall ? "little" : ""}`,
    "data-player": ply?.player ?? null,
    vars: { "--x": x, "--y": y },
  });
}

/**
 * Return a key moment: its sign and turn beside its point, or a ring around it.
 * @param {KeyMoment} moment
 * @param {Point} point
 * @param {ShownReview} review
 * @param {boolean} isLabelled
 */
function momentNode(moment, { x, y, ply }, review, isLabelled) {
  const vars = { "--x": x, "--y": y };
  if (!isLabelled) return h("span", { class: `ring ${moment.kind}`, vars });
  const side = x < 14 ? "at-start" : x > 86 ? "at-end" : "";
  const where = moment.kind === "resigned" ? "end" : `turn ${ply?.turn}`;
  return h(
    "span",
    { class: `chart-sign ${moment.kind} ${side} ${y > 50 ? "above" : "below"}`, vars },
    h("b", signOf(moment)),
    ` ${where}`,
  );
}

/** Return the sign of a key moment: its mark, or ± for luck. @param {KeyMoment} moment */
const signOf = ({ mark }) => mark ?? "±";

/** Return the chart as a table for screen readers. @param {ShownReview} review */
function table({ plies, start, chart }) {
  const row = (/** @type {string[]} */ ...cells) =>
    h(
      "tr",
      cells.map((cell) => h("td", cell)),
    );
  return h(
    "div.unseen",
    h(
      "table",
      h("caption", chart),
      h("thead", h("tr", h("th", "Turn"), h("th", "Move"), h("th", "Standing"))),
      h(
        "tbody",
        row("Start", "", start),
        plies.map((ply) =>
          row(String(ply.turn), [ply.deed, ply.slip].filter(Boolean).join(" "), ply.standing),
        ),
      ),
    ),
  );
}

/** @type {Record<string, string>} */
const MEANINGS = { "??": "blunder", "?": "mistake", "?!": "not the best move", "±": "luck" };

/** Return whether a mark is one of a mistake; ?! is only an inaccuracy. @param {string | null} mark */
export const isMistake = (mark) => mark === "??" || mark === "?";

/** Return a mark for use beside text. @param {string} mark */
export const markChip = (mark) =>
  h(
    "span",
    {
      class: `mark-chip ${isMistake(mark) ? "" : "slight"}`,
      role: "img",
      "aria-label": MEANINGS[mark],
      title: MEANINGS[mark],
    },
    mark,
  );

/** Return the mark of a key moment for use beside text. @param {KeyMoment} moment */
export const momentChip = (moment) => markChip(signOf(moment));
