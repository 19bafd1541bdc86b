// The progress chart of a game: how well Player 1 stood after every ply.
import { h, svg } from "../ui/dom.js";

const [WIDE, HIGH, LEFT, TOP] = [328, 152, 14, 26];
const MAX_POINTS = 40; // longer charts draw only the current and the marked plies
const MAX_LARGE_POINTS = 16; // longer charts draw smaller points
const MAX_LABELS = 3; // with more mistakes, only the last of the worst is labelled
let chartCount = 0;

/**
 * @import { ShownReview } from "../contract.js"
 * @import { Seat } from "../match/players.js"
 * @typedef {ShownReview["plies"][number]} ReviewPly
 * @typedef {{ x: number, y: number, ply: ReviewPly | null }} Point null for the start
 */

/**
 * Return the points of the chart: the start, and one for every ply.
 * @param {ShownReview} review
 * @returns {Point[]}
 */
function layOutPoints(review) {
  const distance = (WIDE - 2 * LEFT) / Math.max(1, review.course.length - 1);
  return review.course.map((score, index) => ({
    x: LEFT + distance * index,
    y: TOP + (1 - score) * (HIGH - 2 * TOP),
    ply: index ? review.plies[index - 1] : null,
  }));
}

/**
 * Return the chart of a review.
 * @param {ShownReview} review
 * @param {number | null} current index of the current point
 * @param {((index: number) => void) | null} onSelect called with the index of a clicked point
 */
export function progressChart(review, current = null, onSelect = null) {
  if (!review.course.length) return null;
  const points = layOutPoints(review);
  const number = ++chartCount;
  const middle = HIGH / 2;
  const heights = [middle, ...points.map(({ y }) => y)];
  const top = Math.min(...heights) - TOP; // each half is as high as its highest point
  const foot = Math.max(...heights) + TOP;
  const line = points.map(({ x, y }) => `${x} ${y}`).join("L");
  const area = `M${points[0].x} ${middle}L${line}L${points[points.length - 1].x} ${middle}Z`;
  const labelled = labelledMarks(review, current);
  const half = (/** @type {Seat} */ player, /** @type {number} */ y) => [
    svg(
      "clipPath",
      { id: `half-${number}-${player}` },
      svg("rect", { x: 0, y, width: WIDE, height: middle }),
    ),
    svg("path.area", {
      "data-player": player,
      d: area,
      "clip-path": `url(#half-${number}-${player})`,
    }),
  ];
  const drawn = svg(
    "svg.graph",
    {
      viewBox: `0 ${top} ${WIDE} ${foot - top}`,
      role: "img",
      "aria-label": review.chart,
    },
    half(1, 0),
    half(2, middle),
    svg("path.even", { d: `M0 ${middle}H${WIDE}` }),
    svg("text.better", { x: 8, y: top + 12 }, `↑ ${review.better[0]}`),
    svg("text.better", { x: 8, y: foot - 4 }, `↓ ${review.better[1]}`),
    current !== null && svg("path.now", { d: `M${points[current].x} ${top + 8}V${foot - 8}` }),
    svg("path.course", { d: `M${line}` }),
    points.map((point, at) =>
      pointNode(
        point,
        at === current || points.length <= MAX_POINTS,
        points.length > MAX_LARGE_POINTS,
      ),
    ),
    points.map((point, at) => markNode(point, labelled.has(at))),
  );
  if (!onSelect) return h("div.graph-room", drawn);
  drawn.addEventListener("click", (event) => {
    const box = drawn.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDE;
    const distances = points.map((point) => Math.abs(point.x - x));
    onSelect(distances.indexOf(Math.min(...distances)));
  });
  return h("div.graph-room.pointed", drawn);
}

/**
 * Return the points whose mistakes are labelled: all of a few, otherwise the current or the last of the worst.
 * @param {ShownReview} review
 * @param {number | null} current
 */
function labelledMarks(review, current) {
  const marked = review.plies.flatMap((ply, at) =>
    ply.mark === "??" || ply.mark === "?" ? [at + 1] : [],
  );
  if (marked.length <= MAX_LABELS) return new Set(marked);
  const last =
    marked.findLast((at) => review.plies[at - 1].mark === "??") ?? marked[marked.length - 1];
  return new Set(current === null || !marked.includes(current) ? [last] : [current]);
}

/**
 * Return a point: round for Player 1, square for Player 2, a diamond for chance, a ring for the start.
 * @param {Point} point
 * @param {boolean} isShown
 * @param {boolean} isSmall
 */
function pointNode({ x, y, ply }, isShown, isSmall) {
  if (!isShown) return null;
  const at = { transform: `translate(${x} ${y})${isSmall ? " scale(.72)" : ""}` };
  if (!ply) return svg("g", at, svg("circle.start", { r: 5 }));
  if (ply.player === null) return svg("g", at, svg("path.drawn", { d: "M0-6 6 0 0 6-6 0Z" }));
  const shape =
    ply.player === 1
      ? svg("circle", { r: 7.5 })
      : svg("rect", { x: -6.5, y: -6.5, width: 13, height: 13, rx: 2 });
  return svg("g", { ...at, class: "point", "data-player": ply.player }, shape);
}

/**
 * Return a mistake: a label beside its point, or a ring around it.
 * @param {Point} point
 * @param {boolean} isLabelled
 */
function markNode({ x, y, ply }, isLabelled) {
  if (!ply?.mark || ply.mark === "?!") return null;
  if (!isLabelled) return svg("circle.ring", { cx: x, cy: y, r: 8.5 });
  const left = Math.max(0, Math.min(WIDE - 28, x > 44 ? x - 40 : x + 12));
  const top = Math.max(0, Math.min(HIGH - 22, y - 15));
  return svg(
    "g.sign",
    { transform: `translate(${left} ${top})` },
    svg("rect", { width: 28, height: 22, rx: 5 }),
    svg("text", { x: 14, y: 16, "text-anchor": "middle" }, ply.mark),
  );
}

/** @type {Record<string, string>} */
const MEANINGS = { "??": "blunder", "?": "mistake", "?!": "not the best move" };

/** Return a mark for use beside text. @param {string} mark */
export const markChip = (mark) =>
  h("span", { class: `mark-chip ${mark === "?!" ? "slight" : ""}`, title: MEANINGS[mark] }, mark);
