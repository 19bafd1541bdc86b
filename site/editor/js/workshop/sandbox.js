// A frame without an origin, network or storage, in which Python runs a game file. Its messages are untrusted.
import { h } from "../ui/dom.js";
import { loadParts } from "./parts.js";
import { showControls } from "./plain_text.js";

const START_SECONDS = 90; // to start Python in the sandbox
const MAX_CHARS = 1_000_000; // of an answer of the sandbox
const MAX_PROGRESS_CHARS = 200; // of a text about progress

/** The sandbox was stopped: by a limit, a failure or the reader. */
export class Stopped extends Error {}

/** @typedef {(text: string, share: number) => void} OnProgress */

export class Sandbox {
  #frame = h("iframe", { sandbox: "allow-scripts", src: "sandbox.html", title: "Sandbox", hidden: true });
  /** @type {MessagePort | null} */
  #port = null;
  /** @type {{ resolve: (answer: any) => void, reject: (error: Error) => void, onProgress: OnProgress } | null} */
  #waiting = null;
  isStopped = false;

  constructor() {
    this.ready = this.#wait(START_SECONDS, () => {}, () => void this.#start());
    this.ready.catch(() => {}); // reported to those who wait for it
  }

  /** Send the frame everything it needs, when its document has loaded. */
  async #start() {
    try {
      const parts = await loadParts();
      if (this.isStopped) return;
      this.#greet = ({ source }) => this.#connect(source, parts);
      addEventListener("message", this.#greet);
      document.body.append(this.#frame);
    } catch (error) {
      this.stop(error instanceof Error ? error.message : String(error));
    }
  }

  /** @type {(event: MessageEvent) => void} */
  #greet = () => {};

  /** @param {MessageEventSource | null} source @param {object} parts */
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
      const timer = setTimeout(() => this.stop(`Stopped after ${seconds} s, the time limit.`), seconds * 1000);
      const end = (/** @type {(value: any) => void} */ settle) => (/** @type {any} */ value) => {
        clearTimeout(timer);
        this.#waiting = null;
        settle(value);
      };
      this.#waiting = { resolve: end(resolve), reject: end(reject), onProgress };
      act();
    });
  }

  /** Read a message of the sandbox, which may be anything. @param {unknown} data */
  #receive(data) {
    if (typeof data !== "string" || data.length > MAX_CHARS) return this.stop("The sandbox sent something unexpected.");
    try {
      const message = JSON.parse(data);
      if (typeof message.progress === "string") this.#waiting?.onProgress(...readProgress(message));
      else if (typeof message.failed === "string") this.stop(describeFailure(message.failed));
      else this.#waiting?.resolve(message);
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
    this.#waiting?.reject(new Stopped(why));
  }
}

/** @param {{ progress: string, share: unknown }} message @returns {[string, number]} */
const readProgress = ({ progress, share }) => [
  showControls(progress.slice(0, MAX_PROGRESS_CHARS)),
  typeof share === "number" ? Math.min(1, share) : -1,
];

/** @param {string} failure */
function describeFailure(failure) {
  const why = /memory/i.test(failure) ? "its memory is full" : showControls(failure.slice(-MAX_PROGRESS_CHARS));
  return `The sandbox was stopped: ${why}.`;
}
