"""Records of the victory of a run (R15)."""

from pydantic import Field

from undertide_server.content.schema.fields import Record


class VictoryRules(Record):
    """R15: the conditions of victory (victory.toml)."""

    amulets: tuple[str, ...] = Field(max_length=3)
    """Keys of the items that the party must hold together. None are needed if it is empty."""
    boss: bool
    """Whether the last floor's boss must fall then; if not, holding the amulets wins."""
