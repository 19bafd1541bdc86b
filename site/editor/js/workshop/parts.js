// The files of Python for the sandbox, which has no network: the page downloads them once.

/** @import { SandboxParts } from "./types.js" */

const MAX_BYTES = 512 * 2 ** 20; // of the sandbox's memory
const MAX_FILE_BYTES = 16 * 2 ** 20; // of all files in the sandbox

/** @type {Promise<SandboxParts> | null} */
let parts = null;

/** Return all parts; after a failure the next call tries again. */
export const loadParts = () => (parts ??= download().catch(forget));

/** @param {unknown} error @returns {never} */
function forget(error) {
  parts = null;
  throw error;
}

async function download() {
  const names = ["python_stdlib.zip", "numduel.zip"].map((name) => `../play/python/${name}`);
  const [script, wasm, library, modules, more, lock] = await Promise.all(
    ["python.js", "../play/python/pyodide.asm.wasm", ...names, "../python/more.zip", "../play/python/pyodide-lock.json"]
      .map(fetchFile),
  ); // prettier-ignore
  return {
    script,
    wasm,
    library,
    archives: [modules, more],
    lock: new TextDecoder().decode(lock),
    maxBytes: MAX_BYTES,
    maxFileBytes: MAX_FILE_BYTES,
  };
}

/** @param {string} path */
async function fetchFile(path) {
  const answer = await fetch(path, { cache: "no-cache" }).catch(() => null);
  if (!answer) throw new Error("Python can't be loaded. Check your connection, then try again.");
  if (!answer.ok) throw new Error(`The file ${path} is missing on the server (error ${answer.status}).`);
  return answer.arrayBuffer();
}
