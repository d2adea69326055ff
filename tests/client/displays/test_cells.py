import tcod.console

from undertide_client.displays.cells import blank_cells, cells_of


def test_cells_hold_what_the_console_shows() -> None:
    console = tcod.console.Console(3, 2, order="C")
    console.print(2, 1, "é", fg=(1, 2, 3), bg=(0xFF, 0x80, 0x00))
    cells = cells_of(console)
    assert cells.size == (3, 2)
    assert cells.codes[1, 2] == ord("é")
    assert cells.ink[1, 2] == 0x010203
    assert cells.paper[1, 2] == 0xFF8000


def test_cells_do_not_change_with_the_console() -> None:
    console = tcod.console.Console(3, 2, order="C")
    cells = cells_of(console)
    console.print(0, 0, "x", fg=(9, 9, 9), bg=(9, 9, 9))
    assert cells.codes[0, 0] == ord(" ")
    assert cells.paper[0, 0] == 0


def test_blank_cells_are_black_spaces() -> None:
    cells = blank_cells((4, 3))
    assert cells.size == (4, 3)
    assert (cells.codes == ord(" ")).all()
    assert not cells.ink.any()
    assert not cells.paper.any()
