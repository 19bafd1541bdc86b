// Everything that this browser holds, as one file, and how a file is merged into another browser.
//
// No HTTP and no document: any edition of the page can use this module. docs/web.md describes the format.
import { fields, flag, lines, list, map, oneOf, text, Unexpected, whole } from "./checks.js";
import { newestTries } from "./counted_tries.js";
import { newestDays } from "./days.js";
import { newestRounds, roundKey } from "./history.js";
import { newestMatches, TOKEN } from "./seats.js";
import { DEFAULTS } from "./settings.js";

/**
 * @import { Check } from "./checks.js"
 * @import { PlayedRound } from "./history.js"
 * @import { MatchNotes } from "./seats.js"
 * @import { SavedDuel } from "../study/streaks.js"
 * @import { Tally, Totals } from "../study/practice.js"
 * @import { CountedTry } from "./counted_tries.js"
 * @import { ExamAnswers } from "./exam_answers.js"
 */

export const FORMAT = "numduel-browser";
export const VERSION = 1;
const MAX_FILE_BYTES = 30_000_000;
const MAX_DEPTH = 8; // objects inside each other

/** Stored values that stay in their browser: its id, and the puzzles on its screen. */
export const LOCAL_NAMES = ["browser", "practice-session", "tries"];

/** @typedef {(name: string) => any} ReadValue returns a stored value, or undefined */
/** @typedef {Record<string, any>} Values values by name */
/** @typedef {[at: number, body: string]} StoredEvent an event of a match: Unix time in seconds, and JSON */
/** @typedef {Record<string, StoredEvent[]>} StoredMatches events by match, of the edition without a server */
/** @typedef {{ exported: string, from: string, data: Values, stored: StoredMatches }} Backup */

/** A file that can't be imported. The message is for people. */
export class BackupError extends Error {}

// ---- the parts of a file, and the rule that merges each

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const ID = /^[A-Za-z0-9_-]{16,64}$/; // of a match or a browser
const KEY = /^[0-9a-f]{12}$/; // of a puzzle
const ROUND = /^[A-Za-z0-9_-]{16,64}\/[1-9]\d{0,3}$/;
const LETTER_ID = /^[A-Za-z0-9_-]{12}$/; // of a game by letter
const NAME = /^[a-z][a-z0-9_-]{0,31}$/; // of a game, grade, level or setting
const LESSON = /^[a-z][a-z0-9_-]{0,63}$/; // of a game, or with a topic
const QUESTION = /^[a-z][a-z0-9_]{0,31}-\d{1,4}$/; // of an exam
const VERSION_KEY = /^\d{1,4}$/; // of an exam

const id = text(64, ID);
const name = text(32, NAME);
const words = text(500);
const time = whole(0, 4_102_444_800_000); // ms, up to the year 2100

const notes = fields({ at: time }, { over: flag, unplayed: flag, invite: text(64, ID), letter: text(12, LETTER_ID) });
const playedRound = fields(
  {
    ...{ id, round: whole(1, 9999), at: time, game: name },
    ...{ title: words, variant: words, opponents: words, verdict: words, how: words },
    result: oneOf("won", "lost", "draw", "none", "shared"),
  },
  { who: text(64), rating: text(200) },
);
const duel = fields(
  { id },
  {
    outcome: oneOf("won", "lost", "drew", "stopped"),
    lines: list(words, 20),
    text: lines(2000),
    isLate: flag,
  },
);
/** The measured difficulty of a puzzle. @type {Check<number[]>} */
const finds = (value) => {
  const found = list(whole(0, 30), 6)(value);
  if (found.length !== 6) throw new Unexpected();
  return found;
};
const puzzleTry = fields({ at: time, game: name, finds, isSolved: flag }, {});
const tally = fields({ solved: whole(0, 1e9), tried: whole(0, 1e9) }, {});
const settings = Object.keys(DEFAULTS).map((key) => [key, key === "name" ? text(20) : name]);

/**
 * A part of a file: `check` returns a clean copy of its value. `merge` returns the value to store, from
 * the own value and the file's, after all parts before it (`merged`).
 * @typedef {{ check: Check<any>, merge: (own: any, theirs: any, merged: Values) => any }} Part
 */

/** The parts by the names of the stored values, in the order in which they are merged. @type {Record<string, Part>} */
export const PARTS = {
  seats: { check: map(ID, text(43, TOKEN), 10_000), merge: preferOwn },
  matches: { check: map(ID, notes, 5000), merge: mergeNotes },
  history: { check: map(ROUND, playedRound, 5000), merge: mergeHistory },
  puzzles: { check: map(DAY, oneOf("first", "later", "missed"), 5000), merge: mergePuzzles },
  duels: { check: map(DAY, duel, 5000), merge: mergeDuels },
  lessons: { check: map(LESSON, whole(0, 1000), 200), merge: mergeLessons },
  practice: { check: map(ID, map(NAME, map(NAME, tally, 100), 200), 100), merge: mergePractice },
  "puzzle-tries": { check: map(KEY, puzzleTry, 5000), merge: mergePuzzleTries },
  exam: { check: map(VERSION_KEY, map(QUESTION, text(64), 3000), 20), merge: mergeExam },
  settings: { check: fields({}, Object.fromEntries(settings)), merge: mergeSettings },
  setup: {
    check: fields({}, { game: name, opponent: text(64), level: text(64), seat: text(8) }),
    merge: preferOwn,
  },
};

