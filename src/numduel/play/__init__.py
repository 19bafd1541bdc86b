"""Playing: a match in progress, reading moves, who chooses, and rounds between two sides."""

PROVIDERS: dict[str, str] = {}
"""The modules that provide players, by the name of a player, which the package fills in.

A name such as `perfect` is a whole name. One that ends in capitals, such as `program COMMAND`, is
a guest's: the capitals stand for the rest of the name. A module has `seat(name, dice)`, which
returns a chooser, and for guests `called(name)`; both get the rest of the name. It is imported
when a player is seated, so that playing starts fast, and no room below it knows it.
"""
