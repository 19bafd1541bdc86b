// Run packing.py in Pyodide. Arguments: Pyodide's folder, packing.py, the archive of all own modules, and the two
// archives to write: own modules and the standard library.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, script, source, own, library] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const env = { HOME: "/home/pyodide", PYTHONHASHSEED: "0" }; // the same bytes each time
const python = await loadPyodide({ indexURL: folder, env });
python.FS.writeFile("/source.zip", new Uint8Array(readFileSync(source)));
python.FS.writeFile("/python.zip", new Uint8Array(readFileSync(`${folder}/python_stdlib.zip`)));
python.FS.mkdir("/tools");
python.FS.writeFile("/tools/packing.py", readFileSync(script, "utf8"));
python.runPython(`
import sys

loaded = sorted(sys.modules)
sys.path.insert(0, "/tools")
import packing

for name, body in zip(("own", "library"), packing.pack("/source.zip", "/python.zip", loaded)):
    with open(f"/{name}.zip", "wb") as file:
        file.write(body)
`);
writeFileSync(own, python.FS.readFile("/own.zip"));
writeFileSync(library, python.FS.readFile("/library.zip"));
