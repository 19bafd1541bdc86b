// The first screen: the game to go on with, the day's two, and every game there is.
import { FACTS, HOME, LEARN, PUZZLE, RECORD, matchAt, rewrite, wanted } from "../addresses.js";
import { miniBoard } from "../board/mini.js";
import { forget, remember, remembered, seatAt, unfinished } from "../browser/seats.js";
import { isMine } from "../match/seen.js";
import { ask, reasonOf, Problem } from "../server/wire.js";
import { dailyCards } from "../study/daily_cards.js";
import { h, refill } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { waitFor } from "../ui/messages.js";
import { button } from "../ui/parts.js";
import { topBar } from "../ui/sheets.js";
import { capital } from "../words.js";
import { openSetup } from "./setup.js";

const MOST = 5; // unfinished matches that are shown

/**
 * Links of the top bar and of the foot: words, address, where they are shown.
 * @type {[string, string, string?][]}
 */
const TOP_LINKS = [
  ["Learn", LEARN],
  ["Open a record", RECORD],
];
/** @type {typeof TOP_LINKS} */
const FOOT_LINKS = [
  ["More puzzles", PUZZLE],
  ["Solved facts", FACTS],
  ["Open a record", RECORD, "only-phone"],
];

/**
 * @import { OfferedGame, ShownPosition, Seen } from "../contract.js"
 */
/** @typedef {(game?: string | null, opponent?: string | null) => Promise<void>} NewGame opens the set-up */
/** @typedef {{ id: string, seen: Seen }} Going a match to continue */

/** @param {HTMLElement} root */
export async function show(root) {
  document.title = "numduel: five number games for two";
  const asked = wanted();
  /** @type {ReturnType<typeof loadCatalogue> | null} */
  let asking = null;
  /** Return the games, asked for once; after a failure they are asked for again. */
  const catalogue = () => {
    asking ??= loadCatalogue().catch((problem) => {
      asking = null;
      throw problem;
    });
    return asking;
  };
  /**
   * Open the set-up as soon as the games are known, unless another screen or sheet is open by then.
   * @type {NewGame}
   */
  const newGame = async (game = null, opponent = null) => {
    const found = await waitFor(catalogue());
    if (!main.isConnected) return;
    showCards(found);
    if (!document.querySelector("dialog[open]")) openSetup(found, { game, opponent });
  };
  const going = h("section.going", { "aria-label": "Games to go on with" });
  const daily = h("section.dailies", { "aria-label": "Today" }, dailyCards());
  const cards = h("ul.games");
  const heading = h("h2.title", { id: "games" }, "Games for two");
  const main = h(
    "main.page.home",
    h("h1.unseen", "numduel"),
    h("div.first-row", going, daily),
    h("div.heading-row", heading, h("a.plain.only-phone", { href: LEARN }, "Learn")),
    cards,
    foot(),
  );
  const links = [
    ...TOP_LINKS.map(([words, address]) => h("a.plain.only-wide", { href: address }, words)),
    h(
      "button",
      { type: "button", class: "plain only-wide", on: { click: () => newGame() } },
      "New game",
    ),
  ];
  root.append(topBar(...links), main);
  refill(going, welcome(newGame));
  /** @param {Awaited<ReturnType<typeof loadCatalogue>>} found */
  const showCards = ({ games, samples }) => {
    if (cards.querySelector("[data-game]")) return;
    heading.textContent = `${capital(numberWord(games.length))} games for two`;
    refill(
      cards,
      games.map((game) => gameCard(game, samples[game.id], () => newGame(game.id))),
    );
  };
  const load = async () => {
    try {
      showCards(await catalogue());
    } catch (problem) {
      const again = button("Try again", { does: () => waitFor(load()), "data-do": "try-again" });
      refill(cards, h("li.failed.stack", h("p.bad", { role: "alert" }, reasonOf(problem)), again));
    }
  };
  await load();
  showGoing(going, newGame);
  if (asked.has("game") || asked.has("opponent")) {
    rewrite(HOME);
    newGame(asked.get("game"), asked.get("opponent"));
  }
}

