// The bar on every screen, the settings sheet, and screens for errors.
import { HISTORY, HOME, LEARN, PUZZLES, STATS } from "../addresses.js";
import { canInstall, installApp } from "../browser/install_offer.js";
import { pathOf } from "../browser/location.js";
import { allowNotifications, hasNotifications } from "../browser/notifications.js";
import { readSettings, saveSetting } from "../browser/settings.js";
import { beep } from "../browser/sound.js";
import { announce, byId, h } from "./dom.js";
import { icon } from "./icons.js";
import { showMessage } from "./messages.js";
import { numeral, wordmark } from "./numerals.js";
import { button, iconButton, nameField, openSheet, segments } from "./components.js";
import { openShortcuts } from "./shortcuts.js";
import { dataPart } from "./your_data.js";

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
  ["notifications", "Notify me when it's my turn", [["off", "Off"], ["on", "On"]]],
  ["shortcuts", "Shortcuts with letters", [["on", "On"], ["off", "Off"]]],
];

/** Open the settings. */
export function openSettings() {
  const now = readSettings();
  const set = (/** @type {keyof Settings} */ name, /** @type {string} */ value) => {
    saveSetting(name, value);
    if (name === "sound" && value === "on") beep("turn");
    if (name === "notifications" && value === "on") switchOnNotifications(sheet);
  };
  const choices = CHOICES.filter(([name]) => name !== "notifications" || hasNotifications());
  const fields = choices.map(([name, label, values]) =>
    segments(name, label, values, now[name], (value) => set(name, value)),
  );
  const showKeys = () => {
    sheet.close();
    openShortcuts();
  };
  fields.at(-1)?.classList.add("only-keys");
  const keys = button("Keyboard shortcuts", {
    picture: "keyboard",
    kind: "low only-keys",
    onClick: showKeys,
  });
  const install = () => {
    sheet.close();
    installApp();
  };
  const app = canInstall() && h(
    "div.setting",
    button("Install as an app", { picture: "download", kind: "low", onClick: install, "data-do": "install" }),
    h("p.small.muted", "numduel then opens in its own window, like other apps."),
  );
  /** @type {HTMLDialogElement} */
  const sheet = openSheet("Settings", h("div.stack.loose", nameField("my-name"), fields, keys, app, dataPart()));
}

/** Ask the browser for notifications; switch them off again if it refuses. @param {Element} sheet */
async function switchOnNotifications(sheet) {
  if (await allowNotifications()) return;
  saveSetting("notifications", "off");
  const off = sheet.querySelector("input[name=notifications][value=off]");
  if (off instanceof HTMLInputElement) off.checked = true;
  showMessage("This browser blocks notifications. Allow them in its settings for this page.");
}

function themeButton() {
  const isDark = () => document.documentElement.dataset.theme === "dark";
  const show = () => {
    toggle.replaceChildren(icon(isDark() ? "sun" : "moon"));
    const label = isDark() ? "Light theme" : "Dark theme";
    toggle.setAttribute("aria-label", label);
    toggle.title = label;
  };
  const change = () => saveSetting("theme", isDark() ? "light" : "dark");
  const toggle = iconButton("moon", "Dark theme", change, { "data-tool": "theme" });
  show();
  addEventListener("numduel:settings", show);
  return toggle;
}

/**
 * The sections, whose links are in the document: their paths, and those of their screens.
 * @type {[string, RegExp][]}
 */
const SECTIONS = [
  [HOME, /^\/((play|m|letter)(\/|$)|$)/],
  [PUZZLES, /^\/(puzzles?|duel|exam)$/],
  [LEARN, /^\/(learn|rules|facts|explore)(\/|$)/],
  [HISTORY, /^\/(history|record|m\/[^/]+\/review)$/],
  [STATS, /^\/stats$/],
];

/** The title and buttons of the current screen, in the bar. */
const screenHead = h("div.screen-head");

/** Complete the bar of the document: the wordmark, the title of the screen, and buttons. */
export function createBar() {
  const bar = byId("topbar");
  bar.querySelector(".home")?.prepend(wordmark());
  bar.querySelector(".screen-head")?.replaceWith(screenHead);
  const settings = iconButton("sliders", "Settings", openSettings, { "data-tool": "settings" });
  bar.append(h("div.topbar-tools", themeButton(), settings));
}

/** Mark the section of a path in the bar, and remove the title of the last screen. @param {string} path */
export function markSection(path) {
  const own = SECTIONS.findLast(([, paths]) => paths.test(path))?.[0];
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (byId("topbar").querySelectorAll("nav a"))) {
    const href = pathOf(link);
    if (href === own) link.setAttribute("aria-current", href === path ? "page" : "true");
    else link.removeAttribute("aria-current");
  }
  screenHead.replaceChildren();
}

/** Put the title and buttons of a screen into the bar, unless the screen was left. @param {Element} root @param {HTMLElement} head */
export function showHead(root, head) {
  if (root.isConnected && screenHead.firstChild !== head) screenHead.replaceChildren(head);
}

/**
 * Show that something wasn't found, why, and a link to another screen.
 * @param {Element} root
 * @param {string} title
 */
export function showMissing(root, title, why = "", href = HOME, where = "See all games") {
  announce([`${title}.`, why].join(" ").trim());
  showInstead(
    root,
    title,
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
    "This page couldn't be loaded",
    h("p.muted", { role: "alert" }, why),
    button("Try again", { kind: "primary", onClick: tryAgain, "data-do": "try-again" }),
  );
}

/** Show a title and parts instead of a screen. @param {Element} root @param {string} title @param {Child[]} parts */
function showInstead(root, title, ...parts) {
  const tiles = ["4", "?", "4"].map((sign) => h("span", numeral(sign)));
  if (root.isConnected) {
    screenHead.replaceChildren();
    document.title = `${title} · numduel`;
  }
  root.replaceChildren(
    h(
      "main.page.narrow.missing",
      h("div.missing-tiles", { "aria-hidden": "true" }, tiles),
      h("h1", title),
      ...parts,
    ),
  );
}
