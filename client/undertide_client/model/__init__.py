"""What this client knows: the mirror of its view, and checks of all that servers send."""
