// What the server can be asked, by name.
import { query } from "../addresses.js";
import * as wire from "./wire.js";
import { ask } from "./wire.js";

const at = (id) => `/matches/${encodeURIComponent(id)}`;

export const games = () => ask("/games");
/** Where this server is found, and whether only its machine can. */
export const about = () => ask("/about");
export const createMatch = (setup) => ask("/matches", { body: setup });
export const joinMatch = (id, body) => ask(`${at(id)}/join`, { body });
export const getMatch = (id, token) => ask(at(id), { token });
export const act = (id, token, action) => ask(`${at(id)}/actions`, { token, body: action });
export const getRecord = (id, token, round) =>
  ask(`${at(id)}/record${query({ round })}`, { token, text: true });
export const analysis = (id, token, values, signal) =>
  ask(`${at(id)}/analysis${query(values)}`, { token, signal });

/** Help in a position: `step` 1 is a nudge, 2 a good move, 3 what follows on it. */
export const hint = (id, token, step) => ask(`${at(id)}/hint${query({ step })}`, { token });
/** Why the last mistake was one; with `move`, why that one would be. */
export const why = (id, token, move) => ask(`${at(id)}/why${query({ move })}`, { token });
/** What was seen after so many plies: `{ply, round}`. */
export const position = (id, token, values) =>
  ask(`${at(id)}/positions${query(values)}`, { token });
export const review = (id, token, values) => ask(`${at(id)}/review${query(values)}`, { token });
/** What became of a duel. */
export const result = (id, token) => ask(`${at(id)}/result`, { token });
/** A new match that goes on from a position of another, or where a record ends. */
export const branch = (id, body) => ask(`${at(id)}/branch`, { body });
export const openRecord = (body) => ask("/records", { body });

export const rules = (game) => ask(`/rules/${encodeURIComponent(game)}`);
export const facts = () => ask("/facts");
export const lesson = (game) => ask(`/lessons/${encodeURIComponent(game)}`);
export const answerLesson = (game, body) =>
  ask(`/lessons/${encodeURIComponent(game)}/answers`, { body });

/** Which games have puzzles, and the grades. */
export const puzzles = () => ask("/puzzles");
export const dailyPuzzle = (values) => ask(`/puzzles/daily${query(values)}`);
export const practicePuzzle = (values) => ask(`/puzzles/practice${query(values)}`);
export const tryPuzzle = (body) => ask("/puzzles/tries", { body });
export const helpWithPuzzle = (body) => ask("/puzzles/helps", { body });
export const solvePuzzle = (body) => ask("/puzzles/solutions", { body });

export const duelOfTheDay = () => ask("/daily/duel");
export const startDuel = (body) => ask("/daily/duel", { body });

/** What a set-up would look like: the board, its options, and how boards can be had. */
export const preview = (setup, signal) => ask("/preview", { body: setup, signal });
/** A position of each game to be looked at, by its id. */
export const samples = () => ask("/samples");
/** The squares of a QR code, as rows of 0 and 1. */
export const qr = (text) => ask("/qr", { body: { text } });

/** Follow a match; see `follow` in wire.js. */
export const follow = (id, token, onSeen, onState) => wire.follow(at(id), token, onSeen, onState);
