// The tools at the foot of a match, and the sheet with everything else.
import { linkTo, matchAt } from "../addresses.js";
import * as api from "../server/api.js";
import { whereabouts } from "../server/where.js";
import { openRules } from "../study/rules_panel.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { confirmed, copy, linkToCopy, openSheet, qrCode } from "../ui/parts.js";
import { openSettings } from "../ui/sheets.js";
import { isByLink, isPerson } from "../words.js";

const isAlone = (seen) =>
  seen.you.length === 1 && seen.view.players.some((player) => !isPerson(player));

/** What may be pressed while a game is on; `advice` is for who plays alone. */
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

function tool(picture, words, does, attributes) {
  return h(
    "button",
    { type: "button", class: "tool", on: { click: does }, ...attributes },
    icon(picture),
    h("span", {}, words),
  );
}

/** Resigning is asked once more: what resigns is then the button of the question alone. */
async function askToResign(session) {
  session.isResigning = true;
  session.onChange();
  const isAgreed = await confirmed("Resign this game?", "Yes, resign", {
    danger: true,
    what: "resign",
  });
  session.isResigning = false;
  if (isAgreed) session.act("resign");
  else session.onChange();
}

/** Everything that may be done at a match, in a sheet. */
export function openMenu(session, { typeMove }) {
  const { seen, view } = session;
  const isOn = view.status.kind === "turn";
  const isSeated = seen.you.length > 0;
  const entries = [
    isSeated && ["device", "Continue on another device", () => openSeatLink(session)],
    ["eye", "Copy the address for people who watch", () => copyAddress(session)],
    isOn && isSeated && ["keyboard", "Type a move", typeMove],
    ["book", "Rules", () => openRules(view.game)],
    ["download", "Download the record", () => download(session)],
    isOn &&
      isSeated &&
      isByLink(seen) && ["stop", "Offer to stop this game", () => session.act("stop")],
    isOn && isSeated && !isByLink(seen) && ["stop", "Stop this game", () => session.act("stop")],
    isOn && isSeated && ["flag", "Resign", () => askToResign(session), "resign"],
    ["sliders", "Settings", openSettings],
  ].filter(Boolean);
  const sheet = openSheet(
    view.game.title,
    h(
      "div",
      { class: "menu" },
      entries.map(([picture, words, does, what]) =>
        h(
          "button",
          {
            type: "button",
            "data-do": what ?? null,
            on: {
              click: () => {
                sheet.close();
                does();
              },
            },
          },
          icon(picture),
          words,
        ),
      ),
    ),
  );
}

async function openSeatLink(session) {
  const { base } = await whereabouts();
  const link = `${linkTo(matchAt(session.id), base)}#seat=${session.token}`;
  openSheet(
    "Continue on another device",
    h(
      "div",
      { class: "stack loose" },
      h(
        "p",
        {},
        "This link is your seat: open it on your other device, and show it to nobody else.",
      ),
      linkToCopy(link, {
        name: "seat",
        label: "The private link to your seat",
        shared: { title: "My seat" },
      }),
      qrCode(link, "QR code of the private link to your seat"),
    ),
  );
}

async function copyAddress(session) {
  const { base } = await whereabouts();
  const address = linkTo(matchAt(session.id), base);
  const isCopied = await copy(address);
  session.notice = isCopied
    ? "The address is copied: who opens it watches."
    : `Who opens ${address} watches.`;
  session.onChange();
}

/** Save the record of this round as a file. */
export async function download(session) {
  try {
    const text = await api.getRecord(session.id, session.token, session.view.round);
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = h("a", {
      href: address,
      download: `numduel-${session.view.game.id}-${session.id}-${session.view.round}.txt`,
    });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  } catch (problem) {
    session.refusal = problem.message;
    session.onChange();
  }
}
