// Compile the modules of an archive with the Python that will run them. Arguments: Pyodide's folder, the archive, the output.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, source, target] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: folder });
python.FS.writeFile("/source.zip", new Uint8Array(readFileSync(source)));
python.runPython(`
import io, marshal, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash

KEEP = "numduel/games/"  # games are found by the names of their files

def compiled(name, text):
    code = compile(text, "/numduel/" + name, "exec", dont_inherit=True, optimize=2)
    return bytes(_code_to_hash_pyc(code, source_hash(text), False))

out = io.BytesIO()
with zipfile.ZipFile("/source.zip") as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
    for name in sorted(source.namelist()):
        body = source.read(name)
        if name.endswith(".py"):
            if name.startswith(KEEP):
                target.writestr(zipfile.ZipInfo(name), body, zipfile.ZIP_DEFLATED)
            name, body = name + "c", compiled(name, body)
        target.writestr(zipfile.ZipInfo(name), body, zipfile.ZIP_DEFLATED)
with open("/target.zip", "wb") as file:
    file.write(out.getvalue())
`);
writeFileSync(target, python.FS.readFile("/target.zip"));
