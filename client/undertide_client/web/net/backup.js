/**
 * A second copy of what the page keeps, for browsers that are killed.
 *
 * A browser writes `localStorage` to the disk when it likes: Chromium may take a minute, and starts
 * with what was there before if it is killed meanwhile. A token of before opens no seat. IndexedDB
 * has a change as soon as its transaction completes.
 */

/** The entry that counts the changes, in both places: it tells which of them is the older one. */
const CHANGES = "undertide.changes";
const ENTRIES = "entries";
/** Milliseconds for which the page waits for the copy before it begins. */
const PATIENCE = 5000;

export class Backup {
  constructor(storage, name = "undertide") {
    this.storage = storage;
    this.name = name;
    this.opened = null;
  }

  /** Copy a change of the storage: an entry's new text, or null if it was removed. */
  async copyChange(key, text) {
    try {
      const number = this.number() + 1;
      this.storage.setItem(CHANGES, String(number));
      const change = (await this.open()).transaction(ENTRIES, "readwrite", { durability: "strict" });
      const entries = change.objectStore(ENTRIES);
      if (text === null) entries.delete(key);
      else entries.put(text, key);
      entries.put(number, CHANGES);
      await ended(change);
    } catch {
      // Where the browser takes no copy, its storage is all there is.
    }
  }

  /**
   * Put the entries of the copy into the storage, if that has lost changes which the copy has. If it
   * takes longer than some milliseconds, the storage stays as it is.
   */
  async restore(milliseconds = PATIENCE) {
    const patience = AbortSignal.timeout(milliseconds);
    const late = new Promise((done) => patience.addEventListener("abort", done));
    await Promise.race([this.restoreAll(patience).catch(() => null), late]);
  }

  async restoreAll(patience) {
    const reading = (await this.open()).transaction(ENTRIES);
    const entries = reading.objectStore(ENTRIES);
    const [keys, texts] = [entries.getAllKeys(), entries.getAll()];
    await ended(reading);
    const copy = new Map(keys.result.map((key, place) => [key, texts.result[place]]));
    if (patience.aborted || !(copy.get(CHANGES) > this.number())) return;
    for (const [key, text] of copy) this.storage.setItem(key, String(text));
  }

  /** Return the number of the storage's last change. */
  number() {
    return Number(this.storage.getItem(CHANGES)) || 0;
  }

  open() {
    this.opened ??= new Promise((done, fail) => {
      const asked = window.indexedDB.open(this.name, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(ENTRIES);
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => fail(asked.error);
    });
    return this.opened;
  }
}

/** Wait for a transaction's end. */
function ended(transaction) {
  return new Promise((done, fail) => {
    transaction.oncomplete = done;
    transaction.onabort = () => fail(transaction.error);
  });
}
