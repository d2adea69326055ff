"""Records of house rules: choices about the play of a run that operators may make."""

from undertide_server.content.schema.fields import Record


class HouseRules(Record):
    """The choices of operators (house.toml); `[house]` of server.toml overrides them."""

    friendly_fire: bool
    """Whether heroes' spells, scrolls and missiles also harm companions."""
    new_heroes: bool
    """R7: whether a player whose hero died may go on with a new one."""
