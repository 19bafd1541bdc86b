// Small parts that several screens share: buttons, seats, radio groups, sheets, links to copy, QR codes.
import * as api from "../server/api.js";
import { h, selectorOf, svg } from "./dom.js";
import { icon } from "./icons.js";

/** A button with an icon and words. */
export function button(words, { kind = "", picture, does, attributes = {} } = {}) {
  return h(
    "button",
    { type: "button", class: `button ${kind}`, on: does && { click: does }, ...attributes },
    picture && icon(picture),
    h("span", {}, words),
  );
}

/** A button that is an icon; its name is read out. */
export function iconButton(name, label, does, attributes = {}) {
  return h(
    "button",
    {
      type: "button",
      class: "round",
      "aria-label": label,
      title: label,
      on: { click: does },
      ...attributes,
    },
    icon(name),
  );
}

/** The mark of a player: round for the first, square for the second. */
export const seatMark = (player, size = "") =>
  h(
    "span",
    { class: `seat ${size}`, "data-player": player, "aria-hidden": "true" },
    size === "tiny" ? "" : `P${player}`,
  );

/** Choices side by side; `choices` are [value, words or nodes]. */
export function segments(name, label, choices, value, onChange) {
  return h(
    "fieldset",
    { class: "setting" },
    h("legend", { class: "label" }, label),
    h(
      "div",
      { class: "segments" },
      choices.map(([each, words]) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name,
            value: each,
            checked: each === value,
            on: { change: () => onChange(each) },
          }),
          h("span", {}, words),
        ),
      ),
    ),
  );
}

/** A sheet over the page, closed by its button, by Escape or by a touch beside it. */
export function openSheet(title, contents, { className = "", onClose } = {}) {
  const close = () => dialog.close();
  const heading = h("h1", { id: "sheet-title", tabindex: -1, autofocus: true }, title);
  const dialog = h(
    "dialog",
    { class: `sheet ${className}`, "aria-labelledby": "sheet-title" },
    h("div", { class: "sheet-head" }, heading, iconButton("close", "Close", close)),
    contents,
  );
  dialog.addEventListener("click", (event) => {
    const box = dialog.getBoundingClientRect();
    const isBeside =
      event.clientX < box.left ||
      event.clientX > box.right ||
      event.clientY < box.top ||
      event.clientY > box.bottom;
    if (event.target === dialog && event.clientX + event.clientY > 0 && isBeside) close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (document.activeElement === document.body && opener) document.querySelector(opener)?.focus();
    onClose?.();
  });
  const opener = document.activeElement && selectorOf(document.activeElement);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Ask once; resolves to whether it was agreed to. `what` names the button that agrees. */
export function confirmed(question, yes, { danger = false, what = "confirm" } = {}) {
  return new Promise((answer) => {
    let isAgreed = false;
    const agree = () => {
      isAgreed = true;
      dialog.close();
    };
    const buttons = h(
      "div",
      { class: "row-of-buttons" },
      button(yes, {
        kind: danger ? "danger" : "primary",
        does: agree,
        attributes: { "data-do": what },
      }),
      button("No, go on", { does: () => dialog.close() }),
    );
    const dialog = openSheet(question, buttons, { onClose: () => answer(isAgreed) });
  });
}

/** Copy a text; where the browser forbids that, it is selected in the field that shows it. */
export async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const before = document.activeElement;
    const shown =
      field ?? document.body.appendChild(h("textarea", { class: "unseen", value: text }));
    shown.focus();
    shown.select();
    let isCopied = false;
    try {
      isCopied = document.execCommand("copy");
    } catch {
      isCopied = false;
    }
    if (!field) shown.remove();
    if (isCopied) before?.focus();
    return isCopied;
  }
}

/** A button that hands a text on to others, or copies it. */
export function shareButton(text) {
  const words = h("span", {}, "Share");
  const share = async () => {
    if (navigator.share) return navigator.share({ text }).catch(() => {});
    words.textContent = (await copy(text)) ? "Copied" : "Not copied";
    setTimeout(() => (words.textContent = "Share"), 2500);
  };
  const pressed = button("", {
    picture: "share",
    kind: "low",
    does: share,
    attributes: { "data-tool": "share" },
  });
  pressed.lastElementChild.replaceWith(words);
  return pressed;
}

/** A link in a field, with ways to hand it on. */
export function linkToCopy(link, { name, label, primary = true, shared }) {
  const field = h("input", {
    class: "field link",
    readonly: true,
    "data-link": name,
    "aria-label": label,
    value: link,
    on: { focus: (event) => event.target.select() },
  });
  const words = h("span", {}, "Copy link");
  const copyButton = h(
    "button",
    {
      type: "button",
      class: `button ${primary ? "primary" : ""}`,
      "data-do": "copy",
      on: {
        click: async () => {
          words.textContent = (await copy(link, field)) ? "Copied" : "Selected: copy it";
          setTimeout(() => (words.textContent = "Copy link"), 2500);
        },
      },
    },
    icon("copy"),
    words,
  );
  const share =
    navigator.share &&
    button("Share", {
      picture: "share",
      does: () => navigator.share({ ...shared, url: link }).catch(() => {}),
    });
  return h(
    "div",
    { class: "stack" },
    field,
    h("div", { class: "row-of-buttons" }, copyButton, share),
  );
}

/** A text as a QR code, dark on white in every theme; nothing where the server cannot draw it. */
export function qrCode(text, label) {
  const figure = h("div", { class: "qr", role: "img", "aria-label": label });
  api
    .qr(text)
    .then(({ rows }) => {
      const side = rows.length;
      const path = rows
        .map((row, y) =>
          [...row.matchAll(/1+/g)]
            .map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`)
            .join(""),
        )
        .join("");
      figure.append(svg("svg", { viewBox: `0 0 ${side} ${side}` }, svg("path", { d: path })));
    })
    .catch(() => figure.remove());
  return figure;
}
