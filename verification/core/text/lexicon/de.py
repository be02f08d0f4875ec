"""German: the words whose change changes what a sentence says."""

from __future__ import annotations

from verification.core.text.lexicon.entry import lexicon

_DIGITS = ["ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"]
_TENS = ["zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]
_COMPOUND = {
    str(10 * tens + digit): f"{ones}und{name}"
    for tens, name in enumerate(_TENS, 2)
    for digit, ones in enumerate(_DIGITS, 1)
}
_HUNDREDS = {str(100 * digit): f"{ones}hundert" for digit, ones in enumerate(_DIGITS, 1)}
_THOUSANDS = {str(1000 * digit): f"{ones}tausend" for digit, ones in enumerate(_DIGITS, 1)}

LEXICON = lexicon(
    "de",
    stemmer="german",
    common="""
        der die das den dem des ein eine einen einem einer eines und oder in im an am auf aus bei mit nach von
        vom zu zum zur für über unter um durch gegen zwischen vor hinter ist sind war waren wird werden wurde
        wurden sein hat haben hatte hatten es er sie wir ihr ihm ihn ihnen ich du uns euch sich dass daß als wie
        so auch dann dieser diese dieses diesen diesem jener welche welcher welches was wer wo man noch schon
        sehr mehr alle seine seiner seinem seinen ihre ihrer ihrem ihren unser unsere da damit denn doch nur
    """,
    negations="""
        nicht kein keine keinen keinem keiner keines nie niemals nichts niemand niemanden niemandem nirgends
        nirgendwo weder ohne kaum keinesfalls keineswegs keinerlei nein
    """,
    modals={
        "muss": "muss müssen musste mussten müsste müssten muß mußte",
        "darf": "darf dürfen durfte durften dürfte dürften",
        "soll": "soll sollen sollte sollten",
        "kann": "kann können konnte konnten",
        "könnte": "könnte könnten",
        "mag": "mag mögen möchte möchten",
        "will": "will wollen wollte wollten",
    },
    numbers={
        "0": "null",
        "1": "eins",
        "2": "zwei zweien",
        "3": "drei dreien",
        "4": "vier",
        "5": "fünf",
        "6": "sechs",
        "7": "sieben",
        "8": "acht",
        "9": "neun",
        "10": "zehn",
        "11": "elf",
        "12": "zwölf dutzend",
        "13": "dreizehn",
        "14": "vierzehn",
        "15": "fünfzehn",
        "16": "sechzehn",
        "17": "siebzehn",
        "18": "achtzehn",
        "19": "neunzehn",
        **{str(10 * tens): name for tens, name in enumerate(_TENS, 2)},
        **_COMPOUND,
        **_HUNDREDS,
        **_THOUSANDS,
        "100": "hundert einhundert",
        "1000": "tausend eintausend",
        "1000000": "million millionen mio",
        "1000000000": "milliarde milliarden mrd",
        "1000000000000": "billion billionen",
        "1st": "erste erster ersten erstes erstem erstens",
        "2nd": "zweite zweiter zweiten zweites zweitem zweitens",
        "3rd": "dritte dritter dritten drittes drittem drittens",
        "4th": "vierte vierter vierten viertes viertem",
        "5th": "fünfte fünfter fünften fünftes fünftem",
        "10th": "zehnte zehnter zehnten zehntes zehntem",
        "1/2": "halb halbe halber halben halbes hälfte",
        "1/3": "drittel",
        "1/4": "viertel",
        "1x": "einmal",
        "2x": "zweimal doppelt doppelte doppelten",
        "3x": "dreimal dreifach dreifache dreifachen",
    },
    units={
        "%": "prozent",
        "point": "prozentpunkt prozentpunkte prozentpunkten",
        "second": "sekunde sekunden",
        "minute": "minute minuten",
        "hour": "stunde stunden stündlich",
        "working day": "werktag werktage werktagen arbeitstag arbeitstage arbeitstagen",
        "day": "tag tage tagen tages täglich",
        "week": "woche wochen wöchentlich",
        "month": "monat monate monaten monats monatlich",
        "quarter year": "quartal quartale quartalen",
        "year": "jahr jahre jahren jahres jährlich",
        "decade": "jahrzehnt jahrzehnte jahrzehnten",
        "century": "jahrhundert jahrhunderte jahrhunderten",
        "mm": "millimeter millimetern",
        "cm": "zentimeter zentimetern",
        "m": "meter metern",
        "km": "kilometer kilometern",
        "mi": "meile meilen",
        "ft": "fuß",
        "in": "zoll",
        "mg": "milligramm",
        "g": "gramm",
        "kg": "kilogramm kilo",
        "t": "tonne tonnen",
        "lb": "pfund",
        "l": "liter litern",
        "ml": "milliliter",
        "ha": "hektar",
        "square": "quadratmeter quadratkilometer",
        "cubic": "kubikmeter",
        "°": "grad",
        "°c": "celsius",
        "°f": "fahrenheit",
        "usd": "dollar",
        "eur": "euro euros",
        "chf": "franken",
        "cent": "cent",
        "rub": "rubel",
        "jpy": "yen",
        "w": "watt",
        "kw": "kilowatt",
        "kwh": "kilowattstunde kilowattstunden",
        "mb": "megabyte",
        "gb": "gigabyte",
        "tb": "terabyte",
    },
    opposites="""
        erlaubt/verboten zulässig/unzulässig gestattet/untersagt gestattet/verboten erlaubt/untersagt
        aktiviert/deaktiviert eingeschaltet/ausgeschaltet gültig/ungültig rechtmäßig/rechtswidrig legal/illegal
        angenommen/abgelehnt genehmigt/abgelehnt bewilligt/abgelehnt zugestimmt/abgelehnt
        eingeschlossen/ausgeschlossen einschließlich/ausschließlich erhöht/gesenkt erhöht/verringert
        gestiegen/gefallen gestiegen/gesunken steigt/fällt steigt/sinkt steigen/fallen steigen/sinken stieg/fiel
        stieg/sank zunahme/abnahme anstieg/rückgang gewinn/verlust gewinne/verluste mehr/weniger größer/kleiner
        höher/niedriger hoch/niedrig hohe/niedrige mindestens/höchstens minimum/maximum vor/nach über/unter
        oben/unten früher/später immer/nie alle/keine alle/einige jeder/keiner jede/keine öffentlich/privat
        intern/extern käufer/verkäufer kaufen/verkaufen mieter/vermieter arbeitgeber/arbeitnehmer
        gläubiger/schuldner kläger/beklagter kläger/beklagte beginn/ende anfang/ende beginnt/endet
        offen/geschlossen geöffnet/geschlossen richtig/falsch wahr/falsch sicher/unsicher möglich/unmöglich
        bekannt/unbekannt wahrscheinlich/unwahrscheinlich abhängig/unabhängig mit/ohne innerhalb/außerhalb
        positiv/negativ besser/schlechter gut/schlecht stark/schwach schnell/langsam groß/klein lang/kurz
        alt/neu verpflichtend/freiwillig pflichtig/frei kostenpflichtig/kostenlos bestätigt/dementiert
        bestätigt/bestritten schuldig/unschuldig links/rechts erste/letzte ersten/letzten hinzugefügt/entfernt
        einfuhr/ausfuhr import/export befristet/unbefristet freiwillig/verpflichtet
    """,
    limits="nur ausschließlich lediglich bloß stets immer alle jeder jede jedes einige",
    provisos="""
        außer, ausgenommen, es sei denn, sofern, soweit, aber, jedoch, allerdings, nur wenn, nur falls,
        vorausgesetzt, bis, wenn, falls, ohne, mit ausnahme, vorbehaltlich, unter der bedingung
    """,
    abbreviations="""
        hr fr dr prof st nr art abs bzw ca etc evtl ggf inkl max min mio mrd s u.a usw vgl z.b d.h jan feb apr
        aug sept okt nov dez str tel
    """,
)
