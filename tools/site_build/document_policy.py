"""The strict policy of documents: scripts and styles are files of the same site."""

from __future__ import annotations

import os
import re
from hashlib import sha256
from pathlib import Path

__all__ = ["POLICY", "apply_policy"]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; frame-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
META = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'

OLD_META = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>\n?')
CHARSET = re.compile(r'<meta charset="utf-8">', re.IGNORECASE)
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
STYLE_ATTRIBUTE = re.compile(r'(?<=\s)style="([^"]*)"')


def apply_policy(site: Path, assets: str) -> None:
    """Give every document below a folder the policy; move inline scripts and styles to files.

    The scripts run in their order when the document has been read, so that they don't delay its
    first picture.
    """
    for file in sorted(site.rglob("*.html")):
        text = file.read_text(encoding="utf-8")
        file.write_text(_with_policy(text, file, site / assets), encoding="utf-8")


def _with_policy(text: str, file: Path, assets: Path) -> str:
    def move(body: str, ending: str) -> str:
        name = f"{sha256(body.encode()).hexdigest()[:12]}.{ending}"
        assets.mkdir(parents=True, exist_ok=True)
        (assets / name).write_text(body.strip() + "\n", encoding="utf-8")
        return Path(os.path.relpath(assets / name, file.parent)).as_posix()

    text = SCRIPT.sub(lambda part: f'<script defer src="{move(part[1], "js")}"></script>', text)
    text = STYLE.sub(lambda part: f'<link rel="stylesheet" href="{move(part[1], "css")}">', text)
    if rules := sorted(set(STYLE_ATTRIBUTE.findall(text))):
        names = {rule: f"s{number}" for number, rule in enumerate(rules)}
        body = "\n".join(f'[data-style="{names[rule]}"] {{ {rule} }}' for rule in rules)
        link = f'<link rel="stylesheet" href="{move(body, "css")}">\n</head>'
        text = STYLE_ATTRIBUTE.sub(lambda part: f'data-style="{names[part[1]]}"', text)
        text = text.replace("</head>", link, 1)
    return CHARSET.sub(lambda tag: f"{tag[0]}\n{META}", OLD_META.sub("", text), count=1)
