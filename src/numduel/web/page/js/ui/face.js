// Pictures of the computer opponents: the faces of the characters, and bars for the levels.
import { request } from "../server/api.js";
import { h, svg } from "./dom.js";

/** @import { Character, Games } from "../contract.js" */

/** @type {Pick<Games, "levels" | "characters"> | null} the opponents, when they are loaded */
let opponents = null;
/** @type {Promise<void> | null} */
let loading = null;

/** Remember the opponents, and draw the pictures that wait for them. @param {Games} games */
export function keepOpponents({ levels, characters }) {
  opponents = { levels, characters };
  for (const place of document.querySelectorAll(".portrait:empty")) fillFace(place);
}

/** Load the opponents, once. After a failure the next call tries again. */
function loadOpponents() {
  loading ??= request("GET /games")
    .then(keepOpponents)
    .catch(() => {
      loading = null;
    });
}

/** @param {string} who @returns {Character | undefined} */
const characterOf = (who) => opponents?.characters.find(({ id }) => id === who);

/** Draw a picture into its place, if it is known. @param {Element} place */
function fillFace(place) {
  const who = place.getAttribute("data-who") ?? "";
  const character = characterOf(who);
  const level = place.classList.contains("or-level") ? (opponents?.levels.indexOf(who) ?? -1) : -1;
  if (character) place.append(drawFace(character));
  else if (level >= 0) place.append(drawLevel(level, opponents?.levels.length ?? 0));
}

/** @param {Character} character */
const drawFace = ({ face }) =>
  svg(
    "svg",
    {
      viewBox: "0 0 100 100",
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      "aria-hidden": "true",
      focusable: "false",
    },
    face.map(({ d, fill, stroke, width, transform }) =>
      svg("path", {
        d,
        fill,
        stroke: width ? stroke : null,
        "stroke-width": width || null,
        transform: transform || null,
      }),
    ),
  );

/** Return bars, as many of them filled as the level is strong. @param {number} level @param {number} count */
function drawLevel(level, count) {
  const distance = 84 / count;
  const bars = Array.from({ length: count }, (_, index) => {
    const height = 24 + (52 * (index + 1)) / count;
    return svg("rect", {
      class: index <= level ? "full" : null,
      x: 8 + distance * index + 2,
      y: 84 - height,
      width: distance - 4,
      height,
      rx: 4,
    });
  });
  return svg(
    "svg.level-bars",
    { viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" },
    bars,
  );
}

/**
 * Return the face of a character, for use beside its name. It is empty for other players, and until the
 * opponents are loaded. With `hasLevels`, a level has bars.
 * @param {string} who
 * @param {{ size?: string, hasLevels?: boolean }} options
 */
export function faceNode(who, { size = "", hasLevels = false } = {}) {
  const place = h("span", {
    class: `portrait ${size} ${hasLevels ? "or-level" : ""}`,
    "data-who": who,
    "aria-hidden": "true",
  });
  if (opponents) fillFace(place);
  else loadOpponents();
  return place;
}
