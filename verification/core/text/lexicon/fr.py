"""French: the words whose change changes what a sentence says."""

from __future__ import annotations

from verification.core.text.lexicon.entry import lexicon

LEXICON = lexicon(
    "fr",
    stemmer="french",
    common="""
        le la les l' un une des du de d' et ou à au aux en dans par pour sur sous avec entre vers chez depuis
        pendant est sont était étaient être a ont avait avaient avoir il elle ils elles on nous vous je j' tu me
        m' te t' se s' lui leur leurs y ce c' cet cette ces son sa ses notre nos votre vos mon ma mes qui que
        qu' quoi dont où comme si mais donc or car plus très aussi même tout tous toute toutes autre autres été
        fait lors après avant cela ainsi celui celle ceux celles
    """,
    negations="ne n' pas jamais rien aucun aucune aucuns aucunes nul nulle ni non non- sans guère nullement",
    modals={
        "doit": "doit doivent devait devaient devra devront devoir dois devons devez",
        "devrait": "devrait devraient devrais",
        "peut": "peut peuvent pouvait pouvaient pourra pourront pouvoir peux pouvons pouvez",
        "pourrait": "pourrait pourraient pourrais",
        "faut": "faut faudra fallait faudrait",
        "veut": "veut veulent voulait voudra",
    },
    numbers={
        "0": "zéro",
        "2": "deux",
        "3": "trois",
        "4": "quatre",
        "5": "cinq",
        "6": "six",
        "7": "sept",
        "8": "huit",
        "9": "neuf",
        "10": "dix",
        "11": "onze",
        "12": "douze douzaine",
        "13": "treize",
        "14": "quatorze",
        "15": "quinze quinzaine",
        "16": "seize",
        "20": "vingt vingts vingtaine",
        "30": "trente",
        "40": "quarante",
        "50": "cinquante",
        "60": "soixante",
        "70": "septante",
        "80": "huitante octante",
        "90": "nonante",
        "100": "cent cents centaine centaines",
        "1000": "mille millier milliers",
        "1000000": "million millions",
        "1000000000": "milliard milliards md mds",
        "1000000000000": "billion billions",
        "1st": "premier première premiers premières",
        "2nd": "deuxième deuxièmes second seconde",
        "3rd": "troisième troisièmes tiers",
        "4th": "quatrième",
        "5th": "cinquième",
        "10th": "dixième",
        "1/2": "demi demie moitié",
        "1/4": "quart quarts",
        "2x": "double doublé deux-fois",
        "3x": "triple triplé",
    },
    units={
        "%": "pourcent pourcentage",
        "point": "point points",
        "second": "secondes",
        "minute": "minute minutes",
        "hour": "heure heures",
        "working day": "ouvrables ouvrés",
        "calendar day": "calendaires",
        "day": "jour jours journée journées quotidien quotidienne",
        "week": "semaine semaines hebdomadaire",
        "month": "mois mensuel mensuelle",
        "quarter year": "trimestre trimestres trimestriel",
        "year": "an ans année années annuel annuelle",
        "decade": "décennie décennies",
        "century": "siècle siècles",
        "mm": "millimètre millimètres",
        "cm": "centimètre centimètres",
        "m": "mètre mètres",
        "km": "kilomètre kilomètres",
        "mi": "mille-marin",
        "ft": "pied pieds",
        "mg": "milligramme milligrammes",
        "g": "gramme grammes",
        "kg": "kilogramme kilogrammes kilo kilos",
        "t": "tonne tonnes",
        "l": "litre litres",
        "ml": "millilitre millilitres",
        "ha": "hectare hectares",
        "square": "carré carrés",
        "cubic": "cube cubes",
        "°": "degré degrés",
        "°c": "celsius",
        "°f": "fahrenheit",
        "usd": "dollar dollars",
        "eur": "euro euros",
        "chf": "franc francs",
        "cent": "centime centimes",
        "gbp": "livre livres",
        "rub": "rouble roubles",
        "jpy": "yen yens",
        "w": "watt watts",
        "kw": "kilowatt kilowatts",
        "mb": "mégaoctet mégaoctets",
        "gb": "gigaoctet gigaoctets",
    },
    opposites="""
        autorisé/interdit autorisée/interdite autorisés/interdits autorisées/interdites permis/interdit
        permise/interdite activé/désactivé activée/désactivée accepté/refusé acceptée/refusée accordé/refusé
        approuvé/rejeté approuvée/rejetée inclus/exclu incluse/exclue augmenté/diminué augmente/diminue
        augmenter/diminuer augmentation/diminution hausse/baisse hausses/baisses gain/perte gains/pertes
        bénéfice/perte plus/moins supérieur/inférieur supérieure/inférieure supérieurs/inférieurs
        maximum/minimum avant/après début/fin commence/finit ouvert/fermé ouverte/fermée toujours/jamais
        tous/aucun toutes/aucune vrai/faux vraie/fausse valide/invalide légal/illégal légale/illégale
        licite/illicite possible/impossible connu/inconnu connue/inconnue public/privé publique/privée
        interne/externe acheteur/vendeur bailleur/locataire prêteur/emprunteur employeur/salarié
        créancier/débiteur obligatoire/facultatif obligatoire/facultative gratuit/payant gratuite/payante
        avec/sans premier/dernier première/dernière positif/négatif positive/négative meilleur/pire bon/mauvais
        bonne/mauvaise fort/faible forte/faible rapide/lent grand/petit grande/petite long/court longue/courte
        vieux/nouveau ancien/nouveau coupable/innocent confirmé/démenti confirme/dément gauche/droite nord/sud
        est/ouest importations/exportations réussi/échoué succès/échec temporaire/permanent dedans/dehors
        dessus/dessous
    """,
    limits="seulement uniquement exclusivement toujours tous toutes chaque quelques",
    provisos="""
        sauf, excepté, hormis, à moins, mais, cependant, toutefois, néanmoins, seulement si, uniquement si,
        pourvu, à condition, sous réserve, jusqu'à, jusqu'au, si, s'il, s'ils, sans, à l'exception
    """,
    abbreviations="""
        m mm mme mmes mlle dr pr me st ste art al p pp vol no cf etc env janv févr juil sept oct nov déc
    """,
)
