// A move in letters: the field in which it is typed, and which move it means.
import { h } from "../ui/dom.js";

/**
 * Return a field for a move, which begins with what was typed already.
 * @param {string[]} moves
 * @param {string} sign
 * @param {{ play: (move: string) => void, leave: () => void }} heard
 */
export function moveField(moves, sign, { play, leave }) {
  const field = h("input.field", {
    type: "text",
    name: "move",
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "done",
    placeholder: moves[0],
    value: sign,
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    play(readMove(moves, field.value));
  };
  const keydown = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && leave();
  return h(
    "form.typed",
    { on: { submit, keydown } },
    h("label", h("span.label", "Your move"), field),
    h("button.button.low", { type: "submit" }, "Play"),
  );
}

/** @param {string} text */
const bare = (text) =>
  text
    .toLowerCase()
    .replace(/[\s()]/g, "")
    .replace(/[.;/]/g, ",");

/**
 * Return the move that is meant: in letters of either case, with or without brackets, or only begun.
 * @param {string[]} moves
 * @param {string} text
 */
function readMove(moves, text) {
  const wanted = bare(text);
  const begun = moves.filter((move) => bare(move).startsWith(wanted));
  const only = wanted && begun.length === 1 ? begun[0] : text.trim();
  return moves.find((move) => bare(move) === wanted) ?? only;
}
