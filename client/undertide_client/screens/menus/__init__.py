"""Small screens that any other may open: help, history, chat, quitting."""
