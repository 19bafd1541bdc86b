// Lists of a review: the accuracy of each player, and all moves with their marks.
import { entryNode, turnRows } from "../match/move_list.js";
import { h } from "../ui/dom.js";
import { playerBadge } from "../ui/components.js";
import { markChip } from "./progress_chart.js";

/**
 * @import { ShownReview } from "../contract.js"
 * @import { Entry } from "../match/move_list.js"
 */

/** Return the accuracy of each player, explained. @param {ShownReview} review */
export const accuracyList = ({ players }) =>
  h(
    "ul.figures",
    players.map(({ player, explained }) =>
      h("li", playerBadge(player, "tiny"), h("span", explained)),
    ),
  );

/**
 * Return all moves. The current one has a dashed edge, the next one is green.
 * @param {ShownReview} review
 * @param {Entry[]} entries
 * @param {number} plyCount number of plies before the position on screen
 * @param {(plyCount: number) => void} goTo
 */
export function reviewMoves(review, entries, plyCount, goTo) {
  const current = entries.findLast((entry) => entry.ply < plyCount);
  const next = entries.find((entry) => entry.ply >= plyCount);
  const state = (/** @type {Entry} */ entry) => {
    if (entry === current) return "latest";
    if (entry === next) return "next";
    return entry.ply > plyCount ? "later" : "";
  };
  return turnRows(
    entries.map((entry) => [entry.turn, moveButton(review, entry, state(entry), goTo)]),
  );
}

/**
 * @param {ShownReview} review
 * @param {Entry} entry
 * @param {string} state
 * @param {(plyCount: number) => void} goTo
 */
function moveButton(review, entry, state, goTo) {
  const { mark } = review.plies[entry.ply];
  const count = entry.ply + 1 + entry.drawn.length;
  return h(
    "button.ply",
    {
      type: "button",
      id: `ply-${count}`,
      "aria-current": state === "latest" ? "step" : null,
      on: { click: () => goTo(count) },
    },
    entryNode(entry, review.labels[entry.player - 1], state, false, mark && markChip(mark)),
  );
}

/** Scroll the list of moves in a part to the current one. @param {Element} part */
export function scrollToCurrent(part) {
  const latest = part.querySelector(".entry.latest");
  const list = latest?.closest(".moves");
  if (!list || !(latest instanceof HTMLElement)) return;
  if (list.scrollHeight > list.clientHeight)
    list.scrollTop = latest.offsetTop - list.clientHeight / 2;
}
