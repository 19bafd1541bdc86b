# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, embedsignature=False
"""The rules of the five games for packed positions, and bulk operations on them.

The Python rules are the reference; tests check that this module gives the same answers.
"""

include "dice.pxi"
include "text.pxi"
include "rules.pxi"
include "maze.pxi"
include "sum.pxi"
include "run.pxi"
include "quest.pxi"
include "race.pxi"
include "playouts.pxi"
include "graph.pxi"
include "search.pxi"
include "retrograde.pxi"
include "labels.pxi"
include "expectation.pxi"
include "race_leaf.pxi"
include "race_census.pxi"
include "batch.pxi"
include "stepping.pxi"
include "duels.pxi"
include "many_boards.pxi"
include "blake2b.pxi"
include "lines.pxi"
