// Requests to the routes of the contract, and the event stream of a match.

import { formatQuery } from "../addresses.js";
import { isOnline, send } from "./transport.js";

const BASE = "/api/v1";
const STREAM_TIMEOUT_MS = 50_000; // the server sends a line every 15 s
const CONNECT_TIMEOUT_MS = 15_000; // for the first line of a stream
const HIDDEN_POLL_MS = 15_000; // polling interval of a hidden page

/** @import { Problem as Refusal, Routes, SeenMatch } from "../contract.js" */

/** A refusal of the server: a code, a message and sometimes the current view. */
export class Problem extends Error {
  /** @param {Partial<Refusal>} answer @param {number} status */
  constructor(answer, status) {
    super(answer.detail ?? answer.title ?? `The server returned error ${status}. Try again.`);
    this.code = answer.code ?? "unknown";
    this.status = status;
    /** @type {SeenMatch | null} */
    this.seen = answer.view ? { you: answer.you ?? [], view: answer.view } : null;
  }
}

/** No answer from the network or the server. */
export class Unreachable extends Error {
  /** @param {string} reason why nothing could be done, in the answer; "" if there was no answer */
  constructor(reason = "") {
    const message = reason || "Can't reach the server. Try again in a moment.";
    super(isOnline() ? message : "You're offline. Try again when you're connected.");
    this.reason = reason;
  }
}

/**
 * The options of a request. `at` fills the placeholder in the path.
 * @template {keyof Routes} R
 * @typedef {(R extends `${string}{${string}` ? { at: string } : { at?: undefined })
 *   & (Routes[R]["body"] extends null ? { body?: undefined } : { body: Routes[R]["body"] })
 *   & { query?: Routes[R]["query"], token?: string | null, signal?: AbortSignal }} RequestOptions
 */

/** Return whether an error comes from the network or the server, not from a bug. @param {unknown} problem */
export const isServerError = (problem) =>
  problem instanceof Problem || problem instanceof Unreachable;

/** Return the message of an error, for people. @param {unknown} problem */
export function describeError(problem) {
  if (isServerError(problem)) return /** @type {Error} */ (problem).message;
  return `Something went wrong. Reload the page. (${problem})`;
}

/**
 * Send a request to a route of the contract and return the answer.
 * @template {keyof Routes} R
 * @param {R} route
 * @param {{} extends RequestOptions<R> ? [options?: RequestOptions<R>] : [options: RequestOptions<R>]} rest
 * @returns {Promise<Routes[R]["answer"]>}
 * @throws {Problem | Unreachable}
 */
export async function request(route, ...[options]) {
  const {
    at = "",
    body,
    query: values,
    token,
    signal,
  } = /** @type {RequestOptions<any>} */ (options ?? {});
  const [method, path] = route.split(" ");
  const address = path.replace(/{\w+}/, encodeURIComponent(at)) + formatQuery(values ?? {});
  let answer;
  let content;
  try {
    answer = await send(BASE + address, {
      method,
      headers: { ...authHeaders(token), ...(body && { "Content-Type": "application/json" }) },
      body: body && JSON.stringify(body),
      signal,
    });
    content = await answer.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable();
  }
  const isText = answer.headers.get("Content-Type")?.startsWith("text/plain");
  const data = isText ? content : parseJson(content);
  if (answer.ok && data !== null) return data;
  if (answer.status >= 502 && answer.status <= 504)
    throw new Unreachable(parseJson(content)?.detail);
  throw new Problem(parseJson(content) ?? {}, answer.status);
}

/** @type {(token: string | null | undefined) => Record<string, string>} */
const authHeaders = (token) => (token ? { Authorization: `Bearer ${token}` } : {});

/** Return the data of a JSON text, or null if it isn't JSON. @param {string} text */
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @typedef {"live" | "lost" | "gone"} Connection "gone" means that the match doesn't exist, or its game */

/**
 * Follow a match, and return functions that stop following it and that reconnect at once.
 * Call `onSeen` at once and after every change, and `onState` when the connection changes.
 * Reconnect automatically. A hidden page polls instead, because browsers limit open connections.
 * @param {string} id
 * @param {string | null} token
 * @param {(seen: SeenMatch) => void} onSeen
 * @param {(state: Connection, problem?: Problem) => void} onState
 */
export function followMatch(id, token, onSeen, onState) {
  let ended = false;
  /** @type {AbortController | null} */
  let stream = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let failures = 0;

  /** @type {(delay: number, action: () => void) => void} */
  const schedule = (delay, action) => {
    clearTimeout(timer);
    timer = setTimeout(action, delay);
  };
  const close = () => {
    clearTimeout(timer);
    stream?.abort();
    stream = null;
  };
  /** @param {unknown} error */
  const handleFailure = (error) => {
    if (ended) return;
    if (error instanceof Problem && [404, 409].includes(error.status)) return onState("gone", error);
    failures += 1;
    if (failures > 1 || !isOnline()) onState("lost");
    schedule(Math.min(8000, 250 * 2 ** failures), connect);
  };
  /** @param {SeenMatch} seen */
  const handleSeen = (seen) => {
    if (ended) return;
    failures = 0;
    onState("live");
    onSeen(seen);
  };

  async function readStream() {
    const controller = (stream = new AbortController());
    const timeout = setTimeout(() => controller.abort(), CONNECT_TIMEOUT_MS);
    try {
      const answer = await send(`${BASE}/matches/${encodeURIComponent(id)}/events`, {
        headers: authHeaders(token),
        signal: controller.signal,
      });
      clearTimeout(timeout);
      if (!answer.ok || !answer.body)
        throw new Problem(parseJson(await answer.text()) ?? {}, answer.status);
      await readEvents(answer.body, controller, handleSeen);
      throw new Unreachable();
    } catch (error) {
      clearTimeout(timeout);
      if (stream === controller) handleFailure(error);
    }
  }

  async function poll() {
    try {
      handleSeen(await request("GET /matches/{id}", { at: id, token }));
      if (document.hidden) schedule(HIDDEN_POLL_MS, connect);
    } catch (error) {
      handleFailure(error);
    }
  }

  function connect() {
    if (ended) return;
    close();
    if (document.hidden) poll();
    else readStream();
  }
  const handleVisibility = () =>
    document.hidden
      ? schedule(4000, connect)
      : stream && !stream.signal.aborted
        ? clearTimeout(timer)
        : connect();

  document.addEventListener("visibilitychange", handleVisibility);
  const handleOffline = () => {
    if (isOnline()) return;
    close();
    handleFailure(new Unreachable());
  };
  addEventListener("online", connect);
  addEventListener("offline", handleOffline);
  connect();
  const stop = () => {
    ended = true;
    close();
    document.removeEventListener("visibilitychange", handleVisibility);
    removeEventListener("online", connect);
    removeEventListener("offline", handleOffline);
  };
  return { stop, retry: connect };
}

/**
 * Read server-sent events until the stream ends or times out.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 * @param {AbortController} controller
 * @param {(seen: SeenMatch) => void} onSeen
 */
async function readEvents(body, controller, onSeen) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const timeout = setTimeout(() => controller.abort(), STREAM_TIMEOUT_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(timeout));
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
      const seen = data ? parseJson(data) : null;
      if (seen?.view) onSeen(seen);
    }
  }
}
