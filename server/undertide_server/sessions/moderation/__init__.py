"""The rules of who may enter and speak: access, ranks, roles, sanctions."""
