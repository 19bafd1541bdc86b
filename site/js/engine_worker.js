// The engine's worker: it runs one task after the other, for the play worker.
import { loadPython } from "./python.js";

const loading = loadPython(() => {}).then((python) =>
  python.runPython("from numduel.web.in_browser.tasks import run_task\nfrom numduel.web import engine_tasks\nrun_task"),
);

addEventListener("message", ({ data: { kind, port } }) => {
  if (kind !== "start") return;
  port.onmessage = async ({ data: { number, task } }) => {
    const runTask = await loading;
    port.postMessage({ number, result: runTask(task) });
  };
});
