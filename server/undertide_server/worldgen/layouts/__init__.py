"""Layouts (R10): ways to dig a floor. Each is a module; `registry` names them all."""
