// A match in progress as a line: board, title and state.
import { matchPath } from "../addresses.js";
import { miniBoard } from "../board/mini_board.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { markNames } from "../ui/names.js";
import { isMyTurn } from "./players.js";

/**
 * @import { SeenMatch } from "../contract.js"
 * @import { LoadedMatch } from "./load_matches.js"
 */

/** Return the game and the opponent, whose long name can be cut. @param {SeenMatch} seen */
export function titleNode({ you, view: { game, words } }) {
  const where = you.length === 1 ? words.opponents : "on this screen";
  return markNames(`${game.title} ${where}`, words.labels);
}

/** Return "Your turn" or the like. @param {SeenMatch} seen */
export function stateChip(seen) {
  const kind = isMyTurn(seen) ? "go" : "outlined";
  return h("span", { class: `chip ${kind}` }, seen.view.words.state);
}

/** Return a line that leads to the match. @param {LoadedMatch} match */
export const matchLine = ({ id, seen }) =>
  h(
    "li",
    h(
      "a.card.other",
      { href: matchPath(id) },
      h("span.well", miniBoard(seen.view)),
      h("span.grow", h("b", titleNode(seen)), stateChip(seen)),
      icon("next"),
    ),
  );
