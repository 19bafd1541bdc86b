// The screen before a match starts: the invite link for the host, the Join button for the friend.
import { HOME, navigate, matchPath } from "../addresses.js";
import { toUrl } from "../browser/location.js";
import { saveSeat, createToken, matchNotes } from "../browser/seats.js";
import { readSettings } from "../browser/settings.js";
import { copiesWritten } from "../browser/value_copies.js";
import { getServerAddress } from "../server/server_address.js";
import { request, describeError, Problem, Unreachable } from "../server/api.js";
import { openRules } from "../study/rules_panel.js";
import { h, svg } from "../ui/dom.js";
import { markNames, nameNode } from "../ui/names.js";
import { numeral } from "../ui/numerals.js";
import { button, linkField, nameField, qrCode, playerBadge } from "../ui/components.js";
import { FAIR_PLAY_NOTE } from "../text.js";

/**
 * @import { SeenMatch, View } from "../contract.js"
 * @import { Seat } from "./players.js"
 * @import { MatchSession } from "./session.js"
 */

/** Return the badges of both players; a free seat is dashed. @param {View} view */
function seatBadges({ players, words }) {
  const badge = (/** @type {Seat} */ player) => {
    const { joined } = players[player - 1];
    return h(
      "div",
      { class: `place ${joined ? "" : "free"}`, "data-player": player },
      joined ? playerBadge(player, "large") : freeSeat(player),
      joined ? nameNode(words.labels[player - 1]) : h("bdi", words.labels[player - 1]),
    );
  };
  return h("div.places", badge(1), h("span.dots", { "aria-hidden": "true" }), badge(2));
}

/** Return the badge of a free seat, with turning dashes. @param {Seat} player */
function freeSeat(player) {
  const edge =
    player === 1
      ? svg("circle", { cx: 30, cy: 30, r: 26 })
      : svg("rect", { x: 4, y: 4, width: 52, height: 52, rx: 12 });
  return svg(
    "svg.free-seat",
    { viewBox: "0 0 60 60", "aria-hidden": "true" },
    edge,
    svg(
      "text",
      { x: 30, y: 31, "text-anchor": "middle", "dominant-baseline": "central" },
      `P${player}`,
    ),
  );
}

const fairPlay = () => h("p.small.muted.centred.fair-play", FAIR_PLAY_NOTE);

/** @param {(string | null)[]} lines */
const steps = (lines) =>
  h(
    "ol.steps",
    lines.map((line, index) =>
      h("li", h("span.step", { "aria-hidden": "true" }, numeral(index + 1)), line),
    ),
  );

/** Return the host's view: the invite link to copy, share or scan. @param {MatchSession} session */
export function invitePart(session) {
  const { view } = session;
  const { invite } = matchNotes(session.id);
  const top = [seatBadges(view), h("h1", "Waiting for your friend")];
  if (!invite)
    return [...top, h("p.muted", "The invite link is on the device that created this game.")];
  const container = h("div.stack");
  getServerAddress().then(({ base, isOnlyHere }) => {
    const link = `${toUrl(matchPath(session.id), base)}#join=${invite}`;
    container.append(
      linkField(link, {
        name: "invite",
        label: "Invite link",
        title: `numduel: ${view.game.title}`,
      }),
      qrCode(link, "QR code of the invite link"),
      h("p.small.muted.centred", "or let them scan this code"),
    );
    if (isOnlyHere)
      container.prepend(
        h(
          "p.notice",
          { "data-only-here": "" },
          "This link only works on this computer. To play with others on your network, restart the server with --lan.",
        ),
      );
  });
  return [
    ...top,
    h("p.muted.centred", "Send this link. The first person to open it can join."),
    container,
    h("h2.label", "What happens next"),
    steps([
      "Your friend enters a name and presses Join.",
      view.words.seat,
      "You can close this page; the game will wait.",
    ]),
    fairPlay(),
  ];
}

/**
 * Return the invited player's view: a name field and the Join button.
 * @param {MatchSession} session
 * @param {string} invite
 * @param {(token: string | null, seen: SeenMatch | null) => void} onJoined
 */
export function joinPart(session, invite, onJoined) {
  const { view } = session;
  const problem = h("p.bad", { role: "alert" });
  const token = createToken();
  const join = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const { name } = readSettings();
    problem.textContent = "";
    session.stop(); // or the stream might show a spectator's view before the answer
    try {
      const seen = await request("POST /matches/{id}/join", {
        at: session.id,
        body: { invite, token, ...(name && { name }) },
      });
      saveSeat(session.id, token);
      await copiesWritten();
      onJoined(token, seen);
    } catch (error) {
      problem.textContent = describeError(error);
      if (error instanceof Unreachable) session.startWith(token); // the server may have received it
      else session.start();
      onJoined(null, error instanceof Problem ? error.seen : null);
    }
  };
  const summary = h("p.muted.centred");
  request("GET /games")
    .then(({ games }) => {
      summary.textContent = games.find((game) => game.id === view.game.id)?.summary ?? "";
    })
    .catch(() => {});
  return [
    seatBadges(view),
    h("h1", markNames(view.words.invitation, view.words.labels)),
    summary,
    h(
      "form.stack",
      { on: { submit: join } },
      nameField("name"),
      h("button.button.primary", { type: "submit", "data-do": "join" }, "Join"),
      problem,
    ),
    h("p.muted.centred", view.words.seat),
    button("How to play", {
      picture: "book",
      kind: "low",
      onClick: () => openRules(view.game),
      "data-tool": "rules",
    }),
    fairPlay(),
  ];
}

/** Return the view of spectators while a seat is free. @param {View} view */
export function waitingPart(view) {
  return [
    seatBadges(view),
    h("h1", "This game hasn't started"),
    h("p.muted.centred", view.words.lines.join(" ")),
    button("See all games", { onClick: () => navigate(HOME) }),
  ];
}
