"""Word classes of the injection rules: `{name}` in a rule is any one of these words of the rule's language.

One module a language. Words are parted by spaces, `_` is the space inside a phrase; case and accents do not
matter. `FRAGMENTS` are what no list of words can say: `<name>` in a rule.
"""

from __future__ import annotations

from typing import Final

from verification.core.text.injection_words import de, en, es, fr, it, ru

LANGUAGES: Final = {"en": en.WORDS, "de": de.WORDS, "fr": fr.WORDS, "es": es.WORDS, "it": it.WORDS, "ru": ru.WORDS}

FRAGMENTS: Final[dict[str, str]] = {
    "contact": r"(?:[\w+-][\w.+-]{0,63}@[\w-]{1,63}\.[\w.-]{1,63}|https?://[^\s<>]{3,200})",
    "line": r"(?m:^)[^\w\n]{0,12}",
    "role": (
        r"\[{1,2}\s?(?:system|assistant|sys|developer|admin)"
        r"(?:[ _](?:message|prompt|note|override|instructions?))?\s?\]{1,2}"
    ),
    "tool": (
        r"(?=[a-z]{3,12}_)(?:send|delete|remove|transfer|read|write|post|fetch|execute|run|exec|forward|upload|download"
        r"|create|update|drop|wire|http|get|shell|make|share|export|grant|reset|approve|modify|search|query|wipe|browse"
        r"|open|save|add|invite|publish|disable|move|rotate|schedule|cancel)"
        r"_(?:e?mails?|files?|messages?|sms|money|funds|payments?|url|urls|http|post|get|request|commands?|shell|code"
        r"|sql|query|users?|data|database|db|records?|tables?|passwords?|access|invoices?|refunds?|webhooks?|memory"
        r"|accounts?|customers?|secrets?|credentials|keys?|webpage|page|transaction|tickets?|admin|bash|script|slack)\b"
        r"(?=[^\w(]{1,3}(?:to|on|with|and|for|url|path|tool|now|then|using|against|the|immediately|auf|mit|um|pour|avec"
        r"|sur|para|con|en|per|su)\b)"
    ),
}
