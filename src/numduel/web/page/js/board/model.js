// The board's model of a position, tile by tile, for any game.

/**
 * @import { Link, Tile, View } from "../contract.js"
 * @import { Seat } from "../match/players.js"
 */

/**
 * A view or position to draw.
 * @typedef {Pick<View, "picture" | "columns" | "status" | "last" | "links" | "owners" | "plies" | "words"> & { seq?: number }} BoardView
 */

/**
 * The size of the grid. `first` is the number of the first row and column, or null if tiles have no coordinates.
 * @typedef {{ columns: number, rows: number, count: number, first: number | null }} Shape
 */

/**
 * @typedef {object} TileState
 * @property {number} index row by row, from 0
 * @property {Seat[]} owners players whose trail it belongs to
 * @property {boolean} hidden whether its number is unknown
 * @property {boolean} late whether its number was revealed only at the end
 * @property {boolean} allowed whether it can be chosen now
 * @property {boolean} barred whether it can't be chosen, on a board without coordinates
 * @property {Seat | null} last player who chose it in the last move
 *
 * @typedef {Tile & TileState} TileModel
 */

/**
 * @typedef {object} Model
 * @property {Shape} shape
 * @property {TileModel[]} tiles
 * @property {Link[]} links trails of both players
 * @property {Seat | null} mover
 * @property {boolean} isOver
 * @property {boolean} many whether more than half of the tiles can be chosen
 * @property {Seat | null} winner
 * @property {View["words"]["labels"]} names "You" for the reader
 */

/** Return the row and column of a tile, counted from 0. @type {(shape: Shape, index: number) => [number, number]} */
export const rowAndColumn = (shape, index) => [
  Math.floor(index / shape.columns),
  index % shape.columns,
];

/**
 * Return the model of a position. `you` are the players who can move.
 * @param {BoardView} view
 * @param {number[]} you
 * @returns {Model}
 */
export function modelOf(view, you = []) {
  const { picture, columns, status, last, links, owners, plies, words } = view;
  const isTurn = status.kind === "turn";
  const mover = isTurn ? status.player : null;
  const canMove = mover !== null && you.includes(mover);
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
      allowed: canMove && isLegal,
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
    names: words.labels,
  };
}

/** Return whether any tile is a move. @param {Pick<BoardView, "picture">} position */
export const hasMovesOnTiles = ({ picture }) =>
  picture.rows.some((row) => row.some((tile) => tile.move !== null));

/**
 * Return the moves that have no tile.
 * @param {Pick<BoardView, "picture">} position
 * @param {string[]} moves
 */
export function movesWithoutTile({ picture }, moves) {
  const tiled = new Set(picture.rows.flat().map((tile) => tile.move));
  return moves.filter((move) => !tiled.has(move));
}
