// The first screen: the game to go on with, the day's two, and every game there is.
import { FACTS, HOME, LEARN, PUZZLE, RECORD, matchAt, rewrite, wanted } from "../addresses.js";
import { miniBoard } from "../board/mini.js";
import { forget, remember, remembered, seatAt, unfinished } from "../browser/seats.js";
import * as api from "../server/api.js";
import { dailyCards } from "../study/daily_cards.js";
import { h, refill } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { button } from "../ui/parts.js";
import { topBar } from "../ui/sheets.js";
import { across, called, capital, figureOf, isPerson, nameOf } from "../words.js";
import { openSetup } from "./setup.js";

const MOST = 5; // unfinished matches that are shown

/** Links of the top bar and of the foot: words, address, where they are shown. */
const TOP_LINKS = [
  ["Learn", LEARN],
  ["Open a record", RECORD],
];
const FOOT_LINKS = [
  ["More puzzles", PUZZLE],
  ["Solved facts", FACTS],
  ["Open a record", RECORD, "only-phone"],
];

export async function show(root) {
  document.title = "numduel: five number games for two";
  const asked = wanted();
  const catalogue = loadCatalogue();
  /** Open the set-up as soon as the games are known, unless another screen or sheet is open by then. */
  const newGame = async (game = null, opponent = null) => {
    const found = await catalogue.catch(() => null);
    if (found && main.isConnected && !document.querySelector("dialog[open]"))
      openSetup(found, { game, opponent });
  };
  const going = h("section", { class: "going", "aria-label": "Games to go on with" });
  const daily = h("section", { class: "dailies", "aria-label": "Today" }, dailyCards());
  const cards = h("ul", { class: "games" });
  const heading = h("h2", { class: "title", id: "games" }, "Games for two");
  const main = h(
    "main",
    { class: "page home" },
    h("h1", { class: "unseen" }, "numduel"),
    h("div", { class: "first-row" }, going, daily),
    h(
      "div",
      { class: "heading-row" },
      heading,
      h("a", { class: "plain only-phone", href: LEARN }, "Learn"),
    ),
    cards,
    foot(),
  );
  const links = [
    ...TOP_LINKS.map(([words, address]) =>
      h("a", { class: "plain only-wide", href: address }, words),
    ),
    h(
      "button",
      { type: "button", class: "plain only-wide", on: { click: () => newGame() } },
      "New game",
    ),
  ];
  root.append(topBar(...links), main);
  refill(going, welcome(newGame));
  try {
    const { games, samples } = await catalogue;
    heading.textContent = `${capital(numberWord(games.length))} games for two`;
    refill(
      cards,
      games.map((game) => gameCard(game, samples[game.id], () => newGame(game.id))),
    );
  } catch (problem) {
    const words = `${problem.message} Load the page again to try once more.`;
    refill(cards, h("li", { class: "bad" }, words));
    return;
  }
  showGoing(going, newGame);
  if (asked.has("game") || asked.has("opponent")) {
    rewrite(HOME);
    newGame(asked.get("game"), asked.get("opponent"));
  }
}

/** Return the games and levels of the server, with a position of each game to look at. */
async function loadCatalogue() {
  const none = { samples: {} };
  const [games, { samples }] = await Promise.all([api.games(), api.samples().catch(() => none)]);
  return { ...games, samples };
}

const numberWord = (number) =>
  ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"][number] ??
  String(number);

function gameCard(game, sample, does) {
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: "card game-card", "data-game": game.id, on: { click: does } },
      h("span", { class: "well" }, sample ? miniBoard(sample) : null),
      h(
        "span",
        { class: "game-words" },
        h("b", {}, game.title),
        h("span", { class: "small muted" }, game.summary),
      ),
    ),
  );
}

