"""Who may enter and speak: access, ranks, roles, sanctions."""
