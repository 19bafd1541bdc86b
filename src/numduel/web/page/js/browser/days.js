// Days, as texts such as 2026-11-16 in UTC, and how many days of results are kept.

const MAX_DAYS = 400;

export const WEEKDAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
];

/** Return today's date in UTC, the same for everyone. */
export const today = () => new Date().toISOString().slice(0, 10);

/** Return the day a number of days after another. @type {(day: string, count: number) => string} */
export const addDays = (day, count) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

/** Return "Monday 16 November". @param {string} day */
export const formatDay = (day) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });

/** Return the weekday of a day: 0 for Monday to 6 for Sunday. @param {string} day */
export const weekdayOf = (day) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** Return the results of the newest days. @template T @param {Record<string, T>} days */
export const newestDays = (days) =>
  Object.fromEntries(
    Object.entries(days)
      .sort(([one], [two]) => (one < two ? -1 : 1))
      .slice(-MAX_DAYS),
  );
