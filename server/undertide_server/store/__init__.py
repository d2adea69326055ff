"""Storage of runs: the journal of inputs behind one interface, in memory or in SQLite."""
