"""The stages that turn a layout into a floor: themes, regions, loot, inhabitants."""
