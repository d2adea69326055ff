from support.client.screen_text import ui_of
from undertide_client.screens.words.calling_words import calling_line, calling_rows, figure_heads
from undertide_shared.messages import CallingInfo

MENDER = CallingInfo(
    "mender",
    "mender",
    "Closes what the deep opens.",
    plays="Heal yourself.",
    figures=[("life", 18), ("attack", 5)],
    start=[("health potions", 3), ("cudgel", 1)],
    spells=["heal", "smite"],
)
BARE = CallingInfo("mage", "mage", "Knows the words for fire.")


def words(calling: CallingInfo) -> list[str]:
    rows = calling_rows(ui_of(), calling, 60)
    return ["".join(text for text, _ in row) for row in rows]


def test_a_calling_tells_how_it_plays_and_what_it_begins_with() -> None:
    assert words(MENDER) == [
        "Heal yourself.",
        "Begins with 3 health potions, cudgel; knows heal, smite.",
    ]


def test_without_advice_it_is_described() -> None:
    assert words(BARE) == ["Knows the words for fire."]


def test_figures_stand_under_their_names() -> None:
    heads = figure_heads([MENDER])
    line = "".join(text for text, _ in calling_line(MENDER))
    assert heads.index("life") + len("life") == line.index("18") + len("18")
    assert heads.endswith("attack")
    assert line.endswith("5")


def test_a_server_that_tells_no_figures_has_no_columns() -> None:
    assert figure_heads([BARE]) == figure_heads([]) == ""
