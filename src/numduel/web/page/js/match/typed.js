// A move in letters: the field in which somebody types it, and what they mean by it.
import { h } from "../ui/dom.js";

/** A field that begins with what was typed already; `play(move)` is told the move, `leave()` that there is none. */
export function moveField(moves, sign, { play, leave }) {
  const field = h("input", {
    class: "field",
    type: "text",
    name: "move",
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "done",
    placeholder: moves[0],
    value: sign,
  });
  const submit = (event) => {
    event.preventDefault();
    play(readMove(moves, field.value));
  };
  const keydown = (event) => event.key === "Escape" && leave();
  return h(
    "form",
    { class: "typed", on: { submit, keydown } },
    h("label", {}, h("span", { class: "label" }, "Your move"), field),
    h("button", { class: "button low", type: "submit" }, "Play"),
  );
}

const bare = (text) =>
  text
    .toLowerCase()
    .replace(/[\s()]/g, "")
    .replace(/[.;/]/g, ",");

/** The move that somebody means: in letters of either case, with or without brackets, or only begun. */
function readMove(moves, text) {
  const wanted = bare(text);
  const begun = moves.filter((move) => bare(move).startsWith(wanted));
  const only = wanted && begun.length === 1 ? begun[0] : text.trim();
  return moves.find((move) => bare(move) === wanted) ?? only;
}
