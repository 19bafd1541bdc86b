// What lies over the tiles, in an SVG where a tile is 100 wide: trails, tokens, footprints, edges, arrows.
import { svg } from "../ui/dom.js";
import { placeOf } from "./model.js";

export const PITCH = 109; // a tile and the gap beside it
const THICK = 19;

/** The middle of a tile. */
export function centre(shape, index) {
  const [row, column] = placeOf(shape, index);
  return [column * PITCH + 50, row * PITCH + 50];
}

export const extent = (shape) => [shape.columns * PITCH - 9, shape.rows * PITCH - 9];

/** A link of a trail: a piece over the gap between neighbours, or a line that spares all numbers. */
export function linkNode(shape, link) {
  const [x1, y1] = centre(shape, link.from);
  const [x2, y2] = centre(shape, link.to);
  const distance = Math.hypot(x2 - x1, y2 - y1);
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const aside = link.doubled ? (link.player === 1 ? -7.5 : 7.5) : 0;
  const turned = `translate(${x1} ${y1}) rotate(${angle}) translate(0 ${aside})`;
  const parts = link.jump
    ? jumpParts(distance, link.player)
    : stepParts(distance, link.doubled ? 13 : THICK, link.player);
  const inner = svg("g", { class: "grows", "transform-origin": `${distance / 2} 0` }, parts);
  return svg(
    "g",
    { class: `link${link.jump ? " jump" : ""}`, "data-player": link.player, transform: turned },
    inner,
  );
}

function stepParts(distance, thick, player) {
  const from = 45 - thick / 2;
  const length = distance - 2 * from;
  const body = svg("rect", {
    class: "body",
    x: from,
    y: -thick / 2,
    width: length,
    height: thick,
    rx: thick / 2,
  });
  const dots =
    player === 2
      ? [-10, 0, 10].map((off) =>
          svg("circle", { class: "dot", cx: distance / 2 + off, cy: 0, r: 3 }),
        )
      : [];
  return [body, ...dots];
}

function jumpParts(distance, player) {
  const parts = [];
  for (let from = 38; from < distance - 38; from += PITCH) {
    const length = Math.min(PITCH - 76, distance - 38 - from);
    parts.push(svg("rect", { class: "body", x: from, y: -7, width: length, height: 14, rx: 2 }));
    if (player === 2)
      parts.push(svg("circle", { class: "dot", cx: from + length / 2, cy: 0, r: 3 }));
  }
  return parts;
}

const round = (player, size) =>
  player === 1
    ? svg("circle", { r: size / 2 })
    : svg("rect", { x: -size / 2, y: -size / 2, width: size, height: size, rx: size * 0.2 });

/** A token, around (0, 0): it is put in its place by a transform, so that it can glide. */
export function tokenNode(player, isNamed = true) {
  const name =
    isNamed &&
    svg("text", { y: 0.5, "text-anchor": "middle", "dominant-baseline": "central" }, `P${player}`);
  return svg(
    "g",
    { class: "token", "data-player": player },
    svg("g", { class: "body" }, round(player, 38), name),
  );
}

/** Where tokens stand in their tile; of two in one tile the second stands at the left. */
export function tokenPlaces(model) {
  const places = new Map();
  for (const tile of model.tiles) {
    tile.tokens.forEach((player, number) => {
      const [x, y] = centre(model.shape, tile.index);
      places.set(player, [x + (number ? -30 : 30), y + 30]);
    });
  }
  return places;
}

function at(shape, tile, x, y, node) {
  const [left, top] = centre(shape, tile.index);
  node.setAttribute("transform", `translate(${left - 50 + x} ${top - 50 + y})`);
  return node;
}

/** Small signs of whose a tile is, where no token stands. */
export function footprints(model) {
  return model.tiles.flatMap((tile) => {
    const players = model.shape.first === null ? [tile.last].filter(Boolean) : tile.owners;
    const alone = players.filter((player) => !tile.tokens.includes(player));
    const size = model.shape.first === null ? 30 : 13;
    const x = size > 20 ? 80 : 86;
    return alone.map((player, number) =>
      at(
        model.shape,
        tile,
        tile.tokens.length ? 14 : x - number * 20,
        x,
        svg("g", { class: "footprint", "data-player": player }, round(player, size)),
      ),
    );
  });
}

/** Rings in the tiles that may be chosen, in the shape of who is to move. */
export function ghosts(model) {
  if (model.many) return [];
  return model.tiles
    .filter(
      (tile) =>
        tile.allowed &&
        !tile.tokens.length &&
        !tile.owners.length &&
        (tile.label.length < 2 || model.shape.columns < 6),
    )
    .map((tile) =>
      at(model.shape, tile, 79, 79, svg("g", { class: "ghost" }, round(model.mover, 19))),
    );
}

/** The dashed edge of the tile that was chosen last. */
export function lastEdge(model) {
  const tile = model.tiles.find((each) => each.last !== null && !each.allowed);
  if (!tile || model.isOver) return [];
  return [
    at(
      model.shape,
      tile,
      0,
      0,
      svg("rect", {
        class: "last-edge",
        "data-player": tile.last,
        x: 1.8,
        y: 1.8,
        width: 96.4,
        height: 96.4,
        rx: 13.5,
      }),
    ),
  ];
}

/** The pieces of a line from one tile to another that cover no number on the way. */
function spared(distance, tip) {
  const steps = Math.max(1, Math.round(distance / PITCH));
  const apart = distance / steps;
  return Array.from({ length: steps }, (_, step) => [
    step * apart + 37,
    step === steps - 1 ? tip : (step + 1) * apart - 37,
  ]);
}

/** An arrow from tile to tile; without a `from`, a ring around the tile. Kinds: best, played. */
export function arrowNode(shape, { from, to, kind = "best" }) {
  const [x2, y2] = centre(shape, to);
  if (from === null || from === undefined || from === to) {
    return svg(
      "g",
      { class: `arrow ${kind}` },
      svg("rect", { x: x2 - 46, y: y2 - 46, width: 92, height: 92, rx: 14 }),
    );
  }
  const [x1, y1] = centre(shape, from);
  const distance = Math.hypot(x2 - x1, y2 - y1);
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const tip = distance - 34;
  const shaft = spared(distance, tip).map(([start, end]) => `M${start} 0H${end}`);
  const path = `${shaft.join("")}M${tip - 13} -13 ${tip} 0 ${tip - 13} 13`;
  return svg(
    "g",
    { class: `arrow ${kind}`, transform: `translate(${x1} ${y1}) rotate(${angle})` },
    svg("path", { d: path }),
  );
}
