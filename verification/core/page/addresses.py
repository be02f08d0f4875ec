"""Decides whether an address is on the public internet.

Own list, from IANA's special-purpose registries: `ipaddress.is_global` of Python 3.11 lets NAT64, 6to4,
multicast and site-local addresses pass. IPv6 is allowed inside 2000::/3 alone: that leaves out the forms that
wrap an IPv4 address (mapped, compatible, NAT64), and the list the exceptions within it.
"""

from __future__ import annotations

import ipaddress
from typing import Final

_REFUSED_V4: Final = tuple(
    ipaddress.IPv4Network(network)
    for network in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",  # carrier-grade NAT
        "127.0.0.0/8",
        "168.63.129.16/32",  # a cloud's host services at an address that looks public
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",
        "192.175.48.0/24",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    )
)
_GLOBAL_V6: Final = ipaddress.IPv6Network("2000::/3")
_REFUSED_V6: Final = tuple(
    ipaddress.IPv6Network(network)
    for network in (
        "2001::/23",  # Teredo, benchmarking, ORCHID and the rest of the protocol assignments
        "2001:db8::/32",
        "2002::/16",  # 6to4
        "2620:4f:8000::/48",
        "3fff::/20",
    )
)


def is_public(address: str) -> bool:
    """`address` as the resolver gives it; what isn't a plain address (one with a zone id, say) isn't public."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv4Address):
        return not any(parsed in network for network in _REFUSED_V4)
    if parsed.scope_id is not None or parsed not in _GLOBAL_V6:
        return False
    return not any(parsed in network for network in _REFUSED_V6)
