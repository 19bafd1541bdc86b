// A small static picture of a position, for cards.
import { svg } from "../ui/dom.js";
import { hasStrokes, strokes, widthOf } from "../ui/numerals.js";
import { HATCH } from "../ui/strokes.js";
import { centre, extent, footprints, linkNode, tokenNode, tokensOf } from "./overlay.js";
import { modelOf } from "./model.js";

/** @import { BoardView, Model, TileModel } from "./model.js" */

/** Return the picture of a position. @param {BoardView} position @param {number[]} you */
export function miniBoard(position, you = []) {
  const model = modelOf(position, you);
  if (!model.tiles.length) return miniFacts(position);
  const [width, height] = extent(model.shape);
  const tiles = model.tiles.map((tile) => tileNode(model, tile));
  const tokens = tokensOf(model).map(({ player, point }) => {
    const node = tokenNode(player, false);
    node.setAttribute("transform", `translate(${point.join(" ")})`);
    return node;
  });
  const signs = model.shape.first === null ? footprints(model) : [];
  return svg(
    "svg.mini",
    { viewBox: `-9 -9 ${width + 18} ${height + 18}`, "aria-hidden": "true", focusable: "false" },
    tiles,
    model.links.map(linkNode),
    signs,
    tokens,
  );
}

/** Return the picture of a position without tiles: both players and their first fact. @param {BoardView} position */
function miniFacts({ picture: { facts } }) {
  const lines = /** @type {const} */ ([1, 2]).map((player) => {
    const token = tokenNode(player, false);
    token.setAttribute("transform", "scale(1.6)");
    const value = facts.find((fact) => fact.player === player)?.value ?? "";
    const position = { transform: `translate(50 ${player * 100 - 50})` };
    const aside = { transform: "translate(30 -50)" };
    return svg("g", position, token, svg("g", aside, textNode(String(value), 51)));
  });
  const size = { viewBox: "-50 -4 300 208", "aria-hidden": "true", focusable: "false" };
  return svg("svg.mini", size, lines);
}

/** @param {Model} model @param {TileModel} tile */
function tileNode(model, tile) {
  const [x, y] = centre(model.shape, tile.index);
  const owner = tile.tokens[0] ?? tile.owners[0] ?? tile.last;
  const classes = [
    "mini-tile",
    tile.owners.length && "owned",
    tile.tokens.length && "here",
    tile.barred && "barred",
    tile.allowed && "allowed",
    (tile.hidden || tile.late) && "hidden",
    tile.last && model.shape.first === null && "last",
  ];
  return svg(
    "g",
    {
      class: classes.filter(Boolean).join(" "),
      transform: `translate(${x - 50} ${y - 50})`,
      "data-player": owner ?? null,
    },
    svg("rect.ground", { x: 2, y: 2, width: 96, height: 96, rx: 14 }),
    tile.hidden && hatch(),
    textNode(
      tile.hidden ? "?" : tile.label,
      tile.hidden ? 36 : [51, 42, 32][Math.min(2, Math.max(0, tile.label.length - 1))],
    ),
  );
}

const hatch = () => [
  svg("path.hatch", { d: HATCH }),
  svg("circle.clear", { cx: 50, cy: 50, r: 30 }),
];

/** Return a label of this height. @param {string} text @param {number} height */
function textNode(text, height) {
  if (!hasStrokes(text))
    return svg(
      "text.word",
      {
        x: 50,
        y: 50,
        "text-anchor": "middle",
        "dominant-baseline": "central",
        "font-size": text.length > 1 ? Math.min(40, 130 / text.length) : 60,
      },
      text,
    );
  const scale = height / 100;
  const left = 50 - (widthOf(text) * scale) / 2;
  return svg(
    "g.number",
    { transform: `translate(${left} ${48 - height / 2}) scale(${scale})` },
    strokes(text),
  );
}
