"""Decides by which words a source is announced, a list of sources headed, or a work named, in eight languages."""

from __future__ import annotations

import re
from typing import Final

_TITLES: Final = (
    # en
    r"sources?(?: (?:cited|used))?|references?|citations?|footnotes?|notes?"
    r"|bibliography|works cited|further reading|links?"
    r"|sources? (?:and|&) (?:references?|links?)|notes (?:and|&) references"
    # de
    r"|quellen?|quellenangaben?|quellenverzeichnis|einzelnachweise|nachweise|belege|fußnoten|literatur|weblinks"
    # fr
    r"|références?|notes et références|liens|bibliographie"
    # es
    r"|fuentes?|referencias?|notas(?: y referencias)?|bibliografía|enlaces"
    # it
    r"|fonti|fonte|riferimenti|note|bibliografia|collegamenti"
    # pt, nl, pl
    r"|fontes|referências|bronnen|źródła|przypisy"
    # ru
    r"|источники?|примечания|ссылки|литература|сноски|список литературы"
    # zh, ja
    r"|参考文献|参考资料|資料來源|资料来源|信息来源|来源|引用来源|参考来源|参考链接|引用|出处|脚注|注释|注|出典|参考|参照|参考リンク|情報源|引用元|参考資料|参考サイト"
)
_SOURCES_TITLE: Final = re.compile(rf"[\W_]{{0,6}}(?:{_TITLES})[\W_]{{0,4}}", re.I)

_LABELS: Final = (
    r"sources?|from|via|see(?: also)?|cf\.?|refs?|references?|link|read (?:more|it)"
    r"|cited|quoted|according to|per|in|at|on|here|under|by"
    r"|quellen?|siehe(?: auch)?|vgl\.?|aus|unter|bei|laut|nach|auf|im|in|vom|von|zu"
    r"|voir(?: aussi)?|d[’']après|selon|lien|de|dans|sur|par|cf\.?"
    r"|fuentes?|véase|ver|según|enlace|en|de"
    r"|fonti|fonte|vedi|cfr\.?|secondo|da|dal|su|sul|nel|nella|in"
    r"|источники?|см\.?|ссылка|по данным|согласно|на|в|из"
    r"|来源|來源|出处|出處|参见|參見|参考|详见|详情见|见|自|引自|链接|原文|資料來源|资料来源|在"
    r"|出典|参照|引用元|引用|より|リンク|詳しくは|詳細は"
)
_ARTICLE: Final = (
    r"(?:(?:the|this|their|its|an?|official"
    r"|der|die|das|dem|den|seiner|ihrer|la|le|les|l[’']|el|los|las|il|lo|gli)\s+)*"
)
_ANNOUNCES: Final = re.compile(rf"(?:\A|[\s(（\[【—–―\-,.;:。，|*_])(?:{_LABELS})\s*[:：]?\s*{_ARTICLE}\Z", re.I)
_STRONG: Final = re.compile(
    r"(?:\A|[\s(（\[【—–―\-,.;:。，|*_])(?:sources?|via|ref(?:erence)?s?|link|url|quellen?|lien|fuentes?|enlace|fonti|fonte"
    r"|источник(?:и)?|ссылка|来源|來源|出处|出處|链接|原文|資料來源|资料来源|出典|引用元|参照|リンク)\s*[:：]\s*\Z",
    re.I,
)
_ELSEWHERE: Final = re.compile(
    r"(?:\A|[\s,;.。*_])(?:see also|read also|also read|read more|related(?: (?:articles?|posts?|reading))?"
    r"|siehe auch|lesen sie auch|mehr dazu|mehr zum thema|vgl\.? auch|(?:voir|lire|à lire) (?:aussi|également)"
    r"|(?:véase|ver|lee|lea) también|(?:vedi|leggi|si veda) anche|(?:см\.|смотрите|читайте) также"
    r"|另见|另請參閱|相关阅读|延伸阅读|関連記事|あわせて読みたい)"
    rf"\s*[:：]?\s*{_ARTICLE}[\s\"“„«「]*\Z",
    re.I,
)
_TURNS: Final = re.compile(
    r"(?:\A\W*|[,;.—–]\s*)(?:while|whilst|whereas|but|although|though|however|yet"
    r"|während|wohingegen|aber|doch|jedoch|hingegen|dagegen|tandis qu|alors qu|mais\b|cependant"
    r"|mientras|pero\b|sin embargo|en cambio|mentre|ma\b|invece|tuttavia|а\b|но\b|тогда как|однако|в то время как)"
    r"|(?:\A\W*|[，,；;、。])(?:而|但|然而|不过|一方|しかし|ところが)",
    re.I,
)
_WORKS: Final = re.compile(
    r"(?:article|articles|section|sections|chapter|titled|entitled|called|named|page|guide|tutorial|post|blog|book|novel|film|movie|song|album|paper|study|report"
    r"|essay|documentary|series|headline|heading|video|talk|podcast|course|episode|module"
    r"|artikel|abschnitt|kapitel|seite|beitrag|buch|roman|titel|titels|anleitung|bericht|studie|aufsatz|leitfaden|namens|überschrift|film"
    r"|chapitre|intitulée?s?|livre|rapport|étude|rubrique|ouvrage|titre|tutoriel|billet"
    r"|artículo|sección|capítulo|página|titulad[oa]s?|guía|libro|informe|estudio|título|apartado|entrada|llamad[oa]"
    r"|articolo|sezione|capitolo|pagina|intitolat[oa]|guida|libro|rapporto|studio|titolo|romanzo"
    r"|стать[яеиюей]+|раздел[а-я]{0,3}|глав[аеыу]|книг[аеуи]|страниц[аеуы]|руководств[оаеу]|заголов[а-я]+"
    r"|роман[а-я]{0,2}|под названием)"
    r"\s{1,3}\Z",
    re.I,
)


