"""The client's knowledge: the mirror of its view, and the checks of all that servers send."""
