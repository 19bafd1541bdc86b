// The panel "Report": whether the game is fair, deep and worth playing.
import { h, refill } from "../ui/dom.js";
import { readReport } from "./answers.js";
import { bar, choice, table } from "./parts_of_page.js";

/** @import { Desk, ReportAnswer } from "./types.js" */

const SECONDS = 120; // for a report
const GAMES = ["10", "20", "50", "100"].map((games) => [games, `${games} games`]);

export class ReportPanel {
  /** @param {HTMLElement} panel @param {Desk} desk */
  constructor(panel, desk) {
    this.desk = desk;
    this.games = choice("Games of each kind", "games", GAMES, "20");
    this.output = h("div.output");
    panel.append(h("div.choices-row", this.games.node), this.output);
  }

  async start() {
    const question = { do: "report", games: Number(this.games.field.value) };
    const answer = await this.desk.ask(question, readReport, SECONDS, this.output);
    if (answer) refill(this.output, reportNodes(answer));
  }
}

/** @param {ReportAnswer} answer */
function reportNodes({ json, figures, ladder, endings, positions, effort }) {
  return [
    h("h3.headline", json.headline),
    h("ul.conclusions", json.verdict.map(({ text }) => h("li", text))),
    table("Figures", ["Figure", "Here", "95% interval"],
      figures.map(({ title, value, interval }) => [title, [bar(value), value], interval])),
    table("Levels", ["Levels", "Score", "95% interval", "Games"],
      ladder.map(([levels, share, ...rest]) => [levels, [bar(share), share], ...rest])),
    table("Endings", ["Ending", "Share"], endings.map(([name, share]) => [name, [bar(share), share]])),
    positions.map(({ title, text, picture, lines }) =>
      h("section.finding.card", h("h3", title), h("p", text), h("pre", { tabindex: "0", "aria-label": title }, picture),
        lines.map((line) => h("p.small", line)))),
    h("p.small.muted", effort),
  ]; // prettier-ignore
}
