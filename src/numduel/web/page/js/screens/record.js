// Opening a record: pasted, chosen as a file or dropped; to be looked at, or played on.
import { go, reviewOf } from "../addresses.js";
import * as api from "../server/api.js";
import { openPlayOn, startMatch } from "../study/play_on.js";
import { h } from "../ui/dom.js";
import { button } from "../ui/parts.js";
import { topBar } from "../ui/sheets.js";

const LARGEST = 60_000; // letters of a record
const EXAMPLE = '[Game "…"]\n[Board "…"]\n\n1. … 2. …';

export function show(root) {
  document.title = "Open a record · numduel";
  const text = h("textarea", {
    class: "field record",
    name: "record",
    rows: 12,
    spellcheck: "false",
    placeholder: EXAMPLE,
    "aria-label": "The record",
  });
  const refusal = h("p", { class: "bad", role: "alert" });
  const take = async (file) => {
    if (!file) return;
    refusal.textContent = file.size > LARGEST ? "This file is too large for a record." : "";
    if (file.size <= LARGEST) text.value = await file.text();
  };
  const file = h("input", {
    type: "file",
    class: "field",
    name: "file",
    accept: ".txt,.nd,text/plain",
    "aria-label": "A file",
    on: { change: (event) => take(event.target.files[0]) },
  });
  const tried = (does) => async () => {
    refusal.textContent = "";
    try {
      await does();
    } catch (problem) {
      refusal.textContent = problem.message;
    }
  };
  const open = (setup) => api.openRecord({ record: text.value, ...setup });
  const look = tried(async () => go(reviewOf(await startMatch(open, { opponent: "here" }))));
  const playOn = tried(async () => {
    const id = await startMatch(open, { opponent: "here" });
    const position = await api.position(id);
    if (position.status.kind === "over") return go(reviewOf(id));
    openPlayOn({ position, start: (setup) => open({ ...setup, ply: position.plies.length }) });
  });
  const page = h(
    "main",
    { class: "page narrow stack loose" },
    h("h1", {}, "Open a record"),
    h(
      "p",
      { class: "muted" },
      "A record is a game as text, as it is downloaded here or saved by numduel in a terminal.",
    ),
    h("label", { class: "setting" }, h("span", { class: "label" }, "Paste it here"), text),
    h("label", { class: "setting" }, h("span", { class: "label" }, "or choose a file"), file),
    refusal,
    h(
      "div",
      { class: "row-of-buttons" },
      button("Look at it", { kind: "primary", does: look, attributes: { "data-do": "look" } }),
      button("Play on", { does: playOn, attributes: { "data-do": "play-record" } }),
    ),
  );
  page.addEventListener("dragover", (event) => event.preventDefault());
  page.addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  });
  root.append(topBar(), page);
}
