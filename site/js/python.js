// Python in a worker: Pyodide, and numduel's modules from one archive.
import { loadPyodide } from "../python/pyodide.mjs";

const FOLDER = new URL("../python/", import.meta.url).href;
const OWN = "/numduel";

/** Load Python and numduel; report each step. @param {(step: string) => void} onStep */
export async function loadPython(onStep) {
  onStep("python");
  const archive = fetch(`${FOLDER}numduel.zip`).then((answer) => answer.arrayBuffer());
  const python = await loadPyodide({ indexURL: FOLDER, packages: [] });
  onStep("rules");
  python.unpackArchive(new Uint8Array(await archive), "zip", { extractDir: OWN });
  python.runPython(`import sys; sys.path.insert(0, "${OWN}")`);
  return python;
}
