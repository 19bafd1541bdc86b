// The script of every documentation page. The colours follow the settings of the page in play/.
import { addThemeButton } from "./theme_button.js";

/** Return whether the page has an element. @param {string} selector */
const has = (selector) => document.querySelector(selector) !== null;

addThemeButton();
if (has(".example")) import("./examples.js").then(({ addExamples }) => addExamples());
if (has(".live-board")) import("./live_boards.js").then(({ addLiveBoards }) => addLiveBoards());
if (has("table[data-sortable]")) import("./sorting.js").then(({ addSorting }) => addSorting());
