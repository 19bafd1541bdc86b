// Open the explorer at a position of a finished game.
import { explorePath, navigate } from "../addresses.js";

/** @import { ShownReview } from "../contract.js" */

/** Show the position after some plies. @param {ShownReview} review @param {number} plyCount */
export function openExplorer({ game, plies }, plyCount) {
  const moves = plies.slice(0, plyCount).map(({ move }) => move);
  const { id, options, board } = game;
  navigate(explorePath({ game: id, ...options, board, moves: moves.join(" ") || null }));
}
