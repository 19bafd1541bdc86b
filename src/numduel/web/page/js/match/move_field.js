// A field for typing a move. The server parses the text.
import { h } from "../ui/dom.js";

/**
 * Return the field.
 * @param {string[]} moves the legal moves; the first is the placeholder
 * @param {string} sign text typed so far
 * @param {{ play: (move: string) => void, leave: () => void }} handlers
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
