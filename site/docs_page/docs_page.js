// The script of every documentation page.
import { addExamples } from "./examples.js";
import { addLiveBoards } from "./live_boards.js";

addExamples();
addLiveBoards();
