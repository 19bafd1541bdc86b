// The home screen: games in progress, the daily puzzle and duel, and all games.
import {
  FACTS,
  HOME,
  LEARN,
  PUZZLE,
  RECORD,
  matchPath,
  readQuery,
  replacePath,
} from "../addresses.js";
import { miniBoard } from "../board/mini_board.js";
import { deleteMatch, saveNotes, matchNotes, seatToken, openMatchIds } from "../browser/seats.js";
import { isMyTurn } from "../match/players.js";
import { request, describeError, Problem } from "../server/api.js";
import { dailyCards } from "../study/daily_cards.js";
import { h, refill } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { waitFor } from "../ui/messages.js";
import { button } from "../ui/components.js";
import { topBar } from "../ui/layout.js";
import { capitalise } from "../text.js";
import { openSetup } from "./setup.js";

const MAX_OPEN_MATCHES = 5; // matches in progress to show

/**
 * Links of the top bar and footer: text, path, CSS class.
 * @type {[string, string, string?][]}
 */
const TOP_LINKS = [
  ["Learn", LEARN],
  ["Open record", RECORD],
];
/** @type {typeof TOP_LINKS} */
const FOOT_LINKS = [
  ["More puzzles", PUZZLE],
  ["Perfect play", FACTS],
  ["Open record", RECORD, "only-phone"],
];

/**
 * @import { OfferedGame, ShownPosition, SeenMatch } from "../contract.js"
 */
/** @typedef {(game?: string | null, opponent?: string | null) => Promise<void>} NewGame function that opens the setup */
/** @typedef {{ id: string, seen: SeenMatch }} OpenMatch match in progress */

/** Show the home screen. @param {HTMLElement} root */
export async function show(root) {
  document.title = "numduel: five number games for two";
  const query = readQuery();
  /** @type {ReturnType<typeof loadCatalogue> | null} */
  let loading = null;
  /** Return the catalogue, loaded once. After a failure the next call tries again. */
  const catalogue = () => {
    loading ??= loadCatalogue().catch((problem) => {
      loading = null;
      throw problem;
    });
    return loading;
  };
  /**
   * Open the setup when the games are loaded, unless another screen or sheet is open by then.
   * @type {NewGame}
   */
  const newGame = async (game = null, opponent = null) => {
    const loaded = await waitFor(catalogue());
    if (!main.isConnected) return;
    showCards(loaded);
    if (!document.querySelector("dialog[open]")) openSetup(loaded, { game, opponent });
  };
  const openMatches = h("section.going", { "aria-label": "Games in progress" });
  const daily = h("section.dailies", { "aria-label": "Today" }, dailyCards());
  const cards = h("ul.games");
  const heading = h("h2.title", { id: "games" }, "Games for two");
  const main = h(
    "main.page.home",
    h("h1.unseen", "numduel"),
    h("div.first-row", openMatches, daily),
    h("div.heading-row", heading, h("a.plain.only-phone", { href: LEARN }, "Learn")),
    cards,
    foot(),
  );
  const links = [
    ...TOP_LINKS.map(([label, address]) => h("a.plain.only-wide", { href: address }, label)),
    h(
      "button",
      { type: "button", class: "plain only-wide", on: { click: () => newGame() } },
      "New game",
    ),
  ];
  root.append(topBar(...links), main);
  refill(openMatches, welcome(newGame));
  /** @param {Awaited<ReturnType<typeof loadCatalogue>>} loaded */
  const showCards = ({ games, samples }) => {
    if (cards.querySelector("[data-game]")) return;
    heading.textContent = `${capitalise(numberWord(games.length))} games for two`;
    refill(
      cards,
      games.map((game) => gameCard(game, samples[game.id], () => newGame(game.id))),
    );
  };
  const load = async () => {
    try {
      showCards(await catalogue());
    } catch (problem) {
      const tryAgain = button("Try again", {
        onClick: () => waitFor(load()),
        "data-do": "try-again",
      });
      const reason = h("p.bad", { role: "alert" }, describeError(problem));
      refill(cards, h("li.failed.stack", reason, tryAgain));
    }
  };
  await load();
  showOpenMatches(openMatches, newGame);
  if (query.has("game") || query.has("opponent")) {
    replacePath(HOME);
    newGame(query.get("game"), query.get("opponent"));
  }
}

