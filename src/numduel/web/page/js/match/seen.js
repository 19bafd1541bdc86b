// Who is who at a match, to the one who looks at it.

/** @import { Fact, Seen, View } from "../contract.js" */
/** @typedef {1 | 2} Seat a player */

/** @param {Seat} player @returns {Seat} */
export const otherOf = (player) => (player === 1 ? 2 : 1);

/**
 * Return whether a player is the one that you are; on a shared screen neither is.
 * @param {Seen} seen
 * @param {Seat | null} player
 */
export const isYou = (seen, player) => seen.you.length === 1 && seen.you[0] === player;

/**
 * Return the player whose bar is above the board: the other one, or Player 2 for those who watch.
 * @param {Seen} seen
 */
export const across = (seen) => (seen.you.length === 1 ? otherOf(seen.you[0]) : 2);

/** Return whether it is the turn of a player who sits here. @param {Seen} seen */
export const isMine = ({ you, view: { status } }) =>
  status.kind === "turn" && status.player !== null && you.includes(status.player);

/** @param {{ who: string }} player */
export const isPerson = (player) => player.who === "human";

/** Return whether two people play, each at their own place. @param {Seen} seen */
export const isByLink = (seen) => seen.view.players.every(isPerson) && seen.you.length < 2;

/**
 * Return the number that stands at a player's bar: the first of their facts that is one.
 * @param {Pick<View, "picture">} view
 * @param {Seat} player
 */
export const figureOf = (view, player) =>
  view.picture.facts.find(
    /** @returns {fact is Fact & { value: number }} */
    (fact) => fact.player === player && typeof fact.value === "number",
  ) ?? null;
