"""Widgets and other parts of screens: boards, panels, forms, charts."""
