// The sandbox's document: it starts the worker with the reader's code, and passes on few and short messages.
{
  const MAX_CHARS = 4_000_000; // of a message from the worker
  const MAX_MESSAGES = 40; // from the worker in a second

  /** @param {MessagePort} port @param {any} parts */
  const start = (port, { script, ...parts }) => {
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const worker = new Worker(address);
    let [second, count] = [0, 0];
    const fail = (/** @type {string} */ message) => {
      worker.terminate();
      port.postMessage(JSON.stringify({ failed: message }));
    };
    worker.onmessage = ({ data }) => {
      const now = Math.floor(Date.now() / 1000);
      [second, count] = now === second ? [second, count + 1] : [now, 1];
      if (typeof data !== "string" || data.length > MAX_CHARS) fail("a message was too long");
      else if (count > MAX_MESSAGES) fail("there were too many messages");
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
