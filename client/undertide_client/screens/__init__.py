"""The one description of what is on the screen, drawn by every display alike.

A screen draws itself onto a console and turns keys into actions; it does no I/O. The application
keeps a stack of them and carries the actions out.
"""
