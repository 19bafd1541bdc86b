// What the board draws of a position, tile by tile: it follows from a view of any game.

/**
 * @import { Link, Tile, View } from "../contract.js"
 * @import { Seat } from "../match/seen.js"
 */

/**
 * What a board is drawn from: a view, or a position.
 * @typedef {Pick<View, "picture" | "columns" | "status" | "last" | "links" | "owners" | "plies"> & { seq?: number }} Drawn
 */

/**
 * How the tiles stand; `first` is the number of the first row and column, null where they have none.
 * @typedef {{ columns: number, rows: number, count: number, first: number | null }} Shape
 */

/**
 * @typedef {object} TileState
 * @property {number} index counted row by row from 0
 * @property {Seat[]} owners whose trail it belongs to
 * @property {boolean} hidden nobody knows its number
 * @property {boolean} late its number was shown only by the end
 * @property {boolean} allowed it may be chosen now
 * @property {boolean} barred it may not, on a board whose tiles are no places; it is nobody's
 * @property {Seat | null} last who has chosen it last
 *
 * @typedef {Tile & TileState} TileModel
 */

/**
 * @typedef {object} Model
 * @property {Shape} shape
 * @property {TileModel[]} tiles
 * @property {Link[]} links the trails of both tokens
 * @property {Seat | null} mover
 * @property {boolean} isOver
 * @property {boolean} many whether more than half of the tiles may be chosen
 * @property {Seat | null} winner
 */

/** Return the row and column of a tile, from 0. @type {(shape: Shape, index: number) => [number, number]} */
export const placeOf = (shape, index) => [Math.floor(index / shape.columns), index % shape.columns];

/**
 * Return the model of a position; `you` are the players who may choose now.
 * @param {Drawn} view
 * @param {number[]} you
 * @returns {Model}
 */
export function modelOf({ picture, columns, status, last, links, owners, plies }, you = []) {
  const isTurn = status.kind === "turn";
  const mover = isTurn ? status.player : null;
  const may = mover !== null && you.includes(mover);
  const chooser = plies.findLast((ply) => ply.player !== null)?.player ?? null;
  const tiles = picture.rows.flat().map((tile, index) => {
    const isUnknown = tile.tags.some((tag) => tag.mark === "?");
    const isLegal = isTurn && tile.move !== null && status.moves.includes(tile.move);
    return {
      ...tile,
      index,
      owners: owners[index],
      hidden: tile.label === "" && isUnknown,
      late: tile.label !== "" && isUnknown,
      allowed: may && isLegal,
      barred:
        isTurn &&
        picture.first === null &&
        tile.move !== null &&
        !isLegal &&
        !owners[index].length &&
        !tile.tokens.length,
      last: last === index ? chooser : null,
    };
  });
  return {
    shape: {
      columns,
      rows: Math.ceil(tiles.length / columns),
      count: tiles.length,
      first: picture.first,
    },
    tiles,
    links,
    mover,
    isOver: status.kind === "over",
    many: tiles.filter((tile) => tile.allowed).length > tiles.length / 2,
    winner: status.winner,
  };
}

/** Return whether tiles stand for moves in a position. @param {Pick<Drawn, "picture">} position */
export const hasMovesOnTiles = ({ picture }) =>
  picture.rows.some((row) => row.some((tile) => tile.move !== null));

/**
 * Return the moves of a position that no tile stands for.
 * @param {Pick<Drawn, "picture">} position
 * @param {string[]} moves
 */
export function movesWithoutTile({ picture }, moves) {
  const tiled = new Set(picture.rows.flat().map((tile) => tile.move));
  return moves.filter((move) => !tiled.has(move));
}
