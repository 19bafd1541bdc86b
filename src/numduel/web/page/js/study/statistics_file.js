// Your statistics: export as a file, and a new start. They are your ratings and the results of your puzzles.
import { sentTries } from "../browser/counted_tries.js";
import { ratedGames, resetRatings } from "../browser/history.js";
import { toUrl } from "../browser/location.js";
import { remove } from "../browser/storage.js";
import { request } from "../server/api.js";
import { askToConfirm } from "../ui/components.js";
import { announce } from "../ui/dom.js";
import { saveFile } from "../ui/save_file.js";
import { loadRatings } from "./ratings.js";

const FORMAT = "numduel-statistics";
const VERSION = 1;

/** Stored values with the results of puzzles. */
const PUZZLE_NAMES = ["practice", "practice-session", "puzzle-tries"];

/**
 * Download your ratings, with the games and puzzles that they follow from. docs/web.md describes the file.
 * @param {string} date
 */
export async function exportStatistics(date) {
  const tries = sentTries();
  const [games, puzzles] = await Promise.all([
    loadRatings(),
    request("POST /puzzles/ratings", { body: { tries } }),
  ]);
  const file = {
    format: FORMAT,
    version: VERSION,
    exported: new Date().toISOString(),
    from: toUrl("/"),
    ratings: games.ratings,
    puzzle_ratings: puzzles.ratings,
    games: ratedGames(),
    puzzle_tries: tries,
  };
  saveFile(`numduel-statistics-${date}.json`, JSON.stringify(file, null, 1), "application/json");
  announce("Your statistics were exported.");
}

/** Ask, then start ratings and puzzle results again. Games and streaks stay. */
export async function resetStatistics() {
  const question = "Reset your statistics?";
  const note =
    "Your ratings and puzzle results start again. Games, streaks and lessons stay. This can't be undone.";
  if (!(await askToConfirm(question, "Reset", "danger", "confirm-reset", note))) return;
  resetRatings();
  remove(PUZZLE_NAMES);
  dispatchEvent(new Event("numduel:go"));
  setTimeout(announce, 100, "Your statistics were reset."); // after the title of the screen
}
