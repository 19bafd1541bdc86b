// Learning a game: one rule after the other, each on a position in which something is to be done.
import { LEARN, lessonOf, setupOf } from "../addresses.js";
import { miniBoard } from "../board/mini.js";
import { movesWithoutTile } from "../board/model.js";
import { read, write } from "../browser/storage.js";
import { ask, Problem, reasonOf } from "../server/wire.js";
import { hearKeys, Stage } from "../study/stage.js";
import { announce, focusIn, h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { waitFor } from "../ui/messages.js";
import { button, moveButtons } from "../ui/parts.js";
import { showMissing, topBar } from "../ui/sheets.js";
import { counted } from "../words.js";

const FAILURES = 2; // after so many the answer can be shown

/** @import { Lesson, Verdict } from "../contract.js" */

/** @returns {Record<string, number>} */
const reached = () => read("lessons", {});
/** Return how many steps of a lesson are done. @param {string} game */
const reachedIn = (game) => reached()[game] ?? 0;

/** @param {HTMLElement} root @param {{ game?: string }} params */
export function show(root, { game }) {
  return game ? showLesson(root, game) : showList(root);
}

// ---- all lessons

/** @param {HTMLElement} root */
async function showList(root) {
  document.title = "Learn · numduel";
  const list = h("ul.games");
  root.append(
    topBar(),
    h(
      "main.page.stack.loose",
      h("h1", "Learn a game in two minutes"),
      h("p.muted", "Each rule comes with a board on which you use it at once."),
      list,
    ),
  );
  const [{ games }, { samples }] = await Promise.all([ask("GET /games"), ask("GET /samples")]);
  list.replaceChildren(
    ...games.map((game) => {
      const done = reachedIn(game.id);
      const state = done ? h("span.small.muted", `${counted(done, "step")} done`) : null;
      return h(
        "li",
        h(
          "a.card.game-card",
          { href: lessonOf(game.id) },
          h("span.well", miniBoard(samples[game.id])),
          h("span.game-words", h("b", game.title), h("span.small.muted", game.summary), state),
        ),
      );
    }),
  );
}

// ---- one lesson

/** @param {HTMLElement} root @param {string} game */
async function showLesson(root, game) {
  root.append(h("div.loading.muted", "Fetching the lesson …"));
  try {
    const screen = new LessonScreen(root, await ask("GET /lessons/{game}", { at: game }));
    return hearKeys({ Enter: () => screen.enter() });
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    showMissing(root, "There is no such lesson", problem.message, LEARN, "To the lessons");
  }
}

class LessonScreen {
  place = 0;
  isDone = false;
  isAsking = false;
  failures = 0;
  /** @type {Pick<Verdict, "outcome" | "text"> | null} */
  verdict = null;

  /** @param {HTMLElement} root @param {Lesson} lesson */
  constructor(root, lesson) {
    this.lesson = lesson;
    this.reached = Math.min(reachedIn(lesson.id), lesson.steps.length);
    this.stage = new Stage(root, {
      kind: "lesson",
      back: LEARN,
      title: lesson.title,
      heard: { onChoose: (move) => this.answer(move) },
    });
    this.position = lesson.steps[0].position;
    this.go(this.reached < lesson.steps.length ? this.reached : 0);
  }

  get isFinished() {
    return this.place === this.lesson.steps.length;
  }

  get step() {
    return this.lesson.steps[Math.min(this.place, this.lesson.steps.length - 1)];
  }

  /** @param {number} place */
  go(place) {
    this.place = place;
    this.isDone = false;
    this.failures = 0;
    this.verdict = null;
    if (!this.isFinished) this.position = this.step.position;
    this.draw();
    announce(
      this.isFinished
        ? "That was the last step."
        : `${this.step.title}. ${this.step.text.join(" ")} ${this.step.task}`,
    );
  }

  draw() {
    const { lesson, step } = this;
    const { status } = this.position;
    const total = lesson.steps.length;
    this.stage.head(
      lesson.title,
      this.isFinished ? "the lesson is finished" : `a lesson · step ${this.place + 1} of ${total}`,
    );
    this.stage.board.show(
      this.position,
      this.isDone || this.isFinished || !status.player ? [] : [status.player],
    );
    const done = this.place + (this.isDone ? 1 : 0);
    const bar = h(
      "ol.steps-bar",
      { "aria-hidden": "true" },
      lesson.steps.map((_, place) =>
        h("li", { class: place < done ? "full" : place === this.place ? "now" : "" }),
      ),
    );
    this.stage.say(
      bar,
      ...(this.isFinished
        ? this.praise()
        : [
            h("h2.title", step.title),
            step.text.map((line) => h("p", line)),
            h("p.task", step.task),
            this.words(),
            this.moveButtons(),
          ]),
    );
    this.stage.buttons(...this.buttons());
  }

  words() {
    if (!this.verdict) return null;
    const kind = { done: "good", other: "so-so", refused: this.step.attempt ? "so-so" : "bad" }[
      this.verdict.outcome
    ];
    return h(
      "p",
      { class: `verdict-words ${kind}` },
      this.verdict.outcome === "done" && icon("check"),
      h("span", this.verdict.text),
    );
  }

  moveButtons() {
    const moves = this.isDone ? [] : movesWithoutTile(this.position, this.step.moves);
    return moveButtons(moves.slice(0, 30), (move) => this.answer(move));
  }

  praise() {
    const { lesson } = this;
    return [
      h("h2.title", "Well done!"),
      h(
        "p",
        `You have done all ${lesson.steps.length} steps, and know the rules of ${lesson.title}.`,
      ),
      h(
        "p.muted",
        "Against the computer you can begin as gently as you like, and there is always a hint.",
      ),
    ];
  }

  buttons() {
    const back =
      this.place > 0 &&
      button("Back", {
        picture: "back",
        does: () => this.go(this.place - 1),
        "data-do": "step-back",
      });
    if (this.isFinished) {
      return [
        h("a.button.primary", { href: setupOf(this.lesson.id) }, "Play it now"),
        h("a.button", { href: LEARN }, "Lessons"),
      ];
    }
    const isOpen = this.isDone || this.place < this.reached;
    const show =
      this.failures >= FAILURES &&
      !this.isDone &&
      button("Show me", { does: () => this.answer(null), "data-do": "show-me" });
    return [
      back,
      show,
      button("Go on", {
        kind: this.isDone ? "primary" : "",
        does: () => isOpen && this.go(this.place + 1),
        "data-do": "go-on",
        "aria-disabled": String(!isOpen),
      }),
    ];
  }

  enter() {
    if (this.isDone && !this.isFinished) this.go(this.place + 1);
  }

  /** Try a move; null asks for the answer. @param {string | null} move */
  async answer(move) {
    if (this.isDone || this.isFinished || this.isAsking) return;
    this.isAsking = true;
    try {
      const verdict = await waitFor(
        ask("POST /lessons/{game}/answers", {
          at: this.lesson.id,
          body: { step: this.place, move },
        }),
        "Your answer is being checked …",
      );
      this.verdict = verdict;
      this.isDone = verdict.outcome === "done";
      if (this.isDone) {
        this.position = verdict.position;
        this.keep();
      } else this.failures += 1;
    } catch (problem) {
      this.verdict = { outcome: "refused", text: reasonOf(problem) };
    }
    this.isAsking = false;
    this.draw();
    announce(this.verdict.text);
    if (this.isDone) focusIn(this.stage.foot, "[data-do=go-on]");
  }

  keep() {
    this.reached = Math.max(this.reached, this.place + 1);
    write("lessons", { ...reached(), [this.lesson.id]: this.reached });
  }
}
