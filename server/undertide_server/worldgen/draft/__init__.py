"""A floor while it is made: the draft, its plan, and the rule that keeps it whole."""
