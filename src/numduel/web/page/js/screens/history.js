// History: the finished games of this browser, those in progress, and export and import of all its data.
import { HISTORY, formatQuery, readQuery, replacePath, reviewPath, SETUP, STATS } from "../addresses.js";
import { describeGame, MAX_ROUNDS, playedRounds } from "../browser/history.js";
import { deleteGame } from "../match/delete_games.js";
import { loadMatches } from "../match/load_matches.js";
import { matchLine } from "../match/match_line.js";
import { isMyTurn } from "../match/players.js";
import { isDuel } from "../study/streaks.js";
import { announce, focusIn, h, refill } from "../ui/dom.js";
import { faceNode } from "../ui/face.js";
import { icon } from "../ui/icons.js";
import { numeral } from "../ui/numerals.js";
import { button, iconButton, labelledField, segments, selection } from "../ui/components.js";
import { timeNode } from "../ui/when.js";
import { dataPart } from "../ui/your_data.js";
import { capitalise, formatCount } from "../text.js";

/**
 * @import { PlayedRound, Result } from "../browser/history.js"
 * @import { LoadedMatch } from "../match/load_matches.js"
 * @import { IconName } from "../ui/icons.js"
 * @typedef {{ game: string, result: string, page: number }} Filter "" means all
 */

const ROUNDS_PER_PAGE = 25;
const NO_GAMES = "No games of this kind.";

/** The sign of each result, with its CSS class. @type {Record<Result, { sign: IconName, kind: string }>} */
const SIGNS = {
  won: { sign: "check", kind: "good" },
  lost: { sign: "close", kind: "bad" },
  draw: { sign: "equals", kind: "fine" },
  none: { sign: "minus", kind: "fine" },
  shared: { sign: "device", kind: "fine" },
};

/** Results to filter by: value, label, and the results it stands for. @type {[string, string, Result[]][]} */
const RESULTS = [
  ["won", "Won", ["won"]],
  ["lost", "Lost", ["lost"]],
  ["other", "Other", ["draw", "none", "shared"]],
];

/** Show the history. @param {HTMLElement} root */
export function show(root) {
  document.title = "History · numduel";
  const screen = new HistoryScreen(root);
  screen.load();
}

class HistoryScreen {
  /** @type {LoadedMatch[]} */
  open = [];
  /** @type {string[]} why matches can't be loaded: their games are missing */
  missing = [];
  isOpenListShown = false;
  progress = "";
  parts = {
    open: h("section", { "aria-label": "Games in progress" }),
    missing: h("p.muted", { "data-state": "missing" }),
    totals: h("dl.totals"),
    filters: h("div.history-filters"),
    list: h("div.stack"),
  };

  /** @param {HTMLElement} root */
  constructor(root) {
    const query = readQuery();
    /** @type {Filter} */
    this.filter = {
      game: query.get("game") ?? "",
      result: query.get("result") ?? "",
      page: Math.max(1, Math.trunc(Number(query.get("page"))) || 1),
    };
    const { open, missing, totals, filters, list } = this.parts;
    this.finished = h("section.stack.loose", { "aria-label": "Finished games" }, totals, filters, list);
    this.root = root;
    root.append(
      h(
        "main.page.history.stack.loose",
        h("div.heading-row", h("h1", "History"), h("a.plain", { href: STATS }, "Your strength")),
        open,
        missing,
        this.finished,
        dataPart(),
      ),
    );
    this.draw();
  }

  /** Load games that ended while you were away, and those in progress. */
  async load() {
    const before = playedRounds().length;
    /** @type {string[]} */
    const missing = [];
    const showProgress = (/** @type {number} */ done, /** @type {number} */ total) => {
      if (!this.root.isConnected) return;
      this.progress = done < total ? `Looking for earlier games: ${done} of ${total}` : "";
      this.draw();
    };
    this.open = await loadMatches(showProgress, (why) => missing.push(why));
    this.missing = missing;
    if (!this.root.isConnected) return;
    this.progress = "";
    this.draw();
    const more = playedRounds().length - before;
    if (more > 0) announce(`${formatCount(more, "finished game")} added.`);
  }

