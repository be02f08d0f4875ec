"""Random small pages with random style sheets: material for comparing the cascade with Chromium's."""

from __future__ import annotations

from random import Random

_TAGS = ("div", "div", "section", "article", "span", "b", "em")
_CLASSES = ("a", "b", "c", "d")
_DECLARATIONS = (
    ("display", ("none", "none", "none", "block", "inline", "contents", "flex", "revert", "bogus", "block flex")),
    ("visibility", ("hidden", "visible", "collapse", "inherit", "unset", "bogus")),
)
_MEDIA = (
    "screen",
    "print",
    "(min-width: 600px)",
    "(max-width: 600px)",
    "not print",
    "not all and (min-width: 2000px)",
    "(width >= 50em) and (orientation: landscape)",
    "(400px < width <= 900px)",
    "print, (hover: hover)",
    "(prefers-color-scheme: dark)",
    "(prefers-reduced-motion)",
    "not (prefers-color-scheme: dark)",
    "(unknown-feature)",
    "(min-width: 300px) or (max-width: 100px)",
    "only screen and (min-aspect-ratio: 1/1)",
)
_SUPPORTS = ("(display: grid)", "not (display: grid)", "(-moz-appearance: none)", "selector(:has(a))")


_CONDITIONS = (
    ":first-child",
    ":last-child",
    ":only-child",
    ":nth-child(2n+1)",
    ":nth-last-child(2)",
    ":empty",
    ":first-of-type",
    ":last-of-type",
    ":nth-of-type(even)",
    ":nth-child(1 of .a)",
    ":lang(en)",
    ":hover",
    ":not(:hover)",
    ":focus-within",
    ":link",
    ":-moz-x",
    ":bogus",
)
_ATTRIBUTES = ("[data-x]", "[data-x~=one]", "[data-x|='one']", "[data-x^=on]", "[data-x$='ee' i]")


class Maker:
    """One page a seed; each element's own text is a word of its own."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._words = 0

    def page(self) -> str:
        body = "".join(self._element(0) for _ in range(self._random.randint(2, 4)))
        sheets = "".join(f"<style>{self._sheet()}</style>" for _ in range(self._random.randint(1, 2)))
        return f"<!doctype html><html><head><title>t</title>{sheets}</head><body>{body}</body></html>"

    def _element(self, depth: int) -> str:
        tag = self._random.choice(_TAGS)
        inner = "".join(self._element(depth + 1) for _ in range(self._random.randint(0, 3 - depth)))
        self._words += 1
        return f"<{tag}{self._attributes()}>w{self._words}w {inner}</{tag}>"

    def _attributes(self) -> str:
        choice = self._random
        chances = (
            (0.7, lambda: f' class="{" ".join(choice.sample(_CLASSES, choice.randint(1, 2)))}"'),
            (0.2, lambda: f' id="i{choice.randint(1, 5)}"'),
            (0.2, lambda: f' data-x="{choice.choice(("one two", "one-two", "three", ""))}"'),
            (0.1, lambda: f' lang="{choice.choice(("en", "en-GB", "de"))}"'),
            (0.15, lambda: f' style="{self._declarations()}"'),
            (0.05, lambda: " hidden"),
        )
        return "".join(make() for chance, make in chances if choice.random() < chance)

    def _sheet(self) -> str:
        return " ".join(self._rule(0) for _ in range(self._random.randint(1, 6)))

    def _rule(self, depth: int) -> str:
        roll = self._random.random() if depth < 2 else 1.0
        if roll < 0.15:
            return f"@media {self._random.choice(_MEDIA)} {{ {self._rule(depth + 1)} {self._rule(depth + 1)} }}"
        if roll < 0.22:
            return f"@supports {self._random.choice(_SUPPORTS)} {{ {self._rule(depth + 1)} }}"
        if roll < 0.35:
            return f"@layer {self._random.choice(('', 'one', 'two', 'one.three'))} {{ {self._rule(depth + 1)} }}"
        if roll < 0.38:
            return "@layer two, one;"
        return self._nesting_rule() if roll < 0.45 else self._style_rule()

    def _nesting_rule(self) -> str:
        lead = self._random.choice(("", "& ", "&", "> ", "+ "))
        inner = f"{lead}{self._selector(1)} {{ {self._declarations()} }}"
        return f"{self._selector(0)} {{ {self._declarations()}; {inner} }}"

    def _style_rule(self) -> str:
        listed = ", ".join(self._selector(0) for _ in range(self._random.choice((1, 1, 1, 2))))
        return f"{listed}{self._random.choice(('', '', '', '', '::before'))} {{ {self._declarations()} }}"

    def _declarations(self) -> str:
        return "; ".join(self._declaration() for _ in range(self._random.randint(1, 2)))

    def _declaration(self) -> str:
        choice = self._random
        name, values = choice.choice(_DECLARATIONS)
        important = choice.choice(("", "", "", "!important", " ! /**/ IMPORTANT"))
        spelled = choice.choice((name, name, name.upper(), f"{name[:3]}\\{ord(name[3]):x} {name[4:]}"))
        return f"{spelled}/* c */: {choice.choice(values)}{important}"

    def _selector(self, depth: int) -> str:
        text = self._compound(depth)
        for _ in range(self._random.choice((0, 0, 0, 1, 1, 2))):
            text += self._random.choice((" ", " > ", " + ", " ~ ", ">")) + self._compound(depth)
        return text

    def _compound(self, depth: int) -> str:
        tag = self._random.choice(("", "", self._random.choice(_TAGS), "*"))
        return tag + "".join(self._condition(depth) for _ in range(self._random.randint(1, 2)))

    def _condition(self, depth: int) -> str:
        choice = self._random
        roll = choice.random()
        if roll < 0.5:
            return f".{choice.choice(_CLASSES)}"
        if roll < 0.58:
            return f"#i{choice.randint(1, 5)}"
        if roll < 0.68:
            return choice.choice(_ATTRIBUTES)
        if roll < 0.75 and depth < 2:
            name = choice.choice(("not", "is", "where", "not", "has"))
            inner = ", ".join(self._selector(depth + 1) for _ in range(choice.randint(1, 2)))
            return f":{name}({inner})" if name != "has" or ":has" not in inner else ".a"
        return choice.choice(_CONDITIONS)
