// Copies of this browser's values in IndexedDB, which is on disk when a write ends.
//
// Browsers write localStorage to disk some seconds later. If the browser or the machine crashes before, the latest
// values are gone: among them the seat in a new match, without which its player can only watch.

const DATABASE = "numduel-values";
const STORE = "values";
const NUMBER = "number";
const MAX_WAIT_MS = 1000; // a database that doesn't answer must not hold up the page

/** @typedef {{ key: string, text: string | null, number: number }} Copy a text, or null if it was removed; later writes have higher numbers */

/** @type {Promise<IDBDatabase | null> | null} */
let opening = null;
/** Copies to write, by key. @type {Map<string, Copy>} */
const waiting = new Map();
/** @type {Promise<void> | null} */
let writing = null;

/** Return a promise that ends after the longest wait. */
export const longestWait = () => new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));

/** Return the database, or null if the browser has none for us. @returns {Promise<IDBDatabase | null>} */
const openDatabase = () =>
  new Promise((resolve) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => void request.result.createObjectStore(STORE, { keyPath: "key" }).createIndex(NUMBER, NUMBER);
    request.onsuccess = () => {
      const database = request.result;
      database.onclose = () => (opening = null);
      database.onversionchange = () => {
        database.close();
        opening = null;
      };
      resolve(database);
    };
    request.onerror = () => resolve(null);
  });

/** Begin a transaction; open the database again if the browser has closed it. @param {IDBTransactionMode} mode */
async function begin(mode) {
  for (let tries = 0; tries < 2; tries++) {
    opening ??= openDatabase();
    try {
      const database = await opening;
      if (database) return database.transaction(STORE, mode, { durability: "strict" });
    } catch {
      // blocked or closed
    }
    opening = null;
  }
  return null;
}

/**
 * Run a transaction until it ends, in one way or the other.
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => void} act
 */
async function run(mode, act) {
  const transaction = await begin(mode);
  if (!transaction) return;
  await new Promise((resolve) => {
    transaction.oncomplete = transaction.onabort = resolve;
    act(transaction.objectStore(STORE));
  });
}

/** Write everything that waits, unless another tab has written something newer. */
async function writeWaiting() {
  while (waiting.size) {
    const copies = [...waiting.values()];
    waiting.clear();
    await run("readwrite", (store) => {
      for (const copy of copies) {
        const before = store.get(copy.key);
        before.onsuccess = () => {
          if (!(before.result?.number > copy.number)) store.put(copy);
        };
      }
    });
  }
  writing = null;
}

/** Copy a value, soon. @param {Copy} copy */
export function copyValue(copy) {
  waiting.set(copy.key, copy);
  writing ??= writeWaiting();
}

/** Wait until all copies are on disk, or don't get there. @returns {Promise<unknown>} */
export const copiesWritten = () => Promise.race([writing, longestWait()]);

/** Return the copies with a higher number. @param {number} above @returns {Promise<Copy[]>} */
export async function readCopies(above) {
  /** @type {Copy[]} */
  let found = [];
  await run("readonly", (store) => {
    const request = store.index(NUMBER).getAll(IDBKeyRange.lowerBound(above, true));
    request.onsuccess = () => (found = request.result);
  });
  return found;
}
