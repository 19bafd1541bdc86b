// Shared components: buttons, player badges, choices, sheets, links to copy and QR codes.
import { addSheet, dropEntries } from "../browser/entries.js";
import { readSettings, saveSetting } from "../browser/settings.js";
import { request, describeError } from "../server/api.js";
import { capitalise } from "../text.js";
import { announce, focusIn, h, moveAnnouncements, selectorOf, svg } from "./dom.js";
import { icon } from "./icons.js";

/**
 * @import { Attribute, Child } from "./dom.js"
 * @import { IconName } from "./icons.js"
 */

/**
 * Return a button with a text. Other options become attributes.
 * @param {Child} label
 * @param {{ kind?: string, picture?: IconName, onClick?: () => unknown, [attribute: string]: Attribute | (() => unknown) }} options
 */
export function button(label, { kind = "", picture, onClick, ...attributes }) {
  const properties = /** @type {Record<string, Attribute>} */ (attributes);
  return h(
    "button",
    { type: "button", class: `button ${kind}`, on: onClick && { click: onClick }, ...properties },
    picture && icon(picture),
    h("span", label),
  );
}

/**
 * Return an icon button. Screen readers read its label.
 * @param {IconName} name
 * @param {string} label
 * @param {(event: MouseEvent & { currentTarget: HTMLButtonElement }) => unknown} onClick
 * @param {Record<string, Attribute>} attributes
 */
export const iconButton = (name, label, onClick, attributes = {}) =>
  h(
    "button.round",
    { type: "button", "aria-label": label, title: label, on: { click: onClick }, ...attributes },
    icon(name),
  );

/** Return the space of a card for each game, until they are loaded. */
export const blankCards = () =>
  Array.from({ length: 5 }, () =>
    h("li", { "aria-hidden": "true" }, h("span.card.game-card.blank")),
  );

/** Return the badge of a player: round for Player 1, square for Player 2. @param {number} player */
export const playerBadge = (player, size = "") =>
  h(
    "span",
    { class: `seat ${size}`, "data-player": player, "aria-hidden": "true" },
    size === "tiny" ? "" : `P${player}`,
  );

/** Return a control with a label above it. @param {string} label @param {Child} control */
export const labelledField = (label, control, element = "label.setting") =>
  h(/** @type {"label"} */ (element), h("span.label", label), control);

/**
 * Return choices side by side.
 * @param {string} name
 * @param {string} label
 * @param {[value: string, label: Child][]} choices
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
      choices.map(([each, text]) => h("label", choice(each), h("span", text))),
    ),
  );
}

/**
 * Return choices in a drop-down list.
 * @param {[value: string, label: string][]} choices
 * @param {string} value
 * @param {(value: string) => unknown} onChange
 * @param {Record<string, Attribute>} attributes
 */
export const selection = (choices, value, onChange, attributes) =>
  h(
    "select.field",
    { on: { change: (event) => onChange(event.currentTarget.value) }, ...attributes },
    choices.map(([each, text]) => h("option", { value: each, selected: each === value }, text)),
  );

/**
 * Return the field for your name, which is saved while you type.
 * @param {string} name
 * @param {string} [element]
 */
export const nameField = (name, element) =>
  labelledField(
    "Your name",
    h("input.field", {
      name,
      maxlength: 20,
      autocomplete: "nickname",
      dir: "auto",
      value: readSettings().name,
      on: { input: (event) => saveSetting("name", event.currentTarget.value.trim()) },
    }),
    element,
  );

/**
 * Return a line for errors, and a wrapper that shows the errors of an action there. While the action
 * runs, it isn't started again: a double click is one click.
 * @returns {[line: HTMLElement, showErrors: (action: () => unknown) => () => Promise<void>]}
 */
export function createErrorLine() {
  const line = h("p.bad", { role: "alert" });
  return [
    line,
    (action) => {
      let isRunning = false;
      return async () => {
        if (isRunning) return;
        isRunning = true;
        line.textContent = "";
        try {
          await action();
        } catch (problem) {
          line.textContent = describeError(problem);
        } finally {
          isRunning = false;
        }
      };
    },
  ];
}

/**
 * Open a sheet over the page. Its button, Escape, Back or a click outside closes it.
 * A sheet with an address (`path`) can be opened by a link; `home` is the screen behind it.
 * @param {string} title
 * @param {Child} contents
 * @param {{ className?: string, path?: string, home?: string, onClose?: () => void }} options
 */