  /** Draw everything; return the number of games that the filter leaves. */
  draw() {
    const all = playedRounds();
    const ofGame = all.filter(({ game }) => !this.filter.game || game === this.filter.game);
    const results = RESULTS.find(([value]) => value === this.filter.result)?.[2];
    const shown = ofGame.filter(({ result }) => results?.includes(result) ?? true);
    this.drawOpen();
    this.parts.totals.hidden = this.parts.filters.hidden = all.length === 0;
    refill(this.parts.totals, totalNodes(ofGame));
    refill(this.parts.filters, ...this.filterNodes(all));
    refill(this.parts.list, ...(all.length ? this.listNodes(shown) : [this.emptyNode()]));
    return shown.length;
  }

  drawOpen() {
    const { open } = this;
    const mine = open.filter(({ seen }) => isMyTurn(seen)).length;
    const toggle = (/** @type {{ currentTarget: HTMLDetailsElement }} */ { currentTarget }) => {
      this.isOpenListShown = currentTarget.open;
    };
    refill(
      this.parts.open,
      open.length > 0 &&
        h(
          "details.card.open-games",
          { open: this.isOpenListShown, on: { toggle } },
          h(
            "summary",
            { id: "open-games" },
            h(
              "span.open-words",
              h("b", `${formatCount(open.length, "game")} in progress`),
              mine > 0 && h("span.chip.go", `your turn in ${mine}`),
            ),
            icon("next"),
          ),
          h("ul.others", open.map((match) => this.openLine(match))),
        ),
    );
    this.parts.open.hidden = open.length === 0;
    refill(
      this.parts.missing,
      this.missing.length > 0 && `${formatCount(this.missing.length, "game")} can't be shown here. ${[...new Set(this.missing)].join(" ")}`,
    );
    this.parts.missing.hidden = this.missing.length === 0;
  }

  /** @param {PlayedRound[]} all */
  filterNodes(all) {
    const titles = new Map(all.map(({ game, title }) => [game, title]));
    const games = [...titles].sort((one, two) => one[1].localeCompare(two[1]));
    /** @type {(change: Partial<Filter>) => void} */
    const change = (values) => this.select({ ...this.filter, page: 1, ...values });
    /** @type {[string, string][]} */
    const choices = [["", "All games"], ...games];
    return [
      labelledField(
        "Game",
        selection(choices, this.filter.game, (game) => change({ game }), { name: "history-game" }),
      ),
      segments(
        "history-result",
        "Result",
        [["", "All"], ...RESULTS.map(([value, label]) => /** @type {[string, string]} */ ([value, label]))],
        this.filter.result,
        (result) => change({ result }),
      ),
    ];
  }

  /** Show the games of a filter, and announce how many there are. @param {Filter} filter */
  select(filter) {
    const count = this.goTo(filter);
    announce(count ? `${formatCount(count, "finished game")}.` : NO_GAMES);
  }

  /** Show other games; return how many there are, on all pages. @param {Filter} filter */
  goTo(filter) {
    this.filter = filter;
    const { game, result, page } = filter;
    const query = { game: game || null, result: result || null, page: page > 1 ? page : null };
    replacePath(`${HISTORY}${formatQuery(query)}`);
    return this.draw();
  }

  /** @param {PlayedRound[]} shown */
  listNodes(shown) {
    if (!shown.length) {
      const showAll = () => {
        this.select({ game: "", result: "", page: 1 });
        focusIn(this.parts.filters, "select");
      };
      return [
        h("p.muted", NO_GAMES),
        h("div", button("Show all games", { onClick: showAll, "data-do": "all-games" })),
      ];
    }
    const pages = Math.ceil(shown.length / ROUNDS_PER_PAGE);
    const page = Math.min(this.filter.page, pages);
    const start = (page - 1) * ROUNDS_PER_PAGE;
    return [
      this.progress && h("p.small.muted", this.progress),
      h("ol.rounds", shown.slice(start, start + ROUNDS_PER_PAGE).map((played) => this.roundItem(played))),
      pages > 1 && this.pageNode(page, pages),
      playedRounds().length === MAX_ROUNDS &&
        h("p.small.muted", `Only your newest ${MAX_ROUNDS.toLocaleString("en-GB")} games are kept.`),
    ];
  }

