// Python for examples: it runs one text after the other in a session, and reports each statement.
import { addModules, downloadParts, isPythonError, startPython } from "../workers/python.js";

/** @import { ExampleParts } from "./types.js" */

const MORE = new URL(`../python/more.zip${location.search}`, import.meta.url).href;
const SESSION = "from numduel_snippets import Session\nSession";

/** @returns {Promise<ArrayBuffer>} */
async function downloadMore() {
  const answer = await fetch(MORE);
  if (!answer.ok) throw new Error(`The file more.zip is missing on the server (error ${answer.status}).`);
  return answer.arrayBuffer();
}

/** Download everything; report the share that has arrived. @returns {Promise<ExampleParts>} */
async function download() {
  const report = (share = 0) => postMessage({ kind: "progress", step: "download", share });
  report();
  const [parts, more] = await Promise.all([downloadParts(report), downloadMore()]);
  return { ...parts, more };
}

/** Start Python with what another worker has downloaded, or else download it. @param {ExampleParts | null} given */
async function start(given) {
  const parts = given ?? (await download());
  postMessage({ kind: "progress", step: "python", share: 0 });
  const python = await startPython(parts);
  addModules(python, parts.more);
  createSession = python.runPython(SESSION);
  session = createSession();
  postMessage({ kind: "ready", parts });
}

/** @type {() => any} */
let createSession;
/** @type {any} */
let session;

/** What each message asks for. @type {Record<string, (data: any) => unknown>} */
const ACTIONS = {
  start: ({ parts }) => start(parts),
  reset: () => (session = createSession()),
  execute({ text }) {
    session.run(text, (/** @type {string} */ statement) => postMessage({ kind: "statement", statement }));
    postMessage({ kind: "done" });
  },
};

addEventListener("message", async ({ data }) => {
  try {
    await ACTIONS[data.kind](data);
  } catch (error) {
    postMessage({ kind: "failed", message: describe(error) });
  }
});

/** Return why Python has failed, for people. @param {any} error */
function describe(error) {
  if (error instanceof RangeError) return "This browser doesn't have enough memory.";
  return error instanceof TypeError ? "Check your connection." : isPythonError(error) ? "Python has failed." : error.message;
}
