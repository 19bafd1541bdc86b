// The exam: find the best move in many positions, a part at a time; nothing is judged before the end of a part.
import { EXAM, EXAM_REPORT, PUZZLES, examPath, navigate, readQuery } from "../addresses.js";
import { movesWithoutTile } from "../board/model.js";
import { readAnswers, saveAnswers } from "../browser/exam_answers.js";
import { toUrl } from "../browser/location.js";
import { readSettings } from "../browser/settings.js";
import { request, describeError } from "../server/api.js";
import { openRules } from "../study/rules_panel.js";
import { Stage } from "../study/stage.js";
import { shareNode } from "../study/streaks.js";
import { announce, h } from "../ui/dom.js";
import { askToConfirm, button, moveButtons, nameField, segments } from "../ui/components.js";
import { saveFile } from "../ui/save_file.js";
import { press, setShortcuts } from "../ui/shortcuts.js";

/** @import { ExamParts, ExamQuestion, ExamReport } from "../contract.js" */

const SIZES = [25, 50, 100, 300]; // questions in a part

/** Show the start of the exam, its questions or its report. @param {HTMLElement} root */
export async function show(root) {
  document.title = "Exam · numduel";
  const query = readQuery();
  const size = Number(query.get("size"));
  if (query.has("report")) return showReport(root);
  return SIZES.includes(size) ? showQuestions(root, size) : showStart(root);
}

/** Return the exam in parts of a size. @param {number} size */
const loadExam = (size) => request("GET /exam", { query: { size } });

/** Return the first part with an open question, or null. @param {ExamParts} exam */
function findOpenPart({ version, parts }) {
  const answers = readAnswers(version);
  return parts.find((part) => part.some((id) => !(id in answers))) ?? null;
}

// ---- the start

/** @param {HTMLElement} root */
async function showStart(root) {
  const chosen = { size: SIZES[0] };
  const exam = await loadExam(chosen.size);
  const done = Object.keys(readAnswers(exam.version)).length;
  const isComplete = done === exam.questions;
  const start = () => navigate(examPath(chosen.size));
  root.append(
    h(
      "main.page.stack.loose.exam-start",
      h("h1", "Exam"),
      h(
        "p.muted",
        `${exam.questions} positions from all games, each with a real choice. Programs and language models answer the same ones, so you can compare yourself with them.`,
      ),
      h(
        "section.card.exam-choice",
        { "aria-label": "Your exam" },
        h("p", exam.task),
        nameField("name"),
        !isComplete &&
          segments(
            "size",
            "Questions at a time",
            SIZES.map((size) => [String(size), String(size)]),
            String(chosen.size),
            (value) => (chosen.size = Number(value)),
          ),
        done > 0 && h("p.small.muted.exam-done", `${done} of ${exam.questions} questions are answered.`),
        h(
          "div.row-of-buttons",
          !isComplete &&
            button(done ? "Continue" : "Start", { kind: "primary", onClick: start, "data-do": "start" }),
          done > 0 && h("a.button", { href: EXAM_REPORT, "data-do": "report" }, "See report"),
          done > 0 && button("Start over", { onClick: () => startOver(exam), "data-do": "start-over" }),
        ),
      ),
      h("p.small.muted", "Your answers stay in this browser. You can leave at any time, and continue later."),
      h("p.row-of-links", h("a", { href: PUZZLES }, "Puzzles")),
    ),
  );
}

/** Forget all answers, after a confirmation. @param {Pick<ExamParts, "version">} exam */
async function startOver({ version }) {
  const question = "Start the exam over? Your answers are deleted.";
  if (!(await askToConfirm(question, "Start over", "danger"))) return;
  saveAnswers(version, {});
  navigate(EXAM);
}

// ---- questions

/** @param {HTMLElement} root @param {number} size */
async function showQuestions(root, size) {
  root.append(h("div.loading.muted", "Loading the exam…"));
  const exam = await loadExam(size);
  const part = findOpenPart(exam);
  if (!part) return showReport(root);
  const screen = new QuestionScreen(root, exam, part);
  await screen.load();
  const { foot } = screen.stage;
  const removeShortcuts = setShortcuts(() => ({
    undo: press(foot, "[data-do=change]"),
    next: press(foot, "[data-do=skip]"),
    rules: () => screen.question && openRules(screen.question.position.game),
  }));
  return () => {
    removeShortcuts();
    screen.isLeft = true;
  };
}

class QuestionScreen {
  isLeft = false;
  /** Error of the last request. */
  problem = "";
  /** @type {ExamQuestion | null} */
  question = null;
  /** @type {string[]} questions answered on this screen, which can be changed */
  done = [];
  /** @type {Map<string, Promise<ExamQuestion>>} */
  loaded = new Map();

  /** @param {HTMLElement} root @param {ExamParts} exam @param {string[]} part */
  constructor(root, exam, part) {
    this.version = exam.version;
    this.task = exam.task;
    this.part = part;
    const answers = readAnswers(this.version);
    this.waiting = part.filter((id) => !(id in answers));
    this.stage = new Stage(root, {
      back: EXAM,
      title: "Exam",
      kind: "puzzle",
      handlers: { onChoose: (move, isAllowed) => isAllowed && this.answer(move) },
    });
  }

  /** Return a question; the request is sent once. @param {string} id */
  request(id) {
    const found = this.loaded.get(id) ?? request("GET /exam/questions/{question}", { at: id });
    this.loaded.set(id, found);
    found.catch(() => this.loaded.delete(id));
    return found;
  }

