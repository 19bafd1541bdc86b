// The tools at the foot of a match, and the sheet with everything else.
import { linkTo, matchAt } from "../addresses.js";
import { whereabouts } from "../server/where.js";
import { reasonOf } from "../server/wire.js";
import { openRules } from "../study/rules_panel.js";
import { saveRecord } from "../study/save_record.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { confirmed, copy, linkToCopy, openSheet, qrCode } from "../ui/parts.js";
import { openSettings } from "../ui/sheets.js";
import { FAIR_PLAY } from "../words.js";
import { isByLink, isPerson } from "./seen.js";

/**
 * @import { Seen } from "../contract.js"
 * @import { Attribute } from "../ui/dom.js"
 * @import { IconName } from "../ui/icons.js"
 * @import { Advice } from "./advice.js"
 * @import { MatchSession } from "./session.js"
 */

/** @param {Seen} seen */
const isAlone = (seen) =>
  seen.you.length === 1 && seen.view.players.some((player) => !isPerson(player));

/**
 * Return what may be pressed during a game; `advice` is for those who play alone.
 * @param {MatchSession} session
 * @param {Advice} advice
 */
export function toolBar(session, advice) {
  const { seen } = session;
  const isSeated = seen.you.length > 0;
  const takeback =
    isSeated &&
    tool("undo", isByLink(seen) ? "Take back" : "Undo", () => session.act("takeback"), {
      "data-do": "takeback",
    });
  const rules = tool("book", "Rules", () => openRules(seen.view.game), {
    "data-tool": "rules",
  });
  if (isAlone(seen)) {
    return [
      tool("bulb", "Hint", () => advice.hint(), { "data-tool": "hint" }),
      tool("eye", "Values", () => advice.turnValues(), {
        "data-tool": "values",
        "aria-pressed": String(advice.isOn),
      }),
      tool("why", "Why", () => advice.why(), { "data-tool": "why" }),
      takeback,
      rules,
    ];
  }
  const hook = session.isResigning ? { "data-tool": "resign" } : { "data-do": "resign" };
  const resign = isSeated && tool("flag", "Resign", () => askToResign(session), hook);
  return [takeback, resign, rules];
}

/**
 * @type {(picture: IconName, words: string, does: () => unknown, attributes: Record<string, Attribute>) => HTMLElement}
 */
function tool(picture, words, does, attributes) {
  const properties = { type: "button", on: { click: does }, ...attributes };
  return h("button.tool", properties, icon(picture), h("span", words));
}

/**
 * Ask once more before resigning: what resigns is then the button of the question alone.
 * @param {MatchSession} session
 */
async function askToResign(session) {
  session.isResigning = true;
  session.onChange();
  const isAgreed = await confirmed("Resign this game?", "Yes, resign", "danger", "resign");
  session.isResigning = false;
  if (isAgreed) session.act("resign");
  else session.onChange();
}

/** @typedef {[picture: IconName, words: string, does: () => unknown, what?: string]} Entry of the menu */

/**
 * Open a sheet with everything that may be done at a match.
 * @param {MatchSession} session
 * @param {() => void} typeMove
 */
export function openMenu(session, typeMove) {
  const { seen, view } = session;
  const isSeated = seen.you.length > 0;
  const isPlaying = isSeated && view.status.kind === "turn";
  const stop = isByLink(seen) ? "Offer to stop this game" : "Stop this game";
  /** @type {(is: boolean, ...entries: Entry[]) => Entry[]} */
  const when = (is, ...entries) => (is ? entries : []);
  const entries = [
    ...when(isSeated, ["device", "Continue on another device", () => openSeatLink(session)]),
    ...when(true, ["eye", "Copy the address for people who watch", () => copyAddress(session)]),
    ...when(isPlaying, ["keyboard", "Type a move", typeMove]),
    ...when(true, ["book", "Rules", () => openRules(view.game)]),
    ...when(true, ["download", "Download the record", () => download(session)]),
    ...when(isPlaying, ["stop", stop, () => session.act("stop")]),
    ...when(isPlaying, ["flag", "Resign", () => askToResign(session), "resign"]),
    ...when(true, ["sliders", "Settings", openSettings]),
  ];
  const entry = (/** @type {Entry} */ [picture, words, does, what]) => {
    const click = () => {
      sheet.close();
      does();
    };
    return h("button", { type: "button", "data-do": what, on: { click } }, icon(picture), words);
  };
  /** @type {HTMLDialogElement} */
  const sheet = openSheet(view.game.title, [
    h("div.menu", entries.map(entry)),
    isPlaying && isByLink(seen) && h("p.small.muted.fair-play", FAIR_PLAY),
  ]);
}

/** @param {MatchSession} session */
async function openSeatLink(session) {
  const { base } = await whereabouts();
  const link = `${linkTo(matchAt(session.id), base)}#seat=${session.token}`;
  openSheet(
    "Continue on another device",
    h(
      "div.stack.loose",
      h("p", "This link is your seat: open it on your other device, and show it to nobody else."),
      linkToCopy(link, {
        name: "seat",
        label: "The private link to your seat",
        title: "My seat",
      }),
      qrCode(link, "QR code of the private link to your seat"),
    ),
  );
}

/** @param {MatchSession} session */
async function copyAddress(session) {
  const { base } = await whereabouts();
  const address = linkTo(matchAt(session.id), base);
  const isCopied = await copy(address);
  session.notice = isCopied
    ? "The address is copied: who opens it watches."
    : `Who opens ${address} watches.`;
  session.onChange();
}

/** Save the record of this round as a file. @param {MatchSession} session */
async function download(session) {
  try {
    await saveRecord(session.id, session.token, session.view);
  } catch (problem) {
    session.refusal = reasonOf(problem);
    session.onChange();
  }
}
