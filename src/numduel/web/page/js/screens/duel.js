// The daily duel: the same fair board for everybody, and its result.
import { DUEL, go, linkTo, matchAt, reviewOf } from "../addresses.js";
import { ask } from "../server/wire.js";
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
import { button, refusals, seatMark } from "../ui/parts.js";
import { topBar } from "../ui/sheets.js";
import { capital } from "../words.js";

/**
 * @import { Duel } from "../contract.js"
 * @import { KeptDuel } from "../study/streaks.js"
 */

/** @param {HTMLElement} root */
export async function show(root) {
  document.title = "Daily duel · numduel";
  const room = h("div.stack.loose", h("p.muted", "Dealing today's board …"));
  root.append(topBar(), h("main.page.narrow.stack.loose", h("h1", "Daily duel"), room));
  const duel = await ask("GET /daily/duel");
  const kept = duelDays()[duel.day];
  if (kept && !kept.outcome) await settle(kept.id).catch(() => {});
  draw(room, duel);
}

/** @param {Element} room @param {Duel} duel */
function draw(room, duel) {
  const kept = duelDays()[duel.day];
  refill(
    room,
    h(
      "section.card.duel-card.stack",
      h("p.label", dayWords(duel.day)),
      h("h2.title", duel.words.title),
      h("p.with-seat", seatMark(duel.seat), duel.words.seat),
      action(duel, kept),
    ),
    kept?.outcome && shareNode(kept.lines ?? [kept.text ?? ""], linkTo(DUEL)),
    h(
      "div.days",
      streakNode(duelStreak()),
      weekNode((day) => (duelDays()[day]?.outcome ? "good" : null)),
      kept?.outcome && h("p.muted", nextWords()),
    ),
    h(
      "p.small.muted",
      "The level rises from Monday to Sunday. The first finish of a day counts; hints, values and moves taken back are told in the result.",
    ),
  );
}

/** @param {Duel} duel @param {KeptDuel} [kept] */
function action(duel, kept) {
  if (kept?.outcome)
    return h(
      "div.row-of-buttons",
      h("a.button.primary", { href: reviewOf(kept.id) }, "Review it"),
      h("a.button", { href: matchAt(kept.id) }, capital(kept.outcome)),
    );
  if (kept)
    return h("a.button.primary", { href: matchAt(kept.id), "data-do": "continue" }, "Continue");
  const [refusal, tried] = refusals();
  const begin = tried(async () => {
    const id = await startMatch((mine) => ask("POST /daily/duel", { body: mine }));
    keepDuel(duel.day, { id });
    go(matchAt(id));
  });
  return h(
    "div.stack",
    button("Start", { kind: "primary", does: begin, "data-do": "duel" }),
    refusal,
  );
}
