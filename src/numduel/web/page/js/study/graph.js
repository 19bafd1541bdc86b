// The course of a game as a graph: how Player 1 stood after every ply.
import { h, svg } from "../ui/dom.js";

const [WIDE, HIGH, LEFT, TOP] = [328, 152, 14, 26];
const MANY = 40; // with more plies than these only the marked ones have a sign
const CLOSE = 16; // with more than these, signs are smaller
const FEW = 3; // so many marks are written out; of more only the last of the worst
let made = 0;

/**
 * @import { ToldReview } from "../contract.js"
 * @import { Seat } from "../match/seen.js"
 * @typedef {ToldReview["plies"][number]} ReviewPly
 * @typedef {{ x: number, y: number, ply: ReviewPly | null }} Point null for the start
 */

/**
 * Return where the points are: the start, and one for every ply.
 * @param {ToldReview} review
 * @returns {Point[]}
 */
function placed(review) {
  const apart = (WIDE - 2 * LEFT) / Math.max(1, review.course.length - 1);
  return review.course.map((well, place) => ({
    x: LEFT + apart * place,
    y: TOP + (1 - well) * (HIGH - 2 * TOP),
    ply: place ? review.plies[place - 1] : null,
  }));
}

/**
 * Return the graph of a review.
 * @param {ToldReview} review
 * @param {number | null} place the ply that is shown
 * @param {((place: number) => void) | null} onPlace hears which ply is pointed at
 */
export function graph(review, place = null, onPlace = null) {
  if (!review.course.length) return null;
  const points = placed(review);
  const number = ++made;
  const middle = HIGH / 2;
  const heights = [middle, ...points.map(({ y }) => y)];
  const top = Math.min(...heights) - TOP; // a half is only as high as somebody stood well
  const foot = Math.max(...heights) + TOP;
  const line = points.map(({ x, y }) => `${x} ${y}`).join("L");
  const area = `M${points[0].x} ${middle}L${line}L${points[points.length - 1].x} ${middle}Z`;
  const named = namedMarks(review, place);
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
    place !== null && svg("path.now", { d: `M${points[place].x} ${top + 8}V${foot - 8}` }),
    svg("path.course", { d: `M${line}` }),
    points.map((point, at) =>
      pointNode(point, at === place || points.length <= MANY, points.length > CLOSE),
    ),
    points.map((point, at) => markNode(point, named.has(at))),
  );
  if (!onPlace) return h("div.graph-room", drawn);
  drawn.addEventListener("click", (event) => {
    const box = drawn.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDE;
    const distances = points.map((point) => Math.abs(point.x - x));
    onPlace(distances.indexOf(Math.min(...distances)));
  });
  return h("div.graph-room.pointed", drawn);
}

/**
 * Return the places whose marks are written out: all of a few, else the one that counted, and the present one.
 * @param {ToldReview} review
 * @param {number | null} place
 */
function namedMarks(review, place) {
  const marked = review.plies.flatMap((ply, at) =>
    ply.mark === "??" || ply.mark === "?" ? [at + 1] : [],
  );
  if (marked.length <= FEW) return new Set(marked);
  const last =
    marked.findLast((at) => review.plies[at - 1].mark === "??") ?? marked[marked.length - 1];
  return new Set(place === null || !marked.includes(place) ? [last] : [place]);
}

/**
 * Return a point: round for Player 1, square for Player 2, a diamond for what was drawn, a ring for the start.
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
 * Return a mark, written out beside its point or as a ring around it.
 * @param {Point} point
 * @param {boolean} isNamed
 */
function markNode({ x, y, ply }, isNamed) {
  if (!ply?.mark || ply.mark === "?!") return null;
  if (!isNamed) return svg("circle.ring", { cx: x, cy: y, r: 8.5 });
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
const MEANINGS = { "??": "a blunder", "?": "a mistake", "?!": "not the best" };

/** Return a mark beside words. @param {string} mark */
export const markChip = (mark) =>
  h("span", { class: `mark-chip ${mark === "?!" ? "slight" : ""}`, title: MEANINGS[mark] }, mark);
