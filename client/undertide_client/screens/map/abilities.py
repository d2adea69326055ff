"""The performance of the hero's abilities (R17)."""

from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.blast_area import Aim
from undertide_client.screens.map.routes import foes_in_sight, friends_in_sight, most_hurt_first
from undertide_client.screens.map.target_screen import TargetScreen
from undertide_client.screens.widgets.actions import Send, ShowNote
from undertide_client.screens.widgets.screen import Actions, Push
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.ability_words import ticks_until_ready, told_ability
from undertide_client.screens.words.time_words import span_words
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import AbilityInfo, Perform


def perform(ui: Ui, index: int) -> Actions:
    """Return the actions that perform an ability of the hero, by its place in the list.

    One with a target opens the choice of a cell. If the hero can't perform it now, they say why.
    """
    abilities = ui.mirror.abilities
    if index >= len(abilities):
        return (ShowNote("Your calling has no such ability."),)
    ability = abilities[index]
    fault = fault_of(ui, ability)
    if fault:
        return (ShowNote(fault),)
    key = ability.ability
    if ability.target == "none":
        return (Send(Perform(key)),)
    aim = Aim(ability.name, 0, lambda cell: Perform(key, *cell), reach_of(ui.mirror, ability))
    return (Push(TargetScreen(ui, aim, likely_target(ui.mirror, ability))),)


def fault_of(ui: Ui, ability: AbilityInfo) -> str:
    """Return why the hero can't perform an ability now; empty if nothing is known."""
    mirror, name = ui.mirror, ability.name.capitalize()
    left = ticks_until_ready(mirror, ability)
    if ability.passive:
        return f"{name}: {told_ability(ui, ability)}"
    if left:
        return f"{name} is ready again in {span_words(left, mirror)}."
    if mirror.hero is not None and mirror.hero.mana < ability.mana:
        return f"{name} takes {ability.mana} mana: you have {mirror.hero.mana}."
    return ""


def reach_of(mirror: Mirror, ability: AbilityInfo) -> int:
    """Return the reach of an ability, or that of the weapon in hand, in cells."""
    return ability.range or (mirror.hero.range if mirror.hero else 0)


def likely_target(mirror: Mirror, ability: AbilityInfo) -> Cell | None:
    """Return the nearest foe in reach, a known danger beside the hero, or the most hurt friend."""
    here = mirror.cell
    if here is None:
        return None
    reach = reach_of(mirror, ability)
    friends = most_hurt_first(mirror, friends_in_sight(mirror))
    likely = foes_in_sight(mirror) if ability.harms else friends
    if ability.harms and reach == 1:
        likely = [*likely, *_dangers_beside(mirror, here)]
    return next((cell for cell in likely if distance(cell, here) <= reach), here)


def _dangers_beside(mirror: Mirror, here: Cell) -> list[Cell]:
    """Return the cells beside the hero that auto actions avoid: a known trap may be there."""
    x, y = here
    near = [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    looks = [(cell, mirror.look_at(cell)) for cell in near if cell != here]
    return [cell for cell, look in looks if look is not None and look.shunned]
