"""Signs and symbols that every language shares: units (BIPM, ISO 4217) and currency signs.

A letter symbol is a unit only behind a number or a slash ("5 m", "km/h"); the signs always are one.
"""

from __future__ import annotations

from typing import Final

SIGNS: Final = {
    "%": "%",
    "‰": "‰",
    "°": "°",
    "°c": "°c",
    "°f": "°f",
    "℃": "°c",
    "℉": "°f",
    "$": "usd",
    "€": "eur",
    "£": "gbp",
    "¥": "jpy",
    "₽": "rub",
    "₹": "inr",
    "₩": "krw",
    "¢": "cent",
    "％": "%",
}

_CODES: Final = """
    usd eur gbp jpy cny rub inr chf cad aud brl mxn krw hkd sek nok dkk pln
"""
CODES: Final = {code: code for code in _CODES.split()}

_LETTERS = """
    s ms µs ns min h hr hrs d wk mo yr yrs
    mm cm dm m km µm nm in ft yd mi nmi
    mg g kg t lb lbs oz µg mcg
    l ml cl dl gal
    ha ac c f k
    b kb mb gb tb pb kib mib gib tib bit kbit mbit gbit kbps mbps gbps
    w kw mw gw tw wh kwh mwh gwh twh v kv mv a ma j kj kcal cal n kn pa kpa hpa bar psi
    hz khz mhz ghz mph kph kmh kn rpm db ppm ppb mol cd lm lx bps
    мм см м км г кг т л мл с сек мин ч мг гб мб кб тб вт квт мвт
"""
_SAME = {"lbs": "lb", "hrs": "hour", "hr": "hour", "h": "hour", "min": "minute", "s": "second", "d": "day"}
_SAME |= {"yr": "year", "yrs": "year", "wk": "week", "mo": "month", "c": "°c", "f": "°f", "mcg": "µg"}
_SAME |= {"мм": "mm", "см": "cm", "м": "m", "км": "km", "г": "g", "кг": "kg", "т": "t", "л": "l", "мл": "ml"}
_SAME |= {"с": "second", "сек": "second", "мин": "minute", "ч": "hour", "мг": "mg"}

# Casefolding turns the micro sign into the Greek letter.
LETTERS: Final = {symbol.casefold(): _SAME.get(symbol, symbol) for symbol in _LETTERS.split()}
