// The play worker: the server's routes, for one page.
import { openDatabase } from "./database.js";
import { loadPython } from "./python.js";

/** @type {MessagePort | null} */
let engine = null;
/** @type {Map<number, { task: string, resolve: (text: string) => void, isSent: boolean }>} tasks of the engine, in order */
const tasks = new Map();

/** The engine worker, as Python sees it. It gets one task at a time, so that a waiting one can be dropped. */
const engineWorker = {
  run: (/** @type {number} */ number, /** @type {string} */ task) =>
    new Promise((resolve) => {
      tasks.set(number, { task, resolve, isSent: false });
      sendNextTask();
    }),
  cancel: (/** @type {number} */ number) => {
    const isRunning = tasks.get(number)?.isSent;
    tasks.delete(number);
    if (!isRunning) return;
    engine = null; // until the page has started a new one
    postMessage({ kind: "restart-engine" });
  },
};

function sendNextTask() {
  const [first] = tasks;
  if (!engine || !first || first[1].isSent) return;
  first[1].isSent = true;
  engine.postMessage({ number: first[0], task: first[1].task });
}

/** Use a new engine worker. @param {MessagePort} port */
function useEngine(port) {
  engine = port;
  for (const task of tasks.values()) task.isSent = false;
  port.onmessage = ({ data: { number, result } }) => {
    const task = tasks.get(number);
    tasks.delete(number);
    task?.resolve(result);
    sendNextTask();
  };
  sendNextTask();
}

/** Load Python and start the edition. @param {string} url */
async function start(url) {
  const [python, database] = await Promise.all([
    loadPython((step) => postMessage({ kind: "progress", step })),
    openDatabase(),
  ]);
  const create = python.runPython("from numduel.web.in_browser.edition import Edition\nEdition");
  const edition = create(database, engineWorker, url);
  await edition.start();
  database.onChange = (id) => edition.store.on_change(id);
  database.onMessage = (tab, text) => edition.store.on_message(tab, text);
  postMessage({ kind: "ready" });
  return edition;
}

/** @type {Promise<any>} */
let starting;

addEventListener("message", async ({ data }) => {
  const { kind, number, text, port, url } = data;
  if (kind === "engine") return useEngine(port);
  if (kind === "start") {
    starting = start(url);
    starting.catch((error) => postMessage({ kind: "failed", message: String(error) }));
    return;
  }
  const edition = await starting;
  if (kind === "abandon") edition.abandon(number);
  else if (kind === "ask") postMessage({ kind: "answer", number, text: await edition.ask(number, text) });
  else if (kind === "follow") {
    const send = (/** @type {string} */ event) => postMessage({ kind: "event", number, text: event });
    postMessage({ kind: "ended", number, text: await edition.follow(number, text, send) });
  }
});
