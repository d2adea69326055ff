"""The effects of potions, scrolls and spells."""
