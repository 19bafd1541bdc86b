// The panel "Check": broken laws, each with the shortest game that shows it.
import { h, refill } from "../ui/dom.js";
import { readCheck } from "./answers.js";

/** @import { BrokenLaw, CheckAnswer, Desk, Fault } from "./types.js" */

const MAX_POSITIONS = 20_000; // of all variants together in a check
const SECONDS = 60; // for a check
const LAWS = "../laws/";

/**
 * @param {HTMLElement} panel
 * @param {Desk} desk
 * @param {(faults: Fault[]) => void} mark
 * @param {(line: number) => void} goTo
 */
export async function check(panel, desk, mark, goTo) {
  const answer = await desk.ask({ do: "check", positions: MAX_POSITIONS }, readCheck, SECONDS, panel);
  if (!answer) return;
  mark(answer.broken);
  refill(panel, resultNodes(answer, goTo));
}

/** @param {CheckAnswer} answer @param {(line: number) => void} goTo */
function resultNodes(answer, goTo) {
  const { ok, conclusion, extent, broken, warnings } = answer;
  return [
    h(`p.conclusion.${ok ? "good" : "wrong"}`, h("span", { "aria-hidden": "true" }, ok ? "✓" : "✗"), h("strong", conclusion)),
    broken.map((finding) => findingNode(finding, goTo)),
    warnings.length > 0 &&
      h("ul.warnings", warnings.map(({ law, message }) => h("li", h("strong", `Warning: ${law}. `), `${message}.`))),
    extent.map((line) => h("p.small.muted", line)),
    h("p.small.muted", h("a", { href: LAWS }, "What each law demands"), "."),
  ]; // prettier-ignore
}

/** @param {BrokenLaw} finding @param {(line: number) => void} goTo */
function findingNode({ law, message, options, moves, position, line }, goTo) {
  const go = line !== null && h("button.plain", { type: "button", on: { click: () => goTo(line) } }, `Line ${line}`);
  return h(
    "section.finding.card",
    h("h3", h("code", law), go),
    h("p", message),
    options && h("p.small", h("span.muted", "Options: "), options),
    moves.length > 0 && h("p.small", h("span.muted", "Moves: "), moves.join("  ")),
    position && h("pre", { tabindex: "0", "aria-label": "Position" }, position),
  );
}
