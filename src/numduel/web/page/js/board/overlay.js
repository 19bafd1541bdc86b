// The SVG overlay of the tiles: trails, tokens, footprints, edges and arrows. A tile is 100 units wide.
import { svg } from "../ui/dom.js";
import { PITCH } from "../ui/strokes.js";
import { rowAndColumn } from "./model.js";

/**
 * @import { Link } from "../contract.js"
 * @import { Model, Shape, TileModel } from "./model.js"
 */

/**
 * An arrow from tile to tile; without `from`, a ring around the tile. It is green, unless it shows
 * a mistake (red and dashed) or a reply (in the colour of its player).
 * @typedef {{ from: number | null, to: number, kind?: "mistake" | "reply", player?: number | null }} Arrow
 */

/** @typedef {[x: number, y: number]} Point */

/** Return the centre of a tile. @type {(shape: Shape, index: number) => Point} */
export function centre(shape, index) {
  const [row, column] = rowAndColumn(shape, index);
  return [column * PITCH + 50, row * PITCH + 50];
}

/** Return the size of a board; one without tiles has no height. @param {Shape} shape */
export const extent = (shape) => [shape.columns * PITCH - 9, Math.max(0, shape.rows * PITCH - 9)];

/**
 * Return a link of a trail. Its pieces cover only the gaps between tiles, never a number.
 * @param {Link} link
 */
export function linkNode({ player, jump, x, y, angle, aside, length, thick, round, pieces, dots }) {
  const size = { y: -thick / 2, height: thick, rx: round };
  return svg(
    "g",
    {
      class: `link${jump ? " jump" : ""}`,
      "data-player": player,
      transform: `translate(${x} ${y}) rotate(${angle}) translate(0 ${aside})`,
    },
    svg(
      "g.grows",
      { "transform-origin": `${length / 2} 0` },
      pieces.map(([start, wide]) => svg("rect.body", { x: start, width: wide, ...size })),
      dots.map((dot) => svg("circle.dot", { cx: dot, r: 3 })),
    ),
  );
}

/**
 * Return the shape of a player: round for Player 1, square for Player 2.
 * @param {number | null} player
 * @param {number} size
 */
const playerShape = (player, size) =>
  player === 1
    ? svg("circle", { r: size / 2 })
    : svg("rect", { x: -size / 2, y: -size / 2, width: size, height: size, rx: size * 0.2 });

/** Return a token centred at (0, 0), to be moved by a transform so that it can glide. @param {number} player */
export function tokenNode(player, isNamed = true) {
  const middle = { y: 0.5, "text-anchor": "middle", "dominant-baseline": "central" };
  const name = isNamed && svg("text", middle, `P${player}`);
  return svg("g.token", { "data-player": player }, svg("g.body", playerShape(player, 38), name));
}

/**
 * A token: its player, its tile and its centre.
 * @typedef {{ player: number, tile: number, point: Point }} Token
 */

/** @type {Point[]} */
const TOKEN_OFFSETS = [
  [38, 38],
  [-38, 38],
  [38, -38],
  [-38, -38],
];

/** Return a token on a corner of a tile, where it covers no digit; a different one for each `number`. @type {(shape: Shape, player: number, tile: number, number?: number) => Token} */
export function tokenOn(shape, player, tile, number = 0) {
  const [x, y] = centre(shape, tile);
  const [right, down] = TOKEN_OFFSETS[number % TOKEN_OFFSETS.length];
  return { player, tile, point: [x + right, y + down] };
}

/** Return the tokens of a position. @param {Model} model */
export const tokensOf = ({ shape, tiles }) =>
  tiles.flatMap((tile) =>
    tile.tokens.map((player, number) => tokenOn(shape, player, tile.index, number)),
  );

/** Move a node to a point in a tile and return it. @type {(shape: Shape, tile: TileModel, x: number, y: number, node: SVGElement) => SVGElement} */
function moveTo(shape, tile, x, y, node) {
  const [left, top] = centre(shape, tile.index);
  node.setAttribute("transform", `translate(${left - 50 + x} ${top - 50 + y})`);
  return node;
}

