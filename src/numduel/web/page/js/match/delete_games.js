// Delete games of this browser: one, or everything that the page has stored here.
import { LOCAL_NAMES, PARTS } from "../browser/backup.js";
import { deleteRounds, roundsOf } from "../browser/history.js";
import { deleteMatch } from "../browser/seats.js";
import { remove } from "../browser/storage.js";
import { copiesWritten } from "../browser/value_copies.js";
import { hasLinks } from "../edition.js";
import { deleteAllStored, deleteStored } from "../server/stored_matches.js";
import { formatCount } from "../text.js";
import { button, createErrorLine, openSheet } from "../ui/components.js";
import { announce, h } from "../ui/dom.js";

const ONE_STAYS = "The game stays on the server, but you lose your seat in it.";
const ALL_STAY = "Games stay on the server, but you lose your seats in them.";

/**
 * Ask, then delete; return whether it was deleted. A problem is shown in the sheet.
 * @param {string} question
 * @param {string[]} lines
 * @param {{ yes: string, what: string, action: () => unknown, more?: HTMLElement | null }} options
 * @returns {Promise<boolean>}
 */
function askToDelete(question, lines, { yes, what, action, more = null }) {
  return new Promise((answer) => {
    let isDeleted = false;
    const [errorLine, showErrors] = createErrorLine();
    const run = showErrors(async () => {
      await action();
      isDeleted = true;
      dialog.close();
    });
    const dialog = openSheet(
      question,
      h(
        "div.stack.loose",
        lines.map((line) => h("p", line)),
        errorLine,
        h(
          "div.row-of-buttons",
          more,
          button(yes, { kind: "danger", onClick: run, "data-do": what }),
          button("Cancel", { onClick: () => dialog.close(), "data-do": "cancel-delete" }),
        ),
      ),
      { onClose: () => answer(isDeleted) },
    );
  });
}

/** Delete a game with all its rounds, after a question; return whether it was deleted. @param {string} id @param {string} name */
export async function deleteGame(id, name) {
  const rounds = roundsOf(id).length;
  const lines = [
    `${name}.`,
    ...(rounds > 1 ? [`All ${formatCount(rounds, "round")} are deleted.`] : []),
    hasLinks ? ONE_STAYS : "It can't be brought back.",
  ];
  const isDeleted = await askToDelete("Delete this game?", lines, {
    yes: "Delete",
    what: "confirm-delete",
    action: async () => {
      await deleteStored([id]);
      deleteRounds(id);
      deleteMatch(id);
      await copiesWritten();
    },
  });
  if (isDeleted) announce("The game was deleted.");
  return isDeleted;
}

/** Delete everything of this browser, after a question that offers an export. @param {() => Promise<void>} exportData */
export async function deleteEverything(exportData) {
  const [errorLine, showErrors] = createErrorLine();
  const save = button("Export first", { picture: "download", onClick: showErrors(exportData), "data-do": "export-first" });
  const lines = [
    "All games, results, streaks and settings in this browser are deleted. They can't be brought back.",
    ...(hasLinks ? [ALL_STAY] : []),
  ];
  const isDeleted = await askToDelete("Delete everything?", lines, {
    yes: "Delete everything",
    what: "confirm-delete-all",
    more: h("div.stack", save, errorLine),
    action: async () => {
      await deleteAllStored();
      remove([...Object.keys(PARTS), ...LOCAL_NAMES]);
      await copiesWritten();
    },
  });
  if (!isDeleted) return;
  dispatchEvent(new Event("numduel:settings"));
  dispatchEvent(new Event("numduel:go"));
  setTimeout(announce, 100, "Everything was deleted."); // after the title of the screen
}
