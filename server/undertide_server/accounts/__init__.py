"""The people a server knows: accounts, server bans and the audit log."""
