// Run packing.py in Pyodide. Arguments: Pyodide's folder, the folder of packing.py, the archive of all own modules, and
// the archives to write: own modules, the standard library, and more of both.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, scripts, source, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const env = { HOME: "/home/pyodide", PYTHONHASHSEED: "0" }; // the same bytes each time
const python = await loadPyodide({ indexURL: folder, env });
python.FS.writeFile("/source.zip", new Uint8Array(readFileSync(source)));
python.FS.writeFile("/python.zip", new Uint8Array(readFileSync(`${folder}/python_stdlib.zip`)));
python.FS.mkdirTree("/tools/site_build");
for (const name of ["imports.py", "packing.py"])
  python.FS.writeFile(`/tools/site_build/${name}`, readFileSync(`${scripts}/${name}`, "utf8"));
python.runPython(`
import sys

loaded = sorted(sys.modules)
sys.path.insert(0, "/tools")
from site_build.packing import pack

for number, body in enumerate(pack("/source.zip", "/python.zip", loaded)):
    with open(f"/{number}.zip", "wb") as file:
        file.write(body)
`);
archives.forEach((path, number) => writeFileSync(path, python.FS.readFile(`/${number}.zip`)));
