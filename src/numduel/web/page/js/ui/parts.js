// Small parts that several screens share: buttons, seats, choices, sheets, links to copy, QR codes.
import { choose, settings } from "../browser/settings.js";
import { ask, reasonOf } from "../server/wire.js";
import { capital } from "../words.js";
import { focusIn, h, selectorOf, svg } from "./dom.js";
import { icon } from "./icons.js";

/**
 * @import { Attribute, Child } from "./dom.js"
 * @import { IconName } from "./icons.js"
 */

/**
 * Return a button with words; other options than these are attributes.
 * @param {Child} words
 * @param {{ kind?: string, picture?: IconName, does?: () => unknown, [attribute: string]: Attribute | (() => unknown) }} options
 */
export function button(words, { kind = "", picture, does, ...attributes }) {
  const properties = /** @type {Record<string, Attribute>} */ (attributes);
  return h(
    "button",
    { type: "button", class: `button ${kind}`, on: does && { click: does }, ...properties },
    picture && icon(picture),
    h("span", words),
  );
}

/**
 * Return a button that is an icon; its label is read out.
 * @param {IconName} name
 * @param {string} label
 * @param {(event: MouseEvent & { currentTarget: HTMLButtonElement }) => unknown} does
 * @param {Record<string, Attribute>} attributes
 */
export const iconButton = (name, label, does, attributes = {}) =>
  h(
    "button.round",
    { type: "button", "aria-label": label, title: label, on: { click: does }, ...attributes },
    icon(name),
  );

/** Return the mark of a player: round for the first, square for the second. @param {number} player */
export const seatMark = (player, size = "") =>
  h(
    "span",
    { class: `seat ${size}`, "data-player": player, "aria-hidden": "true" },
    size === "tiny" ? "" : `P${player}`,
  );

/** Return a control with its label above it. @param {string} label @param {Child} control */
export const labelled = (label, control, element = "label.setting") =>
  h(/** @type {"label"} */ (element), h("span.label", label), control);

/**
 * Return choices side by side.
 * @param {string} name
 * @param {string} label
 * @param {[value: string, words: Child][]} choices
 * @param {string} value
 * @param {(value: string) => unknown} onChange
 */
export function segments(name, label, choices, value, onChange) {
  const choice = (/** @type {string} */ each) =>
    h("input", {
      type: "radio",
      name,
      value: each,
      checked: each === value,
      on: { change: () => onChange(each) },
    });
  return h(
    "fieldset.setting",
    h("legend.label", label),
    h(
      "div.segments",
      choices.map(([each, words]) => h("label", choice(each), h("span", words))),
    ),
  );
}

/**
 * Return choices in a list that opens.
 * @param {[value: string, words: string][]} choices
 * @param {string} value
 * @param {(value: string) => unknown} onChange
 * @param {Record<string, Attribute>} attributes
 */
export const selection = (choices, value, onChange, attributes) =>
  h(
    "select.field",
    { on: { change: (event) => onChange(event.currentTarget.value) }, ...attributes },
    choices.map(([each, words]) => h("option", { value: each, selected: each === value }, words)),
  );

/**
 * Return the field for a person's name, which is kept as it is typed.
 * @param {string} name
 * @param {string} [element]
 */
export const nameField = (name, element) =>
  labelled(
    "Your name",
    h("input.field", {
      name,
      maxlength: 20,
      autocomplete: "nickname",
      dir: "auto",
      value: settings().name,
      on: { input: (event) => choose("name", event.currentTarget.value.trim()) },
    }),
    element,
  );

/**
 * Return a place for what was refused, and a function that tries something and fills it.
 * @returns {[place: HTMLElement, tried: (does: () => unknown) => () => Promise<void>]}
 */
export function refusals() {
  const place = h("p.bad", { role: "alert" });
  return [
    place,
    (does) => async () => {
      place.textContent = "";
      try {
        await does();
      } catch (problem) {
        place.textContent = reasonOf(problem);
      }
    },
  ];
}

/**
 * Open a sheet over the page, closed by its button, by Escape or by a touch beside it.
 * @param {string} title
 * @param {Child} contents
 * @param {{ className?: string, onClose?: () => void }} options
 */
