#!/usr/bin/env bash
# @colyseus/schema 5.0.34: a "number" arrives rounded to 32 bits, and Infinity and NaN as integers.
#
# Guess: "number" is JavaScript's number; its documentation has it choose the smallest encoding that
# holds the value, for a byte more. What a client reads equals what the server's state says.
# So it is: a fraction is sent in 32 bits wherever the error stays below 0.0001, which is absolute:
# 0.1 arrives as 0.10000000149011612, 1e-9 as 9.999999717180685e-10. Farther from zero, as with
# 54321.67, all digits arrive, since 32 bits would be off by more. NaN arrives as 0, and the
# infinities as plus and minus 9007199254740991. "float64" gives all of them as they are. So a client
# that computes on from its copy, or hashes the state to find where it has come apart, differs from
# the server at once.
# Source: src/encoding/encode.ts, number(): "precision check", isNaN, isFinite.
# Needs Debian's packages nodejs and npm.
. "$(dirname "$0")/lib.sh"
node_with @colyseus/schema@5.0.34
cat >"$modules/send.mjs" <<'JAVASCRIPT'
import assert from "node:assert/strict";
import { Decoder, Encoder, Schema, defineTypes } from "@colyseus/schema";

class Place extends Schema {}
defineTypes(Place, { number: "number", double: "float64" });

function send(value) {
  const [here, there] = [new Place(), new Place()];
  here.number = here.double = value;
  new Decoder(there).decode(new Encoder(here).encodeAll());
  console.log(`${value}: as number ${there.number}, as float64 ${there.double}`);
  assert(Object.is(there.double, value));
  return there.number;
}

for (const value of [0.1, 1 / 3, 1e-9, 12.34]) assert.equal(send(value), Math.fround(value));
for (const value of [54321.67, 1700000000.5]) assert.equal(send(value), value);
assert.equal(send(NaN), 0);
assert.equal(send(Infinity), Number.MAX_SAFE_INTEGER);
assert.equal(send(-Infinity), -Number.MAX_SAFE_INTEGER);
JAVASCRIPT
node --no-warnings "$modules/send.mjs" 2>"$work/warnings" || { cat "$work/warnings" >&2; exit 1; }
as_stated "a number is not what was sent, a float64 is"
