// What the documentation's pages do besides showing text: examples run, and boards come to life.
import { addExamples } from "./examples.js";
import { addLiveBoards } from "./live_boards.js";

addExamples();
addLiveBoards();
