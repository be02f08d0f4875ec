"""The mirror's own test pages on developers.cloudflare.com: path to behaviour, one table.

Together with robots.txt overrides and the extractor's limits they produce every reason of the QuoteProof
output (`cases.py` says which quote on which page gives which).
"""

from __future__ import annotations

import gzip
import zlib
from dataclasses import dataclass

from tests.mirror.answers import HTML, MARKDOWN, TEXT, Answer, redirect, typed
from tests.mirror.documentation import SOURCE_BYTES

HOST = "developers.cloudflare.com"
ROOT = "/qp-mirror/"
FORBIDDEN = "/plans/qp-mirror.html"  # under a folder that the host's robots.txt disallows

ONCE = "A retry without a budget turns a small outage into a large one."
TWICE = "Back off first, then try again."
HIDDEN = "This line is for screen printers only."
KEPT_BACK = "Please do not show this sentence in a search result."
EMOJI = "The rocket 🚀 and the family 👩‍👩‍👧‍👦 count as one character each for a reader."
CHINESE = "重试之前先等待，等待的时间应当逐次加长。"
JAPANESE = "再試行の前に、かならず間隔をあけてください。"
CURLY = "The client said “wait – then retry” and paid €5 for it."


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What is answered, and what it is there for."""

    answer: Answer
    note: str


def page(main: str, *, title: str = "Retry notes", head: str = "") -> str:
    """A small HTML page around `main`."""
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f'{head}</head>\n<body>\n<nav><a href="/qp-mirror/page.html">Start</a></nav>\n'
        f"<main>\n{main}\n</main>\n</body>\n</html>\n"
    )


MAIN = f"""\
<h1 id="retry-notes">Retry notes</h1>
<p>{ONCE} Decide before the first request how many further ones you are willing to send.</p>
<h2 id="waiting">Waiting</h2>
<p>{TWICE} The wait doubles each time, up to a minute.</p>
<p lang="zh">{CHINESE}</p>
<p lang="ja">{JAPANESE}</p>
<h2 id="giving-up">Giving up</h2>
<p>{TWICE} After the last attempt, say so to whoever asked. {EMOJI}</p>
<p class="print">{HIDDEN}</p>
<section data-nosnippet><p>{KEPT_BACK}</p></section>
<table><tr><th>Attempt</th><th>Wait</th></tr><tr><td>first</td><td>1 second</td></tr></table>
<pre><code>for attempt in range(5):
    time.sleep(2 ** attempt)
