// The title and the icon of the tab, and notifications: they show that the match waits for you, also in a hidden tab.
import { notify } from "../browser/notifications.js";
import { hasOffer, isMyTurn } from "./players.js";

/** @import { SeenMatch } from "../contract.js" */
/** @import { MatchSession } from "./session.js" */

const ICON = /icon(-turn)?\.svg/;

/** Show the icon with a badge, or without it. @param {boolean} isAsked */
export function showIcon(isAsked) {
  const link = document.querySelector("link[rel=icon]");
  const before = link?.getAttribute("href") ?? "";
  const after = before.replace(ICON, isAsked ? "icon-turn.svg" : "icon.svg");
  if (after !== before) link?.setAttribute("href", after);
}

/** Return whether the match asks something of the only player here. @param {SeenMatch} seen */
const isAsked = (seen) => seen.you.length === 1 && (hasOffer(seen) || isMyTurn(seen));

/** Remove the full stop of a sentence. @param {string | null} [sentence] */
const withoutStop = (sentence) => sentence?.replace(/\.$/, "");

/** Notify the only player here that the match asks something or is over, if the tab is hidden. @param {MatchSession} session @param {string} spoken */
export function notifyPlayer({ seen, view }, spoken) {
  const { game, words, status, id } = view;
  const isOver = status.kind === "over";
  if (!isAsked(seen) && !(isOver && seen.you.length === 1)) return;
  const line = hasOffer(seen) ? words.offer?.line : spoken;
  notify(`${words.state} · ${game.title}`, line ?? "", `numduel ${id}`);
}

/** Show the state of a match in the title and the icon. @param {MatchSession} session */
export function showSignals({ seen, view, connection, presence }) {
  const { game, words, status } = view;
  const link = seen.you.length === 1 ? " " : ": "; // "with Ann", or "Ann and Bob"
  const news = presence.news || words.news;
  const parts = [
    connection === "lost" && "Connection lost",
    hasOffer(seen) && words.offer?.title,
    status.kind === "over" || isMyTurn(seen) ? words.state : null,
    !words.offer?.own && !hasOffer(seen) && withoutStop(words.offer?.line ?? news),
    `${game.title}${link}${words.opponents}`,
  ];
  document.title = parts.filter(Boolean).join(" · ");
  showIcon(isAsked(seen));
}
