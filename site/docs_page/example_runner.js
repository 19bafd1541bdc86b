// Runs texts in Python, in a worker. Python is loaded at the first run and stays until one is stopped.
import { workerAddress } from "./site_address.js";

/** @import { Ending, ExampleParts, Watcher } from "./types.js" */

const LIMIT_S = 20; // to run one example

/** @type {Worker | null} */
let worker = null;
let isReady = false;
/** @type {ExampleParts | null} what was downloaded */
let parts = null;
/** @type {string[]} texts that have run in the session of the worker */
let ran = [];
/** @type {{ texts: string[], watcher: Watcher, resolve: (ending: Ending) => void, timer: number } | null} */
let current = null;

/**
 * Run texts one after the other, each in the names of those before it; return how it ended. If the session of the
 * worker has run the first of these texts, and no others, it continues with the next one. A run stops the one before it.
 * @param {string[]} texts
 * @param {Watcher} watcher
 * @returns {Promise<Ending>}
 */
export function runTexts(texts, watcher) {
  stopRun();
  return new Promise((resolve) => {
    current = { texts, watcher, resolve, timer: 0 };
    if (!worker) startWorker();
    else if (isReady) begin();
  });
}

/** Stop the run, if there is one. @param {"stopped" | "late"} kind */
export function stopRun(kind = "stopped") {
  if (!current) return;
  if (isReady) stopWorker(); // a download goes on
  settle({ kind });
}

function startWorker() {
  worker = new Worker(workerAddress(), { type: "module" });
  worker.onmessage = ({ data }) => ACTIONS[data.kind](data);
  worker.onerror = (event) => {
    event.preventDefault();
    fail("Check your connection.");
  };
  worker.postMessage({ kind: "start", parts });
}

function stopWorker() {
  worker?.terminate();
  worker = null;
  isReady = false;
  ran = [];
}

/** @param {Ending} ending */
function settle(ending) {
  clearTimeout(current?.timer);
  const ended = current;
  current = null;
  ended?.resolve(ending);
}

/** @param {string} message */
function fail(message) {
  stopWorker();
  settle({ kind: "failed", message });
}

/** Run the first text that hasn't run, in a new session unless the old one fits. */
function begin() {
  if (!current) return;
  const { texts } = current;
  if (ran.length >= texts.length || ran.some((text, index) => text !== texts[index])) {
    worker?.postMessage({ kind: "reset" });
    ran = [];
  }
  current.watcher.onStep("code", 0);
  runNext();
}

function runNext() {
  if (!current) return;
  clearTimeout(current.timer);
  if (ran.length === current.texts.length) return settle({ kind: "done" });
  current.timer = setTimeout(() => stopRun("late"), LIMIT_S * 1000);
  worker?.postMessage({ kind: "execute", text: current.texts[ran.length] });
}

/** What follows from each message of the worker. @type {Record<string, (data: any) => void>} */
const ACTIONS = {
  progress: ({ step, share }) => current?.watcher.onStep(step, share),
  ready(data) {
    parts = data.parts;
    isReady = true;
    begin();
  },
  statement: ({ statement }) => current?.watcher.onStatement(JSON.parse(statement), ran.length),
  done() {
    if (current) ran.push(current.texts[ran.length]);
    runNext();
  },
  failed: ({ message }) => fail(message),
};
