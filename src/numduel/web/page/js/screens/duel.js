// The daily duel: the same fair board for everybody, and what became of it.
import { DUEL, go, linkTo, matchAt, reviewOf } from "../addresses.js";
import * as api from "../server/api.js";
import { nextWords, settle } from "../study/duel_result.js";
import { startMatch } from "../study/play_on.js";
import {
  dayWords,
  duelDays,
  duelStreak,
  keepDuel,
  shareNode,
  streakNode,
  weekNode,
} from "../study/streaks.js";
import { h, refill } from "../ui/dom.js";
import { button, seatMark } from "../ui/parts.js";
import { topBar } from "../ui/sheets.js";
import { capital } from "../words.js";

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
    kept?.outcome && shareNode(`${kept.text}\n${linkTo(DUEL)}`),
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
      h("a", { class: "button primary", href: reviewOf(kept.id) }, "Review it"),
      h("a", { class: "button", href: matchAt(kept.id) }, capital(kept.outcome)),
    );
  if (kept)
    return h(
      "a",
      { class: "button primary", href: matchAt(kept.id), "data-do": "continue" },
      "Continue",
    );
  const refusal = h("p", { class: "bad", role: "alert" });
  const begin = async () => {
    try {
      const id = await startMatch(api.startDuel, {});
      keepDuel(duel.day, { id });
      go(matchAt(id));
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
