// The script of every documentation page. The colours follow the settings of the page in play/.
import { addExamples } from "./examples.js";
import { addLiveBoards } from "./live_boards.js";
import { addSorting } from "./sorting.js";
import { addThemeButton } from "./theme_button.js";

addThemeButton();
addExamples();
addLiveBoards();
addSorting();
