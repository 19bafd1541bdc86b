// The rules of a game: beside the board on wide screens, otherwise in a sheet.
import { addSheet, dropEntries } from "../browser/entries.js";
import { request, describeError } from "../server/api.js";
import { blockNodes } from "../ui/blocks.js";
import { byId, focusIn, h, selectorOf } from "../ui/dom.js";
import { iconButton, openSheet } from "../ui/components.js";

/** @import { Child } from "../ui/dom.js" */

/** @type {Element | null} what had the focus before the panel */
let opener = null;

/** Open the rules of a game. @param {{ id: string, title: string }} game */
export async function openRules(game) {
  const open = document.querySelector(".rules-aside");
  if (!open?.contains(document.activeElement)) opener = document.activeElement;
  open?.remove();
  const contents = h("div.prose", h("p.muted", "Loading the rules…"));
  const isAside = matchMedia("(min-width: 900px)").matches;
  if (isAside) openAside(game.title, contents);
  else openSheet(game.title, contents);
  try {
    contents.replaceChildren(
      ...blockNodes((await request("GET /rules/{game}", { at: game.id })).blocks, isAside ? 3 : 2),
    );
  } catch (problem) {
    contents.replaceChildren(h("p", describeError(problem)));
  }
}

/** Open a panel that leaves the board usable; Escape and Back close it. @param {string} title @param {Child} contents */
function openAside(title, contents) {
  const close = () => {
    const hadFocus = aside.contains(document.activeElement);
    aside.remove();
    dropEntries();
    const selector = opener && selectorOf(opener); // a button may have been drawn again
    if (!hadFocus) return;
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    else if (selector) focusIn(document, selector);
  };
  const keydown = (/** @type {KeyboardEvent} */ event) => {
    if (!aside.isConnected) return document.removeEventListener("keydown", keydown);
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    close();
  };
  document.addEventListener("keydown", keydown);
  /** @type {HTMLElement} */
  const aside = h(
    "aside.rules-aside",
    { "aria-label": `Rules of ${title}` },
    h("div.sheet-head", h("h2.title", "Rules"), iconButton("close", "Close rules", close)),
    contents,
  );
  byId("screen").append(aside);
  addSheet({ close, isOpen: () => aside.isConnected });
  focusIn(aside, "button");
}
