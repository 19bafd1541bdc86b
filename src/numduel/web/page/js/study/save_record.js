// Download the record of a match.
import { request } from "../server/api.js";
import { saveFile } from "../ui/save_file.js";

/** @import { View } from "../contract.js" */

/**
 * Save the record of a round as a file.
 * @param {string} id
 * @param {string | null} token
 * @param {Pick<View, "game" | "round">} view
 */
export async function saveRecord(id, token, { game, round }) {
  const text = await request("GET /matches/{id}/record", { at: id, token, query: { round } });
  saveFile(`numduel-${game.id}-${id}-${round}.txt`, text);
}
