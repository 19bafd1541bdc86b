// One option of a game as a row of the set-up: its name, what it does, and a control of its kind.
import { capital } from "../words.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { numeral } from "./numerals.js";

const CONTROLS = { whole: stepper, flag: toggle, choice: selection };

/** The row of an option as the server declares it; `set(value)` is told what is chosen. */
export function optionField(option, value, set) {
  const id = `option-${option.name}`;
  const about = h("span", { class: "small muted" }, option.help);
  return h(
    "div",
    { class: "option" },
    h("label", { for: id }, capital(option.name), about),
    CONTROLS[option.kind]?.(id, option, value, set),
  );
}

function toggle(id, option, value, set) {
  return h("input", {
    type: "checkbox",
    id,
    class: "switch",
    role: "switch",
    checked: value === true,
    on: { change: (event) => set(event.target.checked) },
  });
}

function selection(id, { words }, value, set) {
  return h(
    "select",
    { class: "field short", id, on: { change: (event) => set(event.target.value) } },
    words.map((word) => h("option", { value: word, selected: word === value }, capital(word))),
  );
}

/** A whole number with a button on either side. */
function stepper(id, { name, low, high }, value, set) {
  const shown = value ?? low;
  const step = (by, picture, label) =>
    h(
      "button",
      {
        type: "button",
        class: "round",
        id: `${id}${by}`,
        "aria-label": `${label} ${name}`,
        "aria-disabled": String(shown + by < low || shown + by > high),
        on: { click: () => shown + by >= low && shown + by <= high && set(shown + by) },
      },
      icon(picture),
    );
  const field = h("input", {
    class: "unseen",
    id,
    type: "number",
    min: low,
    max: high,
    value: shown,
    on: {
      change: (event) =>
        set(Math.max(low, Math.min(high, Math.round(Number(event.target.value)) || low))),
    },
  });
  return h(
    "div",
    { class: "stepper" },
    step(-1, "minus", "Less"),
    field,
    h("span", { class: "stepper-value", "aria-hidden": "true" }, numeral(shown)),
    step(1, "plus", "More"),
  );
}
