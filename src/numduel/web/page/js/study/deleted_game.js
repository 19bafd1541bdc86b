// A game that is no longer stored, but that this browser still lists.
import { HISTORY } from "../addresses.js";
import { describeGame, roundsOf } from "../browser/history.js";
import { showMissing } from "../ui/layout.js";
import { formatWhen } from "../ui/when.js";

/**
 * Show the saved result of a deleted game. Return false if this browser has none.
 * @param {Element} root
 * @param {string} id
 * @param {number} [round] default: the last one
 */
export function showDeleted(root, id, round) {
  const rounds = roundsOf(id);
  const played = rounds.find((each) => each.round === round) ?? rounds[0];
  if (!played) return false;
  const result = `${played.verdict}. ${describeGame(played)}, ${formatWhen(played.at)}.`;
  const why = "The game is no longer stored, so there is nothing to review. Your result stays in the history:";
  showMissing(root, "This game was deleted", `${why} ${result}`, HISTORY, "Back to history");
  return true;
}
