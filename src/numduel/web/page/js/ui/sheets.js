// The sheet of settings, the way to it, and the top bar of screens without a board.
import { HOME } from "../addresses.js";
import { choose, settings } from "../browser/settings.js";
import { beep } from "../browser/sound.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { numeral, wordmark } from "./numerals.js";
import { button, iconButton, nameField, openSheet, segments } from "./parts.js";

/** @import { Child } from "./dom.js" */
/** @import { Settings } from "../browser/settings.js" */

/**
 * What may be chosen: the setting, its label, its values with their words.
 * @type {[keyof Settings, string, [string, string][]][]}
 */
// prettier-ignore
const CHOICES = [
  ["theme", "Theme", [["auto", "System"], ["light", "Light"], ["dark", "Dark"]]],
  ["contrast", "Contrast", [["auto", "System"], ["normal", "Normal"], ["more", "High"]]],
  ["motion", "Motion", [["auto", "System"], ["full", "Moving"], ["none", "Still"]]],
  ["sound", "Sound", [["off", "Off"], ["on", "On"]]],
];

export function openSettings() {
  const now = settings();
  const set = (/** @type {keyof Settings} */ name, /** @type {string} */ value) => {
    choose(name, value);
    if (name === "sound" && value === "on") beep("turn");
  };
  const fields = CHOICES.map(([name, label, values]) =>
    segments(name, label, values, now[name], (value) => set(name, value)),
  );
  openSheet("Settings", h("div.stack.loose", nameField("my-name"), fields));
}

function themeButton() {
  const isDark = () => document.documentElement.dataset.theme === "dark";
  const show = () => {
    turner.replaceChildren(icon(isDark() ? "sun" : "moon"));
    const label = isDark() ? "Light theme" : "Dark theme";
    turner.setAttribute("aria-label", label);
    turner.title = label;
  };
  const turner = iconButton("moon", "Dark theme", () => {
    choose("theme", isDark() ? "light" : "dark");
    show();
  });
  show();
  return turner;
}

/** Return the top bar; `links` stand before its buttons. @param {Child[]} links */
export const topBar = (...links) =>
  h(
    "header.topbar",
    h("a.home", { href: HOME, "aria-label": "numduel, home" }, wordmark()),
    ...links,
    themeButton(),
    iconButton("sliders", "Settings", openSettings),
  );

/**
 * Show why a screen is missing, and where to go instead.
 * @param {Element} root
 * @param {string} title
 */
export function showMissing(root, title, why = "", href = HOME, where = "To the games") {
  showInstead(root, h("h1", title), why && h("p.muted", why), h("a.button.primary", { href }, where));
}

/**
 * Show that a screen could not be shown, and a button to try again.
 * @param {Element} root
 * @param {string} why
 * @param {() => unknown} again
 */
export function showFailed(root, why, again) {
  showInstead(
    root,
    h("h1", "This screen could not be loaded"),
    h("p.muted", { role: "alert" }, why),
    button("Try again", { kind: "primary", does: again, "data-do": "try-again" }),
  );
}

/** @param {Element} root @param {Child[]} parts */
function showInstead(root, ...parts) {
  const tiles = ["4", "?", "4"].map((sign) => h("span", numeral(sign)));
  root.replaceChildren(
    topBar(),
    h("main.page.narrow.missing", h("div.missing-tiles", { "aria-hidden": "true" }, tiles), ...parts),
  );
}
