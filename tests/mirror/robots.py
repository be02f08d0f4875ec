"""robots.txt of the eight hosts.

Taken from the sites' public repositories where they are there; for the two that are nowhere to be read the
file is our own, in the shape that their generator writes.
"""

from __future__ import annotations

from tests.mirror.answers import TEXT, Answer, not_found, typed

_CLOUDFLARE = """\
User-agent: *
Content-Signal: ai-train=yes, search=yes, ai-input=yes

Allow: /
Disallow: /client-ip-geolocation
Disallow: /plans/
Disallow: /constellation
Disallow: /cdn-cgi/
Disallow: /email-security/

Sitemap: https://developers.cloudflare.com/sitemap-index.xml
"""

_PYTHON = """\
Sitemap: https://docs.python.org/sitemap.xml

# Prevent development and old documentation from showing up in search results.
User-agent: *
Disallow: /dev
Disallow: /release

# Disallow EOL versions
""" + "".join(
    f"Disallow: /{version}/\n"
    for version in ("2", *(f"2.{minor}" for minor in range(8)), *(f"3.{minor}" for minor in range(8)))
)

_NODE = """\
User-Agent: *
Allow: /dist/latest/
Allow: /dist/latest/docs/api/
Allow: /api/
Disallow: /dist/
Disallow: /docs/

"""

_MDN = """\
User-agent: *
Sitemap: https://developer.mozilla.org/sitemap.xml

Disallow: /api/
Disallow: /*/files/
Disallow: /media
"""

# Own: what docs.x402.org and docs.payai.network serve isn't public; both are built by Mintlify.
_MINTLIFY = """\
User-agent: *
Disallow: /cdn-cgi/
Disallow: /mintlify-assets/_next/static/
Content-Signal: ai-train=yes, search=yes, ai-input=yes

Sitemap: https://{host}/sitemap.xml
"""

ROBOTS: dict[str, Answer] = {
    "developers.cloudflare.com": typed("text/plain", _CLOUDFLARE),
    "docs.payai.network": typed(TEXT, _MINTLIFY.format(host="docs.payai.network")),
    "docs.x402.org": typed(TEXT, _MINTLIFY.format(host="docs.x402.org")),
    "docs.python.org": typed("text/plain", _PYTHON),
    "nodejs.org": typed("text/plain", _NODE),
    "developer.mozilla.org": typed("text/plain", _MDN),
    "docs.github.com": typed(TEXT, "User-agent: *"),  # without a newline at the end
    # GitHub Pages has no such file there and answers with its HTML page.
    "www.typescriptlang.org": not_found("There isn't a GitHub Pages site here."),
}
HOSTS = tuple(ROBOTS)
