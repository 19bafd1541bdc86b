// Icons for buttons, 24 by 24 units.
import { svg } from "./dom.js";

const PATHS = {
  back: "M15 5 8 12l7 7",
  next: "M9 5l7 7-7 7",
  close: "M6 6l12 12M18 6 6 18",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  moon: "M20 14.5A8.5 8.5 0 1 1 10.5 4a7 7 0 0 0 9.5 10.5Z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5",
  sliders:
    "M3 8h9M18 8h3M3 16h3M12 16h9M15 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM9 13.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
  undo: "M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3",
  flag: "M6 21V4h11l-2.5 4L17 12H6",
  book: "M7 3h12v18H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2ZM5 18a2 2 0 0 1 2-2h12",
  bulb: "M9 16a6 6 0 1 1 6 0v1H9ZM9 17h6M10 21h4",
  eye: "M2 12c3-5 6.5-7 10-7s7 2 10 7c-3 5-6.5 7-10 7s-7-2-10-7ZM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6Z",
  why: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9.5 9.5c.2-3 5-3 5 0 0 2-2.5 2-2.5 4M12 17h.01",
  copy: "M10 8h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2ZM5 16a2 2 0 0 1-1-2V6a2 2 0 0 1 2-2h8a2 2 0 0 1 2 1",
  share: "M12 15V3M8 6.5 12 3l4 3.5M7 10H5v9a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-9h-2",
  again: "M20 11a8 8 0 0 0-14.5-4M20 4v0M4 13a8 8 0 0 0 14.5 4M5 3v4.5h4.5M19 21v-4.5h-4.5",
  device: "M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM11 18h2",
  download: "M12 4v11M8 11.5l4 4 4-4M5 20h14",
  upload: "M12 15V4M8 7.500 12 4l4 3.500M5 20h14",
  equals: "M6 9.500h12M6 14.500h12",
  keyboard: "M3 7h18v10H3ZM7 11h.01M11 11h.01M15 11h.01M8 14h8",
  check: "M5 13l4.5 4.5L19 7",
  minus: "M6 12h12",
  plus: "M6 12h12M12 6v12",
  trash: "M4 7h16M9 7V4h6v3M6.500 7l1 13h9l1-13M10 11v5M14 11v5",
  coin: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Z",
  stop: "M7 7h10v10H7Z",
  flame:
    "M12 3c1 4 5 5.500 5 10.500a5 5 0 0 1-10 0c0-2.500 1.500-3.500 2-5.500 1.500.5 2 1.500 2.500 3C12.500 8 12.500 5.500 12 3Z",
};

/** @typedef {keyof typeof PATHS} IconName */

/** Return an icon. @param {IconName} name */
export function icon(name) {
  const drawn = svg(
    "svg",
    { class: `icon icon-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: PATHS[name] }),
  );
  if (name === "coin")
    drawn.append(svg("path", { d: "M12 4a8 8 0 0 1 0 16Z", fill: "currentColor" }));
  return drawn;
}
