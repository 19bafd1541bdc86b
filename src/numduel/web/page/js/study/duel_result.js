// What became of a duel: asked for when it is over, and shown below the verdict.
import { DUEL, linkTo } from "../addresses.js";
import { seatAt } from "../browser/seats.js";
import * as api from "../server/api.js";
import { h, refill } from "../ui/dom.js";
import { counted } from "../words.js";
import { countDuel, dayOfDuel, duelStreak, shareNode, streakNode } from "./streaks.js";

/** Whether a match has a result of its own to share, as a duel has, which is played once. */
export const hasResult = (session) => dayOfDuel(session.id) !== null;

/** "The next duel comes in 3 hours.": days are those of Greenwich. */
export function nextWords() {
  const hours = 24 - new Date().getUTCHours();
  return `The next duel comes in ${hours > 1 ? counted(hours, "hour") : "less than an hour"}.`;
}

/** Ask what became of a duel, and write it down; throws as long as it is not over. */
export async function settle(id) {
  const result = await api.result(id, seatAt(id));
  countDuel(id, result);
  return result;
}

/** Below the verdict of a duel: the result to show to others. */
export function duelResult(session) {
  const room = h(
    "div",
    { class: "stack" },
    h("p", { class: "small muted" }, "Working out the result …"),
  );
  settle(session.id)
    .then((result) =>
      refill(
        room,
        shareNode(`${result.text}\n${linkTo(DUEL)}`),
        h("p", { class: "days" }, streakNode(duelStreak()), nextWords()),
      ),
    )
    .catch(() => room.remove());
  return room;
}
