// The editor's page: a game file on one side, and Check, Play, Solve and Report on the other.
import { Sandbox, Stopped } from "../../../sandbox/sandbox.js";
import { read, restoreValues, write } from "../browser/storage.js";
import { byId, h, refill } from "../ui/dom.js";
import { saveFile } from "../ui/save_file.js";
import { readLoaded, readProgress, readRefusal } from "./answers.js";
import { check } from "./check_panel.js";
import { CodeEditor } from "./code_editor.js";
import { button } from "./parts_of_page.js";
import { PlayPanel } from "./play_panel.js";
import { ReportPanel } from "./report_panel.js";
import { isShare, readShare, writeShare } from "./share.js";
import { SolvePanel } from "./solve_panel.js";

/** @import { Desk, Fault, GalleryGame } from "./types.js" */

const DRAFT = "editor_draft";
const LOAD_SECONDS = 15; // to load a game file
const TABS = ["check", "play", "solve", "report"];

/** @type {GalleryGame[]} */
let games = [];
/** The shared file that is shown and not yet kept as the draft. */
let isShared = false;
/** @type {{ sandbox: Sandbox, text: string | null } | null} */
let running = null;
let isBusy = false;

const editor = new CodeEditor(byId("code"), () => {
  if (!isShared) write(DRAFT, editor.text);
});

// ---- files

/** Show a file; ask first if a draft would be lost. @param {string} text */
function openFile(text) {
  const draft = read(DRAFT, "");
  const isKnown = !draft || draft === text || games.some((game) => game.text === draft);
  if (!isKnown && !confirm("Replace your draft? Download it first if you want to keep it.")) return;
  leaveShared();
  editor.open(text);
  write(DRAFT, text);
}

/** Show the file of a link, beside the draft. @param {string} hash */
async function openShared(hash) {
  const text = await readShare(hash);
  if (location.hash !== hash) return; // another link was opened meanwhile
  if (text === null) return tell("This link is damaged or too long: it holds no game file.");
  isShared = true;
  byId("shared").hidden = false;
  editor.open(text);
}

/** Forget the link. */
function leaveShared() {
  isShared = false;
  byId("shared").hidden = true;
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}

/** Keep the shared file as the draft. */
const keepShared = () => openFile(editor.text);

/** Go back to the draft. */
function dropShared() {
  leaveShared();
  editor.open(read(DRAFT, games[0].text));
}

async function share() {
  const fragment = await writeShare(editor.text);
  if (!fragment) return tell("The file is too long for a link. Download it and send the file.");
  const link = new URL(fragment, location.href).href;
  const field = h("input.field", { value: link, readonly: true, "aria-label": "Link to this file" });
  const isCopied = await navigator.clipboard.writeText(link).then(() => true, () => false); // prettier-ignore
  refill(byId("note"), isCopied ? "Link copied: it holds the whole file." : "Copy this link: it holds the whole file.", field);
  if (!isCopied) field.select();
}

/** Show a sentence below the buttons. @param {string} text */
const tell = (text) => void refill(byId("note"), text);

/** Save the file under the id of its game. */
function download() {
  const id = /^ {4}id = "([a-z0-9_]+)"/m.exec(editor.text)?.[1] ?? "game";
  saveFile(`${id}.py`, editor.text, "text/x-python");
}

// ---- the sandbox

/** Return whether the sandbox has the present text, and its matches. */
const isCurrent = () => Boolean(running && !running.sandbox.isStopped && running.text === editor.text);

/** Return a sandbox with the present text. @param {HTMLElement} panel @returns {Promise<Sandbox | null>} */
async function loadText(panel) {
  const { text } = editor;
  if (running && isCurrent()) return running.sandbox;
  running?.sandbox.stop("Stopped.");
  running = { sandbox: new Sandbox("numduel_editor.Editor"), text: null };
  const { sandbox } = running;
  await sandbox.ready;
  const message = await sandbox.ask({ do: "load", text }, LOAD_SECONDS, () => {});
  if (showRefusal(message, panel)) {
    sandbox.stop("Stopped.");
    return null;
  }
  readLoaded(message.answer);
  running.text = text;
  return sandbox;
}

