// Export and import of everything that this browser holds.
import {
  BackupError,
  checkSize,
  countContents,
  mergeBackup,
  newEntries,
  readBackup,
  writeBackup,
} from "../browser/backup.js";
import { toUrl } from "../browser/location.js";
import { read, writeAll } from "../browser/storage.js";
import { hasLinks } from "../edition.js";
import { describeError } from "../server/api.js";
import { addStored, readStored } from "../server/stored_matches.js";
import { formatCount } from "../text.js";
import { deleteEverything } from "../match/delete_games.js";
import { exportStatistics, resetStatistics } from "../study/statistics_file.js";
import { button } from "./components.js";
import { announce, focusIn, h, refill } from "./dom.js";
import { saveFile } from "./save_file.js";
import { formatWhen } from "./when.js";

/** @import { Backup, Values } from "../browser/backup.js" */

/** Address of this page: both editions may have the same origin. */
const PAGE_URL = toUrl("/").replace(/\/?(#.*)?$/, "");
const UNCHANGED = "Nothing was changed.";
const FROM_ELSEWHERE = hasLinks
  ? "If that is another server, its games can't be opened here, but the results are listed."
  : "Games on a server can't be opened here, but the results are listed.";
const readValue = (/** @type {string} */ name) => read(name, undefined);

/** Return the part of a screen that exports and imports. @param {"h2" | "h3"} heading */
export function dataPart(heading = "h2") {
  const state = h("div.stack");
  const file = h("input.unseen", {
    type: "file",
    name: "backup",
    accept: ".json,application/json",
    tabindex: -1,
    "aria-hidden": "true",
    on: { change: (event) => open(event.currentTarget) },
  });
  /** @param {string} text */
  const refuse = (text) => refill(state, h("p.bad", { role: "alert" }, `${text} ${UNCHANGED}`));
  /** Read the chosen file. @param {HTMLInputElement} input */
  const open = async (input) => {
    const chosen = input.files?.[0];
    if (!chosen) return;
    try {
      checkSize(chosen.size);
      showQuestion(readBackup(await chosen.text()));
    } catch (problem) {
      refuse(
        problem instanceof BackupError ? problem.message : "Your browser can't read this file.",
      );
    }
    input.value = ""; // so that the same file can be chosen again
  };
  const cancel = () => {
    refill(state);
    if (state.parentElement) focusIn(state.parentElement, "[data-do=import]");
  };
  /** Ask before importing. @param {Backup} backup */
  const showQuestion = (backup) => {
    const question = describeFile(backup);
    const buttons = h(
      "div.row-of-buttons",
      button("Import", { onClick: () => take(backup), "data-do": "import-file" }),
      button("Cancel", { onClick: cancel, "data-do": "cancel-import" }),
    );
    refill(state, h("div.notice.stack", question.map((text) => h("p", text)), buttons));
    announce(question.join(" "));
    focusIn(state, "[data-do=import-file]");
  };
  /** @param {Backup} backup */
  const take = async (backup) => {
    const added = listContents(newEntries(readValue, backup));
    const stored = await addStored(backup.stored);
    if (stored.problem) return refuse(stored.problem);
    const changes = mergeBackup(readValue, backup);
    if (!writeAll(changes))
      return refuse("This browser has no space for this file. Delete data of other pages first.");
    dispatchEvent(new Event("numduel:settings"));
    const isChanged = Object.keys(changes).length > 0 || stored.isChanged;
    const result = added
      ? `Imported. New in this browser: ${added}.`
      : isChanged
        ? "Imported. Some of your results and settings were updated."
        : "This browser already had everything in this file.";
    const lines = [result, ...(stored.note ? [stored.note] : [])];
    const done = () => dispatchEvent(new Event("numduel:go"));
    refill(
      state,
      h("div.notice.stack", lines.map((line) => h("p", line)), button("Done", { onClick: done, "data-do": "done" })),
    );
    announce(lines.join(" "));
    focusIn(state, "[data-do=done]");
  };
  return h(
    "section.your-data.stack",
    { "aria-label": "Your data" },
    h(heading, "Your data"),
    h(
      "p.small.muted",
      "Your games, results and settings are only in this browser. To take them to another one, export them here and import the file there.",
    ),
    h(
      "p.small.muted",
      hasLinks
        ? "Keep the file private: it holds the keys to your seats. Anyone who has it can play for you."
        : "Export from time to time: if you delete the data of this page, your games are gone.",
    ),
    h(
      "div.row-of-buttons",
      button("Export my data", {
        picture: "download",
        onClick: () => exportData().catch((problem) => refuse(problem.message)),
        "data-do": "export",
      }),
      button("Import", {
        picture: "upload",
        onClick: () => file.click(),
        "data-do": "import",
      }),
      button("Delete everything", {
        picture: "trash",
        kind: "danger",
        onClick: () => deleteEverything(exportData),
        "data-do": "delete-all",
      }),
    ),
    h(
      "p.small.muted",
      "Statistics are your ratings and puzzle results. Programs can read the exported file.",
    ),
    h(
      "div.row-of-buttons",
      button("Export statistics", {
        picture: "download",
        onClick: () => exportStatistics(today()).catch((problem) => refuse(describeError(problem))),
        "data-do": "export-statistics",
      }),
      button("Reset statistics", {
        picture: "again",
        kind: "danger",
        onClick: resetStatistics,
        "data-do": "reset-statistics",
      }),
    ),
    file,
    state,
  );
}

/** Return the date of today for the name of a file, such as 2026-11-18. */
function today() {
  const now = new Date();
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return [year, ...[month, day].map((part) => String(part).padStart(2, "0"))].join("-");
}

/** Download everything as a file. */
async function exportData() {
  const stored = await readStored();
  const text = writeBackup(readValue, { at: new Date(), from: PAGE_URL, stored });
  saveFile(`numduel-backup-${today()}.json`, text, "application/json");
  announce("Your data was exported.");
}

/** Return sentences about a file. @param {Backup} backup */
function describeFile({ exported, from, data }) {
  const contents = listContents(data);
  const time = Date.parse(exported);
  const when = Number.isNaN(time) ? "" : `, exported ${formatWhen(time)}`;
  return [
    contents ? `This file holds ${contents}${when}.` : `This file holds no games${when}.`,
    ...(from === PAGE_URL ? [] : [`It comes from ${from}. ${FROM_ELSEWHERE}`]),
    "Importing adds this to what the browser has. Nothing here is lost.",
  ];
}

/** Return "2 games in progress and 5 finished games", or "" for nothing. @param {Values} data parts of a file */
function listContents(data) {
  const { open, finished, puzzles, duels, lessons, practice, exam } = countContents(data);
  const parts = [
    open && `${formatCount(open, "game")} in progress`,
    finished && formatCount(finished, "finished game"),
    puzzles && formatCount(puzzles, "daily puzzle"),
    duels && formatCount(duels, "daily duel"),
    practice && formatCount(practice, "practice puzzle"),
    lessons && formatCount(lessons, "lesson"),
    exam && formatCount(exam, "exam answer"),
  ].filter((part) => part !== 0);
  const last = parts.pop();
  return parts.length ? `${parts.join(", ")} and ${last}` : (last ?? "");
}