</code></pre>"""
PAGE = page(MAIN, head="<style>.print { display: none }</style>\n")
PLAIN = f"Retry notes\n\n{ONCE}\n{TWICE}\n\n{CHINESE}\n{JAPANESE}\n{EMOJI}\n\n{TWICE}\n"


def _encoded(coding: str, body: bytes, content_type: str = HTML) -> Answer:
    return typed(content_type, body, ("Content-Encoding", coding))


def _raw_deflate(body: bytes) -> bytes:
    squeeze = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return squeeze.compress(body) + squeeze.flush()


def _sized(size: int) -> bytes:
    """A page of exactly `size` bytes."""
    body = page(MAIN + "\n<!-- {} -->").encode()
    return body.replace(b"{}", b"x" * (size - len(body) + 2))


def _tagged(*tags: str, content_type: str = HTML, body: str = PAGE) -> Answer:
    return typed(content_type, body, *(("X-Robots-Tag", tag) for tag in tags))


def _meta(name: str, content: str) -> Answer:
    return typed(HTML, page(MAIN, head=f'<meta name="{name}" content="{content}">\n'))


def _failing(status: int) -> Answer:
    return typed(HTML, page("<h1>Something is wrong</h1>", title=str(status)), status=status)


_READ = {
    "plain.txt": (typed(TEXT, PLAIN), "plain text, complete"),
    "notes.md": (typed(MARKDOWN, PLAIN), "markdown, read as the text it is"),
    "notes-x.md": (typed("text/x-markdown", PLAIN), "markdown under its old name"),
    "crlf.txt": (typed("text/plain", b"\xef\xbb\xbf" + PLAIN.replace("\n", "\r\n").encode()), "BOM and CRLF"),
    "page.html": (typed(HTML, PAGE), "headings, hidden text, a data-nosnippet section, a table, code"),
    "page.xhtml": (
        typed("application/xhtml+xml", '<?xml version="1.0" encoding="utf-8"?>\n' + PAGE),
        "XHTML with an XML declaration",
    ),
    "gzip.html": (
        _encoded("gzip", gzip.compress(PAGE.encode(), mtime=0)),
        "gzip, though identity was asked for",
    ),
    "gzip.txt": (_encoded("gzip", gzip.compress(PLAIN.encode(), mtime=0), TEXT), "gzip of plain text"),
    "deflate.html": (_encoded("deflate", zlib.compress(PAGE.encode())), "deflate as the standard says it"),
    "deflate-raw.html": (_encoded("deflate", _raw_deflate(PAGE.encode())), "deflate as some servers send it"),
    "windows-1252.html": (
        typed("text/html; charset=windows-1252", page(f"<p>{CURLY}</p>").encode("cp1252")),
        "the header's charset wins over the page's meta",
    ),
    "meta-charset.html": (
        typed("text/html", page(f"<p>{CURLY}</p>").replace("utf-8", "iso-8859-1").encode("cp1252")),
        "charset in the meta element only",
    ),
    "utf-16.html": (typed("text/html", page(f"<p>{CURLY}</p>").encode("utf-16")), "UTF-16 by its BOM"),
    "limit.html": (typed(HTML, _sized(SOURCE_BYTES)), "exactly 100,000 bytes"),
    "long-type.html": (
        typed(f"text/html; charset=utf-8; note={'x' * 80}", PAGE),
        "a content type over 80 characters",
    ),
    "max-snippet.html": (_tagged("max-snippet:100"), "at most 100 UTF-16 units may be shown"),
    "noarchive.html": (_tagged("noarchive"), "the body must not be kept"),
    "noindex.html": (_tagged("noindex, nofollow"), "about search indexes only"),
    "other-bot.html": (_tagged("examplebot: nosnippet"), "another bot's rule"),
}
_UNREADABLE = {
    "large.html": (typed(HTML, _sized(SOURCE_BYTES + 1)), "100,001 bytes"),
    "endless.html": (
        Answer(200, (("Content-Type", HTML),), b"<p>And on.</p>\n" * 64, "endless"),
        "never ends",
    ),
    "bomb.html": (_encoded("gzip", gzip.compress(b" " * 30_000_000, mtime=0)), "30 kB that unpack to 30 MB"),
    "empty.html": (typed(HTML, "<!DOCTYPE html><title>Nothing</title><body></body>"), "no text, no script"),
    "nothing.html": (typed(HTML, b""), "no bytes"),
    "blank.txt": (typed(TEXT, " \n\t\u3000\n"), "white space only"),
    "shell.html": (
        typed(HTML, '<!DOCTYPE html><title>App</title><div id="root"></div><script src="/app.js"></script>'),
        "an application shell",
    ),
    "scripts.html": (
        typed(HTML, page(f"<p>{ONCE}</p><script>var state = '{'0' * 4000}';</script>")),
        "next to no text beside its scripts",
    ),
    "unclosed.html": (typed(HTML, page(f"<p>{ONCE}</p><!-- never closed ")), "a comment swallows the end"),
    "deep.html": (typed(HTML, page("<div>" * 600 + ONCE + "</div>" * 600)), "nested 600 deep"),
    "manual.pdf": (typed("application/pdf", b"%PDF-1.7\n%%EOF\n"), "PDF"),
    "data.json": (typed("application/json", f'{{"note": "{ONCE}"}}'), "JSON"),
    "untyped.html": (Answer(200, (), PAGE.encode()), "no content type at all"),
    "brotli.html": (_encoded("br", PAGE.encode()), "a coding that isn't decoded"),
    "stacked.html": (
        _encoded("gzip, gzip", gzip.compress(gzip.compress(PAGE.encode(), mtime=0), mtime=0)),
        "stacked codings",
    ),
    "bad-utf-8.html": (typed(HTML, PAGE.encode() + b"\xc3\x28"), "a byte that doesn't decode"),
    "unknown-charset.html": (typed("text/html; charset=x-klingon", PAGE), "a label nobody knows"),
    "nosnippet.html": (_tagged("nosnippet"), "X-Robots-Tag: nosnippet"),
    "nosnippet.txt": (_tagged("nosnippet", content_type=TEXT, body=PLAIN), "the same for plain text"),
    "own-nosnippet.html": (
        _tagged("noarchive", "QuoteProof: nosnippet"),
        "the rule that names us, second line",
    ),
    "max-snippet-0.html": (_tagged("max-snippet:0"), "no snippet"),
    "expired.html": (_tagged("unavailable_after: 25 Jun 2010 15:00:00 PST"), "expired"),
    "meta-nosnippet.html": (_meta("robots", "index, NOSNIPPET"), "meta robots"),
    "meta-noai.html": (_meta("quoteproof", "noai"), "meta quoteproof"),
}
_UNAVAILABLE = {
    **{f"{status}.html": (_failing(status), f"status {status}") for status in (403, 404, 410, 429, 500, 503)},
    "204.html": (Answer(204), "status 204"),
    "reset.html": (Answer(manner="reset"), "the connection ends without an answer"),
    "cut.html": (
        Answer(200, (("Content-Type", HTML),), PAGE.encode(), "cut"),
        "ends in the middle of the body",
    ),
    "challenge.html": (
        typed(HTML, page("<h1>Checking your browser</h1>", title="Just a moment...")),
        "a gate by its title",
    ),
    "challenge-id.html": (
        typed(HTML, page('<div id="cf-chl-widget-x1">One more step before you proceed.</div>', title="Notes")),
        "a gate by an element's id",
    ),
    "challenge-script.html": (
        typed(HTML, page('<p>One more step.</p><script src="/cdn-cgi/challenge-platform/h/b/main.js"></script>')),
        "a gate by a script's source",
    ),
    "login.html": (
        typed(
            HTML,
            '<!DOCTYPE html><title>Sign in</title><form method="post"><p>Sign in to read on.</p>'
            '<input type="password" name="p"><button>Sign in</button></form>',
        ),
        "a password form and nothing else",
    ),
    "javascript.html": (
        typed(HTML, "<!DOCTYPE html><title>App</title><p>Please enable JavaScript.</p>"),
        "a gate",
    ),
    "denied.txt": (typed(TEXT, "Access denied\nReference 0000\n"), "a gate in plain text"),
    "slow.html": (typed(HTML, PAGE), "answers after `delays` seconds, by default more than the deadline"),
    "drip.html": (
        Answer(200, (("Content-Type", HTML),), PAGE.encode() * 4, "drip"),
        "arrives a few bytes at a time",
    ),
}
_REDIRECTS = {
    "moved.html": (redirect("/qp-mirror/page.html"), "one redirect, a relative Location"),
    "twice.html": (redirect("https://developers.cloudflare.com/qp-mirror/moved.html", 308), "two redirects"),
    "thrice.html": (redirect("twice.html", 302), "three redirects"),
    "other-host.html": (
        redirect("https://docs.x402.org/core-concepts/retries.md", 307),
        "another host of the list",
    ),
    "loop-1.html": (redirect("loop-2.html", 302), "a loop of three"),
    "loop-2.html": (redirect("loop-3.html", 303), "a loop of three"),
    "loop-3.html": (redirect("loop-1.html", 307), "a loop of three"),
    "no-location.html": (Answer(302, (("Content-Type", "text/html"),), b""), "a redirect to nowhere"),
    "off-list.html": (redirect("https://example.com/"), "off the list"),
    "to-http.html": (redirect("http://developers.cloudflare.com/qp-mirror/page.html"), "to plain HTTP"),
    "to-port.html": (
        redirect("https://developers.cloudflare.com:8443/qp-mirror/page.html"),
        "to another port",
    ),
    "to-user.html": (redirect("https://developers.cloudflare.com@example.com/"), "a host in disguise"),
    "backslash.html": (redirect("/\\example.com/"), "a backslash that browsers read as a slash"),
    "two-slashes.html": (redirect("//nodejs.org/api/"), "a Location without a scheme"),
    "query.html": (redirect("/qp-mirror/page.html?from=old"), "a query"),
    "to-forbidden.html": (redirect(FORBIDDEN), "to a page that robots.txt disallows"),
}
BEHAVIOURS: dict[str, Behaviour] = {FORBIDDEN: Behaviour(typed(HTML, PAGE), "disallowed by robots.txt")} | {
    ROOT + name: Behaviour(*row) for name, row in (_READ | _UNREADABLE | _UNAVAILABLE | _REDIRECTS).items()
}


def serve(host: str, path: str) -> Answer | None:
    """The behaviour's answer, or None where `path` isn't one."""
    behaviour = BEHAVIOURS.get(path) if host == HOST else None
    return behaviour.answer if behaviour else None
