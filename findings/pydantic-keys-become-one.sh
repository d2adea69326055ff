#!/usr/bin/env bash
# pydantic 2.14: entries of a table whose keys become one on validation are lost, without an error.
#
# Guess: a field of type dict[int, Drop] reads the strings that keys of JSON and TOML are as integers,
# and two keys that mean the same number are an error, as two equal keys are in TOML itself, and as
# everything else that a model can't hold is. With strict=True nothing is converted at all.
# So it is: each key is converted by itself, and the last entry takes the place of the others. "1",
# "01", "+1" and "1.0" are one key; so are strings that strip_whitespace or to_lower make equal, and
# moments of two time zones. A content file with a typing slip in a key loses an entry, and a test that
# counts the faults of the file finds none. In strict mode JSON's keys are converted all the same.
# A validator with mode="wrap" can compare how many entries came in and went out.
# Source: pydantic-core, src/validators/dict.rs: each validated key is set into the same dict.
. "$(dirname "$0")/lib.sh"
python_with pydantic==2.14.3
"$python" - <<'PYTHON'
import tomllib
from datetime import datetime
from typing import Annotated

from pydantic import ConfigDict, StringConstraints, TypeAdapter

Name = Annotated[str, StringConstraints(strip_whitespace=True, to_lower=True)]

def read(key, toml, **config):
    raw = tomllib.loads(toml)
    kept = TypeAdapter(dict[key, str], config=ConfigDict(**config) if config else None)
    return len(raw), kept.validate_python(raw)

floors = '1 = "cave"\n01 = "crypt"\n"1.0" = "sea"\n2 = "hall"'
names = 'rat = "small"\nRat = "large"\n" rat " = "old"'
moments = '"2026-11-28T12:00:00Z" = "noon"\n"2026-11-28T13:00:00+01:00" = "lunch"'
for key, toml in ((int, floors), (Name, names), (datetime, moments)):
    entries, kept = read(key, toml)
    print(entries, "entries are", kept)
assert read(int, floors) == (4, {1: "sea", 2: "hall"})
assert read(Name, names) == (3, {"rat": "old"})
assert len(read(datetime, moments)[1]) == 1

strict = TypeAdapter(dict[int, str]).validate_json('{"1": "cave", "01": "crypt"}', strict=True)
print("JSON, strict:", strict)
assert strict == {1: "crypt"}
try:
    tomllib.loads('1 = "cave"\n1 = "crypt"')
except tomllib.TOMLDecodeError as error:
    print("TOML itself, of two equal keys:", error)
PYTHON
as_stated "two keys that become one are one entry"
