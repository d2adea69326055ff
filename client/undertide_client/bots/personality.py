"""What makes one bot another than the next: its name and its temper."""

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
    """How one bot likes to play. Percentages are of full life."""

    caution: int
    """Below this a fight is to be survived: drink, or run for the stairs."""
    rest_below: int
    """Below this it rests before going on, as long as nothing is near."""
    tide_limit: int
    """Percent of the tide at which it leaves a floor without having seen the rest."""
    diligence: int
    """Times it sets out to explore one floor before it takes the stairs it knows."""
    patience: int
    """Decisions without anything new before it gives up what it is doing."""
    lies_in_wait: bool
    """Whether it lets a hunter come the last step and strikes first."""
    thinking: float
    """Seconds between an answer and the next intent."""
    follows: bool
    """Whether it takes stairs that somebody took before it rather than others."""
    bent: int
    """Which of several stairs it takes, where they are otherwise alike."""
    resourceful: bool = True
    """Whether it uses all that it has: gear, bow and spells."""
    sociable: bool = False
    """Whether it keeps to its companions: stays near them and goes down with them."""

    @classmethod
    def of(cls, number: int) -> Self:
        """Return the personality of the bot with this number: the same ones every time."""
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
        )
