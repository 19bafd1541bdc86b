// The one module that knows HTTP: it asks the server, and reads the stream of a match.

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

/** Ask the server: with a `body` by POST. Throws a Problem or Unreachable. */
export async function ask(path, { token, body, text = false, signal } = {}) {
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

/**
 * Follow the match at a path: `onSeen(seen)` at once and after every change, `onState("live" | "lost")` as the
 * connection comes and goes. It connects again by itself; while the page is hidden, when a browser's
 * few connections are wanted elsewhere, it only asks now and then. Returns what ends it.
 */
export function follow(path, token, onSeen, onState) {
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
      const answer = await fetch(`${BASE}${path}/events`, {
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
      arrived(await ask(path, { token }));
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
