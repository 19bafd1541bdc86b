// The daily duel: the same fair board for everybody, and what became of it.
import * as api from "../api.js";
import { h, refill } from "../dom.js";
import { button, seatMark } from "../parts.js";
import { go } from "../router.js";
import { seatAt } from "../seats.js";
import { topBar } from "../sheets.js";
import { capital, counted } from "../words.js";
import { begun } from "./play_on.js";
import {
  countDuel,
  dayWords,
  duelDays,
  duelStreak,
  keepDuel,
  shareNode,
  streakNode,
  weekNode,
} from "./streaks.js";

export async function show(root) {
  document.title = "Daily duel · numduel";
  const room = h(
    "div",
    { class: "stack loose" },
    h("p", { class: "muted" }, "Dealing today's board …"),
  );
  root.append(
    topBar(),
    h("main", { class: "page narrow stack loose" }, h("h1", {}, "Daily duel"), room),
  );
  try {
    const duel = await api.duelOfTheDay();
    const kept = duelDays()[duel.day];
    if (kept && !kept.outcome) await settle(kept.id).catch(() => {});
    draw(room, duel);
  } catch (problem) {
    refill(room, h("p", { class: "bad" }, problem.message));
  }
}

function draw(room, duel) {
  const kept = duelDays()[duel.day];
  refill(
    room,
    h(
      "section",
      { class: "card duel-card stack" },
      h("p", { class: "label" }, dayWords(duel.day)),
      h("h2", { class: "title" }, `${duel.title} against ${capital(duel.level)}`),
      h(
        "p",
        { class: "with-seat" },
        seatMark(duel.seat),
        `You are Player ${duel.seat}. The board is fair, and the same for everybody.`,
      ),
      action(duel, kept),
    ),
    kept?.outcome && shareNode(`${kept.text}\n${location.origin}/duel`),
    h(
      "div",
      { class: "days" },
      streakNode(duelStreak()),
      weekNode((day) => (duelDays()[day]?.outcome ? "good" : null)),
      kept?.outcome && h("p", { class: "muted" }, nextWords()),
    ),
    h(
      "p",
      { class: "small muted" },
      "The level rises from Monday to Sunday. The first finish of a day counts; hints, values and moves taken back are told in the result.",
    ),
  );
}

function action(duel, kept) {
  if (kept?.outcome)
    return h(
      "div",
      { class: "row-of-buttons" },
      h("a", { class: "button primary", href: `/m/${kept.id}/review` }, "Review it"),
      h("a", { class: "button", href: `/m/${kept.id}` }, capital(kept.outcome)),
    );
  if (kept)
    return h(
      "a",
      { class: "button primary", href: `/m/${kept.id}`, "data-do": "continue" },
      "Continue",
    );
  const refusal = h("p", { class: "bad", role: "alert" });
  const begin = async () => {
    try {
      const address = await begun(api.startDuel, {});
      keepDuel(duel.day, { id: address.slice(3) });
      go(address);
    } catch (problem) {
      refusal.textContent = problem.message;
    }
  };
  return h(
    "div",
    { class: "stack" },
    button("Start", { kind: "primary", does: begin, attributes: { "data-do": "duel" } }),
    refusal,
  );
}

/** "The next duel comes in 3 hours.": days are those of Greenwich. */
function nextWords() {
  const hours = 24 - new Date().getUTCHours();
  return `The next duel comes in ${hours > 1 ? counted(hours, "hour") : "less than an hour"}.`;
}

/** Ask what became of a duel, and write it down; throws as long as it is not over. */
async function settle(id) {
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
        shareNode(`${result.text}\n${location.origin}/duel`),
        h("p", { class: "days" }, streakNode(duelStreak()), nextWords()),
      ),
    )
    .catch(() => room.remove());
  return room;
}
