// The one module that knows HTTP: what the server is asked, and the stream of what happens at a match.

const BASE = "/api/v1";
const SILENCE = 50_000; // the server says something every 20 s
const ASK_EVERY = 15_000; // how often a hidden page looks

/** The server refused: a code for programs, words for people, and where it helps the view. */
export class Problem extends Error {
  constructor(answer, status) {
    super(answer.detail ?? answer.title ?? `the server answered ${status}`);
    this.code = answer.code ?? "unknown";
    this.status = status;
    this.seen = answer.view ? { you: answer.you ?? [], view: answer.view } : null;
  }
}

/** There was no answer at all: the network or the server is away. */
export class Unreachable extends Error {}

async function ask(path, { token, body, text = false, signal } = {}) {
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(body && { "Content-Type": "application/json" }),
  };
  let answer;
  let content;
  try {
    answer = await fetch(BASE + path, {
      method: body ? "POST" : "GET",
      headers,
      body: body && JSON.stringify(body),
      signal,
      cache: "no-store",
    });
    content = await answer.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable("The server cannot be reached.");
  }
  if (answer.ok && text) return content;
  const read = parsed(content);
  if (answer.ok && read !== null) return read;
  if (answer.status >= 502 && answer.status <= 504) throw new Unreachable("The server is away.");
  throw new Problem(read ?? {}, answer.status);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const at = (id) => `/matches/${encodeURIComponent(id)}`;
const query = (values) => {
  const given = Object.entries(values ?? {}).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return given.length ? `?${new URLSearchParams(given)}` : "";
};

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

/**
 * Follow a match: `onSeen(seen)` at once and after every change, `onState("live" | "lost")` as the
 * connection comes and goes. It connects again by itself; while the page is hidden, when a browser's
 * few connections are wanted elsewhere, it only asks now and then. Returns what ends it.
 */
export function follow(id, token, onSeen, onState) {
  let ended = false;
  let stream = null;
  let timer = 0;
  let failures = 0;

  const later = (wait, what) => {
    clearTimeout(timer);
    timer = setTimeout(what, wait);
  };
  const close = () => {
    clearTimeout(timer);
    stream?.abort();
    stream = null;
  };
  const failed = (error) => {
    if (ended) return;
    if (error instanceof Problem && error.status === 404) return onState("gone");
    failures += 1;
    if (failures > 1 || !navigator.onLine) onState("lost");
    later(Math.min(8000, 250 * 2 ** failures), next);
  };
  const arrived = (seen) => {
    if (ended) return;
    failures = 0;
    onState("live");
    onSeen(seen);
  };

  async function read() {
    const own = (stream = new AbortController());
    try {
      const headers = token ? { Authorization: `Bearer ${token}` } : {};
      const answer = await fetch(`${BASE}${at(id)}/events`, {
        headers,
        signal: own.signal,
        cache: "no-store",
      });
      if (!answer.ok) throw new Problem(parsed(await answer.text()) ?? {}, answer.status);
      await readEvents(answer.body, own, arrived);
      throw new Unreachable("the stream has ended");
    } catch (error) {
      if (stream === own) failed(error);
    }
  }

  async function look() {
    try {
      arrived(await getMatch(id, token));
      if (document.hidden) later(ASK_EVERY, next);
    } catch (error) {
      failed(error);
    }
  }

  function next() {
    if (ended) return;
    close();
    if (document.hidden) look();
    else read();
  }
  const changed = () =>
    document.hidden
      ? later(4000, next)
      : stream && !stream.signal.aborted
        ? clearTimeout(timer)
        : next();

  document.addEventListener("visibilitychange", changed);
  addEventListener("online", next);
  next();
  return () => {
    ended = true;
    close();
    document.removeEventListener("visibilitychange", changed);
    removeEventListener("online", next);
  };
}

/** Read server-sent events until the stream ends; one that falls silent is given up. */
async function readEvents(body, own, arrived) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const silence = setTimeout(() => own.abort(), SILENCE);
    const { done, value } = await reader.read().finally(() => clearTimeout(silence));
    if (done) return;
    text += value.replaceAll("\r\n", "\n");
    const events = text.split("\n\n");
    text = events.pop();
    for (const event of events) {
      const data = event
        .split("\n")
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice(5))
        .join("\n");
      const seen = data ? parsed(data) : null;
      if (seen?.view) arrived(seen);
    }
  }
}
