// The matches of this browser, in IndexedDB. Other tabs hear of each change.

const NAME = "numduel";
const VERSION = 1;

/** Return the result of a request of IndexedDB. @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const resultOf = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Create the object stores. @param {IDBDatabase} database */
function createStores(database) {
  database.createObjectStore("events", { keyPath: ["match", "seq"] });
  const summaries = database.createObjectStore("summaries", { keyPath: "match" });
  summaries.createIndex("levels", "levelToMove");
}

/** Open the database. */
export async function openDatabase() {
  const opening = indexedDB.open(NAME, VERSION);
  opening.onupgradeneeded = () => createStores(opening.result);
  return new MatchDatabase(await resultOf(opening));
}

class MatchDatabase {
  /** @type {(id: string | null) => void} called when another tab has changed a match */
  onChange = () => {};
  /** @type {(tab: number, text: string) => void} called with a message of another tab */
  onMessage = () => {};
  #channel = new BroadcastChannel(NAME);
  #tab = crypto.getRandomValues(new Uint32Array(1))[0];

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    this.#channel.onmessage = ({ data: { change, tab, text } }) => {
      if (change) this.onChange(change);
      else this.onMessage(tab, text);
    };
  }

  /**
   * Store an event and the summary of its match; return "stored", "conflict" or a problem.
   * @param {string} eventText @param {string} summaryText
   */
  async append(eventText, summaryText) {
    const [match, seq, at, body] = JSON.parse(eventText);
    const summary = JSON.parse(summaryText);
    try {
      await this.#write(match, seq, at, body, summary);
    } catch (error) {
      if (error instanceof DOMException && error.name === "ConstraintError") return "conflict";
      return `This browser can't save the game: ${error}`;
    }
    this.#channel.postMessage({ change: match });
    return "stored";
  }

  /** @type {(match: string, seq: number, at: number, body: string, summary: [boolean, boolean] | null) => Promise<void>} */
  #write(match, seq, at, body, summary) {
    return new Promise((resolve, reject) => {
      const writing = this.database.transaction(["events", "summaries"], "readwrite", {
        durability: "strict",
      });
      writing.oncomplete = () => resolve();
      writing.onabort = () => reject(writing.error);
      const events = writing.objectStore("events");
      const add = () => {
        events.add({ match, seq, at, body });
        if (summary)
          writing
            .objectStore("summaries")
            .put({ match, levelToMove: Number(summary[0]), finished: summary[1] });
      };
      if (seq === 1) return add();
      const before = events.getKey([match, seq - 1]);
      before.onsuccess = () => {
        if (before.result === undefined) {
          writing.abort();
          reject(new DOMException("The event before is missing.", "ConstraintError"));
        } else add();
      };
    });
  }

  /** Return the events of a match after a seq, as JSON. @param {string} match @param {number} after */
  async events(match, after) {
    const range = IDBKeyRange.bound([match, after], [match, Infinity], true);
    const reading = this.database.transaction("events").objectStore("events").getAll(range);
    return JSON.stringify((await resultOf(reading)).map(({ seq, at, body }) => [seq, at, body]));
  }

  /** Return the ids of the matches in which a level has to move, as JSON. */
  async levelsToMove() {
    const index = this.database.transaction("summaries").objectStore("summaries").index("levels");
    return JSON.stringify((await resultOf(index.getAll(1))).map(({ match }) => match));
  }

  /** Send a text to the other tabs. @param {string} text */
  sendMessage(text) {
    this.#channel.postMessage({ tab: this.#tab, text });
  }
}
