// A field in which a move is typed; the server reads what it means.
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
    play(field.value.trim());
  };
  const keydown = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && leave();
  return h(
    "form.typed",
    { on: { submit, keydown } },
    h("label", h("span.label", "Your move"), field),
    h("button.button.low", { type: "submit" }, "Play"),
  );
}
