// The result of a duel, loaded when it is over and shown below the verdict.
import { duelPath } from "../addresses.js";
import { toUrl } from "../browser/location.js";
import { today } from "../browser/days.js";
import { seatToken } from "../browser/seats.js";
import { request } from "../server/api.js";
import { h, refill } from "../ui/dom.js";
import { formatCount } from "../text.js";
import { saveDuelResult, duelStreaksNode, shareNode } from "./streaks.js";

/** Return "Next duel in 3 hours.". Days change at midnight UTC. */
export function formatNextDuel() {
  const hours = 24 - new Date().getUTCHours();
  return `Next duel in ${hours > 1 ? formatCount(hours, "hour") : "less than an hour"}.`;
}

/** Load the result of a duel and save it; throw if the duel isn't over. @param {string} id */
export async function loadDuelResult(id) {
  const result = await request("GET /matches/{id}/result", { at: id, token: seatToken(id) });
  saveDuelResult(id, result);
  return result;
}

/** Return the result to share at the end of a duel. @param {string} id */
export function duelResult(id) {
  const container = h("div.stack", h("p.small.muted", "Loading the result…"));
  loadDuelResult(id)
    .then((result) =>
      refill(
        container,
        shareNode(result.lines, toUrl(duelPath(result.day))),
        result.day === today()
          ? h("p.days", duelStreaksNode(), formatNextDuel())
          : h("p.small.muted", "Only today's duel counts towards your streaks."),
      ),
    )
    .catch(() => container.remove());
  return container;
}
