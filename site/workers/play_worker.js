// The play worker: the server's routes, for one page.
import { openDatabase } from "./database.js";
import { engine } from "./engine.js";
import { downloadParts, isPythonError, startPython } from "./python.js";

/** Load Python and start the edition. @param {string} url */
async function start(url) {
  const report = (/** @type {string} */ step, share = 0) => postMessage({ kind: "progress", step, share });
  report("download");
  let isBlocked = false;
  const opening = openDatabase(() => {
    isBlocked = true;
    report("blocked");
  });
  opening.catch(() => {}); // reported below
  const parts = await downloadParts((share) => report("download", share));
  report("python");
  const python = await startPython(parts);
  report("games");
  const create = python.runPython("from numduel.web.in_browser.edition import Edition\nEdition");
  if (isBlocked) report("blocked");
  const database = await opening;
  if (database.problem) postMessage({ kind: "unsaved", problem: database.problem });
  const edition = create(database, engine, url);
  database.onChange = (id) => edition.store.on_change(id);
  database.onDelete = (ids) => edition.forget(JSON.stringify(ids));
  database.onMessage = (tab, text) => edition.store.on_message(tab, text);
  await edition.start();
  postMessage({ kind: "ready", parts });
  return edition;
}

/** @type {any} the edition, when it has started */
let edition = null;

/** What the edition does for each kind of request. @type {Record<string, (number: number, text: string) => Promise<string>>} */
const ACTIONS = {
  ask: (number, text) => edition.ask(number, text),
  follow: (number, text) =>
    edition.follow(number, text, (/** @type {string} */ event) => postMessage({ kind: "event", number, text: event })),
  manage: (_, text) => edition.manage(...JSON.parse(text)),
};

/** Answer a request of the page. @param {string} kind @param {number} number @param {string} text */
async function answer(kind, number, text) {
  try {
    postMessage({ kind: "answer", number, text: await ACTIONS[kind](number, text) });
  } catch (error) {
    console.error(error);
    if (isPythonError(error)) postMessage({ kind: "broken", number });
    else postMessage({ kind: "failed", message: String(error) });
  }
}

addEventListener("message", async ({ data }) => {
  const { kind, number, text, message, url } = data;
  if (kind === "engine") engine.use(data.port);
  else if (kind === "engine-failed") engine.fail(message);
  else if (kind === "abandon") edition?.abandon(number);
  else if (kind in ACTIONS) answer(kind, number, text);
  else if (kind === "start")
    try {
      edition = await start(url);
    } catch (error) {
      postMessage({ kind: "failed", message: describe(error) });
    }
});

/** Return why Python couldn't start, for people. @param {any} error */
function describe(error) {
  if (error instanceof RangeError) return "This browser doesn't have enough memory.";
  return error instanceof Error && !isPythonError(error) ? error.message : `Python failed to start. ${error}`;
}
