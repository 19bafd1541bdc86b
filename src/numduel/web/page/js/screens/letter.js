// Open a match by letter: continue the game that this browser knows, or start it here.
import { matchPath, readQuery, replacePath } from "../addresses.js";
import { miniBoard } from "../board/mini_board.js";
import { seatToken } from "../browser/seats.js";
import { findMatchOf, startFromLetter } from "../match/letter.js";
import { Problem, request } from "../server/api.js";
import { h } from "../ui/dom.js";
import { button, createErrorLine } from "../ui/components.js";
import { showMissing } from "../ui/layout.js";

/**
 * @import { ShownPosition, View } from "../contract.js"
 * @import { Seat } from "../match/players.js"
 * @import { Child } from "../ui/dom.js"
 * @typedef {View | ShownPosition} Version
 */

/** Show the match in place of this screen, so that Back doesn't open the letter again. @param {string} id */
function showMatch(id) {
  replacePath(matchPath(id));
  dispatchEvent(new Event("numduel:go"));
}

/** Show the screen. @param {HTMLElement} root */
export async function show(root) {
  document.title = "Game by letter · numduel";
  const letter = readQuery().get("game") ?? "";
  if (!letter) return refuse(root, "This link is incomplete. Copy all of it, or ask for it again.");
  root.append(h("div.loading.muted", "Opening the letter…"));
  let isLeft = false;
  const open = async () => {
    const known = findMatchOf(letter);
    try {
      const id = known && (await receive(known, letter)) ? known : await startFromLetter(letter);
      if (!isLeft) showMatch(id);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (known && problem.code === "other_moves") await showChoice(root, letter, known, problem.message);
      else refuse(root, problem.message);
    }
  };
  await open();
  return () => void (isLeft = true);
}

/**
 * Continue a match of this browser with a letter; return false if the match no longer exists.
 * @param {string} id
 * @param {string} letter
 */
async function receive(id, letter) {
  try {
    await request("POST /matches/{id}/letters", { at: id, token: seatToken(id), body: { letter } });
    return true;
  } catch (problem) {
    if (problem instanceof Problem && problem.code === "no_match") return false;
    throw problem;
  }
}

/** @param {HTMLElement} root @param {string} text */
function refuse(root, text) {
  showMissing(root, "Can't open this letter", text);
}

/**
 * Let the player choose between the own game and a letter with other moves.
 * @param {HTMLElement} root
 * @param {string} letter
 * @param {string} known
 * @param {string} why
 */
async function showChoice(root, letter, known, why) {
  const [{ you, view }, theirs] = await Promise.all([
    request("GET /matches/{id}", { at: known, token: seatToken(known) }),
    request("POST /letters/position", { body: { letter } }),
  ]);
  const [errorLine, showErrors] = createErrorLine();
  const [seat] = /** @type {Seat[]} */ (you);
  const startHere = async () => showMatch(await startFromLetter(letter, seat));
  const keep = button("Keep my game", {
    kind: "primary",
    onClick: () => showMatch(known),
    "data-do": "keep-game",
  });
  const use = button("Use the letter", { onClick: showErrors(startHere), "data-do": "use-letter" });
  document.title = "Two versions of this game · numduel";
  root.replaceChildren(
    h(
      "main.page.narrow.stack.loose",
      h("h1", "Two versions of this game"),
      h("p", { role: "alert" }, why),
      h("p.muted", "Keep your game, or play on from the letter. Your game stays in the history either way."),
      errorLine,
      h("div.versions", versionCard("Your game", view, keep), versionCard("The letter", theirs, use)),
    ),
  );
}

/** Return one version of the game: its board, its moves and a button. @param {string} title @param {Version} version @param {Child} choose */
function versionCard(title, version, choose) {
  const moves = version.plies.map(({ move }) => move).join(" · ");
  return h(
    "section.card.version.stack",
    { "aria-label": title },
    h("h2.title", title),
    h("div.well", miniBoard(version)),
    h("p.small", moves || "No moves yet"),
    choose,
  );
}
