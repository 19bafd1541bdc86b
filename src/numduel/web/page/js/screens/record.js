// Opening a record, pasted, chosen as a file or dropped, to review it or play on.
import { go, reviewOf } from "../addresses.js";
import { ask } from "../server/wire.js";
import { openPlayOn, startMatch } from "../study/play_on.js";
import { h } from "../ui/dom.js";
import { button, labelled, refusals } from "../ui/parts.js";
import { topBar } from "../ui/sheets.js";

/** @import { Side } from "../study/play_on.js" */

const LARGEST = 60_000; // letters of a record
const EXAMPLE = '[Game "…"]\n[Board "…"]\n\n1. … 2. …';

/** @param {HTMLElement} root */
export function show(root) {
  document.title = "Open a record · numduel";
  const text = h("textarea.field.record", {
    name: "record",
    rows: 12,
    spellcheck: "false",
    placeholder: EXAMPLE,
    "aria-label": "The record",
  });
  const [refusal, tried] = refusals();
  const take = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    refusal.textContent = file.size > LARGEST ? "This file is too large for a record." : "";
    if (file.size <= LARGEST) text.value = await file.text();
  };
  const file = h("input.field", {
    type: "file",
    name: "file",
    accept: ".txt,.nd,text/plain",
    "aria-label": "A file",
    on: { change: (event) => take(event.currentTarget.files?.[0]) },
  });
  const open = (/** @type {Omit<Side, "seat"> & { seat?: 1 | 2, ply?: number }} */ side) =>
    ask("POST /records", { body: { record: text.value, ...side } });
  const opened = () => startMatch((mine) => open({ opponent: "here", ...mine }));
  const playOn = async () => {
    const id = await opened();
    const position = await ask("GET /matches/{id}/positions", { at: id });
    if (position.status.kind === "over") return go(reviewOf(id));
    return openPlayOn(position, (side) => open({ ...side, ply: position.plies.length }));
  };
  const page = h(
    "main.page.narrow.stack.loose",
    h("h1", "Open a record"),
    h(
      "p.muted",
      "A record is a game as text, as it is downloaded here or saved by numduel in a terminal.",
    ),
    labelled("Paste it here", text),
    labelled("or choose a file", file),
    refusal,
    h(
      "div.row-of-buttons",
      button("Look at it", {
        kind: "primary",
        does: tried(async () => go(reviewOf(await opened()))),
        "data-do": "look",
      }),
      button("Play on", { does: tried(playOn), "data-do": "play-record" }),
    ),
  );
  page.addEventListener("dragover", (event) => event.preventDefault());
  page.addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer?.files[0]);
  });
  root.append(topBar(), page);
}