  /** Return a finished round, with a button that deletes its game. @param {PlayedRound} played */
  roundItem(played) {
    const name = `${capitalise(played.verdict)}: ${describeGame(played)}`;
    return h("li.with-delete", roundLine(played), this.deleteButton(played.id, name));
  }

  /** Return a game in progress, with a button that deletes it. @param {LoadedMatch} match */
  openLine(match) {
    const line = matchLine(match);
    const { game, words } = match.seen.view;
    line.classList.add("with-delete");
    line.append(this.deleteButton(match.id, `${game.title} ${words.opponents}, in progress`));
    return line;
  }

  /** @param {string} id @param {string} name */
  deleteButton(id, name) {
    const ask = async () => {
      if (!(await deleteGame(id, name)) || !this.root.isConnected) return;
      this.open = this.open.filter((match) => match.id !== id);
      this.draw();
      focusIn(this.root, ".round-line, h1");
    };
    return iconButton("trash", `Delete: ${name}`, ask, { "data-do": "delete-game" });
  }

  /** Return the buttons to other pages. @param {number} page @param {number} pages */
  pageNode(page, pages) {
    const goTo = (/** @type {number} */ other) => {
      if (other < 1 || other > pages) return;
      this.goTo({ ...this.filter, page: other });
      this.finished.scrollIntoView();
      announce(`Page ${other} of ${pages}.`);
    };
    return h(
      "nav.pages",
      { "aria-label": "Pages" },
      button("Newer", {
        picture: "back",
        kind: "low",
        onClick: () => goTo(page - 1),
        "data-do": "newer",
        "aria-disabled": String(page === 1),
      }),
      h("span.small.muted", `Page ${page} of ${pages}`),
      button(["Older", icon("next")], {
        kind: "low",
        onClick: () => goTo(page + 1),
        "data-do": "older",
        "aria-disabled": String(page === pages),
      }),
    );
  }

  emptyNode() {
    return h(
      "div.card.welcome",
      this.progress
        ? h("p.muted", this.progress)
        : h(
            "div.stack",
            h("h2.title", "No finished games yet"),
            h("p.muted", "Every game you finish in this browser is listed here, with its review."),
          ),
      h("a.button.primary", { href: SETUP }, "New game"),
    );
  }
}

/** Return how many games were played, won and lost. @param {PlayedRound[]} rounds */
function totalNodes(rounds) {
  const count = (/** @type {Result[]} */ results) =>
    rounds.filter(({ result }) => results.includes(result)).length;
  /** @type {[string, number][]} */
  const totals = [
    ["Played", rounds.length],
    ...RESULTS.map(([, label, results]) => /** @type {[string, number]} */ ([label, count(results)])),
  ];
  return totals.map(([label, number]) =>
    h(
      "div.card",
      h("dt.label", label),
      h("dd", h("span.unseen", String(number)), numeral(number, "big")),
    ),
  );
}

/** Return the link of a finished round to its review. @param {PlayedRound} played */
function roundLine(played) {
  const { id, round, at, result, variant, verdict, who } = played;
  const { sign, kind } = SIGNS[result] ?? SIGNS.none;
  const more = [variant, round > 1 && `round ${round}`, isDuel(id) && "Daily duel"]
    .filter(Boolean)
    .join(" · ");
  return h(
    "a.card.round-line",
    { href: reviewPath(id, { round }), "data-result": result },
    h("span", { class: `result-sign ${kind}`, "aria-hidden": "true" }, icon(sign)),
    h(
      "span.grow",
      h("span.round-head", h("b", verdict), h("span.small.muted", timeNode(at))),
      h("span.round-about", describeGame(played)),
      more && h("span.small.muted", capitalise(more)),
    ),
    who && faceNode(who),
    icon("next"),
  );
}
