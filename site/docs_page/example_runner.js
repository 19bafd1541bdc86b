// Runs texts in Python, in the sandbox. Python is loaded at the first run and stays until a run is stopped.
import { showControls } from "../sandbox/plain_text.js";
import { Sandbox } from "../sandbox/sandbox.js";

/** @import { Ending, Run, Statement, Watcher } from "./types.js" */

const LIMIT_S = 20; // to run one example
const MAX_CHARS = 1_000_000; // of all statements of a run
const MAX_LINES = 50_000; // of all statements of a run
const MAX_STATEMENTS = 2_000; // of a run

/** @type {Sandbox | null} */
let sandbox = null;
let isReady = false;
/** @type {string[]} texts that have run in the session of the sandbox */
let ran = [];
/** @type {Run | null} */
let current = null;
/** @type {Parameters<Watcher["onStep"]>} the latest step of the sandbox's start */
let step = ["download", 0];

/**
 * Run texts one after the other, each in the names of those before it; return how it ended. If the session of the
 * sandbox has run the first of these texts, and no others, it continues with the next one. A run stops the one before it.
 * @param {string[]} texts
 * @param {Watcher} watcher
 * @returns {Promise<Ending>}
 */
export function runTexts(texts, watcher) {
  stopRun();
  return new Promise((resolve) => {
    current = { texts, watcher, resolve };
    if (!sandbox || sandbox.isStopped) startSandbox();
    else if (isReady) begin(sandbox, current);
    else watcher.onStep(...step);
  });
}

/** Stop the run, if there is one. */
export function stopRun() {
  if (isReady && current) sandbox?.stop("Stopped."); // a start goes on
  end(current, { kind: "stopped" });
}

async function startSandbox() {
  isReady = false;
  const started = new Sandbox("numduel_snippets.Runner", (...latest) => {
    step = latest;
    current?.watcher.onStep(...step);
  });
  sandbox = started;
  try {
    await started.ready;
  } catch (error) {
    return end(current, { kind: "failed", message: describe(error) });
  }
  isReady = true;
  ran = [];
  if (current) begin(started, current);
}

/** @param {Run | null} run @param {Ending} ending */
function end(run, ending) {
  if (run && run === current) current = null;
  run?.resolve(ending);
}

/** Run the texts that haven't run, in a new session unless the old one fits. @param {Sandbox} used @param {Run} run */
async function begin(used, run) {
  const { texts, watcher } = run;
  if (ran.length >= texts.length || ran.some((text, index) => text !== texts[index])) ran = [];
  const first = ran.length;
  watcher.onStep("code", 0);
  try {
    const question = { texts: texts.slice(first), is_new: first === 0 };
    await used.ask(question, LIMIT_S, createReader(used, watcher, first, texts.length));
    ran = texts;
    end(run, { kind: "done" });
  } catch (error) {
    end(run, { kind: "failed", message: describe(error) });
  }
}

/**
 * Return a function that reads and shows the statements of a message, and throws if it isn't one. The time limit
 * starts again when the next text does.
 * @param {Sandbox} used @param {Watcher} watcher @param {number} first the first text @param {number} count of all texts
 */
function createReader(used, watcher, first, count) {
  let [done, statements, chars, lines] = [0, 0, 0, 0];
  return (/** @type {any} */ message) => {
    const { progress, statements: found } = message;
    if (!Number.isInteger(progress) || !found.every(isStatement)) throw new TypeError("not a message of a run");
    if (progress > done && first + progress < count) {
      done = progress;
      used.restartTimer();
    }
    for (const [text, ...parts] of found) {
      const shown = parts.map(showControls);
      const all = shown.join("\n");
      statements += 1;
      chars += all.length;
      lines += all.split("\n").length;
      if (statements > MAX_STATEMENTS || chars > MAX_CHARS || lines > MAX_LINES)
        return used.stop("Stopped: there was too much output.");
      watcher.onStatement(/** @type {Statement} */ (shown), first + text);
    }
  };
}

/** Return whether a value is the number of a text, and the source, the output and the error of a statement. @param {unknown} value */
const isStatement = (value) =>
  Array.isArray(value) &&
  value.length === 4 &&
  Number.isInteger(value[0]) &&
  value.slice(1).every((part) => typeof part === "string");

/** @param {unknown} error */
const describe = (error) => (error instanceof Error ? error.message : String(error));