/** Return the games and levels of the server, with a position of each game to look at. */
async function loadCatalogue() {
  /** @type {{ samples: Record<string, ShownPosition> }} */
  const none = { samples: {} };
  const [games, { samples }] = await Promise.all([
    ask("GET /games"),
    ask("GET /samples").catch(() => none),
  ]);
  return { ...games, samples };
}

/** @param {number} number */
const numberWord = (number) =>
  ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"][number] ??
  String(number);

/** @type {(game: OfferedGame, sample: ShownPosition | undefined, does: () => void) => HTMLElement} */
function gameCard(game, sample, does) {
  return h(
    "li",
    h(
      "button",
      { type: "button", class: "card game-card", "data-game": game.id, on: { click: does } },
      h("span.well", sample ? miniBoard(sample) : null),
      h("span.game-words", h("b", game.title), h("span.small.muted", game.summary)),
    ),
  );
}

function foot() {
  const links = FOOT_LINKS.map(([words, address, where = ""]) =>
    h("a", { class: `plain small muted ${where}`, href: address }, words),
  );
  const learn = [
    h("span.small.muted", "New here?"),
    h("a.plain", { href: LEARN }, icon("book"), h("b.small", "Learn a game in two minutes")),
  ];
  return h("footer.home-foot", learn, h("span.grow"), links);
}

// ---- games to go on with

/** @param {NewGame} newGame */
function welcome(newGame) {
  return h(
    "div.card.welcome",
    h(
      "div.stack",
      h("h2.title", "Play a friend by a link"),
      h(
        "p.muted",
        "Or the computer, or side by side on one screen. Nothing to install, no account.",
      ),
    ),
    button("New game", { kind: "primary", does: () => newGame(), "data-do": "new" }),
  );
}

/** @param {Element} room @param {NewGame} newGame */
async function showGoing(room, newGame) {
  const found = await Promise.all(
    unfinished()
      .slice(0, 2 * MOST)
      .map(look),
  );
  const matches = found
    .filter((match) => match !== null)
    .slice(0, MOST)
    .sort((one, two) => Number(isMine(two.seen)) - Number(isMine(one.seen)));
  if (!matches.length) return;
  const [first, ...others] = matches;
  refill(
    room,
    continueCard(first),
    others.length ? h("ul.others", others.map(otherLine)) : null,
    h("div.only-phone", button("New game", { does: () => newGame() })),
  );
}

/**
 * Return a match that this browser has a seat at; null for one that is gone or over, which is not shown again.
 * @param {string} id
 */
async function look(id) {
  try {
    const seen = await ask("GET /matches/{id}", { at: id, token: seatAt(id) });
    const isOver = seen.view.status.kind === "over";
    if (isOver && !remembered(id).over) remember(id, { over: true });
    return isOver ? null : { id, seen };
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 404) forget(id);
    return null;
  }
}

/** @param {Seen} seen */
function titleOf({ you, view: { game, words } }) {
  return you.length === 1 ? `${game.title} ${words.opponents}` : `${game.title} on this screen`;
}

/** @param {Seen} seen */
function stateChip(seen) {
  const kind = isMine(seen) ? "go" : "outlined";
  return h("span", { class: `chip ${kind}` }, seen.view.words.state);
}

/** @param {Going} going */
function continueCard({ id, seen }) {
  return h(
    "div.card.continue",
    h("div.well", miniBoard(seen.view, seen.you)),
    h(
      "div.continue-words",
      stateChip(seen),
      h("h2", titleOf(seen)),
      h("p.muted", seen.view.words.standing),
      h("a.button.primary", { href: matchAt(id) }, "Continue"),
    ),
  );
}

/** @param {Going} going */
const otherLine = ({ id, seen }) =>
  h(
    "li",
    h(
      "a.card.other",
      { href: matchAt(id) },
      h("span.well", miniBoard(seen.view)),
      h("span.grow", h("b", titleOf(seen)), stateChip(seen)),
      icon("next"),
    ),
  );
