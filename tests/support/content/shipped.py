"""The content that ships, read once for all tests of a process."""

from functools import cache

from undertide_server.content.load import load_ruleset
from undertide_server.content.records.ruleset import Ruleset


@cache
def shipped(preset: str) -> Ruleset:
    """Return all content of a preset that ships. Nobody may change what it holds."""
    return load_ruleset(preset)
