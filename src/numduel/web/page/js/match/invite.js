// Before a match can begin: the link for a friend, or for the friend the button to join.
import { HOME, go, linkTo, matchAt } from "../addresses.js";
import { keepSeat, newToken, remembered } from "../browser/seats.js";
import { settings } from "../browser/settings.js";
import { whereabouts } from "../server/where.js";
import { ask, reasonOf, Problem, Unreachable } from "../server/wire.js";
import { openRules } from "../study/rules_panel.js";
import { h, svg } from "../ui/dom.js";
import { numeral } from "../ui/numerals.js";
import { button, linkToCopy, nameField, qrCode, seatMark } from "../ui/parts.js";
import { FAIR_PLAY } from "../words.js";

/**
 * @import { Seen, View } from "../contract.js"
 * @import { Seat } from "./seen.js"
 * @import { MatchSession } from "./session.js"
 */

/** Return the two places at the table; a free one is dashed. @param {View} view */
function places({ players, words }) {
  const place = (/** @type {Seat} */ player) => {
    const { joined } = players[player - 1];
    return h(
      "div",
      { class: `place ${joined ? "" : "free"}`, "data-player": player },
      joined ? seatMark(player, "large") : freeSeat(player),
      h("bdi", words.labels[player - 1]),
    );
  };
  return h("div.places", place(1), h("span.dots", { "aria-hidden": "true" }), place(2));
}

/** Return a place that waits: its dashes turn. @param {Seat} player */
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

const fairPlay = () => h("p.small.muted.centred.fair-play", FAIR_PLAY);

/** @param {(string | null)[]} lines */
const steps = (lines) =>
  h(
    "ol.steps",
    lines.map((line, place) =>
      h("li", h("span.step", { "aria-hidden": "true" }, numeral(place + 1)), line),
    ),
  );

/** Return, for the one who waits, the link to copy, share or scan. @param {MatchSession} session */
export function invitePart(session) {
  const { view } = session;
  const { invite } = remembered(session.id);
  const top = [places(view), h("h1", "Waiting for your friend")];
  if (!invite) return [...top, h("p.muted", "The link is on the device where this game was made.")];
  const room = h("div.stack");
  whereabouts().then(({ base, isOnlyHere }) => {
    const link = `${linkTo(matchAt(session.id), base)}#join=${invite}`;
    room.append(
      linkToCopy(link, {
        name: "invite",
        label: "The link for your friend",
        title: `numduel: ${view.game.title}`,
      }),
      qrCode(link, "QR code of the link for your friend"),
      h("p.small.muted.centred", "or let them scan this"),
    );
    if (isOnlyHere)
      room.prepend(
        h(
          "p.notice",
          { "data-only-here": "" },
          "This server listens on this machine only, so the link works only here. Start it with --lan to play with others in your network.",
        ),
      );
  });
  return [
    ...top,
    h("p.muted.centred", "Send this link. Whoever opens it first may join."),
    room,
    h("h2.label", "What happens next"),
    steps([
      "They press Join and give a name.",
      view.words.seat,
      "Close this page if you like: the game waits.",
    ]),
    fairPlay(),
  ];
}

/**
 * Return, for the one who was invited, a name and a button.
 * @param {MatchSession} session
 * @param {string} invite
 * @param {(token: string | null, seen: Seen | null) => void} onJoined
 */
export function joinPart(session, invite, onJoined) {
  const { view } = session;
  const problem = h("p.bad", { role: "alert" });
  const token = newToken();
  const join = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const { name } = settings();
    problem.textContent = "";
    try {
      const seen = await ask("POST /matches/{id}/join", {
        at: session.id,
        body: { invite, token, ...(name && { name }) },
      });
      keepSeat(session.id, token);
      onJoined(token, seen);
    } catch (refused) {
      problem.textContent = reasonOf(refused);
      if (refused instanceof Unreachable) session.startWith(token); // it may have arrived
      onJoined(null, refused instanceof Problem ? refused.seen : null);
    }
  };
  const summary = h("p.muted.centred");
  ask("GET /games")
    .then(({ games }) => {
      summary.textContent = games.find((game) => game.id === view.game.id)?.summary ?? "";
    })
    .catch(() => {});
  return [
    places(view),
    h("h1", view.words.invitation),
    summary,
    h(
      "form.stack",
      { on: { submit: join } },
      nameField("name"),
      h("button.button.primary", { type: "submit", "data-do": "join" }, "Join"),
      problem,
    ),
    h("p.muted.centred", view.words.seat),
    button("How it is played", {
      picture: "book",
      kind: "low",
      does: () => openRules(view.game),
      "data-tool": "rules",
    }),
    fairPlay(),
  ];
}

/** Return what those see who came without an invitation while a seat is free. @param {View} view */
export function waitingPart(view) {
  return [
    places(view),
    h("h1", "This game has not begun"),
    h("p.muted.centred", "It begins when the invited friend has joined; you can watch it here."),
    button("To the games", { does: () => go(HOME) }),
  ];
}
