// A frame without an origin, network or storage, in which Python runs code of strangers. Its messages are untrusted.
import { addressOf, loadParts } from "./parts.js";
import { showControls } from "./plain_text.js";

/** @import { OnProgress, OnStep, Program } from "./types.js" */

const START_SECONDS = 90; // to start Python in the sandbox
const MAX_CHARS = 1_000_000; // of an answer of the sandbox
const MAX_FAILURE_CHARS = 200; // shown of the reason of a failure

/** The sandbox was stopped: by a failure, by a time limit or by the reader. */
export class Stopped extends Error {}

export class Sandbox {
  #frame = createFrame();
  /** @type {MessagePort | null} */
  #port = null;
  /** @type {{ resolve: (answer: any) => void, reject: (error: Error) => void, onProgress: OnProgress, seconds: number } | null} */
  #waiting = null;
  #timer = 0;
  isStopped = false;

  /** @param {Program} program @param {OnStep} onStep */
  constructor(program, onStep = () => {}) {
    this.ready = this.#wait(0, () => {}, () => void this.#start(program, onStep));
    this.ready.catch(() => {}); // reported to those who wait for it
  }

  /** Download everything, then create the frame. @param {Program} program @param {OnStep} onStep */
  async #start(program, onStep) {
    try {
      const parts = await loadParts((share) => this.isStopped || onStep("download", share));
      if (this.isStopped || !this.#waiting) return;
      onStep("python", 0);
      this.#waiting.seconds = START_SECONDS;
      this.restartTimer();
      this.#greet = ({ source }) => this.#connect(source, { ...parts, program });
      addEventListener("message", this.#greet);
      document.body.append(this.#frame);
    } catch (error) {
      this.stop(`Python isn't available: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** @type {(event: MessageEvent) => void} */
  #greet = () => {};

  /** Send the frame everything it needs, when its document has loaded. @param {MessageEventSource | null} source @param {object} parts */
  #connect(source, parts) {
    const frame = this.#frame.contentWindow;
    if (!frame || source !== frame || this.#port) return;
    removeEventListener("message", this.#greet);
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.#receive(data);
    frame.postMessage(parts, "*", [port2]); // its origin has no name
  }

  /**
   * Ask a question; reject with Stopped if there is no answer in time. There is one question at a time.
   * @param {object} question @param {number} seconds @param {OnProgress} onProgress @returns {Promise<any>}
   */
  ask(question, seconds, onProgress) {
    return this.#wait(seconds, onProgress, () => this.#port?.postMessage(JSON.stringify(question)));
  }

  /** @param {number} seconds @param {OnProgress} onProgress @param {() => void} act @returns {Promise<any>} */
  #wait(seconds, onProgress, act) {
    return new Promise((resolve, reject) => {
      if (this.isStopped) return reject(new Stopped("Stopped."));
      this.#waiting = { resolve, reject, onProgress, seconds };
      this.restartTimer();
      act();
    });
  }

  /** Start the time limit of the question again; zero seconds are no limit. */
  restartTimer() {
    clearTimeout(this.#timer);
    const seconds = this.#waiting?.seconds;
    if (seconds) this.#timer = setTimeout(() => this.stop(`Stopped after ${seconds} s, the time limit.`), seconds * 1000);
  }

  /** Return who waits for the answer, which ends the question. */
  #end() {
    clearTimeout(this.#timer);
    const ended = this.#waiting;
    this.#waiting = null;
    return ended;
  }

  /** Read a message of the sandbox, which may be anything. @param {unknown} data */
  #receive(data) {
    if (this.isStopped) return;
    if (typeof data !== "string" || data.length > MAX_CHARS) return this.stop("The sandbox sent something unexpected.");
    try {
      const message = JSON.parse(data);
      if (message.progress !== undefined) this.#waiting?.onProgress(message);
      else if (typeof message.failed === "string") this.stop(describeFailure(message.failed));
      else this.#end()?.resolve(message);
    } catch {
      this.stop("The sandbox sent something unexpected.");
    }
  }

  /** End everything in the sandbox. @param {string} why */
  stop(why) {
    this.isStopped = true;
    removeEventListener("message", this.#greet);
    this.#port?.close();
    this.#frame.remove(); // this ends its workers
    this.#end()?.reject(new Stopped(why));
  }
}

function createFrame() {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.src = addressOf("sandbox/document.html");
  frame.title = "Sandbox";
  frame.hidden = true;
  return frame;
}

/** @param {string} failure */
function describeFailure(failure) {
  const why = /memory/i.test(failure) ? "its memory is full" : showControls(failure.slice(-MAX_FAILURE_CHARS));
  return `The sandbox was stopped: ${why}.`;
}
