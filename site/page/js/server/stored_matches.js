// The matches of this browser in the player's file. It replaces the page's own stored_matches.js.
import { formatCount } from "../text.js";
import { Problem } from "./api.js";
import { manageMatches } from "./workers.js";

/** @import { StoredMatches } from "../browser/backup.js" */
/** @typedef {{ problem: string, note: string, isChanged: boolean }} Added sentences for the player, or "" */

/** @typedef {import("./workers.js").Management} Management */

/** Return the answer of the edition, or its problem. @param {Management} action @param {unknown} given */
async function ask(action, given) {
  const [status, , text] = JSON.parse(await manageMatches(action, given));
  const answer = JSON.parse(text);
  return status === 200 ? { answer, problem: "" } : { answer: null, problem: String(answer.detail) };
}

/** Return the matches that are in this browser. @returns {Promise<StoredMatches | null>} */
export async function readStored() {
  const { answer, problem } = await ask("export", null);
  if (problem) throw new Problem({ detail: problem }, 503);
  return answer;
}

/** Delete matches forever. @param {Management} action @param {unknown} given @throws {Problem} with a sentence */
async function askToDelete(action, given) {
  const { problem } = await ask(action, given);
  if (problem) throw new Problem({ detail: problem }, 503);
}

/** Delete matches that are in this browser. @param {string[]} ids */
export const deleteStored = (ids) => askToDelete("delete", ids);

/** Delete all matches that are in this browser. */
export const deleteAllStored = () => askToDelete("delete-all", null);

/** Add the matches of a file to this browser. Each is replayed first. @param {StoredMatches} stored @returns {Promise<Added>} */
export async function addStored(stored) {
  if (!Object.keys(stored).length) return { problem: "", note: "", isChanged: false };
  const { answer, problem } = await ask("import", stored);
  if (problem) return { problem, note: "", isChanged: false };
  const left = formatCount(answer.refused, "game");
  const note = answer.refused ? `${left} of the file can't be played and will be missing.` : "";
  return { problem: "", note, isChanged: answer.changed > 0 };
}