/** Return the games and levels of the server, with a sample position of each game. */
async function loadCatalogue() {
  /** @type {{ samples: Record<string, ShownPosition> }} */
  const none = { samples: {} };
  const [games, { samples }] = await Promise.all([
    request("GET /games"),
    request("GET /samples").catch(() => none),
  ]);
  return { ...games, samples };
}

/** Return a small number as a word. @param {number} number */
const numberWord = (number) =>
  ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"][number] ??
  String(number);

/** @type {(game: OfferedGame, sample: ShownPosition | undefined, onClick: () => void) => HTMLElement} */
function gameCard(game, sample, onClick) {
  return h(
    "li",
    h(
      "button",
      { type: "button", class: "card game-card", "data-game": game.id, on: { click: onClick } },
      h("span.well", sample ? miniBoard(sample) : null),
      h(
        "span.game-words",
        h("b", game.title),
        h("span.small.muted", game.summary),
        game.rules.map(({ label }) => h("span.small.muted", label)),
      ),
    ),
  );
}

function foot() {
  const links = FOOT_LINKS.map(([label, address, kind = ""]) =>
    h("a", { class: `plain small muted ${kind}`, href: address }, label),
  );
  const learn = [
    h("span.small.muted", "New here?"),
    h("a.plain", { href: LEARN }, icon("book"), h("b.small", "Learn a game in two minutes")),
  ];
  return h("footer.home-foot", learn, h("span.grow"), links);
}

// ---- games in progress

/** @param {NewGame} newGame */
function welcome(newGame) {
  return h(
    "div.card.welcome",
    h(
      "div.stack",
      h("h2.title", "Play a friend"),
      h("p.muted", "Send a link, share a screen, or play the computer. No account needed."),
    ),
    button("New game", { kind: "primary", onClick: () => newGame(), "data-do": "new" }),
  );
}

/** @param {Element} container @param {NewGame} newGame */
async function showOpenMatches(container, newGame) {
  const loaded = await Promise.all(
    openMatchIds()
      .slice(0, 2 * MAX_OPEN_MATCHES)
      .map(loadMatch),
  );
  const matches = loaded
    .filter((match) => match !== null)
    .slice(0, MAX_OPEN_MATCHES)
    .sort((one, two) => Number(isMyTurn(two.seen)) - Number(isMyTurn(one.seen)));
  if (!matches.length) return;
  const [first, ...others] = matches;
  refill(
    container,
    continueCard(first),
    others.length ? h("ul.others", others.map(otherLine)) : null,
    h("div.only-phone", button("New game", { onClick: () => newGame() })),
  );
}

/**
 * Return a match in which this browser has a seat, or null if it is over or deleted.
 * @param {string} id
 */
async function loadMatch(id) {
  try {
    const seen = await request("GET /matches/{id}", { at: id, token: seatToken(id) });
    const isOver = seen.view.status.kind === "over";
    if (isOver && !matchNotes(id).over) saveNotes(id, { over: true });
    return isOver ? null : { id, seen };
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 404) deleteMatch(id);
    return null;
  }
}

/** @param {SeenMatch} seen */
function titleOf({ you, view: { game, words } }) {
  return you.length === 1 ? `${game.title} ${words.opponents}` : `${game.title} on this screen`;
}

/** @param {SeenMatch} seen */
function stateChip(seen) {
  const kind = isMyTurn(seen) ? "go" : "outlined";
  return h("span", { class: `chip ${kind}` }, seen.view.words.state);
}

/** @param {OpenMatch} match */
function continueCard({ id, seen }) {
  return h(
    "div.card.continue",
    h("div.well", miniBoard(seen.view, seen.you)),
    h(
      "div.continue-words",
      stateChip(seen),
      h("h2", titleOf(seen)),
      h("p.muted", seen.view.words.standing),
      h("a.button.primary", { href: matchPath(id) }, "Continue"),
    ),
  );
}

/** @param {OpenMatch} match */
const otherLine = ({ id, seen }) =>
  h(
    "li",
    h(
      "a.card.other",
      { href: matchPath(id) },
      h("span.well", miniBoard(seen.view)),
      h("span.grow", h("b", titleOf(seen)), stateChip(seen)),
      icon("next"),
    ),
  );
