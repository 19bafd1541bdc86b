// The sheet to play from a position: opponent and side.
import { navigateFrom, matchPath } from "../addresses.js";
import { saveSeat, createToken, saveNotes } from "../browser/seats.js";
import { readSettings } from "../browser/settings.js";
import { copiesWritten } from "../browser/value_copies.js";
import { computerIds, computerName } from "../match/computer_opponents.js";
import { noteLetter } from "../match/letter.js";
import { LETTER, REMOTE } from "../match/opponents.js";
import { request } from "../server/api.js";
import { h } from "../ui/dom.js";
import { waitFor } from "../ui/messages.js";
import {
  button,
  createErrorLine,
  labelledField,
  openSheet,
  segments,
  selection,
} from "../ui/components.js";

/**
 * @import { Created, ShownPosition } from "../contract.js"
 * @typedef {{ token: string, name?: string }} OwnSeat token and name of the player at this browser
 * @typedef {OwnSeat & { opponent: string, seat: 1 | 2 }} Side
 */

/**
 * Open the sheet.
 * @param {ShownPosition} position
 * @param {(side: Side) => Promise<Created>} start creates the match
 */
export async function openPlayFromHere({ game, players, status }, start) {
  const catalogue = await waitFor(request("GET /games"));
  const { games, levels } = catalogue;
  const computers = computerIds(catalogue);
  const kind = games.find(({ id }) => id === game.id);
  const isHidden = kind?.hidden ?? false;
  const hasRemote = !isHidden && (REMOTE.who !== LETTER || !kind?.no_letters);
  const before = players.map((player) => player.who).find((who) => computers.includes(who));
  let opponent = before ?? levels[Math.floor(levels.length / 2)];
  let seat = String(status.player ?? 1);
  const [errorLine, showErrors] = createErrorLine();
  /** @type {[string, string][]} */
  const choices = [
    ...computers.map(
      (who) => /** @type {[string, string]} */ ([who, `Computer: ${computerName(catalogue, who)}`]),
    ),
    ["here", "Both sides, on this screen"],
    ...(hasRemote ? [/** @type {[string, string]} */ ([REMOTE.who, REMOTE.title])] : []),
  ];
  const opponents = selection(choices, opponent, (value) => (opponent = value), {
    name: "opponent",
  });
  const play = showErrors(async () => {
    const side = /** @type {const} */ ({ opponent, seat: seat === "1" ? 1 : 2 });
    const id = await startMatch((mine) => start({ ...side, ...mine }));
    navigateFrom(errorLine, matchPath(id));
  });
  const sideLabel = (/** @type {number} */ player) =>
    `Player ${player}${status.player === player ? ", to move" : ""}`;
  openSheet(
    "Play from here",
    h(
      "div.stack.loose",
      labelledField("Opponent", opponents),
      segments(
        "seat",
        "You play",
        [
          ["1", sideLabel(1)],
          ["2", sideLabel(2)],
        ],
        seat,
        (value) => (seat = value),
      ),
      isHidden && h("p.small.muted", "Hidden numbers will be reshuffled."),
      errorLine,
      button("Play", { kind: "primary", onClick: play, "data-do": "play-on" }),
    ),
  );
}

/**
 * Create a match, save this browser's seat in it and return its id.
 * @param {(mine: OwnSeat) => Promise<Created>} start
 */
export async function startMatch(start) {
  const token = createToken();
  const { name } = readSettings();
  const { view, invite } = await start({ token, ...(name && { name }) });
  saveSeat(view.id, token);
  noteLetter(view.id, view.letter);
  if (invite) saveNotes(view.id, { invite });
  await copiesWritten(); // the seat is on disk before the match is shown
  return view.id;
}
