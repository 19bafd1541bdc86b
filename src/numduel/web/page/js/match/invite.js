// Before a match can begin: the link for a friend, or for the friend the button to join.
import { HOME, go, linkTo, matchAt } from "../addresses.js";
import { keepSeat, newToken, remembered } from "../browser/seats.js";
import { choose, settings } from "../browser/settings.js";
import * as api from "../server/api.js";
import { whereabouts } from "../server/where.js";
import { openRules } from "../study/rules_panel.js";
import { h, svg } from "../ui/dom.js";
import { numeral } from "../ui/numerals.js";
import { button, linkToCopy, qrCode, seatMark } from "../ui/parts.js";
import { nameOf } from "../words.js";

/** The two places at the table; the one that nobody has taken yet is dashed. */
function places(players, you) {
  const place = (player) => {
    const taken = players[player - 1].joined;
    const name =
      you === player ? "You" : taken ? nameOf(players[player - 1]) : you ? "Your friend" : "Free";
    return h(
      "div",
      { class: `place ${taken ? "" : "free"}`, "data-player": player },
      taken ? seatMark(player, "large") : freeSeat(player),
      h("span", {}, name),
    );
  };
  return h(
    "div",
    { class: "places" },
    place(1),
    h("span", { class: "dots", "aria-hidden": "true" }),
    place(2),
  );
}

/** A place that waits: its dashes turn. */
function freeSeat(player) {
  const edge =
    player === 1
      ? svg("circle", { cx: 30, cy: 30, r: 26 })
      : svg("rect", { x: 4, y: 4, width: 52, height: 52, rx: 12 });
  return svg(
    "svg",
    { class: "free-seat", viewBox: "0 0 60 60", "aria-hidden": "true" },
    edge,
    svg(
      "text",
      { x: 30, y: 31, "text-anchor": "middle", "dominant-baseline": "central" },
      `P${player}`,
    ),
  );
}

const steps = (lines) =>
  h(
    "ol",
    { class: "steps" },
    lines.map((line, place) =>
      h("li", {}, h("span", { class: "step", "aria-hidden": "true" }, numeral(place + 1)), line),
    ),
  );

/** For the one who waits: the link, to be copied, shared or scanned. */
export function invitePart(session) {
  const { view, seen } = session;
  const you = seen.you[0];
  const { invite } = remembered(session.id);
  const top = [places(view.players, you), h("h1", {}, "Waiting for your friend")];
  if (!invite)
    return [
      ...top,
      h("p", { class: "muted" }, "The link is on the device where this game was made."),
    ];
  const room = h("div", { class: "stack" });
  whereabouts().then(({ base, isOnlyHere }) => {
    const link = `${linkTo(matchAt(session.id), base)}#join=${invite}`;
    room.append(
      linkToCopy(link, {
        name: "invite",
        label: "The link for your friend",
        shared: { title: `numduel: ${view.game.title}` },
      }),
      qrCode(link, "QR code of the link for your friend"),
      h("p", { class: "small muted centred" }, "or let them scan this"),
    );
    if (isOnlyHere)
      room.prepend(
        h(
          "p",
          { class: "notice", "data-only-here": "" },
          "This server listens on this machine only, so the link works only here. Start it with --lan to play with others in your network.",
        ),
      );
  });
  return [
    ...top,
    h("p", { class: "muted centred" }, "Send this link. Whoever opens it first may join."),
    room,
    h("h2", { class: "label" }, "What happens next"),
    steps([
      "They press Join and give a name.",
      you === 1 ? "You are Player 1 and begin." : "You are Player 2: your friend begins.",
      "Close this page if you like: the game waits.",
    ]),
  ];
}

/** For the one who was invited: a name and a button. */
export function joinPart(session, invite, onJoined) {
  const { view } = session;
  const problem = h("p", { class: "bad", role: "alert" });
  const name = h("input", {
    class: "field",
    name: "name",
    maxlength: 20,
    autocomplete: "nickname",
    value: settings().name,
  });
  const join = async (event) => {
    event.preventDefault();
    const token = newToken();
    problem.textContent = "";
    try {
      const chosen = name.value.trim();
      if (chosen) choose("name", chosen);
      const seen = await api.joinMatch(session.id, {
        invite,
        token,
        ...(chosen && { name: chosen }),
      });
      keepSeat(session.id, token);
      onJoined(token, seen);
    } catch (refused) {
      problem.textContent = refused.message;
      onJoined(null, refused.seen);
    }
  };
  const summary = h("p", { class: "muted centred" });
  api
    .games()
    .then(({ games }) => {
      summary.textContent = games.find((game) => game.id === view.game.id)?.summary ?? "";
    })
    .catch(() => {});
  const host = view.players.find((player) => player.joined);
  const free = view.players.findIndex((player) => !player.joined) + 1;
  return [
    places(view.players, null),
    h("h1", {}, `${host ? nameOf(host) : "Somebody"} invites you to ${view.game.title}`),
    summary,
    h(
      "form",
      { class: "stack", on: { submit: join } },
      h("label", { class: "setting" }, h("span", { class: "label" }, "Your name"), name),
      h("button", { type: "submit", class: "button primary", "data-do": "join" }, "Join"),
      problem,
    ),
    h(
      "p",
      { class: "muted centred" },
      free
        ? `You will be Player ${free}${free === 1 ? " and begin" : ""}.`
        : "Both seats are taken: you can watch.",
    ),
    button("How it is played", {
      picture: "book",
      kind: "low",
      does: () => openRules(view.game),
      attributes: { "data-tool": "rules" },
    }),
  ];
}

/** For one who came without an invitation while a seat is free. */
export function waitingPart(session) {
  return [
    places(session.view.players, null),
    h("h1", {}, "This game has not begun"),
    h(
      "p",
      { class: "muted centred" },
      "It begins when the invited friend has joined; you can watch it here.",
    ),
    button("To the games", { does: () => go(HOME) }),
  ];
}
