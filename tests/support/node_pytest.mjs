// Runs tests in Pyodide and prints the outcome of each as JSON.
//
// node node_pytest.mjs PYODIDE PACKAGES SOURCES TESTS FILE...
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, packages, sources, tests, ...files] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: folder, env: { HOME: "/home", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1", PYTHONPYCACHEPREFIX: "/cache" } });
for (const [name, from] of Object.entries({ packages, sources, tests })) python.mountNodeFS(`/${name}`, from);

let limit = Infinity; // bytes
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65536 > limit) throw new RangeError("a test limits the memory");
  return grow.call(this, pages);
};
/** Let Python add at most this number of bytes from now on; null for any number. */
globalThis.limitMemory = (bytes) => { limit = bytes == null ? Infinity : python._module.HEAP8.length + bytes; };

python.runPython('import sys; sys.path[:0] = ["/sources", "/tests/support", "/packages"]');
const run = python.runPython("from pyodide_tests import run_tests; run_tests");
console.log(`\n${run(python.toPy(files))}`);
process.exit(0);
