// Small words of the page itself; sentences about a match come finished from the server.

/** @import { Model, TileModel } from "./board/model.js" */

/** What is fair between two people who play by link. */
export const FAIR_PLAY =
  "While two people play, the server gives no hints. Beyond that, fair play between friends is a matter of honour.";

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Return "1 turn" or "3 turns". @param {number} number @param {string} word */
export const counted = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

/**
 * Return what a screen reader says of a tile: "row 1, column 2: 5, Player 1 is here, you may choose this".
 * @param {TileModel} tile
 * @param {Model} model
 */
export function labelOf(tile, { shape: { first, columns } }) {
  const said = [tile.hidden ? "hidden" : tile.label || "empty"];
  for (const player of tile.tokens) said.push(`Player ${player} is here`);
  for (const tag of tile.tags)
    if (!tile.hidden || tag.mark !== "?")
      said.push(tile.late && tag.mark === "?" ? "hidden until the end" : tag.meaning);
  for (const player of first === null ? [] : tile.owners) {
    const isSaid = tile.tokens.includes(player) || tile.tags.some((tag) => tag.player === player);
    if (!isSaid) said.push(`chosen by Player ${player}`);
  }
  if (tile.last) said.push("the last move");
  if (tile.allowed) said.push("you may choose this");
  if (first === null) return said.join(", ");
  const [row, column] = [Math.floor(tile.index / columns) + first, (tile.index % columns) + first];
  return `row ${row}, column ${column}: ${said.join(", ")}`;
}
