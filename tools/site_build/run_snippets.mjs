// Run snippets in Pyodide with the archives of a site: one JSON text per line, in and out. A text runs in the session,
// null starts a new one. Arguments: Pyodide's folder and the archives.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const env = { HOME: "/home", PYTHONHASHSEED: "1" }; // as in the sandbox, and so is the depth of calls
const python = await loadPyodide({ indexURL: folder, env });
for (const path of archives)
  python.unpackArchive(new Uint8Array(readFileSync(path)), "zip", { extractDir: "/numduel" });
const createRunner = python.runPython(`
import sys

sys.path.insert(0, "/numduel")
sys.setrecursionlimit(400)
from numduel_snippets import Runner

Runner
`);

/** @type {string[][]} */
let statements = [];
const runner = createRunner((message) => {
  for (const [, ...statement] of JSON.parse(message).statements) statements.push(statement);
});
for await (const line of createInterface({ input: process.stdin })) {
  const text = JSON.parse(line);
  statements = [];
  runner.ask(JSON.stringify({ texts: text === null ? [] : [text], is_new: text === null }));
  console.log(JSON.stringify(statements));
}
process.exit(0);
