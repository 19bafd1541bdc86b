// The sheet of settings, the way to it, and the top bar of screens without a board.
import { choose, settings } from "../browser/settings.js";
import { beep } from "../browser/sound.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { numeral, wordmark } from "./numerals.js";
import { iconButton, openSheet, segments } from "./parts.js";

export function openSettings() {
  const now = settings();
  const set = (name) => (value) => {
    choose(name, value);
    if (name === "sound" && value === "on") beep("turn");
  };
  const name = h(
    "label",
    { class: "setting" },
    h("span", { class: "label" }, "Your name"),
    h("input", {
      class: "field",
      name: "my-name",
      maxlength: 20,
      autocomplete: "nickname",
      value: now.name,
      on: { input: (event) => choose("name", event.target.value.trim()) },
    }),
  );
  openSheet(
    "Settings",
    h(
      "div",
      { class: "stack loose" },
      name,
      segments(
        "theme",
        "Theme",
        [
          ["auto", "System"],
          ["light", "Light"],
          ["dark", "Dark"],
        ],
        now.theme,
        set("theme"),
      ),
      segments(
        "contrast",
        "Contrast",
        [
          ["auto", "System"],
          ["normal", "Normal"],
          ["more", "High"],
        ],
        now.contrast,
        set("contrast"),
      ),
      segments(
        "motion",
        "Motion",
        [
          ["auto", "System"],
          ["full", "Moving"],
          ["none", "Still"],
        ],
        now.motion,
        set("motion"),
      ),
      segments(
        "sound",
        "Sound",
        [
          ["off", "Off"],
          ["on", "On"],
        ],
        now.sound,
        set("sound"),
      ),
    ),
  );
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

/** The top bar; `links` are what stands before the buttons on wide screens. */
export function topBar(...links) {
  return h(
    "header",
    { class: "topbar" },
    h("a", { class: "home", href: "/", "aria-label": "numduel, home" }, wordmark()),
    links,
    themeButton(),
    iconButton("sliders", "Settings", openSettings),
  );
}

/** In place of a screen that cannot be: why, and where to go instead. */
export function showMissing(root, title, why = "", href = "/", where = "To the games") {
  root.replaceChildren(
    topBar(),
    h(
      "main",
      { class: "page narrow missing" },
      h(
        "div",
        { class: "missing-tiles", "aria-hidden": "true" },
        ["4", "?", "4"].map((sign) => h("span", {}, numeral(sign))),
      ),
      h("h1", {}, title),
      why && h("p", { class: "muted" }, why),
      h("a", { class: "button primary", href }, where),
    ),
  );
}
