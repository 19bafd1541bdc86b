// The matches in a player's file that were played without a server. The edition without one replaces this file.
import { formatCount } from "../text.js";

/** @import { StoredMatches } from "../browser/backup.js" */
/** @typedef {{ problem: string, note: string, isChanged: boolean }} Added sentences for the player, or "" */

/** Return the matches that are in this browser; null, because they are on the server. @returns {Promise<StoredMatches | null>} */
export const readStored = async () => null;

/** Delete matches that are in this browser: here there are none. @param {string[]} ids */
export const deleteStored = async (ids) => void ids;

/** Delete all matches that are in this browser: here there are none. */
export const deleteAllStored = async () => {};

/** Return what the player should know about matches that a server can't take. @param {StoredMatches} stored @returns {Promise<Added>} */
export async function addStored(stored) {
  const count = Object.keys(stored).length;
  const games = formatCount(count, "game");
  const note = `The file also holds ${games} that you played without a server. Open the file there to continue.`;
  return { problem: "", note: count ? note : "", isChanged: false };
}
