// The matches of this browser, in IndexedDB. Other tabs hear of each change.

const NAME = "numduel";
const VERSION = 1;

const NO_SPACE =
  "This browser has no space left for your games. Export your data, then delete data of other pages.";
const NOT_ALLOWED =
  "This browser doesn't let the page save your games. Allow this page to store data, then reload it.";
const OTHER_VERSION = "Another tab has a newer version of numduel. Reload this page.";
const NOT_SAVED = "This browser couldn't save the game. Reload the page and try again.";

/** Sentences about problems, by the name of the error. @type {Record<string, string>} */
const SENTENCES = {
  QuotaExceededError: NO_SPACE,
  SecurityError: NOT_ALLOWED,
  VersionError: OTHER_VERSION,
};

/** @typedef {[seq: number, at: number, body: string]} Row an event of a match */
/** @typedef {[levelToMove: boolean, finished: boolean] | null} Summary */

/** A problem in a sentence for players. */
export class DatabaseError extends Error {}

/** Return a sentence about an error. @param {unknown} error */
export function describe(error) {
  if (error instanceof DatabaseError) return error.message;
  return (error instanceof DOMException && SENTENCES[error.name]) || NOT_SAVED;
}

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

/**
 * Connect to the database. `onBlocked` is called while an older tab holds up an upgrade.
 * @param {() => void} onBlocked
 */
function connect(onBlocked) {
  const opening = indexedDB.open(NAME, VERSION);
  opening.onupgradeneeded = () => createStores(opening.result);
  opening.onblocked = onBlocked;
  return resultOf(opening);
}

/**
 * Open the database. If the browser doesn't allow one, as some do in private windows, matches are only in memory.
 * @param {() => void} [onBlocked]
 * @returns {Promise<MatchDatabase | MemoryDatabase>}
 * @throws {DatabaseError} if another tab has a newer version
 */
export async function openDatabase(onBlocked = () => {}) {
  try {
    return new MatchDatabase(await connect(onBlocked), () => connect(onBlocked));
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    if (name === "VersionError") throw new DatabaseError(describe(error), { cause: error });
    return new MemoryDatabase(name === "QuotaExceededError" ? "full" : "blocked");
  }
}

export class MatchDatabase {
  /** @type {"full" | "blocked" | null} why matches are only in memory */
  problem = null;
  /** @type {(id: string | null) => void} called when another tab has changed a match, or with null if any may have changed */
  onChange = () => {};
  /** @type {(ids: string[]) => void} called when another tab has deleted matches */
  onDelete = () => {};
  /** @type {(tab: number, text: string) => void} called with a message of another tab */
  onMessage = () => {};
  #channel = new BroadcastChannel(NAME);
  #tab = crypto.getRandomValues(new Uint32Array(1))[0];
  /** @type {IDBDatabase | null} null after the connection was lost */
  #connection = null;
  #isOutdated = false;
  #reconnect;

