// Python in a worker: Pyodide, and numduel's modules from one archive.

/** @import { Parts, Python } from "../page/js/server/types.js" */

const FOLDER = new URL("../python/", import.meta.url).href;
const VERSION = location.search; // of the worker's script
const OWN = "/numduel"; // folder of our modules

const WASM = "pyodide.asm.wasm";
const LIBRARY = "python_stdlib.zip";
const MODULES = "numduel.zip";
const LOCK = "pyodide-lock.json";
/** About how many bytes there are of each file, for the progress. @type {Record<string, number>} */
const SIZES = { [WASM]: 9_600_000, [LIBRARY]: 1_800_000, [MODULES]: 900_000 };
const TOTAL = Object.values(SIZES).reduce((sum, size) => sum + size);

/** Scripts load while the other files do. */
const scripts = Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(FOLDER + name + VERSION)));
scripts.catch(() => {}); // reported by those who wait for them

/** Download all parts at once; report the share that has arrived. @param {(share: number) => void} onShare */
export async function downloadParts(onShare) {
  if (typeof WebAssembly === "undefined") throw new Error("This browser can't run WebAssembly.");
  /** @type {Record<string, number>} */
  const arrived = {};
  const count = (/** @type {string} */ name, /** @type {number} */ bytes) => {
    arrived[name] = Math.min((arrived[name] ?? 0) + bytes, SIZES[name]);
    onShare(Object.values(arrived).reduce((sum, size) => sum + size) / TOTAL);
  };
  const [module, library, modules] = await Promise.all([
    fetchFile(WASM, count).then(compile),
    fetchFile(LIBRARY, count).then((answer) => answer.arrayBuffer()),
    fetchFile(MODULES, count).then((answer) => answer.arrayBuffer()),
    scripts.catch(reportMissing),
  ]);
  return { module, library, modules };
}

/** @returns {never} */
function reportMissing() {
  throw new Error("Check your connection.");
}

/** @param {string} name @param {(name: string, bytes: number) => void} count */
async function fetchFile(name, count) {
  const answer = await fetch(FOLDER + name + VERSION).catch(reportMissing);
  if (!answer.ok) throw new Error(`The file ${name} is missing on the server (error ${answer.status}).`);
  countBytes(answer.clone(), (bytes) => count(name, bytes)).catch(() => {});
  return answer;
}

/** Report the bytes of an answer as they arrive. @param {Response} answer @param {(bytes: number) => void} count */
async function countBytes(answer, count) {
  const reader = answer.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) return count(Infinity);
    count(value?.length ?? 0);
  }
}

/** Compile while the bytes arrive, unless the server names another type for them. @param {Response} answer */
async function compile(answer) {
  const isTyped = answer.headers.get("Content-Type")?.startsWith("application/wasm");
  return isTyped ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

/**
 * Start Python from downloaded parts.
 *
 * Pyodide downloads its parts itself. So that both workers share one download and one compiled module, it gets
 * ours instead while it starts. It also ignores a failure to start the module, which we report.
 * @param {Parts} parts
 * @returns {Promise<Python>}
 */
export async function startPython({ module, library, modules }) {
  const [{ loadPyodide }, { default: createPyodideModule }] = await scripts;
  const real = { fetch: globalThis.fetch.bind(globalThis), instantiate: WebAssembly.instantiateStreaming };
  globalThis.fetch = async (address, options) => {
    const name = String(address).slice(FOLDER.length);
    if (name in SIZES) return new Response(name === LIBRARY ? library : null);
    return real.fetch.call(globalThis, address, options);
  };
  /** @type {Python} */
  const python = await new Promise((resolve, reject) => {
    WebAssembly.instantiateStreaming = async (_, imports) => {
      const instance = WebAssembly.instantiate(module, imports);
      instance.catch(reject);
      return { module, instance: await instance };
    };
    loadPyodide({ indexURL: FOLDER, lockFileURL: FOLDER + LOCK + VERSION, createPyodideModule }).then(resolve, reject);
  }).finally(() => {
    globalThis.fetch = real.fetch;
    WebAssembly.instantiateStreaming = real.instantiate;
  });
  python.unpackArchive(new Uint8Array(modules), "zip", { extractDir: OWN });
  python.runPython(`import sys; sys.path.insert(0, "${OWN}")`);
  return python;
}

/** Return whether an error was raised by Python code, after which Python goes on. @param {any} error */
export const isPythonError = (error) => error?.name === "PythonError";
