// Playing on from a position: against whom, and on which side.
import { go, matchAt } from "../addresses.js";
import { keepSeat, newToken, remember } from "../browser/seats.js";
import { settings } from "../browser/settings.js";
import * as api from "../server/api.js";
import { h } from "../ui/dom.js";
import { button, openSheet, segments } from "../ui/parts.js";
import { capital } from "../words.js";

/** Ask how to play on; `start(setup)` makes the match. */
export async function openPlayOn({ position, start }) {
  const { games, levels } = await api.games();
  const isHidden = games.find((game) => game.id === position.game.id)?.hidden ?? false;
  const before = position.players.map((player) => player.who).find((who) => levels.includes(who));
  const chosen = {
    opponent: before ?? levels[Math.floor(levels.length / 2)],
    seat: String(position.status.player ?? 1),
  };
  const refusal = h("p", { class: "bad", role: "alert" });
  const people = [
    ["here", "Both sides, on this screen"],
    ...(isHidden ? [] : [["friend", "A friend, by link"]]),
  ];
  const choices = [...levels.map((level) => [level, `Computer: ${capital(level)}`]), ...people];
  const opponents = h(
    "select",
    {
      class: "field",
      name: "opponent",
      on: { change: (event) => (chosen.opponent = event.target.value) },
    },
    choices.map(([value, words]) =>
      h("option", { value, selected: value === chosen.opponent }, words),
    ),
  );
  const begin = async () => {
    try {
      go(
        matchAt(await startMatch(start, { opponent: chosen.opponent, seat: Number(chosen.seat) })),
      );
    } catch (problem) {
      refusal.textContent = problem.message;
    }
  };
  const to = position.status.player;
  openSheet(
    "Play on from here",
    h(
      "div",
      { class: "stack loose" },
      h("label", { class: "setting" }, h("span", { class: "label" }, "Against"), opponents),
      segments(
        "seat",
        "You are",
        [
          ["1", to === 1 ? "Player 1, to move" : "Player 1"],
          ["2", to === 2 ? "Player 2, to move" : "Player 2"],
        ],
        chosen.seat,
        (value) => (chosen.seat = value),
      ),
      isHidden && h("p", { class: "small muted" }, "What was hidden here is dealt anew."),
      refusal,
      button("Play on", { kind: "primary", does: begin, attributes: { "data-do": "play-on" } }),
    ),
  );
}

/** Make a match and take the seat; return its id. */
export async function startMatch(start, setup) {
  const token = newToken();
  const { name } = settings();
  const { view, invite } = await start({ ...setup, token, ...(name && { name }) });
  keepSeat(view.id, token);
  if (invite) remember(view.id, { invite });
  return view.id;
}
