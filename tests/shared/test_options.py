import click

from support.content.shipped import shipped
from undertide_server.content.load import list_presets
from undertide_shared.options import CALLINGS, PRESETS, completing, listed


def test_the_keys_are_those_of_the_content() -> None:
    assert sorted(PRESETS) == sorted(list_presets(None))
    assert list(CALLINGS) == list(shipped("default").callings)


def test_keys_are_listed_as_people_list_them() -> None:
    assert listed(("a", "b", "c")) == "a, b or c"


def test_a_word_is_completed_to_the_keys_that_begin_with_it() -> None:
    context = click.Context(click.Command("play"))
    complete = completing(("warden", "reaver", "wizard"))
    assert complete(context, click.Option(["--calling"]), "w") == ["warden", "wizard"]
    assert complete(context, click.Option(["--calling"]), "x") == []
