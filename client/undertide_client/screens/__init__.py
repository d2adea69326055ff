"""The description of everything on the screen, which every display draws alike.

A screen draws itself onto a console and turns keys into actions; it does no I/O. The application
keeps a stack of screens and carries out their actions.
"""
