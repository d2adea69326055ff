"""Screens about the player's own hero: items, gear, spells, crafting, death."""
