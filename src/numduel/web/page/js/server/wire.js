// The one module that knows HTTP: it asks the server, and reads the stream of a match.

import { query } from "../addresses.js";

const BASE = "/api/v1";
const SILENCE = 50_000; // the server sends a line every 15 s
const ASK_EVERY = 15_000; // how often a hidden page looks

/** @import { Problem as Refusal, Routes, Seen } from "../contract.js" */

/** The server refused: a code for programs, words for people, and where it helps the view. */
export class Problem extends Error {
  /** @param {Partial<Refusal>} answer @param {number} status */
  constructor(answer, status) {
    super(answer.detail ?? answer.title ?? `The server answered ${status}. Try again.`);
    this.code = answer.code ?? "unknown";
    this.status = status;
    /** @type {Seen | null} */
    this.seen = answer.view ? { you: answer.you ?? [], view: answer.view } : null;
  }
}

/** The network or the server gave no answer. */
export class Unreachable extends Error {
  constructor(words = "The server cannot be reached. Try again in a moment.") {
    super(navigator.onLine ? words : "You are offline. Try again when you are connected.");
  }
}

/**
 * What goes with a question: `at` is put into the path of the route.
 * @template {keyof Routes} R
 * @typedef {(R extends `${string}{${string}` ? { at: string } : { at?: undefined })
 *   & (Routes[R]["body"] extends null ? { body?: undefined } : { body: Routes[R]["body"] })
 *   & { query?: Routes[R]["query"], token?: string | null, signal?: AbortSignal }} Asked
 */

/** Return whether the network or the server is to blame, and not this page. @param {unknown} problem */
export const isForeign = (problem) => problem instanceof Problem || problem instanceof Unreachable;

/** Return what went wrong, for people. @param {unknown} problem */
export function reasonOf(problem) {
  if (isForeign(problem)) return /** @type {Error} */ (problem).message;
  return `Something went wrong on this page. Load it again. (${problem})`;
}

/**
 * Ask the server, at a route of the contract.
 * @template {keyof Routes} R
 * @param {R} route
 * @param {{} extends Asked<R> ? [asked?: Asked<R>] : [asked: Asked<R>]} rest
 * @returns {Promise<Routes[R]["answer"]>}
 * @throws {Problem | Unreachable}
 */
export async function ask(route, ...[asked]) {
  const { at = "", body, query: values, token, signal } = /** @type {Asked<any>} */ (asked ?? {});
  const [method, path] = route.split(" ");
  const address = path.replace(/{\w+}/, encodeURIComponent(at)) + query(values ?? {});
  let answer;
  let content;
  try {
    answer = await fetch(BASE + address, {
      method,
      headers: { ...seat(token), ...(body && { "Content-Type": "application/json" }) },
      body: body && JSON.stringify(body),
      signal,
      cache: "no-store",
    });
    content = await answer.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable();
  }
  const isText = answer.headers.get("Content-Type")?.startsWith("text/plain");
  const read = isText ? content : parsed(content);
  if (answer.ok && read !== null) return read;
  if (answer.status >= 502 && answer.status <= 504) throw new Unreachable(parsed(content)?.detail);
  throw new Problem(parsed(content) ?? {}, answer.status);
}

/** @type {(token: string | null | undefined) => Record<string, string>} */
const seat = (token) => (token ? { Authorization: `Bearer ${token}` } : {});

/** Return the data of a JSON text, null for any other. @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @typedef {"live" | "lost" | "gone"} Connection "gone" means that the match does not exist */

/**
 * Follow a match: `onSeen(seen)` at once and after every change, `onState(connection)` as the
 * connection comes and goes. It connects again by itself; while the page is hidden, when a browser's
 * few connections are wanted elsewhere, it only asks now and then. Returns what ends it.
 * @param {string} id
 * @param {string | null} token
 * @param {(seen: Seen) => void} onSeen
 * @param {(state: Connection) => void} onState
 */
export function follow(id, token, onSeen, onState) {
  let ended = false;
  /** @type {AbortController | null} */
  let stream = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let failures = 0;

  /** @type {(wait: number, what: () => void) => void} */
  const later = (wait, what) => {
    clearTimeout(timer);
    timer = setTimeout(what, wait);
  };
  const close = () => {
    clearTimeout(timer);
    stream?.abort();
    stream = null;
  };
  /** @param {unknown} error */
  const failed = (error) => {
    if (ended) return;
    if (error instanceof Problem && [404, 409].includes(error.status)) return onState("gone");
    failures += 1;
    if (failures > 1 || !navigator.onLine) onState("lost");
    later(Math.min(8000, 250 * 2 ** failures), next);
  };
  /** @param {Seen} seen */
  const arrived = (seen) => {
    if (ended) return;
    failures = 0;
    onState("live");
    onSeen(seen);
  };

  async function read() {
    const own = (stream = new AbortController());
    try {
      const answer = await fetch(`${BASE}/matches/${encodeURIComponent(id)}/events`, {
        headers: seat(token),
        signal: own.signal,
        cache: "no-store",
      });
      if (!answer.ok || !answer.body)
        throw new Problem(parsed(await answer.text()) ?? {}, answer.status);
      await readEvents(answer.body, own, arrived);
      throw new Unreachable();
    } catch (error) {
      if (stream === own) failed(error);
    }
  }

  async function look() {
    try {
      arrived(await ask("GET /matches/{id}", { at: id, token }));
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

/**
 * Read server-sent events until the stream ends; one that falls silent is given up.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 * @param {AbortController} own
 * @param {(seen: Seen) => void} arrived
 */
async function readEvents(body, own, arrived) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const silence = setTimeout(() => own.abort(), SILENCE);
    const { done, value } = await reader.read().finally(() => clearTimeout(silence));
    if (done) return;
    text += value.replaceAll("\r\n", "\n");
    const events = text.split("\n\n");
    text = events.pop() ?? "";
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
