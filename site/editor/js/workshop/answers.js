// The shapes of the sandbox's answers. They are untrusted: what doesn't fit is refused, and texts are only shown.

import { showControls, showControlsIn } from "../../../sandbox/plain_text.js";

/**
 * @import { CheckAnswer, ReportAnswer, SolveAnswer, TableAnswer } from "./types.js"
 * @typedef {(value: any) => boolean} Shape
 */

const MAX_CHARS = 20_000; // of a text in an answer
const MAX_MOVES = 10_000; // of a position or a finding
const MAX_PARTS = 100; // of most lists in an answer
const MAX_LINES = 1_000; // of the longer lists: variants, endings, links
const MAX_COLUMNS = 200; // of a board
const MAX_TILES = 2_500; // of a board
const MAX_LABEL_CHARS = 20_000; // on all tiles of a board, where each digit is drawn
const MAX_STROKES = 10_000; // of all links of a board
const MAX_PROGRESS_CHARS = 200; // of a text about progress

/** @type {Shape} */
const text = (value) => typeof value === "string" && value.length <= MAX_CHARS;
/** @type {Shape} */
const number = (value) => Number.isFinite(value);
/** @type {Shape} */
const flag = (value) => typeof value === "boolean";
/** @type {Shape} */
const word = (value) => typeof value === "string" && /^[a-z-]{1,20}$/.test(value);
/** @type {Shape} */
const seat = (value) => value === 1 || value === 2;
/** @param {Shape} shape @returns {Shape} */
const orNull = (shape) => (value) => value === null || shape(value);
/** @param {Shape} shape @returns {Shape} */
const list = (shape, max = MAX_PARTS) => (value) => Array.isArray(value) && value.length <= max && value.every(shape);
/** @param {Record<string, Shape>} shapes @returns {Shape} */
const record = (shapes) => (value) =>
  typeof value === "object" && value !== null && Object.entries(shapes).every(([name, shape]) => shape(value[name]));
/** Return a shape whose values pass a further check. @param {Shape} shape @param {Shape} isRight @returns {Shape} */
const checked = (shape, isRight) => (value) => shape(value) && isRight(value);
/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

const FINDING = record({
  law: text, message: text, options: text, moves: list(text, MAX_MOVES), position: text, line: orNull(number),
}); // prettier-ignore
const CHECK = record({
  ok: flag, conclusion: text, extent: list(text, MAX_LINES), broken: list(FINDING),
  warnings: list(record({ law: text, message: text })),
}); // prettier-ignore

const TAG = record({ mark: text, meaning: text, player: orNull(seat) });
const TILE = record({ label: text, tokens: list(seat, 4), tags: list(TAG, 10), move: orNull(text) });
const FACT = record({ label: text, value: (value) => number(value) || text(value), limit: orNull(number), player: orNull(seat) });
const LINK = record({
  player: seat, start: number, end: number, jump: flag, doubled: flag, x: number, y: number, angle: number, aside: number,
  length: number, thick: number, round: number, pieces: list(checked(list(number), ({ length }) => length === 2)), dots: list(number),
}); // prettier-ignore
const PICTURE = record({ rows: list(list(TILE, MAX_TILES), MAX_TILES), first: orNull(Number.isInteger), facts: list(FACT) });
const BOARD = record({
  picture: PICTURE,
  columns: (value) => Number.isInteger(value) && value >= 1 && value <= MAX_COLUMNS,
  status: record({ kind: word, player: orNull(seat), moves: list(text, MAX_MOVES), winner: orNull(seat) }),
  last: orNull(number),
  owners: list(list(seat, 2), MAX_TILES),
  links: list(LINK, MAX_LINES),
  plies: list(record({ player: orNull(seat), move: text }), MAX_MOVES),
  words: record({ labels: checked(list(text), ({ length }) => length === 2) }),
  said: list(text),
  prompt: text,
});

/** Whether the parts of a position fit each other, and the page can draw all of them in a moment. @type {Shape} */
function isDrawable({ picture, owners, links }) {
  const tiles = picture.rows.flat();
  return (
    tiles.length === owners.length &&
    sum(tiles.map((/** @type {any} */ { label }) => label.length)) <= MAX_LABEL_CHARS &&
    sum(links.map((/** @type {any} */ { pieces, dots }) => pieces.length + dots.length)) <= MAX_STROKES
  );
}

const TABLE = record({ position: checked(BOARD, isDrawable), you: list(seat, 2) });

const VALUE = record({ sign: text, kind: word, words: text });
/** @type {Shape} */
const values = (value) =>
  typeof value === "object" &&
  value !== null &&
  list(VALUE, MAX_MOVES)(Object.values(value)) &&
  Object.keys(value).every(text);
const SOLVE = orNull(record({ value: VALUE, moves: values, words: text, legend: list(VALUE), is_exact: flag }));

const REPORT = record({
  json: record({ title: text, headline: text, verdict: list(record({ text })) }),
  figures: list(record({ title: text, value: text, interval: text })),
  ladder: list(list(text)),
  endings: list(list(text), MAX_LINES),
  positions: list(record({ title: text, text, picture: text, lines: list(text) })),
  effort: text,
});

/**
 * Return a function that returns a value of this shape, and throws for another.
 * @template T
 * @param {Shape} shape
 * @returns {(value: any) => T}
 */
const reader = (shape) => (value) => {
  if (!shape(value)) throw new Error("The sandbox sent something unexpected.");
  return showControlsIn(value);
};

/** @type {(value: any) => CheckAnswer} */
export const readCheck = reader(CHECK);
/** @type {(value: any) => TableAnswer} */
export const readTable = reader(TABLE);
/** @type {(value: any) => SolveAnswer} */
export const readSolve = reader(SOLVE);
/** @type {(value: any) => ReportAnswer} */
export const readReport = reader(REPORT);
/** @type {(value: any) => { title: string }} */
export const readLoaded = reader(record({ id: text, title: text, summary: text }));
/** @type {(value: any) => { error: string, line: number | null }} */
export const readRefusal = reader(record({ error: text, line: orNull(number) }));

/** Return the text and the share of a message about progress; the share is -1 if it is unknown. @param {any} message @returns {[string, number]} */
export function readProgress({ progress, share }) {
  if (typeof progress !== "string") throw new Error("The sandbox sent something unexpected.");
  return [showControls(progress.slice(0, MAX_PROGRESS_CHARS)), number(share) ? Math.min(1, share) : -1];
}