/** An event; the edition that imports it checks by the rules whether it is possible. @type {Check<StoredEvent>} */
const storedEvent = (value) => {
  const [at, body, ...rest] = Array.isArray(value) ? value : [];
  if (typeof at !== "number" || !(at >= 0 && at <= 4_102_444_800) || rest.length) throw new Unexpected();
  return [at, text(100_000)(body)];
};
const storedMatches = map(ID, list(storedEvent, 40_000), 10_000);

/** Keep both, and of two values the own one. @param {Values} own @param {Values} theirs */
function preferOwn(own, theirs) {
  return { ...theirs, ...own };
}

/**
 * Merge each entry that both have by a rule, and keep all others.
 * @template T
 * @param {Record<string, T>} own
 * @param {Record<string, T>} theirs
 * @param {(own: T, theirs: T) => T} rule
 */
const mergeEach = (own, theirs, rule) => ({
  ...own,
  ...Object.fromEntries(
    Object.entries(theirs).map(([key, value]) => [
      key,
      Object.hasOwn(own, key) ? rule(own[key], value) : value,
    ]),
  ),
});

/** The newer notes win; an invite is kept. @param {Record<string, MatchNotes>} own @param {Record<string, MatchNotes>} theirs */
function mergeNotes(own, theirs) {
  const rule = (/** @type {MatchNotes} */ one, /** @type {MatchNotes} */ two) =>
    two.at > one.at ? { ...one, ...two } : { ...two, ...one };
  return newestMatches(mergeEach(own, theirs, rule));
}

/** The newer end of a round wins, as after an undone resignation. @param {Record<string, PlayedRound>} own @param {Record<string, PlayedRound>} theirs */
function mergeHistory(own, theirs) {
  return newestRounds(mergeEach(own, theirs, (one, two) => (two.at > one.at ? two : one)));
}

/** The own first try counts; a puzzle missed here and solved there was solved later. @param {Record<string, string>} own @param {Record<string, string>} theirs */
function mergePuzzles(own, theirs) {
  const rule = (/** @type {string} */ one, /** @type {string} */ two) =>
    one === "missed" && two !== "missed" ? "later" : one;
  return newestDays(mergeEach(own, theirs, rule));
}

/**
 * The first finished duel of a day counts: a finished one before one in progress, one on its day before a
 * late one, then the earlier one. If that is unknown, the own one stays.
 * @param {Record<string, SavedDuel>} own
 * @param {Record<string, SavedDuel>} theirs
 * @param {Values} merged
 */
function mergeDuels(own, theirs, { history }) {
  const rank = (/** @type {SavedDuel} */ { id, outcome, isLate }) => [
    outcome ? 0 : 1,
    isLate ? 1 : 0,
    history[roundKey(id, 1)]?.at ?? NaN,
  ];
  const rule = (/** @type {SavedDuel} */ one, /** @type {SavedDuel} */ two) => {
    const theirRank = rank(two);
    const [before, after] = rank(one)
      .map((value, index) => [value, theirRank[index]])
      .find(([mine, other]) => mine !== other) ?? [0, 0];
    return after < before ? two : one;
  };
  return newestDays(mergeEach(own, theirs, rule));
}

/** The higher number of finished steps wins. @param {Record<string, number>} own @param {Record<string, number>} theirs */
function mergeLessons(own, theirs) {
  return mergeEach(own, theirs, Math.max);
}

/**
 * Each browser counts for itself, and its higher count wins. So nothing is lost or counted twice.
 * @param {Record<string, Totals>} own
 * @param {Record<string, Totals>} theirs
 */
function mergePractice(own, theirs) {
  const higher = (/** @type {Tally} */ one, /** @type {Tally} */ two) =>
    two.tried > one.tried ? two : one;
  return mergeEach(own, theirs, (one, two) =>
    mergeEach(one, two, (grades, others) => mergeEach(grades, others, higher)),
  );
}

/** The earlier try at a puzzle counts: it was the first. @param {Record<string, CountedTry>} own @param {Record<string, CountedTry>} theirs */
function mergePuzzleTries(own, theirs) {
  return newestTries(mergeEach(own, theirs, (one, two) => (two.at < one.at ? two : one)));
}

/** The own answer to a question counts. @param {Record<string, ExamAnswers>} own @param {Record<string, ExamAnswers>} theirs */
function mergeExam(own, theirs) {
  return mergeEach(own, theirs, preferOwn);
}

