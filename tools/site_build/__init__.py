"""The parts of the static site; `tools/build_site.py` puts them together."""
