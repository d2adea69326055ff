"""Who people are to a server, who may not come in at all, and what was done to keep order."""