  /** @param {IDBDatabase} connection @param {() => Promise<IDBDatabase>} reconnect */
  constructor(connection, reconnect) {
    this.#reconnect = reconnect;
    this.#use(connection);
    this.#channel.onmessage = ({ data: { change, deleted, tab, text } }) => {
      if (deleted) this.onDelete(deleted);
      else if (change) this.onChange(change);
      else this.onMessage(tab, text);
    };
  }

  /** Use a connection until the browser closes it, or a newer version needs the database. @param {IDBDatabase} connection */
  #use(connection) {
    this.#connection = connection;
    connection.onclose = () => (this.#connection = null);
    connection.onversionchange = () => {
      connection.close();
      this.#connection = null;
      this.#isOutdated = true;
    };
  }

  /**
   * Begin a transaction; connect again first if the browser has closed the connection.
   * @param {string[]} stores @param {IDBTransactionMode} mode
   */
  async #begin(stores, mode) {
    if (this.#isOutdated) throw new DatabaseError(OTHER_VERSION);
    if (!this.#connection) {
      this.#use(await this.#reconnect());
      this.onChange(null);
    }
    const connection = /** @type {IDBDatabase} */ (this.#connection);
    // Strict: when an answer is shown, the event is on disk.
    return connection.transaction(stores, mode, mode === "readwrite" ? { durability: "strict" } : {});
  }

  /** Write in one transaction; return "stored", "conflict" or a problem. @param {(writing: IDBTransaction) => void} write */
  async #write(write) {
    try {
      const writing = await this.#begin(["events", "summaries"], "readwrite");
      const committed = new Promise((resolve, reject) => {
        writing.oncomplete = () => resolve(undefined);
        writing.onabort = () => reject(writing.error ?? new DOMException("Aborted.", "ConstraintError"));
      });
      write(writing);
      await committed;
      return "stored";
    } catch (error) {
      if (error instanceof DOMException && error.name === "ConstraintError") return "conflict";
      return describe(error);
    }
  }

  /**
   * Store the next events of a match, all or none, and its summary unless it is null.
   * @param {string} match @param {string} rowsText @param {string} summaryText
   */
  async append(match, rowsText, summaryText) {
    /** @type {Row[]} */
    const rows = JSON.parse(rowsText);
    /** @type {Summary} */
    const summary = JSON.parse(summaryText);
    const answer = await this.#write((writing) => {
      const events = writing.objectStore("events");
      const add = () => {
        for (const [seq, at, body] of rows) events.add({ match, seq, at, body });
        if (summary)
          writing
            .objectStore("summaries")
            .put({ match, levelToMove: Number(summary[0]), finished: summary[1] });
      };
      const first = rows[0][0];
      if (first === 1) return add();
      const before = events.getKey([match, first - 1]);
      before.onsuccess = () => (before.result === undefined ? writing.abort() : add());
    });
    if (answer === "stored") this.#channel.postMessage({ change: match });
    return answer;
  }

  /** Return the events of a match after a seq, as JSON. @param {string} match @param {number} after */
  async events(match, after) {
    const range = IDBKeyRange.bound([match, after], [match, Infinity], true);
    const reading = await this.#begin(["events"], "readonly");
    const found = await resultOf(reading.objectStore("events").getAll(range));
    return JSON.stringify(found.map(({ seq, at, body }) => [seq, at, body]));
  }

  /** Return the ids of the matches in which a level has to move, as JSON. */
  async levelsToMove() {
    const reading = await this.#begin(["summaries"], "readonly");
    const index = reading.objectStore("summaries").index("levels");
    return JSON.stringify(await resultOf(index.getAllKeys(1)));
  }

  /** Return the ids of all matches, as JSON. */
  async matches() {
    const reading = await this.#begin(["summaries"], "readonly");
    return JSON.stringify(await resultOf(reading.objectStore("summaries").getAllKeys()));
  }

  /** Delete matches; return "stored" or a problem. @param {string} idsText */
  async deleteMatches(idsText) {
    /** @type {string[]} */
    const ids = JSON.parse(idsText);
    const answer = await this.#write((writing) => {
      for (const id of ids) {
        writing.objectStore("events").delete(IDBKeyRange.bound([id, 0], [id, Infinity]));
        writing.objectStore("summaries").delete(id);
      }
    });
    if (answer === "stored") this.#channel.postMessage({ deleted: ids });
    return answer;
  }

  /** Send a text to the other tabs. @param {string} text */
  sendMessage(text) {
    this.#channel.postMessage({ tab: this.#tab, text });
  }
}

/** Matches in memory, until the page is closed. They look like those of a `MatchDatabase`. */
export class MemoryDatabase {
  /** @type {(id: string | null) => void} */
  onChange = () => {};
  /** @type {(ids: string[]) => void} */
  onDelete = () => {};
  /** @type {(tab: number, text: string) => void} */
  onMessage = () => {};
  /** @type {Map<string, Row[]>} */
  #rows = new Map();
  /** @type {Map<string, Summary>} */
  #summaries = new Map();

  /** @param {"full" | "blocked"} problem why there is no database */
  constructor(problem) {
    this.problem = problem;
  }

  /** @param {string} match @param {string} rowsText @param {string} summaryText */
  async append(match, rowsText, summaryText) {
    /** @type {Row[]} */
    const rows = JSON.parse(rowsText);
    const before = this.#rows.get(match) ?? [];
    if (rows.some(([seq], index) => seq !== before.length + index + 1)) return "conflict";
    this.#rows.set(match, [...before, ...rows]);
    const summary = JSON.parse(summaryText);
    if (summary) this.#summaries.set(match, summary);
    return "stored";
  }

  /** @param {string} match @param {number} after */
  async events(match, after) {
    return JSON.stringify((this.#rows.get(match) ?? []).slice(after));
  }

  async levelsToMove() {
    return JSON.stringify([...this.#summaries].filter(([, summary]) => summary?.[0]).map(([id]) => id));
  }

  async matches() {
    return JSON.stringify([...this.#rows.keys()]);
  }

  /** @param {string} idsText */
  async deleteMatches(idsText) {
    for (const id of JSON.parse(idsText)) {
      this.#rows.delete(id);
      this.#summaries.delete(id);
    }
    return "stored";
  }

  sendMessage() {} // there are no other tabs with these matches
}
