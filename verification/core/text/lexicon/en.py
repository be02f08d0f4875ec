"""English: the words whose change changes what a sentence says."""

from __future__ import annotations

from verification.core.text.lexicon.entry import lexicon

LEXICON = lexicon(
    "en",
    stemmer="english",
    common="""
        the a an of and or to in on at by for from with as is are was were be been being has have had do does
        did it its it's this that these those there their they them he she his her him we us our you your i me
        my who which whose whom what when where how why so then than also into over under about after before
        between through during because while each all any some such same other another more most very just up
        out off own i'm i'd i'll i've one's itself himself herself themselves here now if but
    """,
    negations="""
        no not never none nobody nothing nowhere neither nor cannot non- without hardly scarcely barely seldom
        rarely isn't aren't wasn't weren't don't doesn't didn't haven't hasn't hadn't can't couldn't won't
        wouldn't shan't shouldn't mustn't mayn't mightn't needn't ain't daren't oughtn't
    """,
    modals={
        "must": "must mustn't",
        "may": "may mayn't",
        "might": "might mightn't",
        "shall": "shall shan't",
        "should": "should shouldn't",
        "ought": "ought oughtn't",
        "can": "can cannot can't",
        "could": "could couldn't",
        "will": "will won't",
        "would": "would wouldn't",
        "need": "need needn't",
    },
    numbers={
        "0": "zero nil",
        "1": "one",
        "2": "two",
        "3": "three",
        "4": "four",
        "5": "five",
        "6": "six",
        "7": "seven",
        "8": "eight",
        "9": "nine",
        "10": "ten",
        "11": "eleven",
        "12": "twelve dozen",
        "13": "thirteen",
        "14": "fourteen",
        "15": "fifteen",
        "16": "sixteen",
        "17": "seventeen",
        "18": "eighteen",
        "19": "nineteen",
        "20": "twenty",
        "30": "thirty",
        "40": "forty",
        "50": "fifty",
        "60": "sixty",
        "70": "seventy",
        "80": "eighty",
        "90": "ninety",
        "100": "hundred hundreds",
        "1000": "thousand thousands",
        "1000000": "million millions mn",
        "1000000000": "billion billions bn",
        "1000000000000": "trillion trillions",
        "1st": "first 1st",
        "2nd": "second 2nd",
        "3rd": "third 3rd",
        "4th": "fourth 4th",
        "5th": "fifth 5th",
        "6th": "sixth 6th",
        "7th": "seventh 7th",
        "8th": "eighth 8th",
        "9th": "ninth 9th",
        "10th": "tenth 10th",
        "11th": "eleventh 11th",
        "12th": "twelfth 12th",
        "20th": "twentieth 20th",
        "1/2": "half halves",
        "1/4": "quarter quarters",
        "2/3": "thirds",
        "1x": "once",
        "2x": "twice double doubled",
        "3x": "thrice triple tripled",
        "4x": "quadruple quadrupled",
    },
    units={
        "%": "percent percentage",
        "point": "point points",
        "basis point": "basis bps",
        "second": "seconds sec secs",
        "millisecond": "millisecond milliseconds",
        "minute": "minute minutes",
        "hour": "hour hours hourly",
        "day": "day days daily",
        "week": "week weeks weekly",
        "fortnight": "fortnight fortnights fortnightly",
        "month": "month months monthly",
        "quarter year": "quarterly",
        "year": "year years yearly annual annually annum",
        "decade": "decade decades",
        "century": "century centuries",
        "mm": "millimetre millimetres millimeter millimeters",
        "cm": "centimetre centimetres centimeter centimeters",
        "m": "metre metres meter meters",
        "km": "kilometre kilometres kilometer kilometers",
        "in": "inch inches",
        "ft": "foot feet",
        "yd": "yard yards",
        "mi": "mile miles",
        "nmi": "nautical",
        "mg": "milligram milligrams milligramme",
        "g": "gram grams gramme grammes",
        "kg": "kilogram kilograms kilo kilos",
        "t": "tonne tonnes ton tons",
        "lb": "pound pounds",
        "oz": "ounce ounces",
        "l": "litre litres liter liters",
        "ml": "millilitre millilitres milliliter milliliters",
        "gal": "gallon gallons",
        "ha": "hectare hectares",
        "acre": "acre acres",
        "square": "square",
        "cubic": "cubic",
        "°": "degree degrees",
        "°c": "celsius",
        "°f": "fahrenheit",
        "k": "kelvin",
        "b": "byte bytes",
        "kb": "kilobyte kilobytes",
        "mb": "megabyte megabytes",
        "gb": "gigabyte gigabytes",
        "tb": "terabyte terabytes",
        "bit": "bit bits",
        "w": "watt watts",
        "kw": "kilowatt kilowatts",
        "mw": "megawatt megawatts",
        "gw": "gigawatt gigawatts",
        "v": "volt volts",
        "kcal": "calorie calories",
        "j": "joule joules",
        "usd": "dollar dollars",
        "eur": "euro euros",
        "gbp": "sterling",
        "jpy": "yen",
        "cny": "yuan renminbi",
        "chf": "franc francs",
        "inr": "rupee rupees",
        "rub": "rouble roubles ruble rubles",
        "cent": "cent cents",
        "penny": "penny pence",
    },
    opposites="""
        enabled/disabled enable/disable enables/disables allowed/forbidden allowed/prohibited
        permitted/forbidden permitted/prohibited allow/forbid allow/prohibit accept/reject accepted/rejected
        accepts/rejects approve/reject approved/rejected approved/denied granted/denied granted/refused
        include/exclude included/excluded includes/excludes including/excluding increase/decrease
        increased/decreased increases/decreases increasing/decreasing rise/fall rose/fell rises/falls
        rising/falling risen/fallen gain/loss gains/losses gained/lost profit/loss more/less more/fewer
        most/least greater/less greater/smaller higher/lower high/low highest/lowest above/below over/under
        before/after earlier/later maximum/minimum upper/lower up/down first/last always/never all/none all/some
        every/no everyone/nobody none/some any/no start/end starts/ends started/ended begin/end begins/ends
        open/closed open/close opens/closes opened/closed true/false valid/invalid legal/illegal lawful/unlawful
        safe/unsafe secure/insecure known/unknown possible/impossible likely/unlikely able/unable agree/disagree
        agreed/disagreed guilty/innocent win/lose won/lost success/failure succeeded/failed succeed/fail
        pass/fail passed/failed present/absent required/optional mandatory/optional public/private
        internal/external buy/sell bought/sold buyer/seller lender/borrower landlord/tenant employer/employee
        plaintiff/defendant debit/credit import/export imports/exports left/right north/south east/west
        positive/negative better/worse best/worst good/bad strong/weak stronger/weaker hot/cold fast/slow
        faster/slower large/small larger/smaller long/short longer/shorter early/late old/new rich/poor
        alive/dead male/female add/remove added/removed adds/removes with/without inside/outside support/oppose
        supported/opposed supports/opposes confirm/deny confirmed/denied confirms/denies love/hate cause/prevent
        causes/prevents caused/prevented at_least/at_most refundable/nonrefundable read/write
        encrypted/unencrypted decrypted/encrypted temporary/permanent voluntary/compulsory single/multiple
        both/neither either/neither
    """,
    limits="only solely exclusively merely always all every each any some",
    provisos="""
        except, excepting, excluding, unless, but, however, only if, only when, only where, provided, providing,
        until, till, if, without, save for, save that, save where, subject to, on condition,
        apart from, other than, as long as, so long as, insofar as, barring
    """,
    abbreviations="""
        mr mrs ms dr prof st mt jr sr rev hon gen col capt lt sgt sen rep gov pres vs v no nos art arts sec para
        fig figs vol pp p ed eds inc ltd co corp dept univ approx est e.g i.e cf al ca c jan feb mar apr jun jul
        aug sept sep oct nov dec mon tue wed thu fri sat sun u.s u.k u.n
    """,
)
