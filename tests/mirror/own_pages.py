"""Our own pages in the shape of the six hosts whose documentation no package holds (`pages/<host>/…`).

The prose is ours; the markup is that of the host's generator, so that what breaks extraction there breaks it
here.
"""

from __future__ import annotations

from pathlib import Path

from tests.mirror.answers import HTML, MARKDOWN, TEXT, Answer, redirect, typed

PAGES = Path(__file__).resolve().parent / "pages"
_MINTLIFY = ("docs.x402.org", "docs.payai.network")
# Served without the language, these hosts send the reader on.
_LANGUAGE = {"developer.mozilla.org": ("/docs/", "/en-US"), "docs.github.com": ("/actions/", "/en")}


def serve(host: str, path: str) -> Answer | None:
    """What `host` answers for `path`, or None."""
    prefix, language = _LANGUAGE.get(host, ("", ""))
    if prefix and path.startswith(prefix):
        return redirect(f"https://{host}{language}{path}", 302)
    file = _find(PAGES / host, path)
    if file is None:
        return None
    if file.name == "index.html" and not path.endswith("/"):
        return redirect(f"{path}/", 307)
    return typed(_content_type(host, file), file.read_bytes(), *_headers(host, file))


def urls() -> list[str]:
    """Every own page, by its address."""
    files = (file for file in PAGES.rglob("*") if file.is_file())
    return sorted(f"https://{file.relative_to(PAGES).as_posix().removesuffix('index.html')}" for file in files)


def _find(root: Path, path: str) -> Path | None:
    name = path.strip("/")
    index = root / name / "index.html"
    for candidate in (index,) if path.endswith("/") else (root / name, root / f"{name}.html", index):
        if candidate.is_file() and candidate.resolve().is_relative_to(root):
            return candidate
    return None


def _content_type(host: str, file: Path) -> str:
    if file.name == "llms.txt":
        return {"developers.cloudflare.com": "text/plain", "docs.github.com": MARKDOWN}.get(host, TEXT)
    return {".html": HTML, ".md": MARKDOWN}[file.suffix]


def _headers(host: str, file: Path) -> tuple[tuple[str, str], ...]:
    """Mintlify keeps its text variants out of search indexes, which forbids no excerpt."""
    if host in _MINTLIFY and file.suffix != ".html":
        return (("X-Robots-Tag", "noindex, nofollow"),)
    return (("X-Robots-Tag", "noindex"),) if "deprecated" in file.name else ()
