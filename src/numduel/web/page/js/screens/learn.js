// Learning a game: one rule after the other, each on a position in which something is to be done.
import { LEARN, lessonOf, setupOf } from "../addresses.js";
import { miniBoard } from "../board/mini.js";
import { read, write } from "../browser/storage.js";
import * as api from "../server/api.js";
import { hearKeys, Stage } from "../study/stage.js";
import { announce, h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { button } from "../ui/parts.js";
import { showMissing, topBar } from "../ui/sheets.js";
import { capital, counted } from "../words.js";

const FAILURES = 2; // after so many the answer can be shown

const reachedIn = (game) => read("lessons", {})[game] ?? 0;

export function show(root, { game }) {
  return game ? showLesson(root, game) : showList(root);
}

// ---- all lessons

async function showList(root) {
  document.title = "Learn · numduel";
  const list = h("ul", { class: "games" });
  root.append(
    topBar(),
    h(
      "main",
      { class: "page stack loose" },
      h("h1", {}, "Learn a game in two minutes"),
      h("p", { class: "muted" }, "Each rule comes with a board on which you use it at once."),
      list,
    ),
  );
  const [{ games }, { samples }] = await Promise.all([api.games(), api.samples()]);
  list.replaceChildren(
    ...games.map((game) => {
      const reached = reachedIn(game.id);
      const state = reached
        ? h("span", { class: "small muted" }, `${counted(reached, "step")} done`)
        : null;
      return h(
        "li",
        {},
        h(
          "a",
          { class: "card game-card", href: lessonOf(game.id) },
          h("span", { class: "well" }, miniBoard(samples[game.id])),
          h(
            "span",
            { class: "game-words" },
            h("b", {}, game.title),
            h("span", { class: "small muted" }, game.summary),
            state,
          ),
        ),
      );
    }),
  );
}

// ---- one lesson

async function showLesson(root, game) {
  root.append(h("div", { class: "loading muted" }, "Fetching the lesson …"));
  try {
    const screen = new LessonScreen(root, await api.lesson(game));
    return hearKeys({ Enter: () => screen.enter() });
  } catch (problem) {
    showMissing(root, "There is no such lesson", problem.message, LEARN, "To the lessons");
  }
}

class LessonScreen {
  constructor(root, lesson) {
    this.lesson = lesson;
    this.reached = Math.min(reachedIn(lesson.id), lesson.steps.length);
    this.stage = new Stage(root, {
      kind: "lesson",
      back: LEARN,
      title: lesson.title,
      heard: { onChoose: (move) => this.answer(move) },
    });
    this.go(this.reached < lesson.steps.length ? this.reached : 0);
  }

  get isFinished() {
    return this.place === this.lesson.steps.length;
  }

  get step() {
    return this.lesson.steps[Math.min(this.place, this.lesson.steps.length - 1)];
  }

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
    const total = lesson.steps.length;
    this.stage.head(
      lesson.title,
      this.isFinished ? "the lesson is finished" : `a lesson · step ${this.place + 1} of ${total}`,
    );
    this.stage.board.show(
      this.position,
      this.isDone || this.isFinished ? [] : [this.position.status.player],
    );
    const done = this.place + (this.isDone ? 1 : 0);
    const bar = h(
      "ol",
      { class: "steps-bar", "aria-hidden": "true" },
      lesson.steps.map((_, place) =>
        h("li", { class: place < done ? "full" : place === this.place ? "now" : "" }),
      ),
    );
    this.stage.say(
      bar,
      ...(this.isFinished
        ? this.praise()
        : [
            h("h2", { class: "title" }, step.title),
            step.text.map((line) => h("p", {}, line)),
            h("p", { class: "task" }, step.task),
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
      h("span", {}, this.verdict.text),
    );
  }

  /** Moves that no tile stands for. */
  moveButtons() {
    if (this.isDone) return null;
    const tiled = new Set(this.position.picture.rows.flat().map((tile) => tile.move));
    const moves = this.step.moves.filter((move) => !tiled.has(move)).slice(0, 30);
    return moves.length
      ? h(
          "div",
          { class: "row-of-buttons" },
          moves.map((move) =>
            button(capital(move), {
              kind: "go-edge",
              does: () => this.answer(move),
              attributes: { "data-move": move },
            }),
          ),
        )
      : null;
  }

  praise() {
    const { lesson } = this;
    return [
      h("h2", { class: "title" }, "Well done!"),
      h(
        "p",
        {},
        `You have done all ${lesson.steps.length} steps, and know the rules of ${lesson.title}.`,
      ),
      h(
        "p",
        { class: "muted" },
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
        attributes: { "data-do": "step-back" },
      });
    if (this.isFinished) {
      return [
        h("a", { class: "button primary", href: setupOf(this.lesson.id) }, "Play it now"),
        h("a", { class: "button", href: LEARN }, "Lessons"),
      ];
    }
    const isOpen = this.isDone || this.place < this.reached;
    const show =
      this.failures >= FAILURES &&
      !this.isDone &&
      button("Show me", { does: () => this.answer(null), attributes: { "data-do": "show-me" } });
    return [
      back,
      show,
      button("Go on", {
        kind: this.isDone ? "primary" : "",
        does: () => isOpen && this.go(this.place + 1),
        attributes: { "data-do": "go-on", "aria-disabled": String(!isOpen) },
      }),
    ];
  }

  enter() {
    if (this.isDone && !this.isFinished) this.go(this.place + 1);
  }

  async answer(move) {
    if (this.isDone || this.isFinished || this.isAsking) return;
    this.isAsking = true;
    try {
      this.verdict = await api.answerLesson(this.lesson.id, { step: this.place, move });
      this.isDone = this.verdict.outcome === "done";
      if (this.isDone) {
        this.position = this.verdict.position;
        this.keep();
      } else this.failures += 1;
    } catch (problem) {
      this.verdict = { outcome: "refused", text: problem.message };
    }
    this.isAsking = false;
    this.draw();
    announce(this.verdict.text);
    if (this.isDone)
      this.stage.foot.querySelector("[data-do=go-on]")?.focus({ preventScroll: true });
  }

  keep() {
    this.reached = Math.max(this.reached, this.place + 1);
    write("lessons", { ...read("lessons", {}), [this.lesson.id]: this.reached });
  }
}
