// Times in the past, in this browser's time zone.
import { h } from "./dom.js";

const DAY_MS = 86_400_000;

/** @type {(time: number, options: Intl.DateTimeFormatOptions) => string} */
const format = (time, options) => new Date(time).toLocaleString("en-GB", options);

/** Return "today 14:05", "yesterday 14:05", "Monday 14:05", "9 November 14:05" or "9 November 2025". @param {number} time ms */
export function formatWhen(time, now = Date.now()) {
  const clock = format(time, { hour: "2-digit", minute: "2-digit" });
  const midnight = (/** @type {number} */ each) => new Date(each).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(now) - midnight(time)) / DAY_MS);
  if (days === 0) return `today ${clock}`;
  if (days === 1) return `yesterday ${clock}`;
  if (days > 1 && days < 7) return `${format(time, { weekday: "long" })} ${clock}`;
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  if (isThisYear) return `${format(time, { day: "numeric", month: "long" })} ${clock}`;
  return format(time, { day: "numeric", month: "long", year: "numeric" });
}

/** Return a time as an element. @param {number} time ms */
export const timeNode = (time) =>
  h("time", { datetime: new Date(time).toISOString() }, formatWhen(time));
