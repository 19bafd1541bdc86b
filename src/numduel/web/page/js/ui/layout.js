// The top bar, the settings sheet, and screens for errors.
import { HOME } from "../addresses.js";
import { readSettings, saveSetting } from "../browser/settings.js";
import { beep } from "../browser/sound.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { numeral, wordmark } from "./numerals.js";
import { button, iconButton, nameField, openSheet, segments } from "./components.js";

/** @import { Child } from "./dom.js" */
/** @import { Settings } from "../browser/settings.js" */

/**
 * Settings: name, label, and values with their labels.
 * @type {[keyof Settings, string, [string, string][]][]}
 */
// prettier-ignore
const CHOICES = [
  ["theme", "Theme", [["auto", "System"], ["light", "Light"], ["dark", "Dark"]]],
  ["contrast", "Contrast", [["auto", "System"], ["normal", "Normal"], ["more", "High"]]],
  ["motion", "Motion", [["auto", "System"], ["full", "Full"], ["none", "None"]]],
  ["sound", "Sound", [["off", "Off"], ["on", "On"]]],
];

/** Open the settings. */
export function openSettings() {
  const now = readSettings();
  const set = (/** @type {keyof Settings} */ name, /** @type {string} */ value) => {
    saveSetting(name, value);
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
    toggle.replaceChildren(icon(isDark() ? "sun" : "moon"));
    const label = isDark() ? "Light theme" : "Dark theme";
    toggle.setAttribute("aria-label", label);
    toggle.title = label;
  };
  const toggle = iconButton("moon", "Dark theme", () => {
    saveSetting("theme", isDark() ? "light" : "dark");
    show();
  });
  show();
  return toggle;
}

/** Return the top bar, with links before its buttons. @param {Child[]} links */
export const topBar = (...links) =>
  h(
    "header.topbar",
    h("a.home", { href: HOME, "aria-label": "numduel, home" }, wordmark()),
    ...links,
    themeButton(),
    iconButton("sliders", "Settings", openSettings),
  );

/**
 * Show that something wasn't found, why, and a link to another screen.
 * @param {Element} root
 * @param {string} title
 */
export function showMissing(root, title, why = "", href = HOME, where = "See all games") {
  showInstead(
    root,
    h("h1", title),
    why && h("p.muted", why),
    h("a.button.primary", { href }, where),
  );
}

/**
 * Show that a screen couldn't be loaded, why, and a button to try again.
 * @param {Element} root
 * @param {string} why
 * @param {() => unknown} tryAgain
 */
export function showFailed(root, why, tryAgain) {
  showInstead(
    root,
    h("h1", "This page couldn't be loaded"),
    h("p.muted", { role: "alert" }, why),
    button("Try again", { kind: "primary", onClick: tryAgain, "data-do": "try-again" }),
  );
}

/** @param {Element} root @param {Child[]} parts */
function showInstead(root, ...parts) {
  const tiles = ["4", "?", "4"].map((sign) => h("span", numeral(sign)));
  root.replaceChildren(
    topBar(),
    h(
      "main.page.narrow.missing",
      h("div.missing-tiles", { "aria-hidden": "true" }, tiles),
      ...parts,
    ),
  );
}
