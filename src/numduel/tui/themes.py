"""The colours: four themes, each with the same words for what a board needs."""

from __future__ import annotations

from textual.theme import Theme

__all__ = ["THEMES"]


def _variables(**colours: str) -> dict[str, str]:
    """A theme's own words; the two players' colours also stand behind black or white text."""
    return {name.replace("_", "-"): colour for name, colour in colours.items()}


THEMES = {
    "dark": Theme(
        name="numduel-dark",
        dark=True,
        primary="#6cb6ff",
        secondary="#8a9199",
        accent="#d2a8ff",
        warning="#f0b429",
        error="#ff867d",
        success="#7ee787",
        foreground="#e6e9ef",
        background="#12151c",
        surface="#1a1f29",
        panel="#232a36",
        variables=_variables(
            one="#5cc8ff",
            one_trail="#1b3a4b",
            two="#ffb454",
            two_trail="#4a3517",
            both_trail="#3d3a3a",
            on_player="#0b0e14",
            tile="#232a36",
            tile_line="#6f7a8e",
            legal="#7ee787",
            quiet="#a2acbc",
        ),
    ),
    "light": Theme(
        name="numduel-light",
        dark=False,
        primary="#0757ad",
        secondary="#59636e",
        accent="#6f36c4",
        warning="#8a5300",
        error="#b3202c",
        success="#116329",
        foreground="#1b1f24",
        background="#f6f7f9",
        surface="#ffffff",
        panel="#e8ebf0",
        variables=_variables(
            one="#0757ad",
            one_trail="#cfe4fb",
            two="#9a4a00",
            two_trail="#fbe0c3",
            both_trail="#e3dcdc",
            on_player="#ffffff",
            tile="#ffffff",
            tile_line="#7a838d",
            legal="#116329",
            quiet="#4d5661",
        ),
    ),
    "high contrast": Theme(
        name="numduel-contrast",
        dark=True,
        primary="#00ffff",
        secondary="#ffffff",
        accent="#ff00ff",
        warning="#ffff00",
        error="#ff0000",
        success="#00ff00",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#000000",
        variables=_variables(
            one="#00ffff",
            one_trail="#000000",
            two="#ffff00",
            two_trail="#000000",
            both_trail="#000000",
            on_player="#000000",
            tile="#000000",
            tile_line="#ffffff",
            legal="#00ff00",
            quiet="#ffffff",
        ),
    ),
    "colour-blind": Theme(
        name="numduel-safe",
        dark=True,
        primary="#56b4e9",
        secondary="#9aa5b1",
        accent="#cc79a7",
        warning="#f0e442",
        error="#e69f00",
        success="#56b4e9",
        foreground="#eef1f5",
        background="#101318",
        surface="#181c23",
        panel="#222831",
        variables=_variables(
            one="#56b4e9",
            one_trail="#15364a",
            two="#e69f00",
            two_trail="#4a3400",
            both_trail="#3b3b3b",
            on_player="#000000",
            tile="#222831",
            tile_line="#6c7683",
            legal="#f0e442",
            quiet="#a3adb8",
        ),
    ),
}
"""By the words of the settings. In the colour-blind theme blue and orange stand for good and bad,
after Okabe and Ito; in high contrast only colours that sixteen-colour terminals have."""