export function openSheet(title, contents, { className = "", path, home, onClose } = {}) {
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
    moveAnnouncements();
    dialog.remove();
    if (document.activeElement === document.body && opener) focusIn(document, opener);
    dropEntries();
    onClose?.();
  });
  const opener = document.activeElement && selectorOf(document.activeElement);
  document.body.append(dialog);
  dialog.showModal();
  moveAnnouncements();
  addSheet({ close, isOpen: () => dialog.open }, { path, home });
  return dialog;
}

/**
 * Ask for confirmation and return the answer. `what` identifies the button that confirms, `note` explains.
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function askToConfirm(question, yes, kind = "primary", what = "confirm", note = "") {
  return new Promise((answer) => {
    let isConfirmed = false;
    const confirm = () => {
      isConfirmed = true;
      dialog.close();
    };
    const buttons = h(
      "div.row-of-buttons",
      button(yes, { kind, onClick: confirm, "data-do": what }),
      button("Cancel", { onClick: () => dialog.close() }),
    );
    const contents = note ? h("div.stack.loose", h("p", note), buttons) : buttons;
    const dialog = openSheet(question, contents, { onClose: () => answer(isConfirmed) });
  });
}

/**
 * Copy a text and return whether that worked. If not, select it in its field.
 * @param {string} text
 * @param {HTMLInputElement} [field]
 */
export async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const before = document.activeElement;
    const source = field ?? document.body.appendChild(h("textarea.unseen", { value: text }));
    source.focus();
    source.select();
    let isCopied = false;
    try {
      isCopied = document.execCommand("copy");
    } catch {
      isCopied = false;
    }
    if (!field) source.remove();
    if (isCopied && before instanceof HTMLElement) before.focus();
    return isCopied;
  }
}

/**
 * Return a label, and a function that changes it for 2.5 seconds.
 * @param {string} usual
 * @returns {[label: HTMLElement, showBriefly: (text: string) => void]}
 */
function createLabel(usual) {
  const label = h("span", usual);
  const showBriefly = (/** @type {string} */ text) => {
    label.textContent = text;
    announce(`${text}.`);
    setTimeout(() => (label.textContent = usual), 2500);
  };
  return [label, showBriefly];
}

/** Open the system's share sheet; return false if there is none or it fails. @param {ShareData} data */
async function openShareSheet(data) {
  if (!("share" in navigator)) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (problem) {
    return problem instanceof DOMException && problem.name === "AbortError"; // the user closed it
  }
}

/** Return a button that shares a text, or copies it. @param {string} text */
export function shareButton(text) {
  const [label, showBriefly] = createLabel("Share");
  const share = async () => {
    if (await openShareSheet({ text })) return;
    showBriefly((await copy(text)) ? "Copied" : "Can't copy");
  };
  return button(label, { picture: "share", kind: "low", onClick: share, "data-tool": "share" });
}

/**
 * Return a field with a link, and buttons to copy and share it.
 * @param {string} link
 * @param {{ name: string, label: string, title: string }} about
 */
export function linkField(link, { name, label, title }) {
  const field = h("input.field.link", {
    readonly: true,
    "data-link": name,
    "aria-label": label,
    value: link,
    on: { focus: (event) => event.currentTarget.select() },
  });
  const [text, showBriefly] = createLabel("Copy link");
  const copyLink = async () =>
    showBriefly((await copy(link, field)) ? "Copied" : "Selected, now copy it");
  const share = async () => (await openShareSheet({ title, url: link })) || copyLink();
  return h(
    "div.stack",
    field,
    h(
      "div.row-of-buttons",
      button(text, { kind: "primary", picture: "copy", onClick: copyLink, "data-do": "copy" }),
      "share" in navigator && button("Share", { picture: "share", onClick: share }),
    ),
  );
}

/**
 * Return a text as a QR code, dark on white in every theme. It disappears if the server can't create it.
 * @param {string} text
 * @param {string} label
 */
export function qrCode(text, label) {
  const figure = h("div.qr", { role: "img", "aria-label": label });
  request("POST /qr", { body: { text } })
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
 * Return a button for each of these moves, none emphasised, or null if there are none.
 * @param {string[]} moves
 * @param {(move: string) => unknown} onChoose
 */
export function moveButtons(moves, onChoose) {
  const buttons = moves.map((move) =>
    button(capitalise(move), {
      kind: "go-edge",
      onClick: () => onChoose(move),
      "data-move": move,
      "aria-disabled": "false",
    }),
  );
  return buttons.length ? h("div.row-of-buttons", buttons) : null;
}
