"""A key or click does on the page what it does in the terminal, and opens the same screen."""

from playwright.sync_api import Page

from support.client.page_presses import (
    Path,
    clicks_of,
    is_alike,
    paths_of,
    told_by_page,
    told_by_terminal,
)
from support.client.twin_scenes import scenes

LENGTH = 2
"""Keys of the longest path."""
UIS = [ui for ui in scenes() if ui.mirror.session and not ui.replaying]


def done_alike(modules: Page, paths: list[tuple[int, Path]]) -> None:
    ours = [told_by_terminal(UIS[index], path) for index, path in paths]
    theirs = told_by_page(modules, UIS, paths)
    differences = [
        f"{path} in {index}: {page}, in the terminal {terminal}"
        for (index, path), terminal, page in zip(paths, ours, theirs, strict=True)
        if not is_alike(terminal, page)
    ]
    assert "\n".join(differences) == ""


def test_keys_do_what_they_do_in_the_terminal(modules: Page) -> None:
    done_alike(modules, [(n, path) for n, ui in enumerate(UIS) for path in paths_of(ui, LENGTH)])


def test_clicks_do_what_they_do_in_the_terminal(modules: Page) -> None:
    done_alike(modules, [(n, path) for n, ui in enumerate(UIS) for path in clicks_of(ui)])
