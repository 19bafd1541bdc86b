// The engine's worker: it runs one task after the other, for the play worker.
import { startPython } from "./python.js";

/** @import { Parts } from "../page/js/server/types.js" */

const IMPORTS = "from numduel.web.in_browser.tasks import run_task\nfrom numduel.web import engine_tasks\nrun_task";

/** @param {MessagePort} port @param {Parts} parts */
async function start(port, parts) {
  const python = await startPython(parts);
  const runTask = python.runPython(IMPORTS);
  port.onmessage = ({ data: { task } }) => {
    try {
      port.postMessage({ kind: "result", result: runTask(task) });
    } catch (error) {
      postMessage({ kind: "failed", message: String(error) }); // errors of tasks are results, so Python has failed
    }
  };
  port.postMessage({ kind: "ready" });
}

addEventListener("message", ({ data: { port, parts } }) => {
  start(port, parts).catch((error) => postMessage({ kind: "failed", message: String(error) }));
});
