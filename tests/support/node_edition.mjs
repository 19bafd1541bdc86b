// Answers requests with the edition in Pyodide: one JSON text per line, in and out.
//
// node node_edition.mjs PYODIDE MODULES PURE
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, modules, pure] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: folder, env: { HOME: "/home", NUMDUEL_PURE: pure } });
python.unpackArchive(new Uint8Array(fs.readFileSync(modules)), "zip", { extractDir: "/numduel" });
python.runPython('import sys; sys.path.insert(0, "/numduel")');

/** A database in memory, with the answers of site/workers/database.js. */
class MemoryDatabase {
  #rows = new Map();
  #summaries = new Map();
  async append(match, rowsText, summaryText) {
    const known = this.#rows.get(match) ?? [];
    const rows = JSON.parse(rowsText);
    if (rows[0][0] !== known.length + 1) return "conflict";
    this.#rows.set(match, [...known, ...rows]);
    const summary = JSON.parse(summaryText);
    if (summary) this.#summaries.set(match, summary);
    return "stored";
  }
  events = async (match, after) =>
    JSON.stringify((this.#rows.get(match) ?? []).filter(([seq]) => seq > after));
  levelsToMove = async () =>
    JSON.stringify([...this.#summaries.keys()].filter((match) => this.#summaries.get(match)[0]));
  matches = async () => JSON.stringify([...this.#summaries.keys()]);
  async deleteMatches(ids) {
    for (const id of JSON.parse(ids)) this.#rows.delete(id) && this.#summaries.delete(id);
    return "stored";
  }
  sendMessage() {}
}

const runTask = python.runPython("from numduel.web.in_browser.tasks import run_task\nrun_task");
const engine = { ready: async () => {}, run: async (task) => runTask(task), stop: () => {} };

const create = python.runPython("from numduel.web.in_browser.edition import Edition\nEdition");
const edition = create(new MemoryDatabase(), engine, "https://numduel.example/play/");
await edition.start();

let number = 0;
for await (const line of readline.createInterface({ input: process.stdin }))
  console.log(await edition.ask(++number, line));
process.exit(0);
