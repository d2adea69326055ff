"""What previews say stands in the head of a page, whatever people call themselves."""

import re
import struct
from html import unescape

import pytest

from undertide_server.gateway.http.previews import (
    PICTURE,
    PICTURE_SIZE,
    Preview,
    meta_of,
    names_words,
)
from undertide_shared.pages import page_files

SITE = "https://play.example.org"


def told(html: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([a-z:_]+)" content="([^"<>]*)">', html)
    assert len(found) == html.count("<")
    return {key: unescape(text) for key, text in found}


def test_a_preview_has_a_title_a_text_an_address_and_a_picture() -> None:
    meta = told(meta_of(Preview("Ann on floor 3", "Watch.", "/watch/k7m2q"), SITE, pictured=True))
    assert (meta["og:title"], meta["og:description"]) == ("Ann on floor 3", "Watch.")
    assert meta["og:url"] == f"{SITE}/watch/k7m2q"
    assert meta["og:image"] == f"{SITE}/{PICTURE}"
    assert meta["og:type"] == "website"
    assert meta["twitter:card"] == "summary_large_image"


def test_without_a_picture_it_names_none() -> None:
    meta = told(meta_of(Preview("The Sump"), SITE, pictured=False))
    assert meta["twitter:card"] == "summary"
    assert not any(key.startswith("og:image") for key in meta)
    assert meta["og:url"] == f"{SITE}/"


def test_nothing_in_it_can_end_an_element() -> None:
    odd = "\"><script>alert(1)</script>&amp;'"
    meta = told(meta_of(Preview(odd, odd, "/play/x"), SITE, pictured=True))
    assert (meta["og:title"], meta["og:description"]) == (odd, odd)


@pytest.mark.parametrize(
    ("names", "count", "words"),
    [
        ([], 0, ""),
        (["Ann"], 1, "Ann"),
        (["Ann", "Ben"], 2, "Ann and Ben"),
        (["Ann", "Ben", "Cat"], 3, "Ann, Ben and Cat"),
        (["Ann", "Ben", "Cat", "Dov"], 4, "Ann, Ben, Cat and 1 more"),
        (["Ann", "Ben"], 9, "Ann, Ben and 7 more"),
    ],
)
def test_names_are_told_as_people_tell_them(names: list[str], count: int, words: str) -> None:
    assert names_words(names, count) == words


def test_the_picture_has_the_size_that_is_told() -> None:
    head = page_files()[PICTURE][:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", head[16:]) == PICTURE_SIZE
