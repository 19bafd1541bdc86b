// Open a record (pasted, chosen as a file or dropped) to review or continue the game.
import { navigate, navigateFrom, reviewPath } from "../addresses.js";
import { findLetter, letterPath } from "../browser/fragment.js";
import { hasLetters } from "../edition.js";
import { request } from "../server/api.js";
import { openPlayFromHere, startMatch } from "../study/play_from_here.js";
import { h } from "../ui/dom.js";
import { button, labelledField, createErrorLine } from "../ui/components.js";

/** @import { Side } from "../study/play_from_here.js" */

const MAX_RECORD_BYTES = 60_000;
const EXAMPLE = '[Game "…"]\n[Board "…"]\n\n1. … 2. …';

/** Show the screen. @param {HTMLElement} root */
export function show(root) {
  document.title = "Open record · numduel";
  const text = h("textarea.field.record", {
    name: "record",
    rows: 12,
    spellcheck: "false",
    placeholder: EXAMPLE,
    "aria-label": "Record",
  });
  const [errorLine, showErrors] = createErrorLine();
  const loadFile = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    const isTooLarge = file.size > MAX_RECORD_BYTES;
    errorLine.textContent = isTooLarge ? "This file is too large. Records have at most 60 kB." : "";
    if (!isTooLarge) text.value = await file.text();
  };
  const file = h("input.field", {
    type: "file",
    name: "file",
    accept: ".txt,.nd,text/plain",
    "aria-label": "Record file",
    on: { change: (event) => loadFile(event.currentTarget.files?.[0]) },
  });
  const open = (/** @type {Omit<Side, "seat"> & { seat?: 1 | 2, ply?: number }} */ side) =>
    request("POST /records", { body: { record: text.value, ...side } });
  /** Open a link of a game by letter; return whether there is one. */
  const followLetter = () => {
    const letter = hasLetters ? findLetter(text.value) : null;
    if (letter) navigate(letterPath(letter));
    return letter !== null;
  };
  const openMatch = () => startMatch((mine) => open({ opponent: "here", ...mine }));
  const review = async () =>
    followLetter() || navigateFrom(errorLine, reviewPath(await openMatch()));
  const continueGame = async () => {
    if (followLetter()) return;
    const id = await openMatch();
    const position = await request("GET /matches/{id}/positions", { at: id });
    if (position.status.kind === "over") return navigateFrom(errorLine, reviewPath(id));
    return openPlayFromHere(position, (side) => open({ ...side, ply: position.plies.length }));
  };
  const page = h(
    "main.page.narrow.stack.loose",
    h("h1", "Open record"),
    h(
      "p.muted",
      "A record is a game saved as text. Get one from a game's menu here or from the terminal app.",
      hasLetters && " You can also paste the link of a game by letter.",
    ),
    labelledField("Paste a record", text),
    labelledField("Or choose a file", file),
    errorLine,
    h(
      "div.row-of-buttons",
      button("Review", {
        kind: "primary",
        onClick: showErrors(review),
        "data-do": "look",
      }),
      button("Continue", { onClick: showErrors(continueGame), "data-do": "play-record" }),
    ),
  );
  page.addEventListener("dragover", (event) => event.preventDefault());
  page.addEventListener("drop", (event) => {
    event.preventDefault();
    loadFile(event.dataTransfer?.files[0]);
  });
  root.append(page);
}
