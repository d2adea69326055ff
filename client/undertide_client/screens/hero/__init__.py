"""Screens about one's own hero: items, gear, spells, crafting, death."""
