/** What this browser keeps for the page, by name, where it lets pages keep anything. */

import { Backup } from "./backup.js";

/**
 * Values in the browser's storage, each under `prefix` and a list of words. Each is one entry, so
 * several tabs never undo each other's changes. Where nothing can be stored, values last as long as
 * the page. The changes of the browser's own storage are copied into a `backup`.
 */
export class Kept {
  constructor(prefix, storage = browserStorage(), backup = backupOf(storage)) {
    this.prefix = prefix;
    this.storage = storage;
    this.backup = backup;
    /** What the storage could not take. */
    this.unstored = new Map();
  }

  /** Return the value of some words; null if there is none that can be read. */
  get(words) {
    return this.read(this.keyOf(words));
  }

  /** Keep a value. */
  storeValue(words, value) {
    const key = this.keyOf(words);
    const text = JSON.stringify(value);
    this.unstored.delete(key);
    try {
      this.storage.setItem(key, text);
      this.backup?.copyChange(key, text);
    } catch {
      this.unstored.set(key, text);
    }
  }

  removeValue(words) {
    this.remove(this.keyOf(words));
  }

  /** Return all [words, value] that can be read. */
  entries() {
    const found = this.keys().map((key) => [parsed(key.slice(this.prefix.length)), this.read(key)]);
    return found.filter(([words, value]) => Array.isArray(words) && value !== null);
  }

  /** Forget the oldest values beyond the latest `most`; `dateOf` tells when a value was kept. */
  prune(most, dateOf) {
    const dated = this.keys().map((key) => [key, dateOf(this.read(key))]);
    const latestFirst = dated.sort(([, one], [, other]) => other - one);
    for (const [key] of latestFirst.slice(most)) this.remove(key);
  }

  keyOf(words) {
    return this.prefix + JSON.stringify(words);
  }

  keys() {
    const stored = tried(() => Object.keys(this.storage), []);
    const every = new Set([...stored, ...this.unstored.keys()]);
    return [...every].filter((key) => key.startsWith(this.prefix));
  }

  read(key) {
    return parsed(this.unstored.get(key) ?? tried(() => this.storage.getItem(key), null));
  }

  remove(key) {
    this.unstored.delete(key);
    tried(() => this.storage.removeItem(key), null);
    this.backup?.copyChange(key, null);
  }
}

/** Return the browser's storage; null, which every use of survives, where pages have none. */
function browserStorage() {
  return tried(() => window.localStorage, null);
}

const backup = new Backup(browserStorage());

/** Return the copy of a storage's changes; null if it isn't the browser's own. */
function backupOf(storage) {
  return storage === browserStorage() ? backup : null;
}

/** Make good what the browser's storage has lost because the browser was killed. */
export async function restoreKept(milliseconds = undefined) {
  await backup.restore(milliseconds);
}

/** Return what `work` returns, or `otherwise` where the browser forbids it. */
function tried(work, otherwise) {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

function parsed(text) {
  return text === null ? null : tried(() => JSON.parse(text), null);
}
