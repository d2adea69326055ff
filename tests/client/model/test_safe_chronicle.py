from msgspec.structs import replace

from support.client.chronicle_examples import ANNS_LIFE
from undertide_client.model import safe_chronicle
from undertide_client.model.safe_chronicle import MAX_VISITS, MAX_WORN
from undertide_shared.limits import MAX_HEROES, MAX_LINE
from undertide_shared.messages import CompanionLife, FloorVisit, GearWorn, Line, Slain

EVIL = "\x1b[31mevil\n" + "x" * 5000


def test_a_true_chronicle_stays_as_it_is() -> None:
    assert safe_chronicle.chronicle(ANNS_LIFE) == ANNS_LIFE


def test_no_text_steers_a_terminal_and_no_list_is_endless() -> None:
    cleaned = safe_chronicle.chronicle(
        replace(
            ANNS_LIFE,
            **dict.fromkeys(("run", "name", "calling", "preset", "subtitle", "cause"), EVIL),
            floors=[FloorVisit(1, EVIL, EVIL, 1)] * 999,
            slain=[Slain(EVIL, 1)] * 999,
            gear=[GearWorn(EVIL, EVIL)] * 999,
            companions=[CompanionLife(EVIL, EVIL, 1, True)] * 999,
            lines=[Line("bad", EVIL)] * 999,
        )
    )
    assert len(cleaned.floors) == len(cleaned.slain) == MAX_VISITS
    assert len(cleaned.gear) == MAX_WORN
    assert len(cleaned.companions) == MAX_HEROES
    texts = [
        *(cleaned.run, cleaned.name, cleaned.calling, cleaned.subtitle, cleaned.cause),
        *(cleaned.floors[0].name, cleaned.floors[0].kind, cleaned.slain[0].name),
        *(cleaned.gear[0].slot, cleaned.companions[0].name, cleaned.lines[0].text),
    ]
    assert all(text.isprintable() and len(text) <= MAX_LINE for text in texts)
