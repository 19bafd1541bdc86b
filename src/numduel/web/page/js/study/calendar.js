// A month of daily puzzles or duels: a grid of links with day numbers and signs.
import { addDays, formatDay, today, weekdayOf, WEEKDAYS } from "../browser/days.js";
import { announce, h } from "../ui/dom.js";
import { iconButton } from "../ui/components.js";
import { signNode } from "./streaks.js";

/** @import { DayState } from "./streaks.js" */

/**
 * What a calendar shows: its heading, the month at first, the first day with a link, the state of a day,
 * its link, and what to do when the month changes.
 * @typedef {object} CalendarOptions
 * @property {string} title
 * @property {string} name id of the calendar
 * @property {string | null} month such as 2026-11; null for this month
 * @property {string} firstDay
 * @property {(day: string) => DayState} stateOf
 * @property {(day: string) => string} hrefOf
 * @property {(month: string) => void} onMonth
 */

/** Return the month of a day. @param {string} day */
const monthOf = (day) => day.slice(0, 7);

/** Return a month before or after another one. @param {string} month @param {number} by */
function shiftMonth(month, by) {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** Return "November 2026". @param {string} month */
const formatMonth = (month) =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString("en-GB", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });

/** Return the weeks of a month, from Monday to Sunday; null is a day of another month. @param {string} month */
function weeksOf(month) {
  const first = `${month}-01`;
  /** @type {(string | null)[][]} */
  const weeks = [];
  for (let day = addDays(first, -weekdayOf(first)); monthOf(day) <= month; day = addDays(day, 7))
    weeks.push(
      WEEKDAYS.map((_, index) => addDays(day, index)).map((each) =>
        monthOf(each) === month ? each : null,
      ),
    );
  return weeks;
}

export class Calendar {
  /** @param {CalendarOptions} options */
  constructor(options) {
    this.options = options;
    const now = monthOf(today());
    const wanted = /^\d{4}-(0[1-9]|1[0-2])$/.test(options.month ?? "") ? options.month : null;
    const first = monthOf(options.firstDay);
    this.month = wanted && wanted <= now && wanted >= first ? wanted : now;
    /** The day that Tab reaches. */
    this.current = this.#clamp(this.month === now ? today() : `${this.month}-01`);
    this.element = h("section.card.calendar", { "aria-labelledby": `${options.name}-title` });
    this.draw();
  }

  draw() {
    const { title, name } = this.options;
    const id = `${name}-month`;
    const isFirst = this.month === monthOf(this.options.firstDay);
    const isLast = this.month === monthOf(today());
    const step = (/** @type {number} */ by) => ({
      "data-do": `${name}-${by < 0 ? "previous" : "following"}`,
      "aria-disabled": String(by < 0 ? isFirst : isLast),
    });
    this.element.replaceChildren(
      h("h2", { id: `${name}-title` }, title),
      h(
        "div.calendar-head",
        iconButton("back", "Previous month", () => this.goTo(-1), step(-1)),
        h("h3", { id }, formatMonth(this.month)),
        iconButton("next", "Next month", () => this.goTo(1), step(1)),
      ),
      h(
        "table",
        {
          role: "grid",
          "aria-labelledby": `${name}-title ${id}`,
          on: { keydown: (event) => this.#handleKey(event) },
        },
        h(
          "thead",
          h(
            "tr",
            { role: "row" },
            WEEKDAYS.map((weekday) =>
              h("th", { scope: "col", "aria-label": weekday, title: weekday }, weekday.slice(0, 2)),
            ),
          ),
        ),
        h(
          "tbody",
          weeksOf(this.month).map((week) =>
            h(
              "tr",
              { role: "row" },
              week.map((day) => h("td", { role: "gridcell" }, day && this.#dayNode(day))),
            ),
          ),
        ),
      ),
    );
  }

  /** Return a day: a link, or text if it is in the future. @param {string} day */
  #dayNode(day) {
    const number = String(Number(day.slice(8)));
    if (day > today() || day < this.options.firstDay)
      return h(
        "span.day.upcoming",
        { "aria-disabled": "true", "aria-label": `${formatDay(day)}: not available` },
        number,
      );
    const { state, sign } = this.options.stateOf(day);
    const isToday = day === today();
    const label = `${formatDay(day)}: ${isToday ? "today, " : ""}${state}`;
    return h(
      "a",
      {
        class: ["day", sign?.kind, isToday && "today"].filter(Boolean).join(" "),
        href: this.options.hrefOf(day),
        title: state,
        "aria-label": label,
        "aria-current": isToday ? "date" : null,
        "data-day": day,
        tabindex: day === this.current ? "0" : "-1",
      },
      h("span.number", number),
      signNode(sign),
    );
  }

  /** Change the month. @param {number} by */
  goTo(by) {
    const month = shiftMonth(this.month, by);
    if (month < monthOf(this.options.firstDay) || month > monthOf(today())) return;
    const focused = document.activeElement?.getAttribute("data-do");
    this.#show(
      this.#clamp(`${month}-${this.current.slice(8) > "28" ? "28" : this.current.slice(8)}`),
    );
    if (focused) this.#focus(`[data-do="${focused}"]`);
    announce(formatMonth(this.month));
  }

  /** Show the month of a day, and make the day current. @param {string} day */
  #show(day) {
    const isNew = monthOf(day) !== this.month;
    this.current = day;
    this.month = monthOf(day);
    this.draw();
    if (isNew) this.options.onMonth(this.month);
  }

  /** @param {string} day */
  #clamp(day) {
    const { firstDay } = this.options;
    return day > today() ? today() : day < firstDay ? firstDay : day;
  }

  /** @param {string} selector */
  #focus(selector) {
    const found = this.element.querySelector(selector);
    if (found instanceof HTMLElement) found.focus();
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    const focused = event.target instanceof Element && event.target.closest("[data-day]");
    if (!focused || event.ctrlKey || event.metaKey || event.altKey) return;
    const day = focused.getAttribute("data-day") ?? this.current;
    const weekday = weekdayOf(day);
    /** @type {Record<string, number>} */
    const steps = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -7,
      ArrowDown: 7,
      Home: -weekday,
      End: 6 - weekday,
    };
    if (event.key === "PageUp" || event.key === "PageDown") {
      event.preventDefault();
      this.current = day;
      this.goTo(event.key === "PageUp" ? -1 : 1);
    } else if (event.key in steps) {
      event.preventDefault();
      this.#show(this.#clamp(addDays(day, steps[event.key])));
    } else return;
    this.#focus(`[data-day="${this.current}"]`);
  }
}
