from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.page.addresses import is_public

PUBLIC = ["1.1.1.1", "8.8.8.8", "151.101.0.223", "172.15.255.255", "172.32.0.0", "100.63.255.255", "100.128.0.0"]
PUBLIC += [
    "191.255.255.255",
    "192.0.1.0",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "11.0.0.0",
    "9.255.255.255",
]
PUBLIC += [
    "2a04:4e42::223",
    "2606:4700::1111",
    "2001:4860:4860::8888",
    "2001:200::1",
    "2003::1",
    "3ffe::1",
    "2620:0:2d0::1",
]
NOT_PUBLIC = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "100.100.100.200",
    "100.127.255.255",
]
NOT_PUBLIC += ["127.0.0.1", "127.255.255.254", "168.63.129.16", "169.254.169.254", "169.254.170.2", "172.16.0.1"]
NOT_PUBLIC += [
    "172.31.255.255",
    "192.0.0.8",
    "192.0.0.192",
    "192.0.2.1",
    "192.31.196.1",
    "192.52.193.1",
    "192.88.99.1",
]
NOT_PUBLIC += ["192.168.0.1", "192.175.48.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1"]
NOT_PUBLIC += ["224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"]
NOT_PUBLIC += [
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
]
NOT_PUBLIC += [
    "64:ff9b::808:808",
    "64:ff9b:1::7f00:1",
    "100::1",
    "100:0:0:1::1",
    "2001::1",
    "2001:1::1",
    "2001:2::1",
]
NOT_PUBLIC += [
    "2001:3::1",
    "2001:4:112::1",
    "2001:10::1",
    "2001:20::1",
    "2001:30::1",
    "2001:1ff:ffff::1",
    "2001:db8::1",
]
NOT_PUBLIC += [
    "2002:7f00:1::",
    "2002:808:808::1",
    "2620:4f:8000::1",
    "3fff::1",
    "3fff:fff::1",
    "4000::1",
    "5f00::1",
]
NOT_PUBLIC += [
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "2606:4700::1111%1",
    "fec0::1",
    "ff02::1",
    "ff0e::1",
]
NOT_PUBLIC += [
    "",
    "localhost",
    "127.1",
    "0x7f.1",
    "2130706433",
    "127.0.0.1:80",
    "[::1]",
    "1.1.1.1 ",
    "1.1.1",
    "01.1.1.1",
]


@pytest.mark.parametrize("address", PUBLIC)
def test_an_address_of_the_public_internet_is_public(address):
    assert is_public(address)


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_a_special_wrapped_or_odd_address_is_not_public(address):
    assert not is_public(address)


@given(st.ip_addresses())
def test_whatever_python_calls_private_or_special_is_never_public(address):
    special = address.is_private or address.is_multicast or address.is_reserved or address.is_loopback
    assert not (special and is_public(str(address)))


@given(st.ip_addresses(v=4))
def test_no_ipv4_address_passes_in_any_ipv6_wrapping(address):
    octets = int(address)
    for prefix in ("::", "::ffff:0:0", "::ffff:0:0:0", "64:ff9b::", "64:ff9b:1::"):
        assert not is_public(str(ipaddress.IPv6Address(int(ipaddress.IPv6Address(prefix)) + octets)))
    assert not is_public(str(ipaddress.IPv6Address((0x2002 << 112) + (octets << 80))))
    assert not is_public(str(ipaddress.IPv6Address((0x20010000 << 96) + octets)))
