"""The version of numduel."""

__version__ = "0.1.0"
