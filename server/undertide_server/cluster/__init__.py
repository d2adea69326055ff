"""Several nodes over one store: who is alive, who owns which run, and the links between nodes."""
