"""Order in a session: who may come in, who may say what, who may put out whom."""
