// Our numerals and the wordmark, drawn in strokes, the same on every machine.
import { svg } from "./dom.js";
import { ADVANCE, STROKES } from "./strokes.js";

const WORDMARK = [
  ["wm1", "translate(8 8)", "M0 60V0H40V60"],
  ["wm1", "translate(75 8)", "M0 0V60H40V0"],
  ["wm1", "translate(142 8)", "M0 60V0H64V60M32 0V60"],
  ["wm2", "translate(233 8)", "M0 0H26L40 14V46L26 60H0Z"],
  ["wm2", "translate(300 8)", "M0 0V60H40V0"],
  ["wm2", "translate(367 8)", "M40 0H0V60H40M0 30H34"],
  ["wm2", "translate(434 8)", "M0 0V60H36"],
];

const PEN = {
  fill: "none",
  stroke: "currentColor",
  "stroke-width": 15.5,
  "stroke-linecap": "round",
  "stroke-linejoin": "round",
};

/** Whether every sign of a text has a stroke of ours. */
export const isDrawn = (text) => text !== "" && [...text].every((sign) => sign in STROKES);

/** The paths of a text of digits and signs, side by side from (0, 0), each 100 high. */
export function strokes(text) {
  return [...text].map((sign, place) =>
    svg("path", {
      d: STROKES[sign],
      transform: place ? `translate(${place * ADVANCE} 0)` : null,
      ...PEN,
    }),
  );
}

/** How wide a text is where it is 100 high. */
export const widthOf = (text) => (text.length - 1) * ADVANCE + 60;

/** A number as a picture, as high as the type around it; screen readers are told it elsewhere. */
export function numeral(text, className = "") {
  const shown = String(text);
  return svg(
    "svg",
    {
      class: `numeral ${className}`,
      viewBox: `0 0 ${widthOf(shown)} 100`,
      "aria-hidden": "true",
      focusable: "false",
    },
    strokes(shown),
  );
}

/** The name of the house. */
export function wordmark() {
  const paths = WORDMARK.map(([name, place, d]) =>
    svg("path", {
      class: name,
      transform: place,
      d,
      fill: "none",
      "stroke-width": 15,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
  return svg(
    "svg",
    { class: "wordmark", viewBox: "0 0 479 76", role: "img", "aria-label": "numduel" },
    paths,
  );
}
