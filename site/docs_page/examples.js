// A button to run under each example of the page, and its output.
import { create, createButton } from "./elements.js";
import { addPrompts, readCode } from "./prompts.js";

/** @import { Ending, Statement, Watcher } from "./types.js" */

/** Load what runs examples, which most readers never need. */
const loadRunner = () => import("./example_runner.js");

/** @param {string[]} texts @param {Watcher} watcher @returns {Promise<Ending>} */
const runTexts = (texts, watcher) =>
  loadRunner().then(
    (runner) => runner.runTexts(texts, watcher),
    () => ({ kind: "failed", message: "Python isn't available: Check your connection." }),
  );

/** Attributes of a field for code. */
const PLAIN = { spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off" };

/** @type {Example[]} the examples of the page, in its order, from the first use of one */
const examples = [];

/** Let the buttons work that the build has put under examples. */
export function addExamples() {
  const places = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".example"));
  const exampleAt = (/** @type {number} */ index) => {
    if (!examples.length) for (const place of places) examples.push(new Example(place, examples.length));
    return examples[index];
  };
  const enable = (/** @type {HTMLButtonElement} */ button, /** @type {() => void} */ onClick) => {
    button.onclick = onClick;
    button.disabled = false;
  };
  for (const [index, place] of places.entries()) {
    enable(find(place, ".example-run"), () => exampleAt(index).run());
    enable(find(place, ".example-edit"), () => exampleAt(index).edit());
  }
}

/** Return the only part with a class. @param {HTMLElement} place @param {string} selector @returns {any} */
const find = (place, selector) => place.querySelector(selector);

/**
 * Return how a run ended, for people.
 * @param {Ending} ending
 * @param {{ isSilent: boolean, hasError: boolean }} output
 */
function describe(ending, { isSilent, hasError }) {
  if (ending.kind === "failed") return ending.message;
  if (ending.kind === "stopped") return "Stopped.";
  if (hasError) return "Ended with an error.";
  return isSilent ? "Done. Nothing was printed." : "Done.";
}

/** A block of code with its buttons and its output. */
class Example {
  /** @param {HTMLElement} place @param {number} index */
  constructor(place, index) {
    this.index = index;
    this.isBusy = false;
    this.block = /** @type {HTMLElement} */ (place.previousElementSibling);
    this.code = readCode((this.block.querySelector("code") ?? this.block).textContent ?? "");
    this.runButton = find(place, ".example-run");
    this.editButton = find(place, ".example-edit");
    this.field = create("textarea", { class: "example-code", "aria-label": "Python code", ...PLAIN });
    this.stopButton = createButton("Stop", "example-button", () => loadRunner().then(({ stopRun }) => stopRun()));
    this.resetButton = createButton("Reset", "example-button", () => this.reset());
    this.progress = create("progress", { class: "example-progress", "aria-label": "Download of Python" });
    this.note = create("span", { class: "example-note", role: "status" });
    this.output = create("div", { class: "example-output", role: "log", "aria-label": "Output" });
    this.setUp(find(place, ".example-bar"));
  }

  /** Put everything around the buttons. @param {HTMLElement} row */
  setUp(row) {
    for (const part of [this.stopButton, this.resetButton, this.field, this.progress]) part.hidden = true;
    this.field.onkeydown = (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.run();
    };
    this.runButton.after(this.stopButton);
    row.append(this.resetButton, this.progress, this.note);
    row.before(this.field);
    row.after(this.output);
  }

  /** The code that runs: the page's, or the reader's. */
  get text() {
    return this.field.hidden ? this.code : this.field.value;
  }

  /** Run this example after those before it. */
  async run() {
    if (this.isBusy) return;
    const isEditedBefore = examples.slice(0, this.index).some((example) => !example.field.hidden);
    const texts = examples.slice(0, this.index + 1).map(({ text }) => text);
    let hasErrorBefore = false;
    let hasError = false;
    this.clear();
    this.showBusy(true);
    const ending = await runTexts(texts, {
      onStep: (step, share) => this.showStep(step, share),
      onStatement: (statement, text) => {
        if (text === this.index) this.show(statement);
        if (text === this.index) hasError ||= Boolean(statement[2]);
        else hasErrorBefore ||= Boolean(statement[2]);
      },
    });
    this.showBusy(false);
    const advice = isEditedBefore && hasErrorBefore ? " An example above that you have edited has an error." : "";
    this.note.textContent = describe(ending, { isSilent: !this.output.hasChildNodes(), hasError }) + advice;
  }

  /** @param {"download" | "python" | "code"} step @param {number} share */
  showStep(step, share) {
    const words = { download: "Loading Python, 8 MB, once …", python: "Starting Python …", code: "Running …" }[step];
    if (this.note.textContent !== words) this.note.textContent = words; // screen readers hear it once
    this.progress.hidden = step !== "download";
    this.progress.value = share;
  }

  /** @param {boolean} isBusy */
  showBusy(isBusy) {
    const hadFocus = document.activeElement === this.stopButton;
    this.isBusy = isBusy;
    this.stopButton.hidden = !isBusy;
    this.runButton.ariaDisabled = String(isBusy);
    this.progress.hidden = true;
    if (hadFocus) this.runButton.focus();
  }

  /** Show the output of a statement, if there is any. @param {Statement} statement */
  show([source, output, error]) {
    if (!output && !error) return;
    const parts = [create("pre", { class: "example-source" }, addPrompts(source))];
    if (output) parts.push(create("pre", { class: "example-result" }, output));
    if (error) parts.push(create("pre", { class: "example-result example-error" }, error));
    this.output.append(create("div", { class: "example-statement" }, ...parts));
    this.output.tabIndex = 0; // it may scroll
  }

  clear() {
    this.output.replaceChildren();
    this.output.removeAttribute("tabindex");
    this.note.textContent = "";
  }

  /** Let the reader change the code. */
  edit() {
    this.field.value = this.code;
    this.field.rows = this.code.split("\n").length + 1;
    this.showField(true);
    this.field.focus();
  }

  /** Show the page's code again. */
  reset() {
    this.clear();
    this.showField(false);
    this.editButton.focus();
  }

  /** @param {boolean} isShown */
  showField(isShown) {
    this.block.hidden = isShown;
    this.field.hidden = !isShown;
    this.editButton.hidden = isShown;
    this.resetButton.hidden = !isShown;
  }
}
