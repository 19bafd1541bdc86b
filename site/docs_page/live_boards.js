// A button at each drawing of a board, which puts the explorer in its place.
import { create, createButton } from "./elements.js";
import { addressOf } from "./site_address.js";

/** Add a button to each drawing. Nothing is loaded before it is pressed. */
export function addLiveBoards() {
  for (const place of document.querySelectorAll(".live-board")) addButton(/** @type {HTMLElement} */ (place));
}

/** @param {HTMLElement} place with the game and the board */
function addButton(place) {
  const { game = "", board = "", moves = "", title = game } = place.dataset;
  const query = new URLSearchParams({ game, ...(board && { board }), ...(moves && { moves }) });
  const button = createButton("Try it here", "live-board-button", () => {
    const frame = create("iframe", {
      class: "live-board-frame",
      title: `${title}: live board`,
      src: addressOf(`play/#/explore?${query}&frame=1`),
    });
    const link = create("a", { class: "live-board-link", href: addressOf(`play/#/explore?${query}`) }, "Open in the explorer");
    place.replaceChildren(frame, link);
    frame.focus();
  });
  place.append(button);
}
