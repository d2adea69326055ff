"""A floor in the making: the draft, its plan, and the rule that keeps it whole."""