function foot() {
  const links = FOOT_LINKS.map(([words, address, where = ""]) =>
    h("a", { class: `plain small muted ${where}`, href: address }, words),
  );
  const learn = [
    h("span", { class: "small muted" }, "New here?"),
    h(
      "a",
      { class: "plain", href: LEARN },
      icon("book"),
      h("b", { class: "small" }, "Learn a game in two minutes"),
    ),
  ];
  return h("footer", { class: "home-foot" }, learn, h("span", { class: "grow" }), links);
}

// ---- games to go on with

function welcome(newGame) {
  return h(
    "div",
    { class: "card welcome" },
    h(
      "div",
      { class: "stack" },
      h("h2", { class: "title" }, "Play a friend by a link"),
      h(
        "p",
        { class: "muted" },
        "Or the computer, or side by side on one screen. Nothing to install, no account.",
      ),
    ),
    button("New game", {
      kind: "primary",
      does: () => newGame(),
      attributes: { "data-do": "new" },
    }),
  );
}

async function showGoing(room, newGame) {
  const found = await Promise.all(
    unfinished()
      .slice(0, 2 * MOST)
      .map(look),
  );
  const matches = found
    .filter(Boolean)
    .slice(0, MOST)
    .sort((one, two) => isMine(two.seen) - isMine(one.seen));
  if (!matches.length) return;
  const [first, ...others] = matches;
  refill(
    room,
    continueCard(first),
    others.length ? h("ul", { class: "others" }, others.map(otherLine)) : null,
    h("div", { class: "only-phone" }, button("New game", { does: () => newGame() })),
  );
}

/** A match that this browser has a seat at, as it is now; one that is gone or over is not shown again. */
async function look(id) {
  try {
    const seen = await api.getMatch(id, seatAt(id));
    const isOver = seen.view.status.kind === "over";
    if (isOver && !remembered(id).over) remember(id, { over: true });
    return isOver ? null : { id, seen };
  } catch (problem) {
    if (problem.status === 404) forget(id);
    return null;
  }
}

const isMine = (seen) =>
  seen.view.status.kind === "turn" && seen.you.includes(seen.view.status.player) ? 1 : 0;

function titleOf(seen) {
  const { view } = seen;
  if (seen.you.length !== 1) return `${view.game.title} on this screen`;
  const other = view.players[across(seen) - 1];
  return `${view.game.title} ${isPerson(other) ? "with" : "against"} ${other.joined ? nameOf(other) : "a friend"}`;
}

function stateChip(seen) {
  if (seen.view.status.kind === "waiting")
    return h("span", { class: "chip outlined" }, "waiting for a friend");
  return isMine(seen)
    ? h("span", { class: "chip go" }, "Your turn")
    : h("span", { class: "chip outlined" }, `${called(seen, seen.view.status.player)} to move`);
}

/** "You: 7, Bob: 9, to 15." */
function standing(seen) {
  const me = seen.you[0] ?? 1;
  const players = [me, 3 - me];
  const figures = players.map((player) => figureOf(seen.view, player));
  if (!figures[0] || !figures[1]) return "";
  const limit = figures[0].limit === null ? "" : `, to ${figures[0].limit}`;
  return `${players.map((player, place) => `${called(seen, player)}: ${figures[place].value}`).join(", ")}${limit}.`;
}

function continueCard({ id, seen }) {
  return h(
    "div",
    { class: "card continue" },
    h("div", { class: "well" }, miniBoard(seen.view, seen.you)),
    h(
      "div",
      { class: "continue-words" },
      stateChip(seen),
      h("h2", {}, titleOf(seen)),
      h("p", { class: "muted" }, standing(seen)),
      h("a", { class: "button primary", href: matchAt(id) }, "Continue"),
    ),
  );
}

const otherLine = ({ id, seen }) =>
  h(
    "li",
    {},
    h(
      "a",
      { class: "card other", href: matchAt(id) },
      h("span", { class: "well" }, miniBoard(seen.view)),
      h("span", { class: "grow" }, h("b", {}, titleOf(seen)), stateChip(seen)),
      icon("next"),
    ),
  );
