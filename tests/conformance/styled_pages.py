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
        choice = self._random
        tag = choice.choice(_TAGS)
        attributes = ""
        if choice.random() < 0.7:
            attributes += f' class="{" ".join(choice.sample(_CLASSES, choice.randint(1, 2)))}"'
        if choice.random() < 0.2:
            attributes += f' id="i{choice.randint(1, 5)}"'
        if choice.random() < 0.2:
            attributes += f' data-x="{choice.choice(("one two", "one-two", "three", ""))}"'
        if choice.random() < 0.1:
            attributes += f' lang="{choice.choice(("en", "en-GB", "de"))}"'
        if choice.random() < 0.15:
            attributes += f' style="{self._declarations()}"'
        if choice.random() < 0.05:
            attributes += " hidden"
        inner = "".join(self._element(depth + 1) for _ in range(choice.randint(0, 3 - depth)))
        return f"<{tag}{attributes}>{self._word()} {inner}</{tag}>"

    def _word(self) -> str:
        self._words += 1
        return f"w{self._words}w"

    def _sheet(self) -> str:
        return " ".join(self._rule(0) for _ in range(self._random.randint(1, 6)))

    def _rule(self, depth: int) -> str:
        choice = self._random
        roll = choice.random()
        if depth < 2 and roll < 0.15:
            return f"@media {choice.choice(_MEDIA)} {{ {self._rule(depth + 1)} {self._rule(depth + 1)} }}"
        if depth < 2 and roll < 0.22:
            return f"@supports {choice.choice(_SUPPORTS)} {{ {self._rule(depth + 1)} }}"
        if depth < 2 and roll < 0.35:
            return f"@layer {choice.choice(('', 'one', 'two', 'one.three'))} {{ {self._rule(depth + 1)} }}"
        if depth < 2 and roll < 0.38:
            return "@layer two, one;"
        if depth < 2 and roll < 0.45:
            inner = f"{choice.choice(('', '& ', '&', '> ', '+ '))}{self._selector(1)} {{ {self._declarations()} }}"
            return f"{self._selector(0)} {{ {self._declarations()}; {inner} }}"
        listed = ", ".join(self._selector(0) for _ in range(choice.choice((1, 1, 1, 2))))
        return f"{listed} {{ {self._declarations()} }}"

    def _declarations(self) -> str:
        choice = self._random
        parts = []
        for _ in range(choice.randint(1, 2)):
            name, values = choice.choice(_DECLARATIONS)
            important = choice.choice(("", "", "", "!important", " ! /**/ IMPORTANT"))
            spelled = choice.choice((name, name, name.upper(), name[:3] + "\\" + f"{ord(name[3]):x} " + name[4:]))
            parts.append(f"{spelled}/* c */: {choice.choice(values)}{important}")
        return "; ".join(parts)

    def _selector(self, depth: int) -> str:
        choice = self._random
        text = self._compound(depth)
        for _ in range(choice.choice((0, 0, 0, 1, 1, 2))):
            text += choice.choice((" ", " > ", " + ", " ~ ", ">")) + self._compound(depth)
        return text

    def _compound(self, depth: int) -> str:
        choice = self._random
        parts = [choice.choice(("", "", choice.choice(_TAGS), "*"))]
        for _ in range(choice.randint(1, 2)):
            parts.append(self._condition(depth))
        return "".join(parts)

    def _condition(self, depth: int) -> str:
        choice = self._random
        roll = choice.random()
        if roll < 0.5:
            return f".{choice.choice(_CLASSES)}"
        if roll < 0.58:
            return f"#i{choice.randint(1, 5)}"
        if roll < 0.68:
            return choice.choice(
                ("[data-x]", "[data-x~=one]", "[data-x|='one']", "[data-x^=on]", "[data-x$='ee' i]")
            )
        if roll < 0.75 and depth < 2:
            name = choice.choice(("not", "is", "where", "not", "has"))
            inner = ", ".join(self._selector(depth + 1) for _ in range(choice.randint(1, 2)))
            return f":{name}({inner})" if name != "has" or ":has" not in inner else ".a"
        if roll < 0.9:
            return choice.choice(
                (":first-child", ":last-child", ":only-child", ":nth-child(2n+1)", ":nth-last-child(2)", ":empty")
                + (":first-of-type", ":last-of-type", ":nth-of-type(even)", ":nth-child(1 of .a)", ":lang(en)")
            )
        return choice.choice((":hover", ":not(:hover)", "::before", ":focus-within", ":link", ":-moz-x", ":bogus"))
