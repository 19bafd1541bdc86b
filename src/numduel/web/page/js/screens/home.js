// The home screen: games in progress, the daily puzzle and duel, and all games.
import {
  FACTS,
  HOME,
  LEARN,
  PUZZLES,
  RECORD,
  RULES,
  SETUP,
  STATS,
  isSetupPath,
  matchPath,
  readQuery,
  replacePath,
  setupPath,
} from "../addresses.js";
import { miniBoard } from "../board/mini_board.js";
import { currentPath, pathOf } from "../browser/location.js";
import { openMatchIds } from "../browser/seats.js";
import { isOpen, loadMatch } from "../match/load_matches.js";
import { matchLine, stateChip, titleNode } from "../match/match_line.js";
import { isMyTurn } from "../match/players.js";
import { request, describeError } from "../server/api.js";
import { dailyCards } from "../study/daily_cards.js";
import { h, isPlainClick, refill } from "../ui/dom.js";
import { keepOpponents } from "../ui/face.js";
import { icon } from "../ui/icons.js";
import { waitFor } from "../ui/messages.js";
import { markNames } from "../ui/names.js";
import { offlineNote } from "../ui/offline_note.js";
import { blankCards, button } from "../ui/components.js";
import { capitalise } from "../text.js";
import { openSetup } from "./setup.js";

const MAX_OPEN_MATCHES = 5; // matches in progress to show

/** Links of the footer: text and path. */
const FOOT_LINKS = [
  ["Your strength", STATS],
  ["More puzzles", PUZZLES],
  ["Rules", RULES],
  ["Perfect play", FACTS],
  ["Open record", RECORD],
];
const TITLE = "numduel: five number games for two";

/**
 * @import { OfferedGame, ShownPosition } from "../contract.js"
 * @import { LoadedMatch } from "../match/load_matches.js"
 */

/** Show the home screen, with the setup over it at its address. @param {HTMLElement} root @param {{ game?: string }} params */
export async function show(root, { game }) {
  document.title = TITLE;
  const query = readQuery();
  const isOldSetup = currentPath() === HOME && (query.has("game") || query.has("opponent"));
  if (isOldSetup)
    replacePath(setupPath(query.get("game"), { opponent: query.get("opponent") }));
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
   * @param {string | null} game
   * @param {URLSearchParams} query
   */
  const newGame = async (game, query) => {
    const loaded = await waitFor(catalogue());
    if (!main.isConnected) return;
    showCards(loaded);
    if (document.querySelector("dialog[open]")) return;
    openSetup(loaded, { game, query, onClose: () => main.isConnected && (document.title = TITLE) });
    document.title = "New game · numduel";
  };
  /** Open the setup over this screen when its link is clicked. @param {MouseEvent} event */
  const openLink = (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const path = link && isPlainClick(event) ? pathOf(link) : null;
    const { pathname, search } = new URL(path ?? HOME, "http://page");
    if (!isSetupPath(pathname)) return;
    event.preventDefault();
    const [, game = null] = pathname.slice(SETUP.length).split("/").map(decodeURIComponent);
    return newGame(game, new URLSearchParams(search));
  };
  const openMatches = h("section.going", { "aria-label": "Games in progress" });
  const daily = h("section.dailies", { "aria-label": "Today" }, dailyCards());
  const cards = h("ul.games", blankCards());
  const heading = h("h2.title", { id: "games" }, "Games for two");
  const main = h(
    "main.page.home",
    h("h1.unseen", "numduel"),
    offlineNote(),
    h("div.first-row", openMatches, daily),
    h("div.heading-row", heading, h("a.plain.only-wide", { href: SETUP }, "New game")),
    cards,
    foot(),
  );
  main.addEventListener("click", openLink);
  root.append(main);
  showOpenMatches(openMatches);
  /** @param {Awaited<ReturnType<typeof loadCatalogue>>} loaded */
  const showCards = ({ games, samples }) => {
    if (cards.querySelector("[data-game]")) return;
    heading.textContent = `${capitalise(numberWord(games.length))} games for two`;
    refill(
      cards,
      games.map((game) => gameCard(game, samples[game.id])),
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
  if (isOldSetup || isSetupPath(currentPath())) newGame(game ?? query.get("game"), query);
}

/** Return the games and levels of the server, with a sample position of each game. */
async function loadCatalogue() {
  /** @type {{ samples: Record<string, ShownPosition> }} */
  const none = { samples: {} };
  const [games, { samples }] = await Promise.all([
    request("GET /games"),
    request("GET /samples").catch(() => none),
  ]);
  keepOpponents(games);
  return { ...games, samples };
}

/** Return a small number as a word. @param {number} number */
const numberWord = (number) =>
  ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"][number] ??
  String(number);

/** @param {OfferedGame} game @param {ShownPosition} [sample] */
function gameCard(game, sample) {
  return h(
    "li",
    h(
      "a.card.game-card",
      { href: setupPath(game.id), "data-game": game.id },
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
  const links = FOOT_LINKS.map(([label, address]) =>
    h("a.plain.small.muted", { href: address }, label),
  );
  const learn = [
    h("span.small.muted", "New here?"),
    h("a.plain", { href: LEARN }, icon("book"), h("b.small", "Learn a game in two minutes")),
  ];
  return h("footer.home-foot", learn, h("span.grow"), links);
}

// ---- games in progress

function welcome() {
  return h(
    "div.card.welcome",
    h(
      "div.stack",
      h("h2.title", "Play a friend"),
      h("p.muted", "Send a link, share a screen, or play the computer. No account needed."),
    ),
    h("a.button.primary", { href: SETUP, "data-do": "new" }, "New game"),
  );
}

/** Return the space of matches in progress that are being loaded. @param {number} count */
function blankMatches(count) {
  const others = Math.min(count, MAX_OPEN_MATCHES) - 1;
  const lines = Array.from({ length: others }, () => h("li.card.other.blank"));
  return [
    h("div.card.continue.blank", { "aria-hidden": "true" }),
    others ? h("ul.others", { "aria-hidden": "true" }, lines) : null,
    h("div.only-phone", h("a.button", { href: SETUP }, "New game")),
  ];
}

/** @param {Element} container */
async function showOpenMatches(container) {
  const ids = openMatchIds().slice(0, 2 * MAX_OPEN_MATCHES);
  const showWelcome = () => {
    container.setAttribute("aria-label", "New game");
    refill(container, welcome());
  };
  if (!ids.length) return showWelcome();
  refill(container, blankMatches(ids.length));
  const loaded = await Promise.all(ids.map((id) => loadMatch(id)));
  const matches = loaded
    .filter((match) => match !== null)
    .filter(isOpen)
    .slice(0, MAX_OPEN_MATCHES)
    .sort((one, two) => Number(isMyTurn(two.seen)) - Number(isMyTurn(one.seen)));
  if (!matches.length) return showWelcome();
  const [first, ...others] = matches;
  refill(
    container,
    continueCard(first),
    others.length ? h("ul.others", others.map(matchLine)) : null,
    h("div.only-phone", h("a.button", { href: SETUP }, "New game")),
  );
}

/** @param {LoadedMatch} match */
function continueCard({ id, seen }) {
  return h(
    "div.card.continue",
    h("div.well", miniBoard(seen.view, seen.you)),
    h(
      "div.continue-words",
      stateChip(seen),
      h("h2", titleNode(seen)),
      h("p.muted", markNames(seen.view.words.standing, seen.view.words.labels)),
      h("a.button.primary", { href: matchPath(id) }, "Continue"),
    ),
  );
}
