// Download the record of a match.
import { request } from "../server/api.js";
import { h } from "../ui/dom.js";

/** @import { View } from "../contract.js" */

/**
 * Save the record of a round as a file.
 * @param {string} id
 * @param {string | null} token
 * @param {Pick<View, "game" | "round">} view
 */
export async function saveRecord(id, token, { game, round }) {
  const text = await request("GET /matches/{id}/record", { at: id, token, query: { round } });
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = h("a", { href, download: `numduel-${game.id}-${id}-${round}.txt` });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
