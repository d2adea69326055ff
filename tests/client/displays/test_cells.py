import tcod.console

from undertide_client.displays.cells import Console, blank_cells, cells_of


def test_cells_hold_what_the_console_shows() -> None:
    console = Console(3, 2)
    console.rgb[1, 2] = (ord("é"), (1, 2, 3), (0xFF, 0x80, 0x00))
    cells = cells_of(console)
    assert cells.size == (3, 2)
    assert cells.codes[1, 2] == ord("é")
    assert cells.ink[1, 2] == 0x010203
    assert cells.paper[1, 2] == 0xFF8000


def test_cells_do_not_change_with_the_console() -> None:
    console = Console(3, 2)
    cells = cells_of(console)
    console.rgb[0, 0] = (ord("x"), (9, 9, 9), (9, 9, 9))
    assert cells.codes[0, 0] == ord(" ")
    assert cells.paper[0, 0] == 0


def test_blank_cells_are_black_spaces() -> None:
    cells = blank_cells((4, 3))
    assert cells.size == (4, 3)
    assert (cells.codes == ord(" ")).all()
    assert not cells.ink.any()
    assert not cells.paper.any()


def test_a_new_console_is_blank_and_laid_out_as_one_of_tcod() -> None:
    ours, theirs = Console(3, 2), tcod.console.Console(3, 2, order="C")
    assert (ours.width, ours.height) == (3, 2)
    for name in ("ch", "fg", "bg"):
        assert ours.rgb[name].dtype == theirs.rgb[name].dtype
        assert ours.rgb[name].tolist() == theirs.rgb[name].tolist()
