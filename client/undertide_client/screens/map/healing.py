"""The choice of the healing item that suits the hero's wounds. Pure."""

from undertide_client.model.mirror import Mirror
from undertide_client.screens.widgets.actions import Actions, Note, Send
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.effect_words import amount_of
from undertide_shared.messages import Intent, PackItem, Use


def drink_healing(ui: Ui) -> Actions:
    """Use the best healing item, or say that there is none."""
    intent = intent_to_heal(ui.mirror)
    return (Note("You carry nothing that heals."),) if intent is None else (Send(intent),)


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
