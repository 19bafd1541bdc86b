"""Draw the icons of the installed page: `python tools/app_icons.py`."""

from __future__ import annotations

from numduel.render.app_icon import app_icon
from numduel.web.page_files import PAGE

ICONS = {
    "icon-180.png": (180, False),
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "icon-maskable-192.png": (192, True),
    "icon-maskable-512.png": (512, True),
}
"""File names, sizes in pixels, and whether systems may cut the icon to a shape."""


def main() -> None:
    for name, (size, is_maskable) in ICONS.items():
        (PAGE / name).write_bytes(app_icon(size, is_maskable=is_maskable))
        print(PAGE / name)


if __name__ == "__main__":
    main()
