"""The most useful keys on the map, most useful first, and the healing item that fits. Pure."""

from collections.abc import Iterator

from undertide_client.keys import Command, Context, shown
from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.routes import has_enemies_in_sight
from undertide_client.screens.widgets.actions import Send, ShowNote
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.screen import Actions
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.agreement_words import command_to_agree
from undertide_client.screens.words.effect_words import amount_of
from undertide_client.screens.words.item_words import best_to_wear
from undertide_client.screens.words.words import name_of_seat
from undertide_shared.messages import Intent, PackItem, Use, Wear

NO_BETTER = "You wear the best that you carry."


def map_hints(ui: Ui) -> Hints:
    """Return the hints for the client's role here: a player, a spectator, or in a replay."""
    if not ui.mirror.session:
        return ()
    if ui.replaying:
        moves = ((Command.PLAY_OR_PAUSE, "play/pause"), (Command.HELP, "help"))
        return ui.hints(Context.REPLAY, *moves)
    if ui.spectating:
        return ui.hints(Context.WATCH, *_watching(ui))
    return ui.hints(Context.PLAY, *_playing(ui))


def _watching(ui: Ui) -> Iterator[tuple[Command, str]]:
    if ui.may_play_again:
        yield Command.ANEW, "play again"
    if ui.mirror.ended is not None:
        yield Command.LOBBY, "lobby"
        if ui.mirror.ended.run:
            yield Command.REPLAY, "replay"
    yield Command.NEXT_EYES, "next hero"
    if ui.dead and ui.mirror.ended is None and ui.mirror.terms.new_heroes and not ui.returning:
        yield Command.ANEW, "a new hero"
    if ui.dead or ui.mirror.terms.watchers_talk:
        yield Command.CHAT, "talk"
    yield Command.HELP, "help"
    yield Command.PEOPLE, "people"


def _waiting() -> Iterator[tuple[Command, str]]:
    """Yield what a fallen hero's player can do."""
    yield Command.CHAT, "talk"
    yield Command.LOOK, "look around"
    yield Command.HELP, "help"
    yield Command.PEOPLE, "people"


def _helping(mirror: Mirror) -> Iterator[tuple[Command, str]]:
    """Yield what of the pack would help the hero now."""
    if mirror.hero and 2 * mirror.hero.life < mirror.hero.max_life and intent_to_heal(mirror):
        yield Command.HEAL, "heal"
    if best_to_wear(mirror.pack) is not None:
        yield Command.WEAR_BETTER, "wear better"


def _playing(ui: Ui) -> Iterator[tuple[Command, str]]:
    mirror = ui.mirror
    if mirror.hero is not None and mirror.hero.dies_in > 0:
        yield from _waiting()
        return
    climb = command_to_agree(mirror)
    if climb is not None:
        yield climb, "agree"
    if mirror.trade is not None:
        yield Command.TRADE, f"trade with {name_of_seat(mirror, mirror.trade.seat)}"
    if has_enemies_in_sight(mirror):
        yield Command.FIGHT, "fight"
    else:
        yield Command.EXPLORE, "explore"
    yield from _helping(mirror)
    yield Command.PACK, "pack"
    yield Command.HELP, "help"
    if len(mirror.party) == 1:
        yield Command.PEOPLE, f"{shown(ui.keymap.key(Context.PEOPLE, Command.INVITE))} invite"
    if mirror.spells:
        yield Command.SPELLS, "cast"
    if mirror.hero is not None and mirror.hero.range:
        yield Command.SHOOT, "shoot"
    yield Command.GEAR, "gear"
    yield Command.SHEET, "hero"
    yield Command.CHAT, "talk"
    if len(mirror.party) != 1:
        yield Command.PEOPLE, "people"


def drink_healing(ui: Ui) -> Actions:
    """Use the best healing item, or say that there is none."""
    intent = intent_to_heal(ui.mirror)
    return (ShowNote("You carry nothing that heals."),) if intent is None else (Send(intent),)


def wear_better(ui: Ui) -> Actions:
    """Wear the gear that makes the hero strongest, or say that nothing would."""
    best = best_to_wear(ui.mirror.pack)
    return (ShowNote(NO_BETTER),) if best is None else (Send(Wear(best.item)),)


def intent_to_heal(mirror: Mirror) -> Intent | None:
    """Return the intent to use the best healing item on the hero; None if it has none."""
    hero = mirror.hero
    if hero is None:
        return None
    best = best_healing(mirror, hero.max_life - hero.life)
    if best is None:
        return None
    x, y = mirror.cell if best.target == "cell" and mirror.cell else (None, None)
    return Use(best.item, x, y)


def best_healing(mirror: Mirror, missing: int) -> PackItem | None:
    """Return the weakest item that heals all `missing` life, or else the strongest."""
    healing = [each for each in mirror.pack if each.usable and each.does[:1] == ["heal"]]
    enough = [each for each in healing if _healed(mirror, each) >= missing]
    if enough:
        return min(enough, key=lambda each: _healed(mirror, each))
    return max(healing, key=lambda each: _healed(mirror, each), default=None)


def _healed(mirror: Mirror, item: PackItem) -> int:
    """Return the life that an item gives the hero; 0 if nobody knows."""
    amounts = [amount_of(mirror, figures) for figures in item.effects if figures.does == "heal"]
    return amounts[0] or 0 if amounts else 0
