// The curve of a rating: a line through the ratings after each game, the interval around it, and the levels.
import { h, svg } from "../ui/dom.js";

/** @import { GameRating } from "../contract.js" */
/** @typedef {GameRating["points"][number]} RatingPoint */
/** @typedef {GameRating["opponents"][number]} RatedOpponent */

const LEAST_SPAN = 120; // points of the scale from bottom to top
const LABEL_DISTANCE = 17; // least distance of two labels, in per cent of the height
const MAX_POINTS = 20; // longer curves show only the last point

/**
 * Return the curve of a rating, or null without points.
 * @param {GameRating} rating
 * @param {string[]} levels opponents that get a line
 */
export function ratingChart({ points, opponents, chart }, levels) {
  if (!points.length) return null;
  const [bottom, top] = findRange(points, opponents);
  const y = (/** @type {number} */ value) => 100 - (100 * (value - bottom)) / (top - bottom);
  const x = (/** @type {number} */ index) =>
    points.length === 1 ? 50 : (100 * index) / (points.length - 1);
  const inside = opponents.filter(({ value }) => value >= bottom && value <= top);
  const least = ((top - bottom) * LABEL_DISTANCE) / 100;
  const lines = labelledOpponents(inside, levels, points[points.length - 1].value, least);
  const line = points.map(({ value }, index) => `${x(index)} ${y(value)}`).join("L");
  const upper = points.map(({ high }, index) => `${x(index)} ${y(high)}`);
  const lower = points.map(({ low }, index) => `${x(index)} ${y(low)}`).reverse();
  const isSingle = points.length === 1;
  const [only] = points;
  const drawing = svg(
    "svg",
    { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
    !isSingle && svg("path.band", { d: `M${[...upper, ...lower].join("L")}Z` }),
    lines.map(({ value }) => svg("path.grid-line", { d: `M0 ${y(value)}H100` })),
    isSingle && svg("path.whisker", { d: `M50 ${y(only.low)}V${y(only.high)}` }),
    svg("path.rating-line", { d: `M${line}` }),
  );
  const marks = points.flatMap((point, index) => {
    const isLast = index === points.length - 1;
    if (!isLast && points.length > MAX_POINTS) return [];
    const vars = { "--x": x(index), "--y": y(point.value) };
    return [h("span", { class: `rating-point ${isLast ? "last" : ""}`, title: point.text, vars })];
  });
  const labels = lines.map(({ name, value }) =>
    h("span.grid-label", { vars: { "--y": y(value) } }, h("b", name), ` ${value}`),
  );
  return h(
    "figure.rating-chart",
    h(
      "div.rating-plot",
      { role: "img", "aria-label": chart },
      h("div.rating-area", drawing, h("div.rating-marks", marks)),
      h("div.grid-labels", labels),
    ),
    h(
      "div",
      { class: `rating-foot small muted ${isSingle ? "single" : ""}`, "aria-hidden": "true" },
      isSingle ? h("span", "Game 1") : [h("span", "Game 1"), h("span", `Game ${points.length}`)],
    ),
    h("ol.unseen", points.map(({ text }) => h("li", text))),
  );
}

/**
 * Return the lowest and highest value to draw: all intervals, and the opponents next to the last value.
 * @param {RatingPoint[]} points
 * @param {RatedOpponent[]} opponents
 */
function findRange(points, opponents) {
  const { value } = points[points.length - 1];
  const below = opponents.filter((one) => one.value <= value).at(-1);
  const above = opponents.find((one) => one.value > value);
  const near = [below, above].flatMap((one) => one?.value ?? []);
  const low = Math.min(...points.map((point) => point.low), ...near);
  const high = Math.max(...points.map((point) => point.high), ...near);
  const spare = Math.max(0, LEAST_SPAN - (high - low)) / 2 + (high - low) * 0.04;
  return [low - spare, high + spare];
}

/**
 * Return the opponents that get a line: the levels, then others, those near your rating first, where there is
 * room for their labels.
 * @param {RatedOpponent[]} opponents
 * @param {string[]} levels
 * @param {number} yours
 * @param {number} least distance of two labels, in points
 */
function labelledOpponents(opponents, levels, yours, least) {
  const far = (/** @type {RatedOpponent} */ { value }) => Math.abs(value - yours);
  const near = opponents.toSorted((one, two) => far(one) - far(two));
  /** @type {RatedOpponent[]} */
  const found = [];
  for (const isLevel of [true, false])
    for (const one of near.filter(({ id }) => levels.includes(id) === isLevel))
      if (found.every(({ value }) => Math.abs(value - one.value) >= least)) found.push(one);
  return found;
}
