// Matches by letter: each link holds the whole game, and each move makes the next link.
import { letterPath, letterId } from "../browser/fragment.js";
import { toUrl } from "../browser/location.js";
import { saveNotes, saveSeat, createToken, lettersOf, seatToken } from "../browser/seats.js";
import { readSettings } from "../browser/settings.js";
import { copiesWritten } from "../browser/value_copies.js";
import { request } from "../server/api.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { markNames } from "../ui/names.js";
import { linkField, qrCode } from "../ui/components.js";
import { isMyTurn, opponentOf } from "./players.js";

/**
 * @import { SeenMatch } from "../contract.js"
 * @import { Seat } from "./players.js"
 */

/** Return this browser's match of a letter, or null. @param {string} letter */
export function findMatchOf(letter) {
  const id = letterId(letter);
  return (id && lettersOf(id).find((match) => seatToken(match))) || null;
}

/**
 * Start a match from a letter and return its id.
 * @param {string} letter
 * @param {Seat} [seat] by default the player to move
 */
export async function startFromLetter(letter, seat) {
  const token = createToken();
  const { name } = readSettings();
  const body = { letter, token, ...(seat && { seat }), ...(name && { name }) };
  const { view } = await request("POST /letters", { body });
  saveSeat(view.id, token);
  noteLetter(view.id, letter);
  await copiesWritten();
  return view.id;
}

/** Remember that a match is played by letter. @param {string} match @param {string | undefined} letter */
export function noteLetter(match, letter) {
  const id = letter && letterId(letter);
  if (id) saveNotes(match, { letter: id });
}

/** Return the link to send; null if the other player has nothing to learn from it. @param {SeenMatch} seen */
export function linkToSend(seen) {
  const { view, you } = seen;
  const { kind, winner, reason } = view.status;
  if (!view.letter || you.length !== 1 || isMyTurn(seen)) return null;
  const isResigned = reason === "resigned";
  const isByOther = isResigned ? winner === you[0] : view.plies.at(-1)?.player !== you[0];
  if (kind === "over" && isByOther) return null;
  return toUrl(letterPath(view.letter));
}

/** Return a QR code that is drawn when it is opened. @param {string} link */
function codePart(link) {
  const place = h("div");
  const open = () => place.firstChild ?? place.append(qrCode(link, "QR code of the link"));
  return h("details", { on: { toggle: open } }, h("summary.plain", "QR code", icon("next")), place);
}

/** Return the part of the match screen with the link to send. @param {SeenMatch} seen */
export function letterPart(seen) {
  const { view, you } = seen;
  const link = linkToSend(seen);
  if (!view.letter || you.length !== 1) return null;
  if (!link) {
    const isOpen = view.status.kind === "turn";
    return isOpen && h("p.small.muted", "By letter: your move makes a link to send.");
  }
  const other = view.words.labels[opponentOf(you[0]) - 1];
  const isOver = view.status.kind === "over";
  const hasMoved = view.plies.some(({ player }) => player === you[0]);
  const what = isOver
    ? "The link shows how the game ended."
    : `The link holds the game${hasMoved ? " with your move" : ""}. Open the answer in this browser.`;
  return h(
    "section.stack.card.letter-part",
    { "aria-label": "Link to send" },
    h("h2.label", markNames(`Send this link to ${other}`, view.words.labels)),
    linkField(link, { name: "letter", label: "Link to send", title: `numduel: ${view.game.title}` }),
    h("p.small.muted", what),
    codePart(link),
  );
}
