// Your strength: your rating in each game, how it changed, whom to play next, and results by opponent.
import { HISTORY, SETUP, matchPath, navigateFrom } from "../addresses.js";
import { request } from "../server/api.js";
import { startMatch } from "../study/play_from_here.js";
import { ratingsNode } from "../study/puzzle_ratings.js";
import { ratingChart } from "../study/rating_chart.js";
import { loadRatings, rateEarlierGames } from "../study/ratings.js";
import { announce, h, refill } from "../ui/dom.js";
import { faceNode } from "../ui/face.js";
import { icon } from "../ui/icons.js";
import { waitFor } from "../ui/messages.js";
import { numeral } from "../ui/numerals.js";
import { button, createErrorLine } from "../ui/components.js";
import { dataPart } from "../ui/your_data.js";

/**
 * @import { GameRating, Games, Ratings } from "../contract.js"
 * @typedef {GameRating["results"][number]} Results
 */

const GAMES_PER_REDRAW = 10; // earlier games that are looked at before the ratings are loaded again

/** Show your strength. @param {HTMLElement} root */
export async function show(root) {
  document.title = "Your strength · numduel";
  const [ratings, games] = await Promise.all([loadRatings(), request("GET /games")]);
  const screen = new StatsScreen(root, games);
  screen.draw(ratings);
  screen.addPuzzles();
  screen.addEarlierGames();
}

class StatsScreen {
  parts = {
    progress: h("p.small.muted", { role: "status" }),
    ratings: h("div.strengths"),
    puzzles: h("div"),
  };

  /** @param {HTMLElement} root @param {Games} games */
  constructor(root, { levels }) {
    this.root = root;
    this.levels = levels;
    this.method = h("p.muted.method");
    const { progress, ratings, puzzles } = this.parts;
    root.append(
      h(
        "main.page.stats.stack.loose",
        h(
          "div.heading-row",
          h("h1", "Your strength"),
          h("a.plain", { href: HISTORY }, "History"),
        ),
        this.method,
        progress,
        ratings,
        puzzles,
        dataPart(),
      ),
    );
  }

  /** @param {Ratings} answer */
  draw({ ratings, none, method }) {
    this.method.textContent = method;
    this.parts.ratings.classList.toggle("many", ratings.length > 1);
    refill(
      this.parts.ratings,
      none
        ? h(
            "div.card.welcome",
            h("div.stack", h("h2.title", "Find out how well you play"), h("p.muted", none)),
            h("a.button.primary", { href: SETUP }, "New game"),
          )
        : ratings.map((rating) => this.card(rating)),
    );
  }

  /** Add the puzzle ratings, if there are any. */
  async addPuzzles() {
    refill(this.parts.puzzles, await ratingsNode("h2").catch(() => null));
  }

  /** Look at earlier games in the background, and draw the ratings again. */
  async addEarlierGames() {
    const isWanted = () => this.root.isConnected;
    let done = 0;
    const redraw = async () => {
      const answer = await loadRatings().catch(() => null);
      if (answer && isWanted()) this.draw(answer);
    };
    await rateEarlierGames(isWanted, async (now, total) => {
      done = now;
      this.parts.progress.textContent = `Looking at earlier games: ${now} of ${total}`;
      if (now % GAMES_PER_REDRAW === 0 && now < total) await redraw();
    });
    if (!done || !isWanted()) return;
    await redraw();
    this.parts.progress.textContent = "";
    announce("Earlier games were added.");
  }

  /** Return the card of a game. @param {GameRating} rating */
  card(rating) {
    const { game, title, text, strength, results } = rating;
    const id = `strength-${game}`;
    return h(
      "section.card.strength",
      { "aria-labelledby": id, "data-game": game },
      h(
        "div.strength-head",
        h("h2", { id }, title),
        figureNode(rating),
        h("p", text),
        strength && h("p.muted", strength),
      ),
      ratingChart(rating, this.levels),
      this.suggestion(rating),
      results.length > 0 &&
        h(
          "div.stack",
          h("h3.label", "Results"),
          h("ul.results", results.map(resultLine)),
        ),
      ladder(rating),
    );
  }

  /** Return the opponent to try next, with a button that starts the match. @param {GameRating} rating */
  suggestion({ game, options, suggestion }) {
    if (!suggestion) return null;
    const { id, name, text } = suggestion;
    const [errorLine, showErrors] = createErrorLine();
    const play = showErrors(async () => {
      const created = startMatch((mine) =>
        request("POST /matches", { body: { game, options, opponent: id, seat: null, ...mine } }),
      );
      navigateFrom(errorLine, matchPath(await waitFor(created)));
    });
    return h(
      "div.suggestion",
      faceNode(id, { size: "large", hasLevels: true }),
      h("p", text),
      button(`Play ${name}`, { onClick: play, "data-do": `play-${game}` }),
      errorLine,
    );
  }
}

/** Return the rating in large numerals; if it is wide, the ends of its interval. @param {GameRating} rating */
function figureNode({ value, low, high, is_wide }) {
  if (value === null) return null;
  return h(
    "div",
    { class: `rating-figure ${is_wide ? "wide" : ""}`, "aria-hidden": "true" },
    is_wide
      ? [numeral(low ?? 0), h("span.muted", "to"), numeral(high ?? 0)]
      : [numeral(value), h("span.muted", `${low}–${high}`)],
  );
}

/** @param {Results} results */
function resultLine({ id, name, won, drawn, lost, text }) {
  const part = (/** @type {string} */ kind, /** @type {number} */ number) =>
    number > 0 && h("span", { class: `share ${kind}`, vars: { "--n": number } });
  return h(
    "li",
    faceNode(id, { hasLevels: true }),
    h("b", name),
    h("span.shares", { "aria-hidden": "true" }, part("won", won), part("drawn", drawn), part("lost", lost)),
    h("span.small", text),
  );
}

/** Return all opponents of a game by strength, with your place among them. @param {GameRating} rating */
function ladder({ opponents, value, low, high, is_wide, title }) {
  /** @type {{ id: string, name: string, value: number, low: number, high: number }[]} */
  const rows = [...opponents];
  if (value !== null && !is_wide)
    rows.push({ id: "", name: "You", value, low: low ?? value, high: high ?? value });
  rows.sort((one, two) => two.value - one.value);
  return h(
    "details.ladder",
    h("summary.plain", "All opponents", icon("next")),
    h(
      "table",
      h("caption.unseen", `Opponents in ${title}, strongest first`),
      h(
        "thead",
        h(
          "tr",
          h("th", { scope: "col" }, "Opponent"),
          h("th", { scope: "col" }, "Rating"),
          h("th", { scope: "col" }, "95% interval"),
        ),
      ),
      h(
        "tbody",
        rows.map((row) =>
          h(
            "tr",
            { class: row.id ? null : "you" },
            h(
              "th",
              { scope: "row" },
              h("span.ladder-name", row.id && faceNode(row.id, { hasLevels: true }), row.name),
            ),
            h("td", String(row.value)),
            h("td.muted", row.low === row.high ? "–" : `${row.low}–${row.high}`),
          ),
        ),
      ),
    ),
  );
}
