// The progress of loading Python: a line over the page, and a note for those who wait for an answer.
import { currentPath } from "../browser/location.js";
import { h } from "../ui/dom.js";
import { countWaiting, startWorkers } from "./workers.js";

/** @import { Progress, State } from "./types.js" */

const CHECK_MS = 200; // between looks at what waits and where the note belongs
const FADE_MS = 400; // time that the full line stays

/** The words of each step, and its part of the line. @type {Record<Progress["step"], [words: string, from: number, to: number]>} */
const STEPS = {
  download: ["Downloading the games…", 0, 0.6],
  python: ["Starting Python…", 0.65, 0.65],
  games: ["Setting up the games…", 0.85, 0.85],
  blocked: ["A new version needs the stored games. Close the other tabs with numduel.", 0.85, 0.85],
};

const line = h("progress.python-line", { max: 1, value: 0, "aria-label": "Loading the games" });
const words = h("p", { role: "status" });
const share = h("span.muted", { "aria-hidden": "true" }); // the line tells screen readers
const tryAgain = h("button.button.low", { type: "button", "data-do": "load-again", hidden: true, on: { click: () => startWorkers() } }, "Try again");
const note = h("div.python-note", { hidden: true }, words, share, tryAgain);
const element = h("aside.python-loading", { "aria-label": "Loading" }, line, note);

/** @type {State} */
let state = { kind: "progress", step: "download", share: 0 };
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

/** Return whether someone waits: on the home screen and in a form that isn't sent, everything else can be used. @param {Element | undefined} sheet */
const isAwaited = (sheet) =>
  countWaiting() > 0 && (sheet ? sheet.querySelector("button[disabled]") !== null : currentPath() !== "/");

/** Show the note only to those who wait. */
function updateNote() {
  const sheets = document.querySelectorAll("dialog[open]"); // only the top sheet can be used
  const sheet = sheets[sheets.length - 1];
  const place = sheet ?? document.body;
  if (element.parentElement !== place) place.append(element);
  const isFailed = state.kind === "failed";
  note.hidden = !isFailed && !isAwaited(sheet);
  if (note.hidden || state.kind === "ready") return;
  const text =
    state.kind === "failed" ? `The games couldn't be loaded. ${state.message}` : STEPS[state.step][0];
  if (words.textContent !== text) words.textContent = text;
  words.setAttribute("role", isFailed ? "alert" : "status");
  share.textContent = state.kind === "progress" && state.step === "download" ? `${Math.round(state.share * 100)}%` : "";
  tryAgain.hidden = !isFailed;
}

/** @param {State} next */
function show(next) {
  state = next;
  document.documentElement.dataset.python = next.kind;
  if (next.kind === "progress") {
    const [, from, to] = STEPS[next.step];
    line.value = from + (to - from) * next.share;
    timer ??= setInterval(updateNote, CHECK_MS);
  } else {
    clearInterval(timer);
    timer = undefined;
  }
  if (next.kind === "ready") {
    line.value = 1;
    note.hidden = true;
    setTimeout(() => state.kind === "ready" && element.remove(), FADE_MS);
  } else updateNote();
}

/** Start loading, and show its progress. */
export function startLoading() {
  addEventListener("numduel:python", (event) => show(/** @type {CustomEvent<State>} */ (event).detail));
  startWorkers();
}
