// The tool bar of a match, and its menu.
import { matchPath } from "../addresses.js";
import { hasLinks } from "../edition.js";
import { toUrl } from "../browser/location.js";
import { getServerAddress } from "../server/server_address.js";
import { describeError } from "../server/api.js";
import { openRules } from "../study/rules_panel.js";
import { saveRecord } from "../study/save_record.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { askToConfirm, copy, linkField, openSheet, qrCode } from "../ui/components.js";
import { openSettings } from "../ui/layout.js";
import { openShortcuts } from "../ui/shortcuts.js";
import { FAIR_PLAY_NOTE } from "../text.js";
import { isPlayedByLink, isHuman } from "./players.js";

/**
 * @import { SeenMatch } from "../contract.js"
 * @import { Attribute } from "../ui/dom.js"
 * @import { IconName } from "../ui/icons.js"
 * @import { Advice } from "./advice.js"
 * @import { MatchSession } from "./session.js"
 */

/** Return whether you play against the computer. @param {SeenMatch} seen */
const isAgainstComputer = (seen) =>
  seen.you.length === 1 && seen.view.players.some((player) => !isHuman(player));

/**
 * Return the tools during a game. `advice` is only offered against the computer.
 * @param {MatchSession} session
 * @param {Advice} advice
 */
export function toolBar(session, advice) {
  const { seen } = session;
  const isSeated = seen.you.length > 0;
  const takeback =
    isSeated &&
    !seen.view.letter &&
    tool("undo", isPlayedByLink(seen) ? "Takeback" : "Undo", () => session.act("takeback"), {
      "data-do": "takeback",
    });
  const rules = tool("book", "Rules", () => openRules(seen.view.game), {
    "data-tool": "rules",
  });
  if (isAgainstComputer(seen)) {
    return [
      tool("bulb", "Hint", () => advice.showHint(), { "data-tool": "hint" }),
      tool("eye", "Analysis", () => advice.toggleValues(), {
        "data-tool": "values",
        "aria-pressed": String(advice.isOn),
      }),
      tool("why", "Explain", () => advice.explainMistake(), { "data-tool": "why" }),
      takeback,
      rules,
    ];
  }
  const hook = session.isResigning ? { "data-tool": "resign" } : { "data-do": "resign" };
  const resign = isSeated && tool("flag", "Resign", () => confirmResign(session), hook);
  return [takeback, resign, rules];
}

/**
 * @type {(picture: IconName, label: string, onClick: () => unknown, attributes: Record<string, Attribute>) => HTMLElement}
 */
function tool(picture, label, onClick, attributes) {
  const properties = { type: "button", on: { click: onClick }, ...attributes };
  return h("button.tool", properties, icon(picture), h("span", label));
}

/**
 * Resign after a confirmation.
 * @param {MatchSession} session
 */
async function confirmResign(session) {
  session.isResigning = true;
  session.onChange();
  const isConfirmed = await askToConfirm("Resign this game?", "Resign", "danger", "resign");
  session.isResigning = false;
  if (isConfirmed) session.act("resign");
  else session.onChange();
}

/** @typedef {[picture: IconName, label: string, onClick: () => unknown, action?: string]} Entry menu entry */

/**
 * Open the menu of a match.
 * @param {MatchSession} session
 * @param {() => void} typeMove
 */
export function openMenu(session, typeMove) {
  const { seen, view } = session;
  const isSeated = seen.you.length > 0;
  const isPlaying = isSeated && view.status.kind === "turn";
  const { stop } = view.words;
  /** @type {(is: boolean, ...entries: Entry[]) => Entry[]} */
  const when = (is, ...entries) => (is ? entries : []);
  const entries = [
    ...when(hasLinks && isSeated, ["device", "Continue on another device", () => showSeatLink(session)]),
    ...when(hasLinks, ["eye", "Copy spectator link", () => copySpectatorLink(session)]),
    ...when(isPlaying, ["keyboard", "Type a move", typeMove]),
    ...when(true, ["book", "Rules", () => openRules(view.game)]),
    ...when(true, ["download", "Download record", () => download(session)]),
    ...when(isPlaying && stop !== null && !view.letter, ["stop", stop ?? "", () => session.act("stop")]),
    ...when(isPlaying, ["flag", "Resign", () => confirmResign(session), "resign"]),
    ...when(true, ["why", "Keyboard shortcuts", openShortcuts, "shortcuts"]),
    ...when(true, ["sliders", "Settings", openSettings]),
  ];
  const entry = (/** @type {Entry} */ [picture, label, onClick, action]) => {
    const click = () => {
      sheet.close();
      onClick();
    };
    return h("button", { type: "button", "data-do": action, on: { click } }, icon(picture), label);
  };
  /** @type {HTMLDialogElement} */
  const sheet = openSheet(view.game.title, [
    h("div.menu", entries.map(entry)),
    isPlaying && isPlayedByLink(seen) && h("p.small.muted.fair-play", FAIR_PLAY_NOTE),
  ]);
}

/** Show the private link to this seat. @param {MatchSession} session */
async function showSeatLink(session) {
  const { base } = await getServerAddress();
  const link = `${toUrl(matchPath(session.id), base)}#seat=${session.token}`;
  openSheet(
    "Continue on another device",
    h(
      "div.stack.loose",
      h("p", "Open this private link on your other device. Don't share it."),
      linkField(link, {
        name: "seat",
        label: "Private link",
        title: "numduel: my game",
      }),
      qrCode(link, "QR code of the private link"),
    ),
  );
}

/** Copy the link for spectators. @param {MatchSession} session */
async function copySpectatorLink(session) {
  const { base } = await getServerAddress();
  const address = toUrl(matchPath(session.id), base);
  const isCopied = await copy(address);
  session.notice = isCopied ? "Spectator link copied." : `Copy this spectator link: ${address}`;
  session.onChange();
}

/** Save the record of this round as a file. @param {MatchSession} session */
async function download(session) {
  try {
    await saveRecord(session.id, session.token, session.view);
  } catch (problem) {
    session.refusal = describeError(problem);
    session.onChange();
  }
}
