"""Records of bosses (R3)."""

from pydantic import Field

from undertide_server.content.schema.fields import Name, Record


class BossRules(Record):
    """R3: the names of bosses (bosses.toml)."""

    names: tuple[Name, ...] = Field(default=(), max_length=500)
    """Proper names, which the seed puts in an order. Bosses have none if it is empty."""