  /** Show the first waiting question, and load the next one. */
  async load() {
    const [id, next] = this.waiting;
    this.question = null;
    this.problem = "";
    try {
      const question = await this.request(id);
      if (this.isLeft || this.waiting[0] !== id) return;
      this.question = question;
    } catch (problem) {
      this.problem = describeError(problem);
    }
    this.draw();
    if (this.question) announce([`${this.progress}.`, ...this.question.position.words.spoken].join(" "));
    if (next) this.request(next).catch(() => {}); // asked again when it is shown
  }

  get answered() {
    return this.part.length - this.waiting.length;
  }

  get progress() {
    return `Question ${this.answered + 1} of ${this.part.length}`;
  }

  draw() {
    if (this.isLeft) return;
    const { question, progress } = this;
    this.stage.setTitle("Exam", question ? `${progress} · ${question.position.game.title}` : progress);
    if (question) {
      this.stage.showPosition(question.position, question.player, { canMove: true, isSaid: true });
    }
    const count = `${this.answered} of ${this.part.length} answered`;
    this.stage.showPanel(
      this.problem && h("p.bad", { role: "alert" }, this.problem),
      question && this.moveButtons(question),
      h("h2.title", count),
      h("progress.exam-progress", {
        "aria-label": "Progress",
        "aria-valuetext": count,
        max: this.part.length,
        value: this.answered,
      }),
      h("p.small.muted", this.task),
    );
    this.stage.showButtons(...this.buttons());
  }

  /** @param {ExamQuestion} question */
  moveButtons({ position }) {
    const moves = movesWithoutTile(position, position.status.moves);
    return moveButtons(moves, (move) => this.answer(move));
  }

  buttons() {
    return [
      this.problem && button("Try again", { kind: "primary", onClick: () => this.load(), "data-do": "try-again" }),
      button("Change last answer", {
        picture: "back",
        onClick: () => this.changeLast(),
        "data-do": "change",
        "aria-disabled": String(!this.done.length),
      }),
      button("Skip", {
        onClick: () => this.skip(),
        "data-do": "skip",
        "aria-disabled": String(this.waiting.length < 2),
      }),
    ];
  }

  /** Save an answer and show the next question, or the report after the last. @param {string} move */
  async answer(move) {
    const { question } = this;
    if (!question) return;
    saveAnswers(this.version, { ...readAnswers(this.version), [question.id]: move });
    this.waiting.shift();
    this.done.push(question.id);
    if (!this.waiting.length) return navigate(EXAM_REPORT);
    await this.load();
    this.stage.board.focus();
  }

  /** Ask this question again at the end. */
  skip() {
    const [id, ...others] = this.waiting;
    if (!others.length) return;
    this.waiting = [...others, id];
    return this.load();
  }

  /** Ask the last answered question again. */
  changeLast() {
    const id = this.done.pop();
    if (!id) return;
    this.waiting.unshift(id);
    return this.load();
  }
}

// ---- the report

/** @param {HTMLElement} root */
async function showReport(root) {
  const exam = await loadExam(SIZES[0]);
  const answers = readAnswers(exam.version);
  if (!Object.keys(answers).length) return showStart(root);
  const name = readSettings().name || undefined;
  const report = await request("POST /exam/reports", { body: { answers, name } });
  document.title = "Exam report · numduel";
  const save = () => saveFile(report.file, `${JSON.stringify(report.result)}\n`, "application/json");
  const left = exam.questions - Object.keys(answers).length;
  root.replaceChildren(
    h(
      "main.page.stack.loose.exam-report",
      h("h1", "Exam report"),
      h("p.muted", report.title),
      shareNode(report.shared, toUrl(EXAM)),
      h("section.card", { "aria-label": "Figures" }, figuresTable(report)),
      h(
        "div.row-of-buttons",
        button("Save file", { picture: "download", onClick: save, "data-do": "save" }),
        left > 0 && h("a.button.primary", { href: EXAM, "data-do": "more" }, "Answer more questions"),
        left === 0 && button("Start over", { onClick: () => startOver(exam), "data-do": "start-over" }),
      ),
      h("div.stack.small.muted", report.notes.map((note) => h("p", note))),
      h("p.small.muted", "With the file, ", h("code", "numduel exam report"), " compares you with other players."),
    ),
  );
  announce(`Exam report. ${report.title}. ${report.shared[0]}`);
}

/** Return a figure such as "0.62 [0.40, 0.81]", with its interval apart. @param {string} text */
function figureNode(text) {
  const [value, interval] = text.split(/ (?=\[)/);
  return h("span.exam-figure", value, interval && [" ", h("span.small.muted", interval)]);
}

/** @param {ExamReport} report */
const figuresTable = ({ heads, rows }) =>
  h(
    "table.exam-figures",
    { role: "table" }, // with all roles, because a narrow screen shows the cells as lines
    h("caption.unseen", "Figures by game"),
    h(
      "thead",
      { role: "rowgroup" },
      h(
        "tr",
        { role: "row" },
        h("th", { role: "columnheader", scope: "col" }, h("span.unseen", "Game")),
        heads.map((head) => h("th", { role: "columnheader", scope: "col" }, head)),
      ),
    ),
    h(
      "tbody",
      { role: "rowgroup" },
      rows.map(({ name, cells }) =>
        h(
          "tr",
          { role: "row" },
          h("th", { role: "rowheader", scope: "row" }, name),
          cells.map((cell, index) => h("td", { role: "cell", "data-head": heads[index] }, figureNode(cell))),
        ),
      ),
    ),
  );
