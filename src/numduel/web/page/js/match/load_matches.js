// Load the matches of this browser: those in progress, and those that ended while you were away.
import { isListed, saveRound, saveSeen, unlistedMatchIds } from "../browser/history.js";
import { deleteMatch, openMatchIds, seatToken } from "../browser/seats.js";
import { request, Problem } from "../server/api.js";
import { opponentOf } from "./players.js";

/** @import { SeenMatch } from "../contract.js" */
/** @typedef {{ id: string, seen: SeenMatch }} LoadedMatch */

const MAX_OPEN = 50; // newest matches in progress to load
const MAX_REQUESTS = 4; // at a time

/**
 * Load a match in which this browser has a seat, and save its result if it is over.
 * Return null if the server deleted the match, can't be reached or doesn't have the game.
 * @param {string} id
 * @param {(why: string) => void} [onMissingGame]
 * @returns {Promise<LoadedMatch | null>}
 */
export async function loadMatch(id, onMissingGame) {
  try {
    const seen = await request("GET /matches/{id}", { at: id, token: seatToken(id) });
    saveSeen(seen, false);
    return { id, seen };
  } catch (problem) {
    if (problem instanceof Problem && problem.code === "no_match") deleteMatch(id);
    if (problem instanceof Problem && problem.code === "game_missing") onMissingGame?.(problem.message);
    return null;
  }
}

/** Return whether a match is in progress. @param {LoadedMatch} match */
export const isOpen = ({ seen }) => seen.view.status.kind !== "over";

/**
 * Load the newest matches in progress, and add all results that are missing in the history.
 * Return the matches in progress, newest first.
 * @param {(done: number, total: number) => void} onProgress
 * @param {(why: string) => void} onMissingGame called for each match whose game isn't loaded
 */
export async function loadMatches(onProgress, onMissingGame) {
  const ids = [...new Set([...openMatchIds().slice(0, MAX_OPEN), ...unlistedMatchIds()])];
  /** @type {(LoadedMatch | null)[]} */
  const loaded = [];
  let next = 0;
  let done = 0;
  const work = async () => {
    while (next < ids.length) {
      const index = next++;
      const match = (loaded[index] = await loadMatch(ids[index], onMissingGame));
      if (match) await saveEarlierRounds(match).catch(() => {});
      onProgress(++done, ids.length);
    }
  };
  await Promise.all(Array.from({ length: MAX_REQUESTS }, work));
  return loaded.filter((match) => match !== null).filter(isOpen);
}

/** Save the results of earlier rounds that aren't listed, as of another device. @param {LoadedMatch} match */
async function saveEarlierRounds({ id, seen: { you, view } }) {
  if (!you.length) return;
  for (let round = 1; round < view.round; round++) {
    if (isListed(id, round)) continue;
    const query = { round };
    const last = await request("GET /matches/{id}/positions", { at: id, token: seatToken(id), query });
    const isSwapped = you.length === 1 && (view.round - round) % 2 === 1;
    saveRound(id, isSwapped ? you.map(opponentOf) : you, last, view.ended[round - 1]);
  }
}
