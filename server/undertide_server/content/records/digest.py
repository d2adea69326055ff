"""The name of what a run plays by: a hash of all its content."""

import json
from hashlib import blake2b

from undertide_server.content.records.ruleset import Ruleset

HASH_BYTES = 16
"""128 bits: two contents never share a hash by chance."""


def canonical(ruleset: Ruleset) -> bytes:
    """Return all content as JSON, the same bytes for the same content in every process.

    Only what the records say counts: no file names, no order of keys, no comments, and nothing of
    whether a value was stated or inherited.
    """
    said = ruleset.model_dump(mode="json")
    return json.dumps(said, sort_keys=True, ensure_ascii=True, separators=(",", ":")).encode()


def read_canonical(content: bytes) -> Ruleset:
    """Return the content that `canonical` wrote.

    Raises pydantic.ValidationError when this version of the server can't play by it.
    """
    return Ruleset.model_validate_json(content)


def content_hash(ruleset: Ruleset) -> str:
    """Return the hash of a ruleset in hexadecimal: that of its canonical form."""
    return hash_of(canonical(ruleset))


def hash_of(content: bytes) -> str:
    """Return the hash of content in its canonical form."""
    return blake2b(content, digest_size=HASH_BYTES).hexdigest()
