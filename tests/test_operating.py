"""What an operator reads names everything there is: settings, commands, checks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from payments.core.terms import SANDBOX, TERMS

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
CODE = "\n".join(path.read_text(encoding="utf-8") for app in ("payments", "quoteproof", "receipts")
                 for path in sorted((ROOT / app).rglob("*.py")))  # fmt: skip
SETTINGS = sorted(set(re.findall(r'env\.\w+\(\s*"(\w+)"', CODE)) - {"PORT"})
CHECKS = sorted(set(re.findall(r'id="(\w+)\.([EW]\d+)"', CODE)))
COMMANDS = sorted(path.stem for path in (ROOT / "quoteproof/management/commands").glob("[a-z]*.py"))


@pytest.mark.parametrize("name", SETTINGS)
def test_the_readme_names_each_setting(name: str):
    assert f"`{name}`" in README


@pytest.mark.parametrize("name", COMMANDS)
def test_the_readme_names_each_command(name: str):
    assert f"`{name}`" in README or f"manage.py {name}" in README


@pytest.mark.parametrize(("app", "number"), CHECKS)
def test_the_guide_explains_each_check(app: str, number: str):
    assert f"`{app}.{number}`" in GUIDE


def test_the_guide_names_each_networks_token():
    chains = [terms for name, terms in TERMS.items() if name != SANDBOX]
    assert len(chains) == 2 and all(f"`{each.network}`" in GUIDE and each.asset in GUIDE for each in chains)


def test_something_is_looked_for():
    assert len(SETTINGS) > 20 and len(CHECKS) > 12 and "settler" in COMMANDS