/** A setting of the file counts where this browser has the default. @param {Values} own @param {Values} theirs */
function mergeSettings(own, theirs) {
  const changed = Object.entries(own).filter(
    ([key, value]) => value !== DEFAULTS[/** @type {keyof typeof DEFAULTS} */ (key)],
  );
  return { ...own, ...theirs, ...Object.fromEntries(changed) };
}

// ---- writing and reading a file

/**
 * Return the text of a file with everything that this browser holds.
 * @param {ReadValue} readValue
 * @param {{ at: Date, from: string, stored: StoredMatches | null }} about the time, the address of the page, and
 *   the matches that are in this browser and not on a server
 */
export function writeBackup(readValue, { at, from, stored }) {
  const data = Object.fromEntries(
    Object.entries(PARTS).map(([key, { check }]) => [key, check(readValue(key) ?? {}, true)]),
  );
  if (stored) data.stored_matches = stored;
  const file = { format: FORMAT, version: VERSION, exported: at.toISOString(), from, data };
  return JSON.stringify(file, null, 1);
}

/** Keep a value as it is, because it is checked later. @type {Check<any>} */
const keep = (value) => value;

/** Return the data of a JSON text, or null if it isn't JSON or nested too deeply. @param {string} content */
function parse(content) {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < content.length; at++) {
    const sign = content[at];
    if (sign === '"') isInText = !isInText;
    else if (isInText) at += sign === "\\" ? 1 : 0;
    else if (sign === "[" || sign === "{") depth += 1;
    else if (sign === "]" || sign === "}") depth -= 1;
    if (depth > MAX_DEPTH) return null;
  }
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

/** Refuse a file that is too large. @param {number} bytes @throws {BackupError} */
export function checkSize(bytes) {
  if (bytes > MAX_FILE_BYTES)
    throw new BackupError("This file is larger than 30 MB, so it isn't an export of numduel.");
}

/**
 * Read the text of a file and check every field of it.
 * @param {string} content
 * @returns {Backup}
 * @throws {BackupError}
 */
export function readBackup(content) {
  checkSize(content.length);
  const file = parse(content);
  if (file?.format !== FORMAT || !Number.isInteger(file.version) || file.version < 1)
    throw new BackupError("This isn't an export of numduel. Its file is called numduel-backup-….json.");
  if (file.version > VERSION)
    throw new BackupError(
      "This file comes from a newer version of numduel. Reload this page to update it, then try again.",
    );
  try {
    const about = fields({ exported: text(40), from: text(300), data: keep }, {})(file);
    const names = [...Object.keys(PARTS), "stored_matches"];
    const given = fields({}, Object.fromEntries(names.map((key) => [key, keep])))(about.data);
    const data = Object.fromEntries(
      Object.entries(PARTS).map(([key, { check }]) => [key, check(given[key] ?? {})]),
    );
    if (Object.entries(data.history).some(([key, entry]) => key !== roundKey(entry.id, entry.round)))
      throw new Unexpected();
    const stored = storedMatches(given.stored_matches ?? {});
    return { exported: about.exported, from: about.from, data, stored };
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    throw new BackupError("This file is damaged. Export your data again, and choose the new file.");
  }
}

/**
 * Return the values that change when a file is imported. Importing it again changes nothing.
 * @param {ReadValue} readValue
 * @param {Backup} backup
 * @returns {Values}
 */
export function mergeBackup(readValue, { data }) {
  /** @type {Values} */
  const merged = {};
  for (const [key, { merge }] of Object.entries(PARTS))
    merged[key] = merge(readValue(key) ?? {}, data[key], merged);
  return Object.fromEntries(
    Object.entries(merged).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(readValue(key) ?? {}),
    ),
  );
}

/** Return the entries of a file that this browser doesn't have. @param {ReadValue} readValue @param {Backup} backup */
export function newEntries(readValue, { data }) {
  const onlyNew = Object.entries(data).map(([key, values]) => {
    const own = readValue(key) ?? {};
    const entries = Object.entries(values).filter(([each]) => !Object.hasOwn(own, each));
    return [key, Object.fromEntries(entries)];
  });
  return { ...Object.fromEntries(onlyNew), seats: data.seats };
}

/** Return how much there is of everything. @param {Values} data parts of a file */
export function countContents(data) {
  const { seats, matches, history, puzzles, duels, lessons, practice, exam } = data;
  const tallies = Object.values(practice)
    .flatMap((games) => Object.values(games))
    .flatMap((grades) => Object.values(grades));
  return {
    open: Object.keys(matches).filter((key) => !matches[key].over && key in seats).length,
    finished: Object.keys(history).length,
    puzzles: Object.keys(puzzles).length,
    duels: Object.keys(duels).length,
    lessons: Object.keys(lessons).length,
    practice: tallies.reduce((sum, { tried }) => sum + tried, 0),
    exam: Object.values(exam).flatMap(Object.keys).length,
  };
}
