// Settings of this browser: theme, contrast, motion, sound, notifications, shortcuts and name.
import { read, write } from "./storage.js";

/** @typedef {typeof DEFAULTS} Settings */

/** The default of every setting. */
export const DEFAULTS = {
  theme: "auto",
  contrast: "auto",
  motion: "auto",
  sound: "off",
  notifications: "off",
  shortcuts: "on",
  name: "",
};

/** Return all settings. @returns {Settings} */
export const readSettings = () => ({ ...DEFAULTS, ...read("settings", {}) });

/** Save a setting. @param {keyof Settings} name @param {string} value */
export function saveSetting(name, value) {
  write("settings", { ...readSettings(), [name]: value });
  dispatchEvent(new Event("numduel:settings"));
}

/** Return whether animations are allowed. */
export const isMotionAllowed = () => document.documentElement.dataset.motion !== "none";
