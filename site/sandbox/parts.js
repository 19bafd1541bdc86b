// The files of Python for the sandbox, which has no network: the page downloads them once, when code is run first.

/** @import { SandboxParts } from "./types.js" */

const MAX_BYTES = 512 * 2 ** 20; // of the sandbox's memory
const MAX_FILE_BYTES = 16 * 2 ** 20; // of all files in the sandbox

const SITE = new URL("..", import.meta.url).href; // this script is in one of the site's folders
const VERSION = new URL(import.meta.url).search;

/** About how many bytes there are of each file, for the progress. */
const SIZES = {
  "sandbox/python.js": 300_000,
  "play/python/pyodide.asm.wasm": 9_600_000,
  "play/python/python_stdlib.zip": 1_800_000,
  "play/python/numduel.zip": 900_000,
  "python/more.zip": 900_000,
  "play/python/pyodide-lock.json": 200,
};
const TOTAL = Object.values(SIZES).reduce((sum, size) => sum + size);

/** Return the address of a file of the site, with the version of this script. @param {string} path */
export const addressOf = (path) => SITE + path + VERSION;

/** @type {Promise<SandboxParts> | null} */
let parts = null;
/** @type {(share: number) => void} */
let report = () => {};

/**
 * Return all parts. Report the share that has arrived of a download; after a failure the next call tries again.
 * @param {(share: number) => void} onShare
 */
export function loadParts(onShare) {
  report = onShare;
  if (!parts) {
    report(0);
    parts = download();
    parts.catch(() => (parts = null));
  }
  return parts;
}

/** @returns {Promise<SandboxParts>} */
async function download() {
  if (typeof WebAssembly === "undefined") throw new Error("This browser can't run WebAssembly.");
  /** @type {Record<string, number>} */
  const arrived = {};
  const files = Object.entries(SIZES).map(([path, size]) =>
    fetchFile(path, (bytes) => {
      arrived[path] = Math.min((arrived[path] ?? 0) + bytes, size);
      report(Object.values(arrived).reduce((sum, size) => sum + size) / TOTAL);
    }),
  );
  const [script, wasm, library, modules, more, lock] = await Promise.all(files);
  const limits = { maxBytes: MAX_BYTES, maxFileBytes: MAX_FILE_BYTES };
  return { script, wasm, library, archives: [modules, more], lock: new TextDecoder().decode(lock), ...limits };
}

/** @param {string} path @param {(bytes: number) => void} count gets the bytes as they arrive */
async function fetchFile(path, count) {
  const answer = await fetch(addressOf(path), { cache: "no-cache" }).catch(reportMissing);
  if (!answer.ok) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    throw new Error(`The file ${name} is missing on the server (error ${answer.status}).`);
  }
  const counter = new TransformStream({
    transform(bytes, out) {
      count(bytes.length);
      out.enqueue(bytes);
    },
  });
  return new Response(answer.body?.pipeThrough(counter)).arrayBuffer().catch(reportMissing);
}

/** @returns {never} */
function reportMissing() {
  throw new Error("Check your connection.");
}
