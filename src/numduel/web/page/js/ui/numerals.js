// Numerals and the wordmark, drawn in strokes so that they look the same everywhere.
import { svg } from "./dom.js";
import { ADVANCE, STROKES, WORDMARK } from "./strokes.js";

const PEN = {
  fill: "none",
  stroke: "currentColor",
  "stroke-width": 15.5,
  "stroke-linecap": "round",
  "stroke-linejoin": "round",
};

/** Return whether all characters of a text have strokes. @param {string} text */
export const hasStrokes = (text) => text !== "" && [...text].every((sign) => sign in STROKES);

/**
 * Return the paths of a text, from left to right, starting at (0, 0), 100 units high.
 * @param {string} text
 */
export function strokes(text) {
  return [...text].map((sign, index) =>
    svg("path", {
      d: STROKES[sign],
      transform: index ? `translate(${index * ADVANCE} 0)` : null,
      ...PEN,
    }),
  );
}

/** Return the width of a text that is 100 units high. @param {string} text */
export const widthOf = (text) => (text.length - 1) * ADVANCE + 60;

/**
 * Return the picture of a number, as high as the text around it and hidden from screen readers.
 * @param {string | number} text
 */
export function numeral(text, className = "") {
  const string = String(text);
  return svg(
    "svg",
    {
      class: `numeral ${className}`,
      viewBox: `0 0 ${widthOf(string)} 100`,
      "aria-hidden": "true",
      focusable: "false",
    },
    strokes(string),
  );
}

/** Return the numduel wordmark. */
export function wordmark() {
  const paths = WORDMARK.map(([colour, left, d]) => {
    const place = { class: `wm${colour}`, transform: `translate(${left} 8)` };
    return svg("path", { ...place, d, ...PEN, "stroke-width": 15 });
  });
  return svg(
    "svg.wordmark",
    { viewBox: "0 0 479 76", role: "img", "aria-label": "numduel" },
    paths,
  );
}
