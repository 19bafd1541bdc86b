// The sandbox's worker: Python with the reader's code. It gets all of Python by message, because it has no network.
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { loadPyodide } from "pyodide/pyodide.mjs";

/** @import { Program, SandboxParts } from "./types.js" */

const FOLDER = "https://sandbox.invalid/"; // Pyodide asks for its files there; we answer
const OWN = "/numduel";
const PAGE_BYTES = 65_536;
const MAX_CHARS = 1_000_000; // of a message to the page
const NODE_BYTES = 1_000; // of an empty file, as it counts
const TICK_MS = 100; // between two interrupts, at which Python looks at the time
const MAX_DEPTH = 400; // of calls, which all fit the browser's stack
const PROGRESS = '{"progress": '; // the start of a text about progress

/** Return Python text that returns the class of a program. @param {string} module @param {string} name */
const START = (module, name) => `
import sys
sys.path.insert(0, "${OWN}")
sys.setrecursionlimit(${MAX_DEPTH})
from ${module} import ${name}
${name}
`;

/** A function that removes Python's ways to JavaScript's objects, whose memory has no limit. */
const FORGET = `
def forget():
    import gc, sys
    ways = ("js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core")
    for finder in list(sys.meta_path):
        if finder.__module__.partition(".")[0] in ways:
            getattr(finder, "jsproxies", {}).clear()
            sys.meta_path.remove(finder)
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ways:
            if isinstance(module, type(sys)):
                vars(module).clear()
            sys.modules[name] = None
    for names in gc.get_objects():  # Python has a copy of a module's names
        if type(names) is dict and names.get("__name__") == "_pyodide_core":
            names.clear()
forget
`;

/** Properties of a worker that reach the network, the browser's storage or other workers. */
const REACH = [
  "fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "EventSource", "WebTransport", "importScripts",
  "Worker", "SharedWorker", "BroadcastChannel", "MessageChannel", "indexedDB", "caches", "navigator", "FileReaderSync",
  "Notification", "createImageBitmap", "OffscreenCanvas", "Blob", "File", "Request", "URL", "postMessage", "close",
]; // prettier-ignore

const post = postMessage.bind(globalThis);

/** Send a text. @param {unknown} message */
const send = (message) => {
  if (typeof message === "string" && message.length <= MAX_CHARS) post(message);
};

/**
 * Send a text about progress, never an answer, which would end the time limit. Python has this function, and no other
 * object of JavaScript: so it has no prototype, which would lead to others, and raises no errors.
 * @param {unknown} message
 */
const sendProgress = (message) => {
  if (typeof message === "string" && message.startsWith(PROGRESS)) send(message);
};
Object.setPrototypeOf(sendProgress, null);

/** Refuse to let WebAssembly memory grow beyond a limit; Python raises MemoryError then. @param {number} maxBytes */
function limitMemory(maxBytes) {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (/** @type {number} */ pages) {
    if (this.buffer.byteLength + pages * PAGE_BYTES > maxBytes) throw new RangeError("The sandbox's memory is full.");
    return grow.call(this, pages);
  };
}

/** Refuse files beyond a limit, which are outside Python's memory. @param {any} fs @param {number} maxBytes */
function limitFiles(fs, maxBytes) {
  let left = maxBytes;
  const spend = (/** @type {number} */ bytes) => {
    if (bytes > left) throw new fs.ErrnoError(51); // ENOSPC
    left -= Math.max(0, bytes);
  };
  const { write, symlink, filesystems: { MEMFS: memory } } = fs; // prettier-ignore
  const { expandFileStorage: expand, createNode } = memory;
  fs.symlink = (/** @type {string} */ target, /** @type {string} */ path) => {
    spend(target.length);
    return symlink.call(fs, target, path);
  };
  memory.createNode = (/** @type {any} */ parent, /** @type {string} */ name, /** @type {any[]} */ ...more) => {
    spend(NODE_BYTES + name.length);
    return createNode.call(memory, parent, name, ...more);
  };
  fs.write = (/** @type {any[]} */ ...call) => {
    spend(call[3]);
    return write.apply(fs, call);
  };
  memory.expandFileStorage = (/** @type {any} */ node, /** @type {number} */ capacity) => {
    spend(capacity - node.contents.length);
    expand.call(memory, node, capacity);
  };
}

/** Start Python from its parts. @param {SandboxParts} parts */
async function startPython({ wasm, library, archives, lock, maxBytes }) {
  limitMemory(maxBytes);
  Object.assign(globalThis, { importScripts: undefined }); // Pyodide refuses to start where it exists
  globalThis.fetch = async (address) => new Response(String(address).endsWith(".zip") ? library : null);
  const instantiated = new Promise((resolve, reject) => {
    WebAssembly.instantiateStreaming = async (_, imports) => {
      const found = WebAssembly.instantiate(wasm, imports);
      found.then(resolve, reject);
      return found;
    };
  });
  const nothing = () => {};
  const loaded = loadPyodide({
    indexURL: FOLDER, lockFileContents: lock, jsglobals: {}, createPyodideModule,
    stdin: nothing, stdout: nothing, stderr: nothing, env: { HOME: "/home", PYTHONHASHSEED: "1" },
  }); // prettier-ignore
  await Promise.race([loaded, instantiated.then(() => loaded)]);
  const python = await loaded;
  for (const archive of archives) python.unpackArchive(archive, "zip", { extractDir: OWN });
  return python;
}

/** Send Python an interrupt several times a second: its handler knows whether a call takes too long. @param {any} python */
function startClock(python) {
  let next = 0;
  python.setInterruptBuffer({
    get 0() {
      const now = Date.now();
      if (now < next) return 0;
      next = now + TICK_MS;
      return 2; // SIGINT
    },
    set 0(_) {},
  });
}

/** Take everything from the worker that the reader's code doesn't need. */
function closeDoors() {
  for (let part = globalThis; part && part !== Object.prototype; part = Object.getPrototypeOf(part))
    for (const name of REACH)
      try {
        delete (/** @type {any} */ (part)[name]);
        if (name in part) Object.defineProperty(part, name, { value: undefined });
      } catch {
        // it stays: the sandbox's policy is the boundary
      }
}

/** @param {SandboxParts & { program: Program }} parts */
async function start(parts) {
  const python = await startPython(parts);
  const [module, name] = parts.program.split(".");
  const program = python.runPython(START(module, name))(sendProgress);
  python.runPython(FORGET)();
  startClock(python);
  limitFiles(python.FS, parts.maxFileBytes);
  closeDoors();
  onmessage = ({ data }) => {
    try {
      send(program.ask(data));
    } catch (error) {
      send(JSON.stringify({ failed: String(error).slice(-500) })); // errors of the reader's code are answers: Python has failed
    }
  };
  send(JSON.stringify({ ready: true }));
}

onmessage = ({ data }) => {
  start(data).catch((error) => send(JSON.stringify({ failed: String(error).slice(-500) })));
};
