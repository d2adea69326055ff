from support.client.client_examples import hero_status
from support.client.screen_text import playing
from undertide_client.model.mirror import Mirror
from undertide_client.screens.words.figure_words import figure_notes
from undertide_shared.messages import EffectFigures, PaceStatus, TideGauge


def meanings(mirror: Mirror) -> dict[str, str]:
    return {figure: meaning for _, figure, meaning in figure_notes(mirror)}


def test_the_next_monsters_of_the_tide_are_told_in_words() -> None:
    told = meanings(playing(tide=TideGauge(140, 12, "rising", 800, 25)).mirror)
    assert told["in 400 turns: 25 exp"] == (
        "The tide brings its next monsters in 400 turns. "
        "Felling them should pay about 25 points of experience."
    )
    assert told["~~~~~~~~ rising"].startswith("Each ~ is a mark")


def test_experience_says_what_the_next_level_takes() -> None:
    hero = hero_status(level=2, experience=120, next_level=300)
    assert meanings(playing(hero=hero).mirror)["Exp 120/300"].startswith(
        "Experience: 180 more bring level 3."
    )
    best = hero_status(level=20, experience=900, next_level=0)
    assert meanings(playing(hero=best).mirror)["Exp 900"] == "Experience. Level 20 is the highest."


def test_a_status_says_what_it_does_and_how_long() -> None:
    burning = EffectFigures("harm", "burning", percent=10, of="life", damage="fire", every=5)
    hero = hero_status(max_life=30, effects=[("burning", 20), ("odd", 4)], status_figures=[burning])
    told = meanings(playing(hero=hero).mirror)
    assert told["burning 10 turns"] == ("3 life as fire damage every 2.5 turns. It lasts 10 turns.")
    assert told["odd 2 turns"] == "It lasts 2 turns."


def test_a_coming_pace_is_explained_before_it_comes() -> None:
    pace = PaceStatus("solo", "real", 3500)
    told = meanings(playing(pace=pace).mirror)
    assert told["turn by turn"] == "Nothing moves until you act."
    assert told["turns end in 4 s"] == "Then: Time runs whether you act or not."


def test_only_what_the_panel_shows_is_told() -> None:
    keys = [note.key for note in figure_notes(Mirror())]
    assert keys == ["party", "sight"]
    alone = {
        note.key
        for note in figure_notes(playing(hero=hero_status(gold=0, max_mana=0, effects=[])).mirror)
    }
    assert not alone & {"gold", "mana", "status"}
