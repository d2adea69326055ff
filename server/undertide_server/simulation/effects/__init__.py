"""What potions, scrolls and spells do."""