/** Show what is wrong with the file; return whether something is. @param {any} message @param {HTMLElement} panel */
function showRefusal(message, panel) {
  if (!("error" in message)) return false;
  const { error, line } = readRefusal(message);
  editor.mark([{ message: error, line }]);
  const go = line !== null && button(`Line ${line}`, "go", () => editor.goTo(line));
  refill(panel, h("p.conclusion.wrong", { role: "alert" }, h("span", { "aria-hidden": "true" }, "✗"), h("strong", error)), go);
  return true;
}

/** Show progress and a way to cancel. @param {HTMLElement} panel */
function showProgress(panel) {
  const words = h("span", "Starting Python in the sandbox…");
  const meter = h("progress", { "aria-label": "Progress", max: 1 });
  const cancel = button("Cancel", "cancel", () => running?.sandbox.stop("Cancelled."));
  const node = h("div.progress", { role: "status" }, words, meter, cancel);
  panel.prepend(node);
  const show = (/** @type {string} */ text, /** @type {number} */ share) => {
    refill(words, text);
    if (share >= 0) meter.value = share;
  };
  return { node, show };
}

/** @type {Desk} */
const desk = {
  async ask(question, read, seconds, panel, goesOn = false) {
    if (isBusy) return null;
    if (goesOn && !isCurrent()) {
      refill(panel, h("p.conclusion", { role: "alert" }, "The file has changed, or its sandbox was stopped. Start a new game."));
      return null; // a click on an old board must not run another file
    }
    isBusy = true;
    const { node, show } = showProgress(/** @type {HTMLElement} */ (panel));
    try {
      editor.mark([]);
      const sandbox = await loadText(/** @type {HTMLElement} */ (panel));
      if (!sandbox) return null;
      show("Working…", -1);
      const message = await sandbox.ask(question, seconds, (message) => show(...readProgress(message)));
      return showRefusal(message, /** @type {HTMLElement} */ (panel)) ? null : read(message.answer);
    } catch (error) {
      if (!(error instanceof Stopped)) running?.sandbox.stop("Stopped.");
      const text = error instanceof Stopped ? error.message : "The sandbox sent something unexpected.";
      refill(panel, h("p.conclusion.wrong", { role: "alert" }, text));
      return null;
    } finally {
      node.remove();
      isBusy = false;
    }
  },
};

// ---- the panels

const mark = (/** @type {Fault[]} */ faults) => editor.mark(faults);
const goTo = (/** @type {number} */ line) => editor.goTo(line);
const play = new PlayPanel(byId("panel-play"), desk);
const solve = new SolvePanel(byId("panel-solve"), desk);
const report = new ReportPanel(byId("panel-report"), desk);
const ACTIONS = {
  check: () => check(byId("panel-check"), desk, mark, goTo),
  play: () => play.start(),
  solve: () => solve.start(),
  report: () => report.start(),
};

/** Show a panel. @param {string} name */
function select(name) {
  for (const one of TABS) {
    byId(`panel-${one}`).hidden = one !== name;
    byId(`tab-${one}`).setAttribute("aria-pressed", String(one === name));
  }
}

for (const name of TABS)
  byId(`tab-${name}`).addEventListener("click", () => {
    if (isBusy) return;
    select(name);
    ACTIONS[/** @type {keyof typeof ACTIONS} */ (name)]();
  });
byId("download").addEventListener("click", download);
byId("share").addEventListener("click", share);
byId("keep").addEventListener("click", keepShared);
byId("drop").addEventListener("click", dropShared);
addEventListener("hashchange", () => void (isShare(location.hash) && openShared(location.hash)));

const menu = /** @type {HTMLSelectElement} */ (byId("gallery"));
menu.addEventListener("change", () => {
  openFile(games[Number(menu.value)].text);
  menu.value = "";
});

async function start() {
  await restoreValues();
  select("check");
  games = await (await fetch("games.json", { cache: "no-cache" })).json();
  menu.append(...games.map(({ name }, index) => h("option", { value: String(index) }, name)));
  if (isShare(location.hash)) await openShared(location.hash);
  if (!isShared) editor.open(read(DRAFT, "") || games[0].text);
  document.documentElement.dataset.ready = "";
}
start().catch(() => tell("The gallery can't be loaded. Check your connection, then reload the page."));
