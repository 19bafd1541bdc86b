// What a person has chosen about the page: theme, contrast, motion, sound, and their name.
import { read, write } from "./storage.js";

/** @typedef {typeof USUAL} Settings */

const USUAL = { theme: "auto", contrast: "auto", motion: "auto", sound: "off", name: "" };

/** Return all settings, the usual ones where nothing was chosen. @returns {Settings} */
export const settings = () => ({ ...USUAL, ...read("settings", {}) });

/** Choose a setting. @param {keyof Settings} name @param {string} value */
export function choose(name, value) {
  write("settings", { ...settings(), [name]: value });
  dispatchEvent(new Event("numduel:settings"));
}

/** Return whether anything may move on the page. */
export const moves = () => document.documentElement.dataset.motion !== "none";
