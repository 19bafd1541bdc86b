// The sandbox's document: it starts the worker with the reader's code, and passes on few and short messages.
{
  const MAX_CHARS = 1_000_000; // of a message from the worker
  const MAX_MESSAGES = 40; // from the worker in a second
  const MAX_CHARS_A_SECOND = 2_000_000; // of all messages from the worker, which the page reads in a moment

  /** @param {MessagePort} port @param {any} parts */
  const start = (port, { script, ...parts }) => {
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const worker = new Worker(address);
    let [second, count, chars] = [0, 0, 0];
    const fail = (/** @type {string} */ message) => {
      worker.terminate();
      port.postMessage(JSON.stringify({ failed: message }));
    };
    worker.onmessage = ({ data }) => {
      if (typeof data !== "string" || data.length > MAX_CHARS) return fail("a message was too long");
      const now = Math.floor(Date.now() / 1000);
      if (now !== second) [second, count, chars] = [now, 0, 0];
      [count, chars] = [count + 1, chars + data.length];
      if (count > MAX_MESSAGES || chars > MAX_CHARS_A_SECOND) fail("there were too many messages");
      else port.postMessage(data);
    };
    worker.onerror = () => fail("its worker failed");
    port.onmessage = ({ data }) => worker.postMessage(data);
    worker.postMessage(parts);
  };

  // In a frame with an origin, the code could reach the site's data: it runs without one only.
  if (origin === "null" && parent !== self) {
    addEventListener(
      "message",
      ({ source, data, ports: [port] }) => {
        if (source === parent && port) start(port, data);
      },
      { once: true },
    );
    parent.postMessage("loaded", "*");
  }
}
