"""docs.python.org and nodejs.org: from the address on the host to the file in Debian's packages.

Bytes go out as they are in the package (what Debian keeps compressed goes out as on the host: uncompressed).
The folders that robots.txt forbids are served as well, as the hosts do: only the client keeps away from them.
"""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from tests.mirror.answers import Answer, not_found, redirect, typed
from tests.mirror.packages import unpack

PYTHON = "usr/share/doc/python3.11/html"
NODE = "usr/share/doc/nodejs/api"
SOURCE_BYTES = 100_000
_FOLDERS = {
    "docs.python.org": {"/3/": PYTHON, "/3.11/": PYTHON, "/dev/": PYTHON, "/2/": PYTHON},
    "nodejs.org": {"/api/": NODE, "/dist/latest/docs/api/": NODE, "/docs/latest/api/": NODE},
}
# Both hosts send the bare type: the page's own <meta charset> says that it is UTF-8.
_TYPES = {
    ".html": "text/html",
    ".txt": "text/plain",
    ".md": "text/markdown",
    ".css": "text/css",
    ".js": "application/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
# docs.python.org's own rules: the root, addresses without a version, pages named without `.html`. The target
# of the last kind really carries a colon without a port.
_UNVERSIONED = re.compile(
    r"/((?:c-api|distutils|extending|faq|howto|install|library|reference|tutorial|using|whatsnew|_sources)(?:/.*)?"
    r"|(?:about|bugs|contents|copyright|download|genindex.*|glossary|index|license|py-modindex|search)\.html)"
)
_UNSUFFIXED = re.compile(r"/(?:3|dev)/\w+/[\w.]+(?<!\.html)")


class Page(NamedTuple):
    """A documentation page: its address, its file, its size in bytes."""

    url: str
    path: Path
    size: int


def serve(host: str, path: str, documentation: Path | None) -> Answer | None:
    """What `host` answers for `path` (without query), or None where it isn't a documentation host."""
    if host not in _FOLDERS:
        return None
    if documentation is None:
        return not_found("The documentation packages are not here")
    moved = _python_redirect(path, documentation) if host == "docs.python.org" else None
    return moved or _file(host, path, documentation) or not_found()


def list_pages(documentation: Path | None = None, largest: int = SOURCE_BYTES) -> list[Page]:
    """The HTML pages of at most `largest` bytes, sorted by address."""
    root = documentation or unpack()
    found = [
        Page(prefix + file.relative_to(root / folder).as_posix(), file, file.stat().st_size)
        for prefix, folder in (("https://docs.python.org/3/", PYTHON), ("https://nodejs.org/api/", NODE))
        for file in (root / folder).rglob("*.html")
        if not file.is_symlink()
    ]
    return sorted(page for page in found if page.size <= largest)


def _python_redirect(path: str, documentation: Path) -> Answer | None:
    if path == "/":
        return redirect("https://docs.python.org/3/", 302)
    if match := _UNVERSIONED.fullmatch(path):
        return redirect(f"https://docs.python.org/3/{match[1]}")
    if _UNSUFFIXED.fullmatch(path) and _file("docs.python.org", f"{path}.html", documentation):
        return redirect(f"https://docs.python.org:{path}.html")
    return None


def _file(host: str, path: str, documentation: Path) -> Answer | None:
    for prefix, folder in _FOLDERS[host].items():
        if path == prefix.rstrip("/"):
            return redirect(f"https://{host}{prefix}")
        if path.startswith(prefix):
            return _read(documentation / folder, unquote(path.removeprefix(prefix)))
    return None


def _read(root: Path, name: str) -> Answer | None:
    file = root / (f"{name}index.html" if name == "" or name.endswith("/") else name)
    if "\0" in name or not file.resolve().is_relative_to(root.resolve()):
        return None
    content_type = _TYPES.get(file.suffix, "application/octet-stream")
    if file.is_file():
        return typed(content_type, file.read_bytes())
    packed = file.with_name(f"{file.name}.gz")
    return typed(content_type, gzip.decompress(packed.read_bytes())) if packed.is_file() else None
