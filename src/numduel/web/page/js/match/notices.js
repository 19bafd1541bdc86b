// Notices of a match: connection, refusals, offers, answers and presence. Each is shown and announced.
import { hasOffer } from "./players.js";
import { h } from "../ui/dom.js";
import { button } from "../ui/components.js";

/** @import { MatchSession } from "./session.js" */

/**
 * A notice: its text, its kind (`data-state`), its look, and a button.
 * @typedef {{ text: string, state: string, look?: string, action?: Node | null }} Notice
 */

/** Return the button that reconnects at once. @param {MatchSession} session */
export const tryNowButton = (session, kind = "") =>
  button("Try now", { kind, onClick: () => session.tryNow(), "data-do": "try-now" });

/** Return the button that withdraws your offer. @param {MatchSession} session */
const withdrawButton = (session) =>
  button(session.view.words.offer?.withdraw, {
    onClick: () => session.act("decline"),
    "data-do": "decline",
  });

/** Return the notices to show now, the most urgent first. @param {MatchSession} session */
export function noticesOf(session) {
  const { seen, view, refusal, notice, presence, connectionText } = session;
  const { offer, news } = view.words;
  /** @type {(Notice | false | "" | null)[]} */
  const notices = [
    connectionText && {
      text: connectionText,
      state: session.isUnsent ? "unsent" : "lost",
      look: "bad",
      action: tryNowButton(session),
    },
    refusal
      ? { text: refusal, state: "refused", look: "bad" }
      : notice && { text: notice, state: "notice" },
    offer !== null &&
      !hasOffer(seen) && {
        text: offer.line,
        state: "offered",
        look: "muted",
        action: offer.withdraw ? withdrawButton(session) : null,
      },
    news !== null && { text: news, state: "news" },
    presence.news !== "" &&
      view.status.kind !== "waiting" &&
      !presence.away.includes(presence.news) && { text: presence.news, state: "presence" },
    ...(view.status.kind === "waiting" ? presence.here : []).map((text) => ({
      text,
      state: "here",
      look: "small muted",
    })),
    ...(view.status.kind !== "over" || view.offer || presence.news ? presence.away : []).map(
      (text) => ({ text, state: "away", look: "small muted" }),
    ),
  ];
  return notices.flatMap((each) => each || []);
}

/** Return a notice as a line, with its button. @param {Notice} notice */
export const noticeNode = ({ text, state, look = "", action }) =>
  h("div", { class: `notice-line ${look}`, "data-state": state }, h("p", text), action);
