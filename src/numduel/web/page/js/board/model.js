// What is to be drawn of a position, tile by tile: worked out from a view, whatever the game.

const FEW = 3; // one row of so many tiles stays a row
const RECENT = 3; // steps that are shown where the rules close no tile behind a token

/**
 * @typedef {object} TileModel
 * @property {number} index counted row by row from 0
 * @property {string} label
 * @property {string | null} move
 * @property {number[]} tokens players who stand here
 * @property {{mark: string, meaning: string, player: number | null}[]} tags
 * @property {number[]} owners whose trail it belongs to
 * @property {boolean} hidden nobody knows its number
 * @property {boolean} late its number was shown only by the end
 * @property {boolean} allowed it may be chosen now
 * @property {boolean} barred it may not, on a board whose tiles are no places
 * @property {number | null} last who has chosen it last
 */

/** How the tiles stand: one long row of tiles without coordinates is broken towards a square. */
export function shapeOf(picture) {
  const count = picture.rows.reduce((sum, row) => sum + row.length, 0);
  const longest = Math.max(1, ...picture.rows.map((row) => row.length));
  const breaks = picture.rows.length === 1 && picture.first === null && count > FEW;
  const columns = breaks ? Math.ceil(Math.sqrt(count)) : longest;
  return {
    columns,
    rows: Math.max(1, Math.ceil(count / columns)),
    count,
    first: picture.first,
    breaks,
  };
}

/** The row and column of a tile, from 0. */
export const placeOf = (shape, index) => [Math.floor(index / shape.columns), index % shape.columns];

/** All that is drawn of a position; `you` are the players who may choose now. */
export function modelOf(view, you = []) {
  const { picture, status } = view;
  const shape = shapeOf(picture);
  const isTurn = status.kind === "turn";
  const mover = isTurn ? status.player : null;
  const legal = new Set(isTurn ? status.moves : []);
  const may = mover !== null && you.includes(mover);
  const chosenBy = lastChooser(view);
  const paths = [1, 2].map((player) => pathOf(view, player));
  const tiles = picture.rows.flat().map((tile, index) => ({
    ...tile,
    index,
    owners: [1, 2].filter((player) => owns(view, paths[player - 1], player, tile, index)),
    hidden: tile.label === "" && tile.tags.some((tag) => tag.mark === "?"),
    late: tile.label !== "" && tile.tags.some((tag) => tag.mark === "?"),
    allowed: may && tile.move !== null && legal.has(tile.move),
    barred: isTurn && picture.first === null && tile.move !== null && !legal.has(tile.move),
    last: view.last === index ? chosenBy : null,
  }));
  const allowed = tiles.filter((tile) => tile.allowed).length;
  return {
    shape,
    tiles,
    mover,
    isOver: status.kind === "over",
    links: linksOf(shape, paths),
    many: allowed > tiles.length / 2,
    winner: status.winner,
  };
}

function lastChooser(view) {
  const made = view.plies.filter((ply) => ply.player !== null);
  return made.length ? made[made.length - 1].player : null;
}

const isVisited = (tile, player) =>
  tile.tags.some((tag) => tag.mark === `p${player}` && tag.player === player);
const isStart = (tile, player) =>
  tile.tags.some((tag) => tag.mark === `S${player}` && tag.player === player);

/** The tiles that a player's token went over, from where it began; none where there is no token. */
function pathOf(view, player) {
  const tiles = view.picture.rows.flat();
  const trail = view.trails[player - 1];
  if (!tiles.some((tile) => tile.tokens.includes(player))) return { trail, steps: [] };
  const visited = tiles.flatMap((tile, index) =>
    isVisited(tile, player) && !trail.includes(index) ? [index] : [],
  );
  const start = tiles.findIndex((tile) => isStart(tile, player));
  const from = start >= 0 ? start : visited.length === 1 ? visited[0] : null;
  const walked = from === null ? trail : [from, ...trail];
  const closes = tiles.some((tile) => isVisited(tile, player));
  return { trail, start: from, steps: closes ? walked : walked.slice(-RECENT - 1) };
}

/** A tile is somebody's who went there or turned it over; numbers that are no places are nobody's. */
function owns(view, path, player, tile, index) {
  if (isVisited(tile, player)) return true;
  if (view.picture.first === null) return false;
  return path.steps.length ? path.steps.includes(index) : path.trail.includes(index);
}

const isNear = (shape, one, two) => {
  const [a, b] = [placeOf(shape, one), placeOf(shape, two)];
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])) === 1;
};

/** The steps of both tokens, each pair of tiles once; a token that was sent back goes on from its start. */
function linksOf(shape, paths) {
  const found = new Map();
  paths.forEach(({ steps, start }, place) => {
    const player = place + 1;
    const pairs = steps.slice(1).map((to, number) => [steps[number], to]);
    const sentBack = ([from, to]) =>
      start !== null && start !== undefined && !isNear(shape, from, to) && isNear(shape, start, to);
    const walks = pairs.every((pair) => isNear(shape, ...pair) || sentBack(pair));
    for (const pair of pairs) {
      const [from, to] = walks && sentBack(pair) ? [start, pair[1]] : pair;
      if (from === to) continue;
      const key = `${player}:${Math.min(from, to)}-${Math.max(from, to)}`;
      found.set(key, { key, player, from, to, jump: !isNear(shape, from, to) });
    }
  });
  for (const link of found.values()) {
    const other = link.key.replace(/^./, String(3 - link.player));
    link.doubled = found.has(other);
  }
  return [...found.values()];
}
