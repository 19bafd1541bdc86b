// An option of a game in the setup: name, description and control.
import { capitalise } from "../text.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { numeral } from "./numerals.js";
import { selection } from "./components.js";

/**
 * @import { Option } from "../contract.js"
 * @import { IconName } from "./icons.js"
 * @typedef {boolean | number | string} Setting value of an option
 */

/**
 * Return the row of an option.
 * @param {Option} option
 * @param {Setting | null} value
 * @param {(value: Setting) => void} set
 */
export function optionField(option, value, set) {
  const id = `option-${option.name}`;
  return h(
    "div.option",
    h("label", { for: id }, capitalise(option.name), h("span.small.muted", option.help)),
    control(id, option, value, set),
  );
}

/**
 * @param {string} id
 * @param {Option} option
 * @param {Setting | null} value
 * @param {(value: Setting) => void} set
 */
function control(id, { kind, name, words = [], low = 0, high = Infinity }, value, set) {
  if (kind === "whole") return stepper(id, name, low, high, value, set);
  if (kind === "choice")
    return selection(
      words.map((word) => [word, capitalise(word)]),
      String(value),
      set,
      { id, class: "field short" },
    );
  return h("input.switch", {
    type: "checkbox",
    id,
    role: "switch",
    checked: value === true,
    on: { change: (event) => set(event.currentTarget.checked) },
  });
}

/**
 * Return a number field with a button on either side. A number that follows from the board is null until it is known.
 * @param {string} id
 * @param {string} name
 * @param {number} low
 * @param {number} high
 * @param {Setting | null} setting
 * @param {(value: number) => void} set
 */
function stepper(id, name, low, high, setting, set) {
  const value = setting === null ? NaN : Number(setting);
  const isInside = (/** @type {number} */ number) => number >= low && number <= high;
  /** @type {(by: number, picture: IconName, label: string) => HTMLElement} */
  const step = (by, picture, label) =>
    h(
      "button.round",
      {
        type: "button",
        id: `${id}${by}`,
        "aria-label": `${label} ${name}`,
        "aria-disabled": String(!isInside(value + by)),
        on: { click: () => isInside(value + by) && set(value + by) },
      },
      icon(picture),
    );
  const setText = (/** @type {string} */ text) =>
    set(Math.max(low, Math.min(high, Math.round(Number(text)) || low)));
  const field = h("input.unseen", {
    id,
    type: "number",
    min: low,
    max: high,
    value: setting === null ? "" : value,
    on: { change: (event) => setText(event.currentTarget.value) },
  });
  return h(
    "div.stepper",
    step(-1, "minus", "Decrease"),
    field,
    h("span.stepper-value", { "aria-hidden": "true" }, setting === null ? "–" : numeral(value)),
    step(1, "plus", "Increase"),
  );
}
