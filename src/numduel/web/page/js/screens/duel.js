// The duel of a day: one board for everyone, and your result.
import { PUZZLES, duelPath, matchPath, navigateFrom, readQuery, reviewPath } from "../addresses.js";
import { toUrl } from "../browser/location.js";
import { miniBoard } from "../board/mini_board.js";
import { formatDay, today } from "../browser/days.js";
import { request, Problem } from "../server/api.js";
import { formatNextDuel, loadDuelResult } from "../study/duel_result.js";
import { startMatch } from "../study/play_from_here.js";
import {
  duelDays,
  duelState,
  duelStreaksNode,
  duelWeekNode,
  saveDuel,
  shareNode,
} from "../study/streaks.js";
import { h, refill } from "../ui/dom.js";
import { button, createErrorLine, playerBadge } from "../ui/components.js";
import { showMissing } from "../ui/layout.js";

/**
 * @import { Duel } from "../contract.js"
 * @import { SavedDuel } from "../study/streaks.js"
 */

/** Show the duel of the day in the address bar, or today's. @param {HTMLElement} root */
export async function show(root) {
  document.title = "Daily duel · numduel";
  const container = h("div.stack.loose", h("p.muted", "Loading the duel…"));
  root.append(h("main.page.narrow.stack.loose", h("h1", "Daily duel"), container));
  const day = readQuery().get("day") ?? undefined;
  /** @type {Duel} */
  let duel;
  try {
    duel = await request("GET /daily/duel", { query: { day } });
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return showMissing(root, "Duel not found", problem.message, PUZZLES, "All duels");
  }
  const saved = duelDays()[duel.day];
  if (saved && !saved.outcome) await loadDuelResult(saved.id).catch(() => {});
  draw(container, duel);
}

/** @param {Element} container @param {Duel} duel */
function draw(container, duel) {
  const saved = duelDays()[duel.day];
  const day = formatDay(duel.day);
  refill(
    container,
    h(
      "section.card.duel-card.stack",
      h("p.label", saved?.outcome ? `${day} · ${duelState(saved)}` : day),
      h(
        "div.duel-about",
        h("h2.title", duel.words.title),
        h("span.well", miniBoard(duel.position)),
      ),
      h("p.with-seat", playerBadge(duel.seat), duel.words.seat),
      action(duel, saved),
    ),
    saved?.outcome && shareNode(saved.lines ?? [saved.text ?? ""], toUrl(duelPath(duel.day))),
    duel.day === today() &&
      h(
        "div.days",
        duelStreaksNode(),
        duelWeekNode(),
        saved?.outcome && h("p.muted", formatNextDuel()),
      ),
    h("p.small.muted", `The level rises from Monday to Sunday. ${duel.words.counts}`),
    h("a.button.low", { href: PUZZLES }, "All duels and puzzles"),
  );
}

/** Return the button for the current state of the duel. @param {Duel} duel @param {SavedDuel} [saved] */
function action(duel, saved) {
  if (saved?.outcome)
    return h(
      "div.row-of-buttons",
      h("a.button.primary", { href: reviewPath(saved.id) }, "Review"),
      h("a.button", { href: matchPath(saved.id) }, "View game"),
    );
  if (saved)
    return h("a.button.primary", { href: matchPath(saved.id), "data-do": "continue" }, "Continue");
  const [errorLine, showErrors] = createErrorLine();
  const start = showErrors(async () => {
    const id = await startMatch((mine) =>
      request("POST /daily/duel", { body: { ...mine, day: duel.day } }),
    );
    saveDuel(duel.day, { id });
    navigateFrom(errorLine, matchPath(id));
  });
  return h(
    "div.stack",
    button("Start", { kind: "primary", onClick: start, "data-do": "duel" }),
    errorLine,
  );
}
