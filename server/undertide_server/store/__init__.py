"""What outlives a step: the journal of inputs behind one interface, in memory or in SQLite."""
