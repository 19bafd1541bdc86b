// Copies of this browser's values in IndexedDB, which is on disk when a write ends.
//
// Browsers write localStorage to disk some seconds later. If the browser or the machine crashes before, the latest
// values are gone: among them the seat in a new match, without which its player can only watch.

const DATABASE = "numduel-values";
const STORE = "values";

/** @typedef {{ text: string | null, number: number }} Copy a text, or null if it was removed; later writes have higher numbers */

/** @type {Promise<IDBDatabase | null> | null} */
let opening = null;
/** Copies to write, by key. @type {Map<string, Copy>} */
const waiting = new Map();
/** @type {Promise<void> | null} */
let writing = null;

/** Return the database, or null if the browser has none for us. */
function openDatabase() {
  opening ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => void request.result.createObjectStore(STORE);
      request.onsuccess = () => {
        request.result.onversionchange = () => request.result.close();
        resolve(request.result);
      };
      request.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  return opening;
}

/**
 * Run a transaction and return the result of its last request; null if it fails.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T> | void} act
 * @returns {Promise<T | null>}
 */
async function run(mode, act) {
  const database = await openDatabase();
  return new Promise((resolve) => {
    try {
      const transaction = /** @type {IDBDatabase} */ (database).transaction(STORE, mode, { durability: "strict" });
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request ? request.result : null);
      transaction.onabort = () => resolve(null);
    } catch {
      resolve(null); // no database, or it was closed
    }
  });
}

/** Write everything that waits. */
async function writeWaiting() {
  while (waiting.size) {
    const copies = [...waiting];
    waiting.clear();
    await run("readwrite", (store) => {
      for (const [key, copy] of copies) store.put(copy, key);
    });
  }
  writing = null;
}

/** Copy a value, soon. @param {string} key @param {Copy} copy */
export function copyValue(key, copy) {
  waiting.set(key, copy);
  writing ??= writeWaiting();
}

/** Wait until all copies are on disk, or can't be. */
export const copiesWritten = () => writing ?? Promise.resolve();

/** Return the copies with a higher number, by key. @param {number} above @returns {Promise<[string, Copy][]>} */
export async function readCopies(above) {
  /** @type {[string, Copy][]} */
  const found = [];
  await run("readonly", (store) => {
    const request = store.openCursor();
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return;
      if (cursor.value.number > above) found.push([String(cursor.key), cursor.value]);
      cursor.continue();
    };
  });
  return found;
}
