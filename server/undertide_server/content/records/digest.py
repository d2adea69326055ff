"""The identity of a run's content: a hash of all of it."""

import json
from hashlib import blake2b

from undertide_server.content.records.ruleset import Ruleset

HASH_BYTES = 16
"""128 bits: two contents never share a hash by chance."""


def canonical(ruleset: Ruleset) -> bytes:
    """Return all content as JSON, the same bytes for the same content in every process.

    Only the values of the records count. File names, comments, the order of keys, and whether a
    value was stated or inherited make no difference.
    """
    said = ruleset.model_dump(mode="json")
    return json.dumps(said, sort_keys=True, ensure_ascii=True, separators=(",", ":")).encode()


def read_canonical(content: bytes) -> Ruleset:
    """Return the content that `canonical` wrote.

    Raises pydantic.ValidationError if this version of the server can't use it.
    """
    return Ruleset.model_validate_json(content)


def content_hash(ruleset: Ruleset) -> str:
    """Return the hash of a ruleset's canonical form, in hexadecimal."""
    return hash_of(canonical(ruleset))


def hash_of(content: bytes) -> str:
    """Return the hash of content in its canonical form, in hexadecimal."""
    return blake2b(content, digest_size=HASH_BYTES).hexdigest()
