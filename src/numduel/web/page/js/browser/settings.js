// What a person has chosen about the page: theme, contrast, motion, sound, and their name.
import { read, write } from "./storage.js";

const USUAL = { theme: "auto", contrast: "auto", motion: "auto", sound: "off", name: "" };

/** All settings, the usual ones where nothing was chosen. */
export const settings = () => ({ ...USUAL, ...read("settings", {}) });

export function choose(name, value) {
  write("settings", { ...settings(), [name]: value });
  dispatchEvent(new Event("numduel:settings"));
}

/** Whether anything may move on the page. */
export const moves = () => document.documentElement.dataset.motion !== "none";