export function openSheet(title, contents, { className = "", onClose } = {}) {
  const close = () => dialog.close();
  const heading = h("h1", { id: "sheet-title", tabindex: -1, autofocus: true }, title);
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: `sheet ${className}`, "aria-labelledby": "sheet-title" },
    h("div.sheet-head", heading, iconButton("close", "Close", close)),
    contents,
  );
  dialog.addEventListener("click", ({ clientX: x, clientY: y, target }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isBeside = x < left || x > right || y < top || y > bottom;
    if (target === dialog && x + y > 0 && isBeside) close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (document.activeElement === document.body && opener) focusIn(document, opener);
    onClose?.();
  });
  const opener = document.activeElement && selectorOf(document.activeElement);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Ask once; resolves to whether it was agreed to. `what` names the button that agrees.
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes, kind = "primary", what = "confirm") {
  return new Promise((answer) => {
    let isAgreed = false;
    const agree = () => {
      isAgreed = true;
      dialog.close();
    };
    const buttons = h(
      "div.row-of-buttons",
      button(yes, { kind, does: agree, "data-do": what }),
      button("No, go on", { does: () => dialog.close() }),
    );
    const dialog = openSheet(question, buttons, { onClose: () => answer(isAgreed) });
  });
}

/**
 * Copy a text; where the browser forbids that, it is selected in the field that shows it.
 * @param {string} text
 * @param {HTMLInputElement} [field]
 */
export async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const before = document.activeElement;
    const shown = field ?? document.body.appendChild(h("textarea.unseen", { value: text }));
    shown.focus();
    shown.select();
    let isCopied = false;
    try {
      isCopied = document.execCommand("copy");
    } catch {
      isCopied = false;
    }
    if (!field) shown.remove();
    if (isCopied && before instanceof HTMLElement) before.focus();
    return isCopied;
  }
}

/**
 * Return words that change for a while.
 * @param {string} usual
 * @returns {[words: HTMLElement, say: (text: string) => void]}
 */
function passing(usual) {
  const words = h("span", usual);
  const say = (/** @type {string} */ text) => {
    words.textContent = text;
    setTimeout(() => (words.textContent = usual), 2500);
  };
  return [words, say];
}

/** Return whether the system's own sheet took something to hand on, or closed it unsent. @param {ShareData} data */
async function handOn(data) {
  if (!("share" in navigator)) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (problem) {
    return problem instanceof DOMException && problem.name === "AbortError"; // the person closed it
  }
}

/** Return a button that hands a text on to others, or copies it. @param {string} text */
export function shareButton(text) {
  const [words, say] = passing("Share");
  const share = async () => {
    if (await handOn({ text })) return;
    say((await copy(text)) ? "Copied" : "Not copied");
  };
  return button(words, { picture: "share", kind: "low", does: share, "data-tool": "share" });
}

/**
 * Return a link in a field, with ways to hand it on.
 * @param {string} link
 * @param {{ name: string, label: string, title: string }} about
 */
export function linkToCopy(link, { name, label, title }) {
  const field = h("input.field.link", {
    readonly: true,
    "data-link": name,
    "aria-label": label,
    value: link,
    on: { focus: (event) => event.currentTarget.select() },
  });
  const [words, say] = passing("Copy link");
  const does = async () => say((await copy(link, field)) ? "Copied" : "Selected: copy it");
  const share = async () => (await handOn({ title, url: link })) || does();
  return h(
    "div.stack",
    field,
    h(
      "div.row-of-buttons",
      button(words, { kind: "primary", picture: "copy", does, "data-do": "copy" }),
      "share" in navigator && button("Share", { picture: "share", does: share }),
    ),
  );
}

/**
 * Return a text as a QR code, dark on white in every theme; nothing where the server cannot draw it.
 * @param {string} text
 * @param {string} label
 */
export function qrCode(text, label) {
  const figure = h("div.qr", { role: "img", "aria-label": label });
  ask("POST /qr", { body: { text } })
    .then(({ rows }) => {
      const side = rows.length;
      const path = rows.flatMap((row, y) =>
        [...row.matchAll(/1+/g)].map(
          (run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`,
        ),
      );
      const drawn = svg("path", { d: path.join("") });
      figure.append(svg("svg", { viewBox: `0 0 ${side} ${side}` }, drawn));
    })
    .catch(() => figure.remove());
  return figure;
}

/**
 * Return a button for each move that no tile stands for; null without any.
 * @param {string[]} moves
 * @param {(move: string) => unknown} does
 * @param {boolean} isAll whether there is nothing else to do: the first is the primary one then
 */
export function moveButtons(moves, does, isAll = false) {
  const kind = (/** @type {number} */ place) => (!isAll ? "go-edge" : place ? "" : "primary");
  const buttons = moves.map((move, place) =>
    button(capital(move), {
      kind: kind(place),
      does: () => does(move),
      "data-move": move,
      "aria-disabled": "false",
    }),
  );
  return buttons.length ? h("div.row-of-buttons", buttons) : null;
}