/** Return small player shapes in owned tiles without a token. @param {Model} model */
export function footprints({ shape, tiles }) {
  const lacksCoordinates = shape.first === null;
  const [size, x] = [lacksCoordinates ? 30 : 13, 86];
  return tiles.flatMap((tile) => {
    const chooser = lacksCoordinates && tile.last ? [tile.last] : [];
    const players = tile.owners.length ? tile.owners : chooser;
    const alone = players.filter((player) => !tile.tokens.includes(player));
    return alone.map((player, number) => {
      const node = svg("g.footprint", { "data-player": player }, playerShape(player, size));
      return moveTo(shape, tile, tile.tokens.length ? 14 : x - number * 20, x, node);
    });
  });
}

/** Return outlines in the tiles that can be chosen, in the shape of the player to move. @param {Model} model */
export function ghosts({ shape, tiles, mover, many }) {
  if (many) return [];
  const isRoomy = (/** @type {TileModel} */ tile) => tile.label.length < 2 || shape.columns < 6;
  return tiles
    .filter((tile) => tile.allowed && !tile.tokens.length && !tile.owners.length && isRoomy(tile))
    .map((tile) => moveTo(shape, tile, 81, 81, svg("g.ghost", playerShape(mover, 19))));
}

/** Return the dashed edge of the last move. @param {Model} model */
export function lastEdge({ shape, tiles, isOver }) {
  const tile = tiles.find((each) => each.last !== null && !each.allowed);
  if (!tile || isOver) return [];
  const box = { x: 1.8, y: 1.8, width: 96.4, height: 96.4, rx: 13.5 };
  return [moveTo(shape, tile, 0, 0, svg("rect.last-edge", { "data-player": tile.last, ...box }))];
}

/**
 * Return the start and end of each piece of an arrow, without covering numbers on the way.
 * @param {number} distance
 * @param {number} tip
 */
function arrowPieces(distance, tip) {
  const steps = Math.max(1, Math.round(distance / PITCH));
  const pitch = distance / steps;
  return Array.from({ length: steps }, (_, step) => [
    step * pitch + 37,
    step === steps - 1 ? tip : (step + 1) * pitch - 37,
  ]);
}

/**
 * The box of the value on a tile, in units from the tile's upper left corner. It ends at the right edge.
 * @typedef {{ left: number, bottom: number }} Badge
 */

const HEAD = 13; // length and half of the width of an arrowhead
const ARROW_ROOM = 6; // half of the stroke, and a gap

/** Return a ring in a tile; it is open where the tile has a badge. @type {(left: number, top: number, badge: Badge | null) => SVGElement} */
function ringNode(left, top, badge) {
  const transform = { transform: `translate(${left} ${top})` };
  if (!badge) return svg("g.arrow", transform, svg("rect", { x: 4, y: 4, width: 92, height: 92, rx: 14 }));
  const [end, start] = [Math.max(18, badge.left - ARROW_ROOM), Math.max(18, badge.bottom + ARROW_ROOM)];
  const path = `M96 ${start}V82A14 14 0 0 1 82 96H18A14 14 0 0 1 4 82V18A14 14 0 0 1 18 4H${end}`;
  return svg("g.arrow", transform, svg("path", { d: path }));
}

/**
 * Return the node of an arrow, which avoids the badge of its last tile: an arrow from above moves
 * to the left of the badge, one from the right ends before the tile.
 * @param {Shape} shape
 * @param {Arrow} arrow
 * @param {Badge | null} badge
 */
export function arrowNode(shape, { from, to }, badge = null) {
  const [x2, y2] = centre(shape, to);
  if (from === null || from === to) return ringNode(x2 - 50, y2 - 50, badge);
  const [x1, y1] = centre(shape, from);
  const distance = Math.hypot(x2 - x1, y2 - y1);
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const isFromAbove = badge !== null && y2 > y1;
  const aside = isFromAbove && x1 <= x2 ? Math.max(0, 50 + HEAD + ARROW_ROOM - badge.left) : 0;
  const tip = distance - (isFromAbove && x1 > x2 ? 80 : 34);
  const shaft = arrowPieces(distance, tip).map(([start, end]) => `M${start} 0H${end}`);
  const path = `${shaft.join("")}M${tip - HEAD} ${-HEAD} ${tip} 0 ${tip - HEAD} ${HEAD}`;
  const transform = `translate(${x1 - aside} ${y1}) rotate(${angle})`;
  return svg("g.arrow", { transform }, svg("path", { d: path }));
}
