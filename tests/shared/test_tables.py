from undertide_shared.tables import table


def test_columns_are_as_wide_as_their_widest_word() -> None:
    lines = table(["who", "floor"], [["Annabel", "3"], ["Bo", "12"]]).splitlines()
    assert lines == ["who      floor", "Annabel  3", "Bo       12"]


def test_numbers_can_stand_to_the_right() -> None:
    lines = table(["floor", "who"], [["3", "Ann"], ["12", "Bo"]], {"floor"}).splitlines()
    assert lines == ["floor  who", "    3  Ann", "   12  Bo"]


def test_wide_characters_take_two_cells() -> None:
    lines = table(["name", "x"], [["龍", "1"], ["abcde", "2"]]).splitlines()
    assert lines == ["name   x", "龍     1", "abcde  2"]


def test_without_headings_there_is_no_line_for_them() -> None:
    assert table([], [["a", "b"]]) == "a  b"
    assert table([], []) == ""
