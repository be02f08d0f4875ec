"""Italian: the words whose change changes what a sentence says."""

from __future__ import annotations

from verification.core.text.lexicon.entry import lexicon

_DIGITS = ["uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove"]
_TENS = ["venti", "trenta", "quaranta", "cinquanta", "sessanta", "settanta", "ottanta", "novanta"]


def _compound(tens: str, ones: str) -> str:
    """The vowel before uno and otto falls away: ventuno; tre takes an accent: ventitré."""
    stem = tens[:-1] if ones in {"uno", "otto"} else tens
    return stem + ("tré" if ones == "tre" else ones)


_COMPOUND = {
    str(10 * tens + digit): _compound(name, ones)
    for tens, name in enumerate(_TENS, 2)
    for digit, ones in enumerate(_DIGITS, 1)
}

LEXICON = lexicon(
    "it",
    stemmer="italian",
    common="""
        il lo la i gli le l' un uno una un' di del dello della dei degli delle dell' a al allo alla ai agli alle
        all' da dal dallo dalla dai dagli dalle dall' in nel nello nella nei negli nelle nell' con su sul sullo
        sulla sui sugli sulle sull' per tra fra e ed o è sono era erano essere ha hanno aveva avevano avere c'
        ci vi si che chi cui quale quali dove quando come questo questa questi queste quest' quello quella
        quelli quelle suo sua suoi sue loro nostro mio egli ella esso essa essi io tu noi voi lui lei anche più
        molto così ogni tutto tutti tutta tutte altro altra altri altre stato stata ma se dopo prima ne d'
    """,
    negations="""
        non non- mai nessuno nessuna nessun nessun' niente nulla né neanche nemmeno neppure senza mica affatto
    """,
    modals={
        "deve": "deve devono doveva dovevano dovrà dovranno dovere devo dobbiamo",
        "dovrebbe": "dovrebbe dovrebbero",
        "può": "può possono poteva potevano potrà potranno potere posso possiamo",
        "potrebbe": "potrebbe potrebbero",
        "vuole": "vuole vogliono",
        "occorre": "occorre bisogna",
    },
    numbers={
        "0": "zero",
        **{str(digit): word for digit, word in enumerate(_DIGITS, 1) if digit > 1},
        "10": "dieci decina",
        "11": "undici",
        "12": "dodici dozzina",
        "13": "tredici",
        "14": "quattordici",
        "15": "quindici",
        "16": "sedici",
        "17": "diciassette",
        "18": "diciotto",
        "19": "diciannove",
        **{str(10 * tens): name for tens, name in enumerate(_TENS, 2)},
        **_COMPOUND,
        "100": "cento centinaio centinaia",
        "200": "duecento",
        "300": "trecento",
        "400": "quattrocento",
        "500": "cinquecento",
        "600": "seicento",
        "700": "settecento",
        "800": "ottocento",
        "900": "novecento",
        "1000": "mille mila migliaio migliaia",
        "2000": "duemila",
        "3000": "tremila",
        "5000": "cinquemila",
        "10000": "diecimila",
        "1000000": "milione milioni",
        "1000000000": "miliardo miliardi",
        "1st": "primo prima primi prime",
        "2nd": "secondo seconda secondi seconde",
        "3rd": "terzo terza terzi terze",
        "4th": "quarto quarta quarti quarte",
        "5th": "quinto quinta",
        "10th": "decimo decima",
        "1/2": "mezzo mezza metà",
        "2x": "doppio doppia raddoppiato",
        "3x": "triplo triplicato",
    },
    units={
        "%": "percento percentuale",
        "point": "punto punti",
        "minute": "minuto minuti",
        "hour": "ora ore",
        "working day": "lavorativo lavorativi",
        "day": "giorno giorni giornata giornaliero",
        "week": "settimana settimane settimanale",
        "month": "mese mesi mensile",
        "quarter year": "trimestre trimestri trimestrale",
        "year": "anno anni annuo annuale",
        "decade": "decennio decenni",
        "century": "secolo secoli",
        "mm": "millimetro millimetri",
        "cm": "centimetro centimetri",
        "m": "metro metri",
        "km": "chilometro chilometri",
        "mi": "miglio miglia",
        "ft": "piede piedi",
        "mg": "milligrammo milligrammi",
        "g": "grammo grammi",
        "kg": "chilogrammo chilogrammi chilo chili",
        "t": "tonnellata tonnellate",
        "lb": "libbra libbre",
        "l": "litro litri",
        "ml": "millilitro millilitri",
        "ha": "ettaro ettari",
        "square": "quadrato quadrati quadri",
        "cubic": "cubo cubi",
        "°": "grado gradi",
        "°c": "celsius",
        "°f": "fahrenheit",
        "usd": "dollaro dollari",
        "eur": "euro",
        "chf": "franco franchi",
        "cent": "centesimo centesimi",
        "gbp": "sterlina sterline",
        "rub": "rublo rubli",
        "jpy": "yen",
    },
    opposites="""
        consentito/vietato consentita/vietata consentiti/vietati consentite/vietate permesso/vietato
        permessa/vietata abilitato/disabilitato abilitata/disabilitata attivato/disattivato attivata/disattivata
        accettato/rifiutato accettata/rifiutata approvato/respinto approvata/respinta concesso/negato
        incluso/escluso inclusa/esclusa compreso/escluso aumentato/diminuito aumentata/diminuita
        aumenta/diminuisce aumentare/diminuire aumento/diminuzione aumento/riduzione aumento/calo salito/sceso
        sale/scende guadagno/perdita guadagni/perdite utile/perdita più/meno maggiore/minore maggiori/minori
        superiore/inferiore superiori/inferiori massimo/minimo massima/minima prima/dopo inizio/fine
        inizia/finisce aperto/chiuso aperta/chiusa sempre/mai tutti/nessuno qualcuno/nessuno qualcosa/niente
        anche/neanche vero/falso vera/falsa valido/invalido valida/invalida legale/illegale lecito/illecito
        lecita/illecita possibile/impossibile noto/ignoto conosciuto/sconosciuto pubblico/privato
        pubblica/privata interno/esterno interna/esterna acquirente/venditore compratore/venditore
        locatore/conduttore locatore/locatario creditore/debitore obbligatorio/facoltativo
        obbligatoria/facoltativa gratuito/oneroso con/senza primo/ultimo prima/ultima positivo/negativo
        positiva/negativa migliore/peggiore buono/cattivo buona/cattiva forte/debole veloce/lento grande/piccolo
        grande/piccola lungo/corto lunga/corta lungo/breve vecchio/nuovo colpevole/innocente confermato/smentito
        conferma/smentisce sinistra/destra nord/sud est/ovest importazioni/esportazioni successo/fallimento
        temporaneo/permanente dentro/fuori sopra/sotto
    """,
    limits="solo soltanto solamente esclusivamente unicamente sempre tutti tutte ogni alcuni alcune",
    provisos="""
        tranne, eccetto, salvo, a meno, ma, però, tuttavia, solo se, soltanto se, purché, a condizione, fino a,
        fino al, finché, se, senza, ad eccezione, fatta eccezione, fatto salvo
    """,
    abbreviations="sig sigg sig.ra dott dott.ssa prof avv ing art artt n nn pag pagg p pp ecc es vol cap dr",
)
