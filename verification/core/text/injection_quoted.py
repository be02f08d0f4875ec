"""Whether a text gives an instruction or only talks about one: quoted, introduced, reported or forbidden.

A heuristic on the words just round a match, never on the match itself. Quotation marks count only in prose: a
JSON value or an attribute is quoted by its syntax, and a text that is quoted from end to end gives its
instruction as any other.
"""

from __future__ import annotations

import re
from typing import Final

REACH: Final = 240
SENTENCE: Final = 110
STRAIGHT: Final = "\"'`"
PAIRS: Final = ("“”", "„“", "„”", "«»", "»«", "‹›", "‘’", "「」", "『』")
REPORTS: Final = (
    "tell tells telling told ask asks asking asked instruct instructs instructing instructed trick tricks "
    "tricking tricked convince convinces convinced cause causes causing force forces forced get gets persuade "
    "persuades manipulate manipulates want wants make makes making made"
)
TRIES: Final = "tries trying tried attempt attempts attempting attempted asks asking tells telling refuse refuses"
OBJECTS: Final = (
    "the a an any your it them some its ai language model models llm llms assistant assistants chatbot chatbots "
    "bot bots agent agents user users people someone"
)
_REPORTS: Final = frozenset(REPORTS.split())
_TRIES: Final = frozenset(TRIES.split())
_OBJECTS: Final = frozenset(OBJECTS.split())
_SENTENCE_END: Final = re.compile(r"[.!?](?=\s)|\n")
_OPENS: Final = re.compile(r"(?:^|[\s(\[{:=,>*—–-])$")
_CLOSES: Final = re.compile(r"[\s)\]}.,:;!?*—–-]|$")
_SYNTAX: Final = re.compile(r"(?:[\"'\w]\s?=\s?|[\"']\s?:\s?)$")
_INTRODUCED: Final = re.compile(
    r"\b(?:such as|for example|for instance|the (?:phrase|words?|sentence|expression|string)s?"
    r"|(?:phrase|prompt|string|instruction|command|message|sentence|request)s? (?:like|that says?|saying|reading)"
    r"|attackers? (?:\w{1,12} ){0,3}(?:write|say|insert|embed|type|use|inject|hide|send|add)s?|so-called|known as"
    r"|zum beispiel|wie etwa|par exemple|por ejemplo|por exemplo|ad esempio|per esempio"
    r"|например)\b|例如|比如|例えば|たとえば"
)
_FORBIDDEN: Final = re.compile(
    r"(?:\b(?:not|never|cannot|nicht|niemals|ne pas|jamais|nunca|никогда)|n't)\s(?:\w{1,12}\s)?$"
)


def talks_about(text: str, start: int, end: int, *, may_forbid: bool) -> bool:
    """Whether `text[start:end]` (code points) stands in a text that only talks about it.

    `may_forbid`: a "never" before it takes it back; not so where forbidding is what the instruction does.
    """
    before = text[max(0, start - REACH) : start].rpartition("\n\n")[2]
    after = text[end : end + REACH].partition("\n\n")[0]
    said = before[-SENTENCE:].lower().replace("’", "'")
    said = said.replace("e.g.", "for example").replace("z. b.", "zum beispiel").replace("z.b.", "zum beispiel")
    sentence = _SENTENCE_END.split(said)[-1]
    if _INTRODUCED.search(sentence) or _reported(sentence.split()[-8:]):
        return True
    if may_forbid and _FORBIDDEN.search(sentence[-30:]):
        return True
    return _enclosed(before, after, whole=start == len(before) and end + len(after) == len(text))


def _reported(words: list[str]) -> bool:
    """Whether words end in "tells the model to", "makes it" or "tries to", or in these and one word more."""
    to = "to" in words[-2:]
    if to:
        words = words[: -1 - words[::-1].index("to")]
    verbs = list(words)
    while verbs and verbs[-1] in _OBJECTS:
        verbs.pop()
    if len(verbs) == len(words):
        return to and not _TRIES.isdisjoint(words[-1:])
    return not _REPORTS.isdisjoint(verbs[-1:]) and verbs[-2:-1] not in (["i"], ["we"])


def _enclosed(before: str, after: str, *, whole: bool) -> bool:
    spans = [span for mark in STRAIGHT if mark in before and (span := _straight(before, after, mark))]
    spans += [
        (before.rfind(opens), after.find(closes))
        for opens, closes in PAIRS
        if opens in before and closes in after and before.rfind(opens) > before.rfind(closes)
    ]
    return any(
        not _SYNTAX.search(before[:opens])
        and not (whole and not before[:opens].strip() and not after[closes + 1 :].strip())
        for opens, closes in spans
    )


def _straight(before: str, after: str, mark: str) -> tuple[int, int] | None:
    """Where a straight mark opens before and closes after: one alike on both sides is told by its neighbours."""
    opens, closes = before.rfind(mark), after.find(mark)
    inside, beyond = before[opens + 1 : opens + 2] or after[:1], after[closes + 1 : closes + 2]
    while opens > 0 and before[opens - 1] == mark:
        opens -= 1
    if closes < 0 or inside.isspace() or not _OPENS.search(before[max(0, opens - 1) : opens]):
        return None
    return (opens, closes) if beyond == mark or _CLOSES.match(beyond) else None
