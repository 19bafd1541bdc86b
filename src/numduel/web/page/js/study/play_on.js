// Playing on from a position: against whom, and on which side.
import { go, matchAt } from "../addresses.js";
import { keepSeat, newToken, remember } from "../browser/seats.js";
import { settings } from "../browser/settings.js";
import { ask } from "../server/wire.js";
import { h } from "../ui/dom.js";
import { waitFor } from "../ui/messages.js";
import { button, labelled, openSheet, refusals, segments, selection } from "../ui/parts.js";
import { capital } from "../words.js";

/**
 * @import { Created, ShownPosition } from "../contract.js"
 * @typedef {{ token: string, name?: string }} Mine the seat of this browser, and the name of who has it
 * @typedef {Mine & { opponent: string, seat: 1 | 2 }} Side
 */

/**
 * Ask how to play on from a position.
 * @param {ShownPosition} position
 * @param {(side: Side) => Promise<Created>} start makes the match
 */
export async function openPlayOn({ game, players, status }, start) {
  const { games, levels } = await waitFor(ask("GET /games"));
  const isHidden = games.find(({ id }) => id === game.id)?.hidden ?? false;
  const before = players.map((player) => player.who).find((who) => levels.includes(who));
  let opponent = before ?? levels[Math.floor(levels.length / 2)];
  let seat = String(status.player ?? 1);
  const [refusal, tried] = refusals();
  /** @type {[string, string][]} */
  const choices = [
    ...levels.map(
      (level) => /** @type {[string, string]} */ ([level, `Computer: ${capital(level)}`]),
    ),
    ["here", "Both sides, on this screen"],
    ...(isHidden ? [] : /** @type {[string, string][]} */ ([["friend", "A friend, by link"]])),
  ];
  const opponents = selection(choices, opponent, (value) => (opponent = value), {
    name: "opponent",
  });
  const begin = tried(async () => {
    const side = /** @type {const} */ ({ opponent, seat: seat === "1" ? 1 : 2 });
    go(matchAt(await startMatch((mine) => start({ ...side, ...mine }))));
  });
  const named = (/** @type {number} */ player) =>
    `Player ${player}${status.player === player ? ", to move" : ""}`;
  openSheet(
    "Play on from here",
    h(
      "div.stack.loose",
      labelled("Against", opponents),
      segments(
        "seat",
        "You are",
        [
          ["1", named(1)],
          ["2", named(2)],
        ],
        seat,
        (value) => (seat = value),
      ),
      isHidden && h("p.small.muted", "What was hidden here is dealt anew."),
      refusal,
      button("Play on", { kind: "primary", does: begin, "data-do": "play-on" }),
    ),
  );
}

/**
 * Make a match and take the seat; return its id.
 * @param {(mine: Mine) => Promise<Created>} start
 */
export async function startMatch(start) {
  const token = newToken();
  const { name } = settings();
  const { view, invite } = await start({ token, ...(name && { name }) });
  keepSeat(view.id, token);
  if (invite) remember(view.id, { invite });
  return view.id;
}
