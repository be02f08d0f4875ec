from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from quoteproof import env


def test_a_secret_comes_from_the_file_that_name_file_names(monkeypatch, tmp_path):
    (tmp_path / "key").write_text("from the file\n")
    monkeypatch.setenv("QP_X_FILE", str(tmp_path / "key"))
    assert env.secret("QP_X") == "from the file"


def test_a_secret_given_twice_stops_the_start(monkeypatch, tmp_path):
    monkeypatch.setenv("QP_X", "one")
    monkeypatch.setenv("QP_X_FILE", str(tmp_path / "key"))
    with pytest.raises(ImproperlyConfigured, match="not both"):
        env.secret("QP_X")


def test_a_secret_file_that_cannot_be_read_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("QP_X_FILE", str(tmp_path / "none"))
    with pytest.raises(ImproperlyConfigured, match="QP_X_FILE"):
        env.secret("QP_X")


def test_a_file_to_be_looked_at_again_is_not_read_yet(monkeypatch, tmp_path):
    monkeypatch.setenv("QP_X_FILE", str(tmp_path / "none"))
    assert env.secret_or_path("QP_X") == ("", str(tmp_path / "none"))
    monkeypatch.setenv("QP_X", "one")
    with pytest.raises(ImproperlyConfigured, match="not both"):
        env.secret_or_path("QP_X")


@pytest.mark.parametrize("raw", ["-1", "1.0", "ten", "11", "１"])
def test_an_integer_out_of_bounds_or_form_is_refused_by_name(monkeypatch, raw):
    monkeypatch.setenv("QP_N", raw)
    with pytest.raises(ImproperlyConfigured, match="QP_N"):
        env.integer("QP_N", 5, most=10)


def test_an_integer_not_set_is_its_default(monkeypatch):
    monkeypatch.delenv("QP_N", raising=False)
    assert env.integer("QP_N", 5, most=10) == 5


def test_a_choice_names_what_is_allowed(monkeypatch):
    monkeypatch.setenv("QP_C", "maybe")
    with pytest.raises(ImproperlyConfigured, match="yes, no"):
        env.choice("QP_C", "yes", ("yes", "no"))


def test_words_drop_blanks(monkeypatch):
    monkeypatch.setenv("QP_W", " a, ,b ,")
    assert env.words("QP_W") == ("a", "b")
