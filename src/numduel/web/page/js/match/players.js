// Players of a match, as the person at this browser sees them.

/** @import { Fact, SeenMatch, View } from "../contract.js" */
/** @typedef {1 | 2} Seat player number */

/** Return the opponent of a player. @param {Seat} player @returns {Seat} */
export const opponentOf = (player) => (player === 1 ? 2 : 1);

/**
 * Return whether a player is you. On a shared screen neither is.
 * @param {SeenMatch} seen
 * @param {Seat | null} player
 */
export const isYou = (seen, player) => seen.you.length === 1 && seen.you[0] === player;

/** Return the player below the board: you, or Player 1 on a shared screen and for spectators. @param {SeenMatch} seen */
export const playerBelow = (seen) => (seen.you.length === 1 ? seen.you[0] : 1);

/** Return whether a player at this browser is to move. @param {SeenMatch} seen */
export const isMyTurn = ({ you, view: { status } }) =>
  status.kind === "turn" && status.player !== null && you.includes(status.player);

/** Return whether the opponent has made an offer to a player here. @param {SeenMatch} seen */
export const hasOffer = ({ you, view: { offer } }) =>
  offer !== null && you.length > 0 && !you.includes(offer.by);

/** Return whether a player is human. @param {{ who: string }} player */
export const isHuman = (player) => player.who === "human";

/** Return whether two people play on separate devices. @param {SeenMatch} seen */
export const isPlayedByLink = (seen) => seen.view.players.every(isHuman) && seen.you.length < 2;

/**
 * Return the figure of a player's bar: their first numeric fact, or null.
 * @param {Pick<View, "picture">} view
 * @param {Seat} player
 */
export const figureOf = (view, player) =>
  view.picture.facts.find(
    /** @returns {fact is Fact & { value: number }} */
    (fact) => fact.player === player && typeof fact.value === "number",
  ) ?? null;
