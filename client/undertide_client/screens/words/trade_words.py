"""Texts about a trade with a companion (R17). Pure."""

from undertide_client.screens.words.item_words import item_name
from undertide_shared.messages import TradeTable


def offer_words(name: str, table: TradeTable | None) -> str:
    """Return what a companion offers in a trade."""
    if table is None:
        return f"Choose what you offer. {name} then adds something of its own."
    parts = [item_name(item) for item in table.gets]
    parts += [f"{table.gets_gold} gold"] if table.gets_gold else []
    return f"{name} offers: {', '.join(parts)}." if parts else f"{name} offers nothing yet."


def consent_words(name: str, table: TradeTable | None, *, is_changed: bool) -> str:
    """Return who accepts the present offers. `is_changed`: an offer was not sent yet."""
    if table is None:
        return ""
    if is_changed:
        return "Send your changed offer first: nobody accepts what is not sent."
    if table.accepts:
        return f"You accept. {name} has not accepted yet."
    return f"{name} accepts. Do you?" if table.is_accepted else "Nobody has accepted yet."
