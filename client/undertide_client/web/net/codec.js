/**
 * MessagePack, as far as the protocol uses it: null, booleans, integers, text, bytes and arrays.
 * What the network sends is bounded and checked; anything else is a `BadBytes`.
 */

import { MAX_NESTING, MAX_SERVER_MESSAGE } from "../generated/schema.js";

const READ_TEXT = new TextDecoder("utf-8", { fatal: true });
const WRITE_TEXT = new TextEncoder();

/** Bytes that are no message of the protocol. */
export class BadBytes extends Error {}

/**
 * Return the one value that `bytes` hold. Raises BadBytes.
 *
 * Integers of more than 53 bits lose their last digits: nothing in the protocol needs them.
 */
export function decode(bytes) {
  if (bytes.length > MAX_SERVER_MESSAGE) {
    throw new BadBytes(`a message of ${bytes.length} bytes`);
  }
  const reader = new Reader(bytes);
  const value = reader.value(0);
  if (reader.position !== bytes.length) {
    throw new BadBytes("bytes after the end of the message");
  }
  return value;
}

/** Return a value as bytes. Numbers must be integers. Raises BadBytes. */
export function encode(value) {
  const bytes = [];
  write(bytes, value, 0);
  return Uint8Array.from(bytes);
}

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.position = 0;
  }

  value(depth) {
    const code = this.number("Uint8", 1);
    if (code < 0x80) return code;
    if (code >= 0xe0) return code - 0x100;
    if (code >= 0xa0 && code < 0xc0) return this.text(code & 0x1f);
    if (code >= 0x90 && code < 0xa0) return this.array(code & 0x0f, depth);
    const read = READERS[code];
    if (read === undefined) {
      throw new BadBytes(`a value of an unsupported type: 0x${code.toString(16)}`);
    }
    return read(this, depth);
  }

  /** Return the place of the next `length` bytes, and go on behind them. */
  advance(length) {
    const start = this.position;
    if (length > this.bytes.length - start) {
      throw new BadBytes("the message ends too early");
    }
    this.position += length;
    return start;
  }

  number(type, length) {
    return Number(this.view[`get${type}`](this.advance(length)));
  }

  text(length) {
    const start = this.advance(length);
    try {
      return READ_TEXT.decode(this.bytes.subarray(start, start + length));
    } catch {
      throw new BadBytes("text that is not UTF-8");
    }
  }

  binary(length) {
    const start = this.advance(length);
    return this.bytes.slice(start, start + length);
  }

  array(length, depth) {
    if (depth >= MAX_NESTING) {
      throw new BadBytes(`more than ${MAX_NESTING} arrays within each other`);
    }
    if (length > this.bytes.length - this.position) {
      throw new BadBytes("an array longer than its message");
    }
    return Array.from({ length }, () => this.value(depth + 1));
  }
}

/** What is read behind each first byte that says no more than a type. */
const READERS = {
  0xc0: () => null,
  0xc2: () => false,
  0xc3: () => true,
  0xc4: (reader) => reader.binary(reader.number("Uint8", 1)),
  0xc5: (reader) => reader.binary(reader.number("Uint16", 2)),
  0xc6: (reader) => reader.binary(reader.number("Uint32", 4)),
  0xcc: (reader) => reader.number("Uint8", 1),
  0xcd: (reader) => reader.number("Uint16", 2),
  0xce: (reader) => reader.number("Uint32", 4),
  0xcf: (reader) => reader.number("BigUint64", 8),
  0xd0: (reader) => reader.number("Int8", 1),
  0xd1: (reader) => reader.number("Int16", 2),
  0xd2: (reader) => reader.number("Int32", 4),
  0xd3: (reader) => reader.number("BigInt64", 8),
  0xd9: (reader) => reader.text(reader.number("Uint8", 1)),
  0xda: (reader) => reader.text(reader.number("Uint16", 2)),
  0xdb: (reader) => reader.text(reader.number("Uint32", 4)),
  0xdc: (reader, depth) => reader.array(reader.number("Uint16", 2), depth),
  0xdd: (reader, depth) => reader.array(reader.number("Uint32", 4), depth),
};

function write(bytes, value, depth) {
  if (value === null) bytes.push(0xc0);
  else if (value === false) bytes.push(0xc2);
  else if (value === true) bytes.push(0xc3);
  else if (Number.isSafeInteger(value)) writeInteger(bytes, value);
  else if (typeof value === "string") writeText(bytes, value);
  else if (value instanceof Uint8Array) writeBinary(bytes, value);
  else if (Array.isArray(value)) writeArray(bytes, value, depth);
  else throw new BadBytes(`a value that a message can't hold: ${typeof value}`);
}

/** Integers take the shortest form, as every encoder's do. */
function writeInteger(bytes, value) {
  if (value >= -32 && value < 128) bytes.push(value & 0xff);
  else if (value < 0) writeSigned(bytes, value);
  else if (value < 2 ** 8) bytes.push(0xcc, value);
  else if (value < 2 ** 16) bytes.push(0xcd, ...big("Uint16", 2, value));
  else if (value < 2 ** 32) bytes.push(0xce, ...big("Uint32", 4, value));
  else bytes.push(0xcf, ...big("BigUint64", 8, BigInt(value)));
}

function writeSigned(bytes, value) {
  if (value >= -(2 ** 7)) bytes.push(0xd0, ...big("Int8", 1, value));
  else if (value >= -(2 ** 15)) bytes.push(0xd1, ...big("Int16", 2, value));
  else if (value >= -(2 ** 31)) bytes.push(0xd2, ...big("Int32", 4, value));
  else bytes.push(0xd3, ...big("BigInt64", 8, BigInt(value)));
}

/** Return a number's bytes, the weightiest first. */
function big(type, length, value) {
  const view = new DataView(new ArrayBuffer(length));
  view[`set${type}`](0, value);
  return new Uint8Array(view.buffer);
}

function writeText(bytes, text) {
  const encoded = WRITE_TEXT.encode(text);
  if (encoded.length < 32) bytes.push(0xa0 | encoded.length);
  else writeLength(bytes, 0xd9, encoded.length);
  bytes.push(...encoded);
}

function writeBinary(bytes, binary) {
  writeLength(bytes, 0xc4, binary.length);
  bytes.push(...binary);
}

/** Write a code for one byte of length, or one of the two behind it for two. */
function writeLength(bytes, code, length) {
  if (length < 2 ** 8) bytes.push(code, length);
  else if (length < 2 ** 16) bytes.push(code + 1, ...big("Uint16", 2, length));
  else throw new BadBytes(`${length} bytes in one value`);
}

function writeArray(bytes, array, depth) {
  if (depth >= MAX_NESTING || array.length >= 2 ** 16) {
    throw new BadBytes("an array too deep or too long");
  }
  if (array.length < 16) bytes.push(0x90 | array.length);
  else bytes.push(0xdc, ...big("Uint16", 2, array.length));
  for (const each of array) write(bytes, each, depth + 1);
}
