// Lessons: the rules of a game or how to win it, step by step, each with a position to try it on.
import { FACTS, LEARN, RULES, lessonPath, setupPath } from "../addresses.js";
import { miniBoard } from "../board/mini_board.js";
import { movesWithoutTile } from "../board/model.js";
import { read, write } from "../browser/storage.js";
import { request, Problem, describeError } from "../server/api.js";
import { openRules } from "../study/rules_panel.js";
import { Stage } from "../study/stage.js";
import { announce, focusIn, h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { waitFor } from "../ui/messages.js";
import { blankCards, button, moveButtons } from "../ui/components.js";
import { showMissing } from "../ui/layout.js";
import { press, setShortcuts } from "../ui/shortcuts.js";
import { formatCount } from "../text.js";

const TRIES_BEFORE_ANSWER = 2; // wrong tries before the answer is offered

/** @import { Lesson, LessonEntry, Verdict } from "../contract.js" */

/** Return the number of finished steps, by lesson. @returns {Record<string, number>} */
const readProgress = () => read("lessons", {});
/** Return the number of finished steps of a lesson. @param {string} id */
const stepsDone = (id) => readProgress()[id] ?? 0;

/** Show a lesson, or the list of lessons. @param {HTMLElement} root @param {{ lesson?: string }} params */
export function show(root, { lesson }) {
  return lesson ? showLesson(root, lesson) : showList(root);
}

// ---- all lessons

/** @param {HTMLElement} root */
async function showList(root) {
  document.title = "Learn · numduel";
  const list = h("ul.games.lessons", blankCards());
  root.append(
    h(
      "main.page.stack.loose",
      h("h1", "Learn a game in two minutes"),
      h("p.muted", "First the rules, then how to win. Each step has a board to try it on."),
      list,
      h(
        "p.row-of-links",
        h("a", { href: RULES }, "Rules of all games"),
        h("a", { href: FACTS }, "Perfect play"),
      ),
    ),
  );
  const [{ games }, { samples }, { lessons }] = await Promise.all([
    request("GET /games"),
    request("GET /samples"),
    request("GET /lessons"),
  ]);
  list.replaceChildren(
    ...games.map((game) =>
      h(
        "li",
        h(
          "div.card.game-card",
          h("span.well", miniBoard(samples[game.id])),
          h("div.game-words", h("h2", game.title), h("span.small.muted", game.summary)),
          h("ul", lessons.filter((lesson) => lesson.game === game.id).map(lessonLink)),
        ),
      ),
    ),
  );
}

/** Return the link to a lesson, with the progress in it. @param {LessonEntry} lesson */
function lessonLink({ id, name, steps }) {
  const done = Math.min(stepsDone(id), steps);
  return h(
    "li",
    h(
      "a.lesson-link",
      { href: lessonPath(id) },
      h("b", name),
      h(
        "span.small.muted",
        done === steps && icon("check"),
        done === steps ? "Finished" : done ? `${done} of ${steps} steps` : formatCount(steps, "step"),
      ),
    ),
  );
}

// ---- one lesson

/** @param {HTMLElement} root @param {string} id */
async function showLesson(root, id) {
  root.append(h("div.loading.muted", "Loading the lesson…"));
  try {
    const screen = new LessonScreen(root, await request("GET /lessons/{lesson}", { at: id }));
    return setShortcuts(() => ({
      previous: press(screen.stage.foot, "[data-do=step-back]"),
      next: press(screen.stage.foot, "[data-do=next]"),
      answer: press(screen.stage.foot, "[data-do=show-me]"),
      proceed: () => screen.enter(),
      rules: () => openRules(screen.position.game),
    }));
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    showMissing(root, "Lesson not found", problem.message, LEARN, "See all lessons");
  }
}

class LessonScreen {
  index = 0;
  isDone = false;
  isChecking = false;
  failures = 0;
  /** @type {Pick<Verdict, "outcome" | "text"> | null} */
  verdict = null;

  /** @param {HTMLElement} root @param {Lesson} lesson */
  constructor(root, lesson) {
    this.lesson = lesson;
    this.reached = Math.min(stepsDone(lesson.id), lesson.steps.length);
    this.stage = new Stage(root, {
      kind: "lesson",
      back: LEARN,
      title: lesson.title,
      handlers: { onChoose: (move) => this.answer(move) },
    });
    this.position = lesson.steps[0].position;
    this.goTo(this.reached < lesson.steps.length ? this.reached : 0);
  }

  get isFinished() {
    return this.index === this.lesson.steps.length;
  }

  get step() {
    return this.lesson.steps[Math.min(this.index, this.lesson.steps.length - 1)];
  }

  /** Show a step. @param {number} index */
  goTo(index) {
    this.index = index;
    this.isDone = false;
    this.failures = 0;
    this.verdict = null;
    if (!this.isFinished) this.position = this.step.position;
    this.draw();
    announce(
      this.isFinished
        ? "Lesson complete."
        : `${this.step.title}. ${this.step.text.join(" ")} ${this.step.task}`,
    );
  }

  draw() {
    const { lesson, step } = this;
    const total = lesson.steps.length;
    this.stage.setTitle(
      this.position.game.title,
      this.isFinished ? "Lesson complete" : `${lesson.name} · step ${this.index + 1} of ${total}`,
    );
    const canMove = !this.isDone && !this.isFinished;
    this.stage.showPosition(this.position, step.position.status.player ?? 1, { canMove });
    const done = this.index + (this.isDone ? 1 : 0);
    const bar = h(
      "ol.steps-bar",
      { "aria-hidden": "true" },
      lesson.steps.map((_, index) =>
        h("li", { class: index < done ? "full" : index === this.index ? "now" : "" }),
      ),
    );
    this.stage.showPanel(
      bar,
      ...(this.isFinished
        ? this.finalNodes()
        : [
            h("h2.title", step.title),
            step.text.map((line) => h("p", line)),
            h("p.task", step.task),
            this.verdictNode(),
            this.moveButtons(),
          ]),
    );
    this.stage.showButtons(...this.buttons());
  }

  /** Return the reply to the last answer. */
  verdictNode() {
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

  /** Return the text after the last step. */
  finalNodes() {
    const { lesson } = this;
    return [
      h("h2.title", "Well done!"),
      h("p", lesson.gain),
      h("p.muted", lesson.advice),
    ];
  }

  buttons() {
    const back =
      this.index > 0 &&
      button("Back", {
        picture: "back",
        onClick: () => this.goTo(this.index - 1),
        "data-do": "step-back",
      });
    if (this.isFinished) {
      const { next, game } = this.lesson;
      return [
        next && h("a.button.primary", { href: lessonPath(next.id) }, next.name),
        h(next ? "a.button" : "a.button.primary", { href: setupPath(game) }, "Play now"),
        h("a.button", { href: LEARN }, "All lessons"),
      ];
    }
    const isOpen = this.isDone || this.index < this.reached;
    const show =
      this.failures >= TRIES_BEFORE_ANSWER &&
      !this.isDone &&
      button("Show answer", { onClick: () => this.answer(null), "data-do": "show-me" });
    return [
      back,
      show,
      button("Next", {
        kind: this.isDone ? "primary" : "",
        onClick: () => isOpen && this.goTo(this.index + 1),
        "data-do": "next",
        "aria-disabled": String(!isOpen),
      }),
    ];
  }

  /** Continue if the step is done. */
  enter() {
    if (this.isDone && !this.isFinished) this.goTo(this.index + 1);
  }

  /** Try a move; null shows the answer. @param {string | null} move */
  async answer(move) {
    if (this.isDone || this.isFinished || this.isChecking) return;
    this.isChecking = true;
    try {
      const verdict = await waitFor(
        request("POST /lessons/{lesson}/answers", {
          at: this.lesson.id,
          body: { step: this.index, move },
        }),
        "Checking your answer…",
      );
      this.verdict = verdict;
      this.isDone = verdict.outcome === "done";
      if (this.isDone) {
        this.position = verdict.position;
        this.saveProgress();
      } else this.failures += 1;
    } catch (problem) {
      this.verdict = { outcome: "refused", text: describeError(problem) };
    }
    this.isChecking = false;
    this.draw();
    announce(this.verdict.text);
    if (this.isDone) focusIn(this.stage.foot, "[data-do=next]");
  }

  /** Save the progress in this browser. */
  saveProgress() {
    this.reached = Math.max(this.reached, this.index + 1);
    write("lessons", { ...readProgress(), [this.lesson.id]: this.reached });
  }
}
