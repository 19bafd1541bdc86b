// The two workers of the page: one answers requests, the other searches. Both are created and stopped here.

/** @typedef {{ resolve: (text: string) => void, onEvent?: (text: string) => void }} Waiting */

const BASE = new URL(".", document.baseURI);

/** @type {Map<number, Waiting>} */
const waiting = new Map();
let lastNumber = 0;
/** @type {Worker | null} */
let play = null;
/** @type {Worker | null} */
let engine = null;

/** Trusted Types allow only our own workers. */
const policy = globalThis.trustedTypes?.createPolicy("numduel-workers", {
  createScriptURL: (/** @type {string} */ name) => new URL(`js/${name}`, BASE).href,
});

/** Create a worker from one of our files. @param {"play_worker.js" | "engine_worker.js"} name */
const createWorker = (name) =>
  new Worker(/** @type {string} */ (policy?.createScriptURL(name) ?? new URL(`js/${name}`, BASE).href), {
    type: "module",
  });

/** Start an engine, and give the play worker a channel to it. */
function startEngine() {
  engine?.terminate();
  engine = createWorker("engine_worker.js");
  const { port1, port2 } = new MessageChannel();
  engine.postMessage({ kind: "start", port: port1 }, [port1]);
  play?.postMessage({ kind: "engine", port: port2 }, [port2]);
}

/** Start both workers, once. */
export function startWorkers() {
  if (play) return;
  play = createWorker("play_worker.js");
  play.addEventListener("message", ({ data }) => {
    const { kind, number, text } = data;
    if (kind === "restart-engine") return startEngine();
    if (kind === "progress" || kind === "ready" || kind === "failed")
      return dispatchEvent(new CustomEvent("numduel:python", { detail: data }));
    const asked = waiting.get(number);
    if (kind === "event") asked?.onEvent?.(text);
    else {
      waiting.delete(number);
      asked?.resolve(text);
    }
  });
  play.postMessage({ kind: "start", url: document.baseURI });
  startEngine();
}

/**
 * Post a request; return its final answer.
 * @param {"ask" | "follow"} kind
 * @param {string} text
 * @param {AbortSignal | null} signal
 * @param {(text: string) => void} [onEvent]
 * @returns {Promise<string>}
 */
function post(kind, text, signal, onEvent) {
  startWorkers();
  const number = ++lastNumber;
  return new Promise((resolve, reject) => {
    waiting.set(number, { resolve, onEvent });
    signal?.addEventListener("abort", () => {
      waiting.delete(number);
      play?.postMessage({ kind: "abandon", number });
      reject(new DOMException("The request was cancelled.", "AbortError"));
    });
    play?.postMessage({ kind, number, text });
  });
}

/** Send a request and return the answer's text. @param {string} text @param {AbortSignal | null} signal */
export const sendRequest = (text, signal) => post("ask", text, signal);

/**
 * Follow a match; call `onEvent` with each view. Return "" at the end, or an answer that says why there are none.
 * @param {string} text
 * @param {AbortSignal | null} signal
 * @param {(text: string) => void} onEvent
 */
export const followRequest = (text, signal, onEvent) => post("follow", text, signal, onEvent);
