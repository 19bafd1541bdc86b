// The shapes of the sandbox's answers. They are untrusted: what doesn't fit is refused, and texts are only shown.

/**
 * @import { CheckAnswer, ReportAnswer, SolveAnswer, TableAnswer } from "./types.js"
 * @typedef {(value: any) => boolean} Shape
 */

const MAX_CHARS = 20_000; // of a text in an answer
const MAX_ITEMS = 10_000; // of a list in an answer
const MAX_TILES = 1_000; // of a row, and rows of a picture

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
const list = (shape, max = MAX_ITEMS) => (value) => Array.isArray(value) && value.length <= max && value.every(shape);
/** @param {Record<string, Shape>} shapes @returns {Shape} */
const record = (shapes) => (value) =>
  typeof value === "object" && value !== null && Object.entries(shapes).every(([name, shape]) => shape(value[name]));

const FINDING = record({
  law: text, message: text, options: text, moves: list(text), position: text, line: orNull(number),
}); // prettier-ignore
const CHECK = record({
  ok: flag, conclusion: text, extent: list(text), broken: list(FINDING), warnings: list(record({ law: text, message: text })),
}); // prettier-ignore

const TAG = record({ mark: text, meaning: text, player: orNull(seat) });
const TILE = record({ label: text, tokens: list(seat), tags: list(TAG), move: orNull(text) });
const FACT = record({ label: text, value: (value) => number(value) || text(value), limit: orNull(number), player: orNull(seat) });
const LINK = record({
  player: seat, start: number, end: number, jump: flag, doubled: flag, x: number, y: number, angle: number, aside: number,
  length: number, thick: number, round: number, pieces: list(list(number)), dots: list(number),
}); // prettier-ignore
const POSITION = record({
  picture: record({ rows: list(list(TILE, MAX_TILES), MAX_TILES), first: orNull(number), facts: list(FACT) }),
  columns: number,
  status: record({ kind: word, player: orNull(seat), moves: list(text), winner: orNull(seat) }),
  last: orNull(number),
  owners: list(list(seat)),
  links: list(LINK),
  plies: list(record({ player: orNull(seat), move: text })),
  words: record({ labels: list(text, 2) }),
  said: list(text),
  prompt: text,
});
const TABLE = record({ position: POSITION, you: list(seat) });

const VALUE = record({ sign: text, kind: word, words: text });
/** @type {Shape} */
const values = (value) =>
  typeof value === "object" && value !== null && list(VALUE)(Object.values(value)) && list(text)(Object.keys(value));
const SOLVE = orNull(record({ value: VALUE, moves: values, words: text, legend: list(VALUE), is_exact: flag }));

const REPORT = record({
  json: record({ title: text, headline: text, verdict: list(record({ text })) }),
  figures: list(record({ title: text, value: text, interval: text })),
  ladder: list(list(text)),
  endings: list(list(text)),
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
  return value;
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
