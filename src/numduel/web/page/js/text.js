// Texts and text helpers of the page. Sentences about a match come from the server.

import { rowAndColumn } from "./board/model.js";

/** @import { Model, TileModel } from "./board/model.js" */

/** Note on fair play, for two people who play by link. */
export const FAIR_PLAY_NOTE =
  "There are no hints while friends play each other. Beyond that, we trust you to play fair.";

/** Return a text with a capital first letter. @param {string} text */
export const capitalise = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Return "1 turn" or "3 turns". @param {number} number @param {string} word */
export const formatCount = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

/**
 * Return a game's own phrase with the players' names in place of "Player 1" and "Player 2".
 * @param {string} text
 * @param {Model["names"]} names
 */
const withNames = (text, names) =>
  text.replace(/\bPlayer ([12])('s)?(?!\w)/g, (_, player, possessive = "") => {
    const name = names[player - 1];
    return name === "You" ? (possessive ? "your" : "you") : `${name}${possessive}`;
  });

/**
 * Return the label of a tile for screen readers:
 * "row 1 of 3, column 2 of 3: 5, visited by Ann, legal move". Rows and columns count from 1.
 * @param {TileModel} tile
 * @param {Model} model
 */
export function describeTile(tile, { shape, names }) {
  const parts = [tile.hidden ? "hidden" : tile.label || "empty"];
  for (const player of tile.tokens) {
    const name = names[player - 1];
    parts.push(name === "You" ? "you are here" : `${name} is here`);
  }
  for (const tag of tile.tags) {
    const isHere = tag.player !== null && tile.tokens.includes(tag.player);
    if (tile.hidden && tag.mark === "?") continue; // the label starts with "hidden"
    if (isHere && /^p[12]$/.test(tag.mark)) continue; // "visited" goes without saying
    const isRevealed = tile.late && tag.mark === "?";
    parts.push(isRevealed ? "hidden until the end" : withNames(tag.meaning, names));
  }
  for (const player of shape.first === null ? [] : tile.owners) {
    const isNamed = tile.tokens.includes(player) || tile.tags.some((tag) => tag.player === player);
    if (!isNamed) parts.push(withNames(`chosen by Player ${player}`, names));
  }
  if (tile.last) parts.push("last move");
  if (tile.allowed) parts.push("legal move");
  const [row, column] = rowAndColumn(shape, tile.index);
  const where = `row ${row + 1} of ${shape.rows}, column ${column + 1} of ${shape.columns}`;
  return `${where}: ${parts.join(", ")}`;
}
