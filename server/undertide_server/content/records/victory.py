"""Records of how a run is won (R15)."""

from pydantic import Field

from undertide_server.content.schema.fields import Record


class VictoryRules(Record):
    """R15 (victory.toml)."""

    amulets: tuple[str, ...] = Field(max_length=3)
    """Keys of the items that the party's hands must hold together. Without any, none are needed."""
    boss: bool
    """Whether the last floor's boss must fall then; if not, holding the amulets wins."""
