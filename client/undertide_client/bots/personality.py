"""The differences between bots: names and tempers."""

import random
from dataclasses import dataclass
from typing import Final, Self

WORDS: Final = (
    *("Alder", "Bracken", "Cobble", "Dunlin", "Ember", "Fennel", "Gannet", "Hazel", "Ibis"),
    *("Juniper", "Kestrel", "Linnet", "Marram", "Nettle", "Osprey", "Plover", "Quill", "Rowan"),
    *("Sedge", "Teasel", "Umber", "Vetch", "Willow", "Yarrow", "Zinnia", "Bilberry", "Curlew"),
    *("Dabchick", "Eider", "Foxglove", "Gorse", "Heron"),
)


def name_of(index: int) -> str:
    """Return the name with this index. No two indices share one."""
    turn, place = divmod(index, len(WORDS))
    return WORDS[place] if turn == 0 else f"{WORDS[place]} {turn + 1}"


@dataclass(frozen=True, slots=True)
class Personality:
    """The way a bot likes to play. Percentages are of full life."""

    caution: int
    """Below this percentage it tries to survive a fight: it drinks, or runs for the stairs."""
    rest_below: int
    """Below this percentage it rests before it goes on, unless a foe is near."""
    tide_limit: int
    """Percent of the tide at which it leaves a floor, even unexplored."""
    diligence: int
    """How often it sets out to explore one floor before it takes the known stairs."""
    patience: int
    """Decisions without news before it gives up its present course."""
    lies_in_wait: bool
    """Whether it waits while a hunter comes the last step, and strikes first."""
    thinking: float
    """Seconds between an answer and the next intent."""
    follows: bool
    """Whether it prefers stairs that somebody took before."""
    bent: int
    """Its choice among otherwise equal stairs."""
    resourceful: bool = True
    """Whether it uses everything that it has: gear, bow and spells."""
    sociable: bool = False
    """Whether it stays near its companions and goes down with them."""
    concerted: bool = False
    """Whether it fights in concert: strikes what companions strike, and wards who needs it most."""

    @classmethod
    def of(cls, number: int) -> Self:
        """Return the personality of the bot with this number: the same one every time."""
        chance = random.Random(f"whims {number}")
        return cls(
            caution=chance.randint(35, 55),
            rest_below=chance.randint(65, 90),
            tide_limit=chance.randint(30, 90),
            diligence=chance.randint(20, 120),
            patience=chance.randint(30, 60),
            lies_in_wait=chance.random() < 0.5,
            thinking=chance.uniform(0.1, 0.3),
            follows=chance.random() < 0.5,
            bent=chance.randint(0, 5),
            resourceful=chance.random() < 0.8,
            sociable=chance.random() < 0.3,
            concerted=chance.random() < 0.3,
        )
