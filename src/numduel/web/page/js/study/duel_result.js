// The result of a duel: asked for when it is over, and shown below the verdict.
import { DUEL, linkTo } from "../addresses.js";
import { seatAt } from "../browser/seats.js";
import { ask } from "../server/wire.js";
import { h, refill } from "../ui/dom.js";
import { counted } from "../words.js";
import { countDuel, duelStreak, shareNode, streakNode } from "./streaks.js";

/** Return "The next duel comes in 3 hours.": days are those of Greenwich. */
export function nextWords() {
  const hours = 24 - new Date().getUTCHours();
  return `The next duel comes in ${hours > 1 ? counted(hours, "hour") : "less than an hour"}.`;
}

/** Ask for the result of a duel, and keep it; throws as long as it is not over. @param {string} id */
export async function settle(id) {
  const result = await ask("GET /matches/{id}/result", { at: id, token: seatAt(id) });
  countDuel(id, result);
  return result;
}

/** Return, for the end of a duel, the result to show to others. @param {string} id */
export function duelResult(id) {
  const room = h("div.stack", h("p.small.muted", "Working out the result …"));
  settle(id)
    .then((result) =>
      refill(
        room,
        shareNode(result.lines, linkTo(DUEL)),
        h("p.days", streakNode(duelStreak()), nextWords()),
      ),
    )
    .catch(() => room.remove());
  return room;
}
