/** Bytes as text, for what the browser keeps. */

/** Return bytes as hexadecimal digits. */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the bytes of hexadecimal digits; null for anything else, and for none. */
export function fromHex(text) {
  if (typeof text !== "string" || !/^([0-9a-f]{2})+$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g), (digits) => parseInt(digits, 16));
}

/** Return whether two lists of bytes are the same. */
export function sameBytes(one, other) {
  return toHex(one ?? []) === toHex(other ?? []);
}
