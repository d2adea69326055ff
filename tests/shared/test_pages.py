import re
from importlib.metadata import EntryPoint
from unittest import mock

from undertide_shared import pages

OF_THE_SERVER = {"records", "client/"}
"""Pages of the server itself, to which the lobby leads."""


def read_other() -> dict[str, bytes]:
    return {"index.html": b"another"}


def test_the_page_that_ships_is_found_and_refers_to_nothing_but_its_own_files() -> None:
    files = pages.page_files()
    front = files[pages.FRONT].decode()
    named = re.findall(r'(?:src|href)="([^"#]+)"', front)
    assert named
    assert {name.removeprefix("web/") for name in named} - OF_THE_SERVER < files.keys()


def test_nothing_is_loaded_from_elsewhere_and_nothing_is_parsed_as_html() -> None:
    for name, body in pages.page_files().items():
        text = body.decode("latin-1").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://", text), name
        forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function"
        assert not re.search(forbidden, text), name


def test_where_no_page_is_installed_there_are_no_files() -> None:
    with mock.patch.object(pages, "entry_points", return_value=[]):
        assert pages.page_files() == {}


def test_a_package_names_its_page_by_an_entry_point() -> None:
    entry = EntryPoint("other", f"{__name__}:read_other", pages.ENTRY_POINTS)
    with (
        mock.patch.object(pages, "entry_points", return_value=[entry]),
        mock.patch.object(EntryPoint, "load", return_value=read_other),
    ):
        assert pages.page_files() == {"index.html": b"another"}
