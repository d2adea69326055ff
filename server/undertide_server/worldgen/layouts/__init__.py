"""Layouts (R10): how a floor is dug. Each is a module; `registry` names them all."""
