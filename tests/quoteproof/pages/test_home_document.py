"""The form of an answer with its citations, as a browser without JavaScript sends it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from payments.models import Charge
from quoteproof.pages import document_form
from tests.mirror.behaviours import ONCE, TWICE
from tests.quoteproof.pages.conftest import HTML_PAGE, TEXT_PAGE, Visitor
from verification.models import Check

pytestmark = pytest.mark.django_db
PATH = "/?way=document"
ANSWER = (
    f"The notes say “{ONCE}” ([notes]({HTML_PAGE})), and “{TWICE}” ([text]({TEXT_PAGE})).\n\n"
    "Somebody said “this one has no page of its own at all”.\n"
)


def lots(count: int) -> str:
    """An answer with so many quotes."""
    return "\n\n".join(f"“A sentence of its own, number {n}.” ([source]({HTML_PAGE}))" for n in range(count))


def send(visitor: Visitor, **fields: Any) -> Any:
    token = visitor.get(PATH).context["csrf_token"]
    return visitor.client.post(PATH, {"csrfmiddlewaretoken": str(token), "way": "document"} | fields)


def listed(text: str) -> dict[str, Any]:
    """The fields of the list as it was shown, all of it as it was ticked."""
    pairs = re.findall(r'name="pair" value="(\w+)" checked', text)
    return {"pair": pairs, "shown": re.search(r'name="shown" value="(\w+)"', text)[1]}  # type: ignore[index]


def test_the_form_says_that_finding_is_free_and_what_a_check_costs(visitor: Visitor):
    text = visitor.text(PATH)
    assert "To find them costs nothing." in text and "US$0.05" in text
    assert f'href="{PATH}" aria-current="page"' in text.replace("&amp;", "&")


def test_quotes_are_found_with_their_pages_and_those_left_out_with_a_reason(visitor: Visitor):
    response = send(visitor, document=ANSWER, find="1")
    text = response.content.decode()
    assert response.status_code == 200 and not Charge.objects.exists()
    for part in (ONCE, TWICE, HTML_PAGE, TEXT_PAGE, "No link stands with it", "Read as Markdown."):
        assert part in text
    assert len(listed(text)["pair"]) == 2 and "Check and pay US$0.05" in text


def test_what_was_chosen_is_bought_and_nothing_else(visitor: Visitor, mirror):
    shown = listed(send(visitor, document=ANSWER, find="1").content.decode())
    response = send(visitor, document=ANSWER, **shown | {"pair": shown["pair"][1:]}, part="1")
    charge = Charge.objects.get()
    assert (response.status_code, response["Location"]) == (303, f"/checks/{charge.reference}")
    assert charge.amount == 50_000
    assert len(json.loads(bytes(Check.objects.get().request or b""))["pairs"]) == 1


def test_many_quotes_are_several_parts_each_bought_by_its_own_button(visitor: Visitor, mirror):
    text = send(visitor, document=lots(12), find="1").content.decode()
    assert "US$0.10" in text and text.count("data-submit") == 2 and "Check part 2 and pay US$0.05" in text
    send(visitor, document=lots(12), **listed(text), part="2")
    assert Charge.objects.get().amount == 50_000


def test_a_choice_that_makes_other_parts_is_shown_again_before_it_is_paid(visitor: Visitor):
    shown = listed(send(visitor, document=lots(12), find="1").content.decode())
    response = send(visitor, document=lots(12), **shown | {"pair": shown["pair"][3:]}, part="2")
    text = response.content.decode()
    assert response.status_code == 400 and not Charge.objects.exists()
    assert document_form.CHANGED in text and len(listed(text)["pair"]) == 9 and text.count("data-submit") == 1


@pytest.mark.parametrize(
    ("document", "fields", "told"),
    [
        ("  \n", {}, document_form.EMPTY),
        ("x" * 262_145, {}, document_form.TOO_LARGE),
        (ANSWER, {"shown": "one", "pair": []}, document_form.NOTHING_CHOSEN),
    ],
)
def test_mistakes_are_told_and_nothing_is_lost(visitor: Visitor, settings, document, fields, told):
    response = send(visitor, document=document, find="1", **fields)
    assert response.status_code == 400 and told in response.content.decode()
    assert f"\n{document}</textarea>" in response.content.decode().replace("&#x27;", "'")


def test_an_answer_without_quotes_is_told_so(visitor: Visitor):
    text = send(visitor, document="Nothing is quoted here.", find="1").content.decode()
    assert "No quote that can be checked" in text and "data-submit" not in text


def test_the_script_is_given_the_same_request(visitor: Visitor):
    shown = listed(send(visitor, document=ANSWER, find="1").content.decode())
    token = str(visitor.get(PATH).context["csrf_token"])
    fields = {"csrfmiddlewaretoken": token, "way": "document", "document": ANSWER, "part": "1", **shown}
    asked = json.loads(visitor.client.post("/draft", fields).content)
    assert asked["path"] == "/v1/verify/document"
    assert asked["request"]["pairs"] == [{"url": HTML_PAGE, "quote": ONCE}, {"url": TEXT_PAGE, "quote": TWICE}]


@pytest.mark.parametrize(
    ("document", "form"),
    [
        ('<p>He wrote <q cite="https://nodejs.org/api/">so it is</q>.</p>', "html"),
        ("See [the page](https://nodejs.org/api/).", "markdown"),
        ("> so it is\n\nhttps://nodejs.org/api/", "markdown"),
        ("He wrote “so it is” (https://nodejs.org/api/). 1 < 2", "text"),
    ],
)
def test_how_it_is_written_is_recognised(document: str, form: str):
    assert document_form.recognised(document) == form
    assert document_form.DocumentForm(document, "html").read_as == "html"
