"""Records of house rules: what a host may choose of how a run is played."""

from undertide_server.content.schema.fields import Record


class HouseRules(Record):
    """What hosts choose (house.toml); `[house]` of server.toml goes before it."""

    friendly_fire: bool
    """Whether what heroes cast, read and shoot harms companions too."""
    new_heroes: bool
    """R7: whether a player whose hero died may go on with a new one."""