_GOES_ON: Final = re.compile(
    r"\b(?:ibid|loc\. cit|op\. cit|ebd|it|they|also|adds?|added|continues?|goes on|further|later|then|elsewhere"
    r"|(?:same|the) (?:page|docs?|documentation"
    r"|article|report|guide|site|text|authors?|post|paper|manual|section)"
    r"|es|weiter|außerdem|ferner|zudem|dort|ebenda|ebenfalls"
    r"|elle|ils|puis|plus loin|ajoute|également|y lit"
    r"|además|añade|también|agrega|continúa|más adelante|inoltre|aggiunge|anche|poi|continua|si legge"
    r"|далее|также|там же|добавля\w+|он|она|они)\b|还|又|并|接着|此外|另外|同时|また|さらに|続け|同じ",
    re.I,
)
# By which a sentence says that what it quotes was spoken, or written elsewhere than what is linked.
_SPOKEN: Final = re.compile(
    r"\b(?:told (?:a|an|the|us|me|reporters|journalists|local)"
    r"|in an? (?:interview|phone call|call|e-?mail|tweet|comment)"
    r"|on (?:the radio|television|tv|the phone|a podcast)|(?:press|news) conference"
    r"|sagte? (?:er|sie|mir|uns|dem|der|den)|erzähl\w+|im interview|am telefon|auf einer pressekonferenz"
    r"|a déclaré à|confi(?:e|é|ait)|raconte|au micro|au téléphone|en conférence de presse|nous a (?:dit|répondu)"
    r"|dijo a|contó|declaró a|en (?:una )?(?:entrevista|rueda de prensa)|por teléfono|nos (?:dijo|contó)"
    r"|ha detto a|racconta|in conferenza stampa|al telefono|ci ha detto)\b"
    r"|\b(?:whisper|shout|laugh|mutter|yell|shriek)(?:ed|s)?\b|\bhe replied|\bshe replied"
    r"|\b(?:my|our|his|her) (?:\w+ )?(?:wife|husband|mother|father|mum|mom|dad|sister|brother|son|daughter"
    r"|uncle|aunt|grandmother|grandfather|grandma|grandpa|neighbou?r|friend|colleague|boss)\b"
    r"|\b(?:flüstert|ruft|rief|lacht)e?\b"
    r"|\bmeine? (?:vater|mutter|frau|mann|bruder|schwester|nachbar|freund|chef|kolleg|oma|opa)"
    r"|\bm(?:on|a) (?:père|mère|mari|femme|frère|sœur|beau-\w+|belle-\w+|voisine?|amie?|patron|collègue)\b"
    r"|\bmi (?:padre|madre|mujer|marido|hermano|hermana|vecin[oa]|amig[oa]|jefe|abuel[oa]|colega)\b"
    r"|\bmi[oa] (?:padre|madre|moglie|marito|fratello|sorella|vicin[oa]|amic[oa]|capo|nonn[oa]|collega)\b"
    r"|\bмо[йя] (?:отец|мать|мама|папа|муж|жена|брат|сестра|сосед|друг|подруга|начальник|бабушка|дед)"
    r"|我(?:妈|爸|老婆|老公|朋友|同事|邻居|奶奶|爷爷)|(?:母|父|妻|夫|祖母|祖父|友人|同僚|上司)は"
    r"|рассказал|в интервью|журналистам|по телефону|在采访中|对记者|接受.{0,8}采访|インタビュー|記者団|取材に",
    re.I,
)


def is_sources_title(text: str) -> bool:
    """Whether a block heads a list of sources."""
    return _SOURCES_TITLE.fullmatch(text.strip()) is not None


def announces(before: str) -> bool:
    """Whether a text ends in words that announce a source: "(see ", "Quelle: "."""
    return _ANNOUNCES.search(before) is not None


def labels(before: str) -> bool:
    """Whether a text ends in a word and a colon that announce a source and nothing else."""
    return _STRONG.search(before) is not None


def is_spoken(sentence: str) -> bool:
    """Whether a sentence says that its quotation was spoken to someone: "told reporters", "im Interview"."""
    return _SPOKEN.search(sentence) is not None


def leads_elsewhere(before: str) -> bool:
    """Whether a text ends in words that lead to more on the matter, not to a source: "see also "."""
    return _ELSEWHERE.search(before) is not None


def turns(between: str) -> bool:
    """Whether another begins to speak in a text between a quotation and a link: ", while the report (…"."""
    return _TURNS.search(between) is not None


def names_a_work(before: str) -> bool:
    """Whether a text ends in the word for a work whose title follows: "the article "."""
    return _WORKS.search(before) is not None


def goes_on(sentence: str) -> bool:
    """Whether a sentence says that the one before is still spoken of: "it continues", "und weiter"."""
    return _GOES_ON.search(sentence) is not None
