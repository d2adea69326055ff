"""The name of what a run plays by: a hash of all its content."""

import json
from hashlib import blake2b

from undertide_server.content.ruleset import Ruleset

HASH_BYTES = 16
"""128 bits: two contents never share a hash by chance."""


def content_hash(ruleset: Ruleset) -> str:
    """Return the hash of a ruleset in hexadecimal, the same in every process.

    Only what the records say counts: no file names, no order of keys, no comments, and nothing of
    whether a value was stated or inherited.
    """
    said = ruleset.model_dump(mode="json")
    canonical = json.dumps(said, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return blake2b(canonical.encode(), digest_size=HASH_BYTES).hexdigest()
