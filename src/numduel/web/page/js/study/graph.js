// The course of a game as a graph: how Player 1 stood after every ply.
import { h, svg } from "../ui/dom.js";
import { capital } from "../words.js";

const [WIDE, HIGH, LEFT, TOP] = [328, 152, 14, 26];
const MANY = 40; // with more plies than these only the marked ones have a sign
const CLOSE = 16; // with more than these, signs are smaller
const FEW = 3; // so many marks are written out; of more only the last of the worst
let made = 0;

/** Where the points are: the start, and one for every ply. */
function placed(review) {
  const apart = (WIDE - 2 * LEFT) / Math.max(1, review.course.length - 1);
  return review.course.map((well, place) => ({
    x: LEFT + apart * place,
    y: TOP + (1 - well) * (HIGH - 2 * TOP),
    ply: place ? review.plies[place - 1] : null,
  }));
}

/** The graph of a review; `onPlace` hears which ply is pointed at. */
export function graph(review, place = null, onPlace = null) {
  if (!review.course.length) return null;
  const names = review.names.map(capital);
  const points = placed(review);
  const number = ++made;
  const middle = HIGH / 2;
  const heights = [middle, ...points.map(({ y }) => y)];
  const top = Math.min(...heights) - TOP; // a half is only as high as somebody stood well
  const foot = Math.max(...heights) + TOP;
  const line = points.map(({ x, y }) => `${x} ${y}`).join("L");
  const area = `M${points[0].x} ${middle}L${line}L${points[points.length - 1].x} ${middle}Z`;
  const named = namedMarks(review, place);
  const half = (player, y) => [
    svg(
      "clipPath",
      { id: `half-${number}-${player}` },
      svg("rect", { x: 0, y, width: WIDE, height: middle }),
    ),
    svg("path", {
      class: "area",
      "data-player": player,
      d: area,
      "clip-path": `url(#half-${number}-${player})`,
    }),
  ];
  const drawn = svg(
    "svg",
    {
      class: "graph",
      viewBox: `0 ${top} ${WIDE} ${foot - top}`,
      role: "img",
      "aria-label": `How ${names[0]} stood after every move; the words beside it say the same`,
    },
    half(1, 0),
    half(2, middle),
    svg("path", { class: "even", d: `M0 ${middle}H${WIDE}` }),
    svg("text", { class: "better", x: 8, y: top + 12 }, `↑ ${names[0]} better`),
    svg("text", { class: "better", x: 8, y: foot - 4 }, `↓ ${names[1]} better`),
    place !== null &&
      svg("path", { class: "now", d: `M${points[place].x} ${top + 8}V${foot - 8}` }),
    svg("path", { class: "course", d: `M${line}` }),
    points.map((point, at) =>
      pointNode(point, at === place || points.length <= MANY, points.length > CLOSE),
    ),
    points.map((point, at) => markNode(point, named.has(at))),
  );
  if (!onPlace) return h("div", { class: "graph-room" }, drawn);
  drawn.addEventListener("click", (event) => {
    const box = drawn.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDE;
    const distances = points.map((point) => Math.abs(point.x - x));
    onPlace(distances.indexOf(Math.min(...distances)));
  });
  return h("div", { class: "graph-room pointed" }, drawn);
}

/** The places whose marks are written out: all of a few, else the one that counted, and the present one. */
function namedMarks(review, place) {
  const marked = review.plies.flatMap((ply, at) =>
    ["??", "?"].includes(ply.mark) ? [at + 1] : [],
  );
  if (marked.length <= FEW) return new Set(marked);
  const last =
    marked.findLast((at) => review.plies[at - 1].mark === "??") ?? marked[marked.length - 1];
  return new Set(place === null || !marked.includes(place) ? [last] : [place]);
}

/** Round for Player 1, square for Player 2, a diamond for what was drawn, a ring for the start. */
function pointNode({ x, y, ply }, isShown, isSmall) {
  if (!isShown) return null;
  const at = { transform: `translate(${x} ${y})${isSmall ? " scale(.72)" : ""}` };
  if (!ply) return svg("g", at, svg("circle", { class: "start", r: 5 }));
  if (ply.player === null)
    return svg("g", at, svg("path", { class: "drawn", d: "M0-6 6 0 0 6-6 0Z" }));
  const shape =
    ply.player === 1
      ? svg("circle", { r: 7.5 })
      : svg("rect", { x: -6.5, y: -6.5, width: 13, height: 13, rx: 2 });
  return svg("g", { ...at, class: "point", "data-player": ply.player }, shape);
}

/** A mark, written out beside its point or as a ring around it. */
function markNode({ x, y, ply }, isNamed) {
  if (!ply?.mark || ply.mark === "?!") return null;
  if (!isNamed) return svg("circle", { class: "ring", cx: x, cy: y, r: 8.5 });
  const left = Math.max(0, Math.min(WIDE - 28, x > 44 ? x - 40 : x + 12));
  const top = Math.max(0, Math.min(HIGH - 22, y - 15));
  return svg(
    "g",
    { class: "sign", transform: `translate(${left} ${top})` },
    svg("rect", { width: 28, height: 22, rx: 5 }),
    svg("text", { x: 14, y: 16, "text-anchor": "middle" }, ply.mark),
  );
}

/** A mark beside words. */
export const markChip = (mark) =>
  h(
    "span",
    {
      class: `mark-chip ${mark === "?!" ? "slight" : ""}`,
      title: { "??": "a blunder", "?": "a mistake", "?!": "not the best" }[mark],
    },
    mark,
  );
