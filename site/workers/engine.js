// The engine worker as the play worker sees it. It gets one task at a time.

/** Ask the page for a new engine worker. */
const requestEngine = () => postMessage({ kind: "restart-engine" });

/** Return a promise with the functions that settle it. */
function makeDeferred() {
  /** @type {(value?: any) => void} */
  let resolve = () => {};
  /** @type {(error: Error) => void} */
  let reject = () => {};
  const promise = new Promise((...both) => ([resolve, reject] = both));
  promise.catch(() => {}); // those who wait for it get the error
  return { promise, resolve, reject };
}

class Engine {
  /** @type {MessagePort | null} */
  #port = null;
  #started = makeDeferred();
  #hasFailed = false;
  /** @type {ReturnType<typeof makeDeferred> | null} */
  #task = null;

  /** Wait until the engine is loaded. After a failure, this starts a new one. */
  ready() {
    if (this.#hasFailed) this.#restart();
    return this.#started.promise;
  }

  /** Run a task. @param {string} task */
  run(task) {
    this.#task = makeDeferred();
    if (this.#port) this.#port.postMessage({ task });
    else this.#task.reject(new Error("The engine has stopped."));
    return this.#task.promise;
  }

  /** Stop the engine with its task, and start a new one. */
  stop() {
    this.#task?.reject(new Error("The engine was stopped."));
    this.#restart();
  }

  /** Use a new engine worker. @param {MessagePort} port */
  use(port) {
    this.#port = port;
    port.onmessage = ({ data: { kind, result, message } }) => {
      if (port !== this.#port) return;
      if (kind === "ready") this.#started.resolve();
      else if (kind === "result") this.#task?.resolve(result);
      else this.fail(message);
    };
  }

  /** Give up on the engine until it is needed again. @param {string} message */
  fail(message) {
    this.#hasFailed = true;
    this.#port = null;
    this.#started.reject(new Error(message));
    this.#task?.reject(new Error(message));
  }

  #restart() {
    this.#hasFailed = false;
    this.#port = null;
    this.#started = makeDeferred();
    requestEngine();
  }
}

export const engine = new Engine();
