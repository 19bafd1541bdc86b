// The finished games of this browser: an entry for each round, in the server's words.
import { matchNotes, saveNotes, seatedMatchIds } from "./seats.js";
import { read, write } from "./storage.js";

/**
 * @import { SeenMatch, Status, Words } from "../contract.js"
 * @typedef {"won" | "lost" | "draw" | "none" | "shared"} Result "none": stopped without a winner; "shared": on one screen
 */

/**
 * A finished round. `at` is its end in ms, and `opponents`, `verdict`, `how` and `variant` are the server's words.
 * `who` is the computer opponent. `rating` is the server's line on your decisions: "" if the game doesn't count
 * for your rating, and missing until a review of the game was loaded.
 * @typedef {{ id: string, round: number, at: number, result: Result, game: string, title: string,
 *   variant: string, opponents: string, verdict: string, how: string, who?: string, rating?: string }} PlayedRound
 */

/** Maximum number of entries; older ones are dropped. */
export const MAX_ROUNDS = 1000;

/** @returns {Record<string, PlayedRound>} */
const readHistory = () => read("history", {});

/** Maximum number of games in a rating, the newest: the server takes no more. */
export const MAX_RATED = 300;

/** Return the key of a round. @param {string} id @param {number} round */
export const roundKey = (id, round) => `${id}/${round}`;

/** Return the newest entries. @param {Record<string, PlayedRound>} rounds */
export const newestRounds = (rounds) =>
  Object.fromEntries(
    Object.entries(rounds)
      .sort(([, one], [, two]) => two.at - one.at || two.round - one.round)
      .slice(0, MAX_ROUNDS),
  );

/** Return all finished rounds, newest first. */
export const playedRounds = () => Object.values(newestRounds(readHistory()));

/** Return the finished rounds of a match, the last one first. @param {string} id */
export const roundsOf = (id) =>
  Object.values(readHistory())
    .filter((entry) => entry.id === id)
    .sort((one, two) => two.round - one.round);

/** Return the game and the players of a round. @param {PlayedRound} played */
export function describeGame({ title, opponents }) {
  const isYours = /^(with|against) /.test(opponents); // otherwise both players are named
  return `${title}${isYours ? " " : ": "}${opponents}`;
}

/** Delete the rounds of a match from the history. @param {string} id */
export function deleteRounds(id) {
  const others = Object.entries(readHistory()).filter(([, entry]) => entry.id !== id);
  write("history", Object.fromEntries(others));
}

/** Return whether a round is listed. @param {string} id @param {number} round */
export const isListed = (id, round) => roundKey(id, round) in readHistory();

/**
 * Return the matches of this browser that may be over but aren't listed, as older versions saved them.
 * With a full history these are older games that it has dropped: they would be dropped again.
 */
export function unlistedMatchIds() {
  const rounds = Object.values(readHistory());
  if (rounds.length >= MAX_ROUNDS) return [];
  const listed = new Set(rounds.map(({ id }) => id));
  return seatedMatchIds().filter((id) => {
    const { over = true, unplayed } = matchNotes(id);
    return over && !unplayed && !listed.has(id);
  });
}

/**
 * Save a match of this browser as the server shows it: whether it is over, and its round in the history.
 * A round in progress leaves the history, because a resignation can be undone.
 * @param {SeenMatch} seen
 * @param {boolean} isVisit whether the match is open on the screen; that decides which match is the newest
 */
export function saveSeen({ you, view }, isVisit = true) {
  if (!you.length) return;
  const { id, round, status } = view;
  const isOver = status.kind === "over";
  const unplayed = isOver && view.seq === 1; // such as a record that was opened
  if (isVisit || matchNotes(id).over !== isOver)
    saveNotes(id, { over: isOver, ...(unplayed && { unplayed }) });
  if (unplayed) return;
  if (isOver) return saveRound(id, you, view, view.ended[round - 1]);
  const { [roundKey(id, round)]: stale, ...others } = readHistory();
  if (stale) write("history", others);
}

/**
 * Add a finished round to the history.
 * @param {string} id
 * @param {SeenMatch["you"]} you the players of this browser in that round
 * @param {{ round: number, game: { id: string, title: string }, status: Status, words: Words, players: { who: string }[] }} position its last position
 * @param {number | null} ended when the server stored its end, in Unix seconds
 */
export function saveRound(id, you, { round, game, status, words, players }, ended) {
  const key = roundKey(id, round);
  const before = readHistory();
  const at = ended === null ? (before[key]?.at ?? Date.now()) : ended * 1000;
  const who = you.length === 1 ? players.find((player) => player.who !== "human")?.who : undefined;
  const rating = before[key]?.at === at ? before[key].rating : undefined;
  /** @type {PlayedRound} */
  const entry = {
    id,
    round,
    at,
    result: resultOf(you, status),
    game: game.id,
    title: game.title,
    variant: words.variant,
    opponents: words.opponents,
    verdict: words.verdict ?? "",
    how: words.how ?? "",
    ...(who && { who }),
    ...(rating !== undefined && { rating }),
  };
  if (JSON.stringify(before[key]) !== JSON.stringify(entry))
    write("history", newestRounds({ ...before, [key]: entry }));
}

/** @param {SeenMatch["you"]} you @param {Status} status @returns {Result} */
function resultOf(you, { winner, draw }) {
  if (winner === null) return draw ? "draw" : "none";
  if (you.length > 1) return "shared";
  return winner === you[0] ? "won" : "lost";
}

// ---- ratings

/**
 * Save the server's line on the decisions of a round; null if the game doesn't count. The first answer stays:
 * statistics that were reset stay so when a review is opened again.
 * @param {string} id
 * @param {number} round
 * @param {string | null} line
 */
export function saveRating(id, round, line) {
  const rounds = readHistory();
  const key = roundKey(id, round);
  if (rounds[key] && rounds[key].rating === undefined)
    write("history", { ...rounds, [key]: { ...rounds[key], rating: line ?? "" } });
}

/** Return the rounds whose review wasn't loaded yet, newest first. Games on one screen have no rating. */
export const unratedRounds = () =>
  playedRounds().filter(({ rating, result }) => rating === undefined && result !== "shared");

/** Return the newest games that count for your rating, with their times in Unix seconds. */
export const ratedGames = () =>
  playedRounds()
    .flatMap(({ rating, at }) => (rating ? [{ line: rating, at: Math.floor(at / 1000) }] : []))
    .slice(0, MAX_RATED);

/** Let no game of the history count for a rating any more. */
export function resetRatings() {
  const rounds = Object.entries(readHistory());
  write("history", Object.fromEntries(rounds.map(([key, entry]) => [key, { ...entry, rating: "" }])));
}
