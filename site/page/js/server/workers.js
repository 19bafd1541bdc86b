// The two workers of the page: one answers requests, the other searches. Both are created and stopped here.
import { scriptAddress } from "./trusted.js";

/**
 * @import { Parts, State } from "./types.js"
 * @typedef {"ask" | "follow" | "manage"} Kind
 * @typedef {"export" | "import" | "delete" | "delete-all"} Management what is done with all matches
 * @typedef {{ kind: Kind, text: string, tries: number, resolve: (text: string) => void, onEvent?: (text: string) => void }} Waiting
 */

const MAX_TRIES = 2; // of a request whose worker fails
const MAX_FAILURES = 2; // of the play worker without an answer in between, until the player decides
const BROKEN = JSON.stringify([
  500,
  "application/problem+json",
  JSON.stringify({ code: "unknown", detail: "Something went wrong. Try again, or reload the page." }),
]);

/** @type {Map<number, Waiting>} */
const waiting = new Map();
let lastNumber = 0;
let failures = 0;
/** @type {Worker | null} */
let play = null;
/** @type {Worker | null} */
let engine = null;
/** @type {Parts | null} parts of Python, as soon as the play worker is ready */
let parts = null;
/** @type {(() => void)[]} */
let onReady = [];

/** Tell the page about the state of the play worker. @param {State} detail */
const report = (detail) => dispatchEvent(new CustomEvent("numduel:python", { detail }));

/** @param {"workers/play_worker.js" | "workers/engine_worker.js"} path @param {(data: any) => void} onMessage @param {(reason: string) => void} onFailure */
function createWorker(path, onMessage, onFailure) {
  const worker = new Worker(scriptAddress(path), { type: "module" });
  const isInUse = () => worker === play || worker === engine; // a worker that was replaced may still report something
  worker.onmessage = ({ data }) => {
    if (isInUse()) (data.kind === "failed" ? onFailure(data.message) : onMessage(data));
  };
  worker.onerror = (event) => {
    event.preventDefault();
    if (isInUse()) onFailure(event.message || "Check your connection.");
  };
  return worker;
}

/** Start an engine, and give the play worker a channel to it. It shares the download of the play worker. */
function startEngine() {
  if (!parts || !play) return;
  engine?.terminate();
  engine = createWorker("workers/engine_worker.js", () => {}, handleEngineFailure);
  const { port1, port2 } = new MessageChannel();
  play.postMessage({ kind: "engine", port: port2 }, [port2]);
  engine.postMessage({ port: port1, parts }, [port1]);
}

/** Report that the engine has failed. The play worker asks for another when it needs one. @param {string} message */
function handleEngineFailure(message) {
  engine?.terminate();
  engine = null;
  play?.postMessage({ kind: "engine-failed", message });
}

/** Start the play worker, once. The engine follows when it is ready, so that it doesn't slow it down. */
export function startWorkers() {
  if (play) return;
  report({ kind: "progress", step: "download", share: 0 });
  play = createWorker("workers/play_worker.js", handleMessage, handleFailure);
  play.postMessage({ kind: "start", url: document.baseURI });
}

/** Stop both workers. */
function stopWorkers() {
  play?.terminate();
  engine?.terminate();
  play = engine = parts = null;
}

/** Answer those who asked, or act on news of the play worker. @param {any} data */
function handleMessage(data) {
  const { kind, number, text } = data;
  if (kind === "restart-engine") startEngine();
  else if (kind === "progress") report(data);
  else if (kind === "unsaved") dispatchEvent(new CustomEvent("numduel:unsaved", { detail: data.problem }));
  else if (kind === "ready") handleReady(data.parts);
  else if (kind === "event") waiting.get(number)?.onEvent?.(text);
  else {
    failures = 0;
    settle(number, kind === "broken" ? BROKEN : text);
  }
}

/** @param {Parts} found */
function handleReady(found) {
  parts = found;
  for (const number of waiting.keys()) sendWaiting(number);
  onReady.splice(0).forEach((resolve) => resolve());
  report({ kind: "ready" });
  startEngine();
}

/**
 * Start again after a failure, if the worker was ready: requests wait, and are sent again. If it couldn't start or
 * fails again and again, the player decides.
 * @param {string} message
 */
function handleFailure(message) {
  const isUsable = parts !== null && ++failures <= MAX_FAILURES;
  stopWorkers();
  for (const [number, { tries }] of waiting) if (tries >= MAX_TRIES) settle(number, BROKEN);
  if (isUsable) startWorkers();
  else report({ kind: "failed", message });
}

/** Send a request to the worker. @param {number} number */
function sendWaiting(number) {
  const request = waiting.get(number);
  if (!request) return;
  request.tries += 1;
  play?.postMessage({ kind: request.kind, number, text: request.text });
}

/** @param {number} number @param {string} text */
function settle(number, text) {
  waiting.get(number)?.resolve(text);
  waiting.delete(number);
}

/**
 * Post a request; return its final answer. Before Python is ready it waits.
 * @param {Kind} kind
 * @param {string} text
 * @param {AbortSignal | null} signal
 * @param {(text: string) => void} [onEvent]
 * @returns {Promise<string>}
 */
function post(kind, text, signal, onEvent) {
  startWorkers();
  const number = ++lastNumber;
  return new Promise((resolve, reject) => {
    const leave = () => {
      if (waiting.delete(number) && parts) play?.postMessage({ kind: "abandon", number });
      reject(new DOMException("The request was cancelled.", "AbortError"));
    };
    if (signal?.aborted) return leave();
    signal?.addEventListener("abort", leave, { once: true });
    waiting.set(number, { kind, text, tries: 0, resolve, onEvent });
    if (parts) sendWaiting(number);
  });
}

/** Return how many requests wait for an answer. */
export const countWaiting = () => waiting.size;

/** Wait until Python is ready. @returns {Promise<void>} */
export function whenReady() {
  startWorkers();
  return parts ? Promise.resolve() : new Promise((resolve) => onReady.push(resolve));
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

/**
 * Export, import or delete the matches of this browser, and return the answer's text.
 * @param {Management} action
 * @param {unknown} given
 */
export const manageMatches = (action, given) => post("manage", JSON.stringify([action, JSON.stringify(given)]), null);
