r"""The injection rules, ruleset `injection/2`: one row a rule, in the language of `injection_pattern`.

A row: id, severity, languages (ISO 639-1, `-` where none matters), pattern; rows stand under their kind.
Severity 4: text with hardly another use than to command a model. 3: likely so. 2: worth a look. 1 is kept
for text that only talks about such instructions. A pattern that begins with no word begins with `when:`, the
words near which alone it is tried.
An id never changes its meaning; changing a row or a word asks for a new ruleset id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

RULESET: Final = "injection/2"

TABLE: Final = r"""
[instruction_override]
override.ignore-previous        4  en,de,ru
    {ignore} ~4 {earlier} ~3 {orders}
override.ignore-previous-after  4  en,fr,es,it,ru
    {ignore} ~4 {orders} ~3 {earlier}
override.ignore-previous-final  4  de
    {earlier} {orders} ~3 {ignore}
override.ignore-previous-rules  4  en
    {drop} ~4 {earlier} ~3 rules|commands|constraints|policies|training|directives|restrictions
override.ignore-all             4  en,de,fr,es,it,ru
    {drop} ~2 {whole} ~2 {edicts}
override.ignore-your            4  en
    {ignore} ~1 your|system|safety|developer ~2
    {edicts}|guideline|training|programming|directives|policies|policy|constraints|restrictions|guardrails
override.ignore-guidelines      4  en
    {drop} ~1 reviewer|reviewer's|contributor|moderator|content|ethical|ethics|house|review|company ~1
    guidelines|guideline|rules|instructions|policy|policies
override.ignore-messages        4  en
    {drop} all|any|every? ~1 {earlier}|system|developer ~3
    messages|context|inputs|conversation|text|content
override.forget-everything      4  en,de,fr,es,it,ru
    {drop} ~1 {everything} ~4 {before}
override.ignore-above           4  en
    {drop} ~2 above|foregoing|preceding
    /(?=\W{0,3}(?:and|then|instead|instructions?|directions?|prompt|output|print|say|reply|respond)\b|[^\w]{0,3}$)/
override.ignore-task            4  en
    {drop} ~2 user's|users|summarisation|summarization|translation ~1
    task|tasks|request|question|query|goal|goals|objective|assignment
override.ignore-your-task       4  en
    {drop} your ~1 task|tasks|goal|goals|objective|assignment|job|role
override.ignore-rest            3  en
    {drop} ~1 rest ~2 data|document|documents|text|context|content|page|prompt
    /(?=\W{1,3}(?:and|then|instead)\b)/
override.new-instructions       4  en,de,fr,es,it,ru
    {new} {edicts} /(?: (?:for|to|from|fur|pour|para|per|di|du|de|del) [^\n.:]{1,40})?\W{0,3}:/
override.your-new-task          3  en
    your ~1 real|actual|true|new ~1 task|job|goal|mission|purpose|directive|instructions
    /\W{0,3}(?:\b(?:is|are|now|supersedes?|overrides?|will be)\b|:)/
override.supersedes             3  en
    your|these|new|my ~1 directive|directives|instruction|instructions|message|prompt|orders ~3
    supersedes|supersede|override|overrides|replaces|replace|invalidates ~2
    prior|previous|earlier|your|all_other ~2 ones|{orders}|messages
override.task-cancelled         3  en
    previous|prior|original|earlier|above|your ~1 task|tasks|request|instructions|rules|assignment ~1
    is|are|was|were|been ~2 cancelled|canceled|void|revoked|suspended|obsolete|superseded|overridden|replaced
override.rules-off              3  en,de,fr,es,it
    {guards} ~3 {off}
override.switch-off-guards      3  en,de,fr,es,it
    {switch_off} ~3 {guards}
override.skip-checks            3  en
    skip|bypass|ignore|disable|omit ~1 all|any|every|your ~2 safety ~2 checks|confirmations|steps|prompts|reviews
override.obey                   3  en,fr,es,it
    {must} ~2 {obey} ~3 {whole_requests}
override.obey-final             3  de
    {must} ~2 {whole_requests} ~3 {obey}
override.follow-only            3  en
    follow|obey|execute|accept ~1 only ~2 user|my|these|following ~1 commands|instructions|orders|directives
override.claimed-consent        3  en
    user|owner|administrator|admin|operator|developer has|have ~2
    approved|authorised|authorized|granted|consented|permitted|pre-approved ~4
    skip|bypass|disable|delete|override|without_asking|without_confirmation|proceed
override.without-asking         3  en
    proceed|continue|execute|act|go_ahead|carry_on ~4 without ~1 asking|confirming|confirmation|approval
    /(?=\W{0,3}(?:again|the user|me|first|for permission)\b)/
override.ignore-previous-zh     4  zh
    忽略|忽略掉|忽视|無視|无视|忘记|忘掉|不要遵守|不要理会|請忽略 ~8
    之前|以上|上述|上面|先前|此前|所有|全部|前面|以前|原来 ~6
    指令|指示|说明|规则|提示|提示词|要求|命令|对话|對話|设定|設定
override.ignore-previous-ja     4  ja
    これまで|以前|上記|前述|すべて|全て|今まで|先ほど ~6 指示|命令|ルール|指令|プロンプト|制約|規則
    ~6 無視|忘れ|破棄|従わない
override.ignore-previous-pt     4  pt
    ignore|ignora|ignorem|ignorar|esqueça|esquece|esqueçam|desconsidere|desconsidera|desconsiderem|despreze ~4
    instruções|instrução|ordens|regras|diretrizes|diretivas|orientações|comandos ~3
    anteriores|anterior|acima|precedentes|prévias|iniciais
override.ignore-all-pt          4  pt
    ignore|ignora|ignorem|esqueça|esquece|esqueçam|desconsidere|desconsidera ~1 todas|todos|quaisquer ~3
    instruções|ordens|regras|diretrizes|diretivas|orientações|comandos
override.ignore-previous-ko     4  ko
    이전|이전의|위의|앞의|기존|모든|지금까지의 ~3 지시를|지시사항을|지침을|명령을|규칙을|프롬프트를 ~2
    무시하고|무시하세요|무시해|무시해라|무시하라|무시하십시오|무시하시오|잊고|잊어|잊어라|잊으세요

[role_or_system_marker]
role.unrestricted               4  en,de,fr,es,it,ru
    {being} /(?!\W{1,4}(?:free|able|allowed|permitted|welcome|entitled|licensed)\b)/ ~5 {without} ~3 {limits}
role.unrestricted-adjective     4  en,de,fr,es,it,ru
    {being} ~4 {unrestricted}
role.no-rules                   4  en
    {being} ~4 {without} ~2 content|safety|moral|ethical|legal|programmed ~2
    policy|policies|filters|filter|restrictions|guidelines|rules|limits|constraints
role.no-longer                  4  en
    you_are|you're no_longer|not_bound|never_bound ~2 bound|restricted|limited|constrained|governed|subject|by
role.no-longer-a-bot            3  en
    you_are|you're no_longer ~3 {model}
role.persona                    4  en
    do_anything_now|dan_mode|act_as_dan|you_are_dan|you_are_now_dan|stay_a_dan|jailbreak_mode|jailbroken_mode|
    god_mode_enabled|unrestricted_mode|unfiltered_mode|uncensored_mode
role.now-in-mode                2  en
    you_are now ~2 developer|debug|god|admin|maintenance|opposite|sudo|root mode
role.from-now-on                3  en,de,fr,es,it,ru
    {from_now} ~3 {you_act} ~6 {unrestricted}|{any_request}
role.from-now-on-as             3  en
    now_on|henceforth|point_forward|rest_of_this ~3 you ~4 act|respond|answer|behave|reply|speak ~2 as
role.address-model              3  en,de,fr,es,it,ru
    {notice} {to} ~2 {model}
    /(?=[^\w\n]{0,4}[:)\]\n!]|[^\w\n]{1,4}(?:reading|reviewing|processing|only|who|that)\b)/
role.if-you-are-a-model         3  en,de,fr,es,it
    {if_you} {article}? {machine}
role.as-a-model                 3  en
    as ~1 {machine} ~2 you_must|you_should|you_need|you_are_required|your_task|please
role.attention-model            3  en
    attention|dear|hey|hello ~2 {machine} /(?=\s?[,:!])/
role.system-note                3  en,de
    when:system,developer,admin,administrator,security,systemhinweis,systemnachricht,systemmeldung
    <line> /(?:system[ _-]{1,2}(?:message|note|notice|override|alert|instruction|directive|command|prompt)s?|
    (?:developer|admin|administrator|security)[ _-](?:override|instruction|directive|command)s?|
    system-?(?:hinweis|nachricht|meldung))[^\w\n]{0,4}[:\])>][^\n]{0,4}\w/
role.system-note-after          3  fr,es,it
    {notice} {of}? {system} /[^\w\n]{0,4}[:\])>]/
role.role-line                  3  en
    when:system,assistant,developer,ai,sys,admin
    /(?:/ <line> /(?:system|assistant|developer|ai)[^\w\n]{0,3}[:\])>]|/ <role> /:?)[^\w\n]{0,4}/
    /(?:[^\n]{0,90}\b(?:ignore|disregard|must|instructions?|comply|the user is|grant|reveal|override|prior|
    password|unrestricted|respond|reply|call|invoke|delete|send|forward)\b|
    (?:sure|certainly|of course|absolutely|ok|okay|yes|understood)\b)/
role.tag                        3  -
    when:system,assistant,untrusted,function
    /[#<(]{2,6}\s?\(?(?:system|assistant|instructions?)[ _](?:message|prompt)\)?|
    <\/?(?:system|assistant|system[_-](?:prompt|message|instructions?)|untrusted(?:_\w{1,20})?|function_results?)>/
role.bracket                    2  -
    when:system,sys,assistant,developer,admin
    <role> /(?!\()/
role.chat-template              4  -
    when:im,inst,sys,start,begin,system,user,assistant,end,endoftext,text,eot,header,endofprompt,channel,tool
    /<\|[ ]?(?:im_start|im_end|im_sep|system|user|assistant|end|endoftext|end_of_text|begin_of_text|eot_id|
    start_header_id|end_header_id|end_of_turn|tool|endofprompt|channel|message)[ ]?\|>|
    \[\/?inst\]|<<\/?sys>>|<(?:start|end)_of_turn>/
role.heading                    3  en
    when:system,assistant
    /(?m:^)#{2,6} ?(?:system|assistant)(?: (?:prompt|message|instructions?|override))? ?:/
role.end-of-input               3  en,de,fr,es,it
    when:end,begin,start,ende,fin,fine
    /[-=#*<\[~_]{2,40}[ \[<]{0,3}/
    /(?:end of|begin|start of|ende des|ende der|fin du|fin de|fin del|fine del|fine dell)[ ']{0,2}/
    /(?:the |la |l'|el )?(?:user |system |untrusted |external |new |admin |developer |retrieved |tool )?/
    /(?:input|document|data|prompt|context|instructions?|messages?|conversation|text|content|output|email|page|
    results?|dokuments?|eingabe|documento|entrada|entree|testo|texte|texto)\b[^\w\n]{0,3}[-=#*>\]~_]{2,40}/
role.json                       2  -
    when:role
    /"role"\s{0,3}:\s{0,3}"(?:system|developer)"/
role.tool-call                  3  -
    when:tool,function,invoke
    /<(?:tool_calls?|tool_use|function_calls?|invoke)(?:\s[^<>\n]{0,80})?>/

[tool_or_exfiltration]
exfil.reveal-prompt             4  en,de,fr,es,it,ru
    {reveal} ~4 {secret_prompt}
exfil.reveal-prompt-pt          4  pt
    revele|revela|mostre|mostra|exiba|imprima|repita|divulgue ~4
    prompt_do_sistema|prompt_de_sistema|instruções_do_sistema|instruções_de_sistema|prompt_inicial|
    mensagem_do_sistema|mensagem_de_sistema
exfil.hand-over-prompt          4  en
    {hand_over} ~4 your ~2 {secret_prompt}
exfil.reveal-your-prompt        4  en,de,fr,es,it,ru
    {reveal} ~3 {your} {inner}? {prompt}
exfil.what-is-your-prompt       3  en
    what ~1 is|are|were|was|does ~1 your ~1 system|initial|original|hidden|secret|exact|first|previous ~1
    prompt|instructions|message|rules|guidelines|prompts
exfil.instructions-given        3  en
    {edicts} you were|have_been ~1 given|told|provided
exfil.told-before               3  en
    what ~2 you ~1 told|instructed ~2 before|initially|originally
exfil.repeat-above              3  en
    repeat|print|output|echo|reproduce ~2 everything|words ~1 above|before_this|in_your_context
exfil.repeat-the-above          3  en
    repeat|echo|reproduce|encode|translate ~1 above|preceding|initial ~1
    text|content|instructions|prompt|conversation
exfil.repeat-conversation       3  en
    repeat|recite|dump|output ~1 entire|whole|full ~1 conversation|prompt
exfil.context                   4  en
    {reveal} ~4 your {inner}? context|context_window|training_data|conversation_history
exfil.leak-secrets              3  en,de,fr,es,it,ru
    {leak} {claim_all} ~3 {secrets}
exfil.send-data                 4  en,de,fr,es,it,ru
    {send} ~6 {cargo}|{secrets} ~5 {to} ~3 <contact>
exfil.collect-and-send          4  en,de,fr,es,it,ru
    {collect} ~6 {loot} ~6 {send} ~4 {to} ~3 <contact>
exfil.send-secret-to            4  en,de,fr,es,it
    {send} ~3 {secrets} ~4 {to} ~4 {destination}
exfil.call-tool                 3  en,de,fr,es,it
    {call} ~2 <tool>
exfil.call-named-tool           2  en
    call|invoke|trigger the ~2 tool /\W{1,3}(?:to|with|on|without|and|now)\b/
exfil.without-approval          3  en
    call|invoke|use|run|execute ~3 tool|function|command ~1 without ~1
    approval|confirmation|permission|asking|telling
exfil.fetch-internal            3  en
    169|metadata /(?<=169)\.254\.169\.254|(?<=metadata)\.google\.internal/
exfil.image                     3  -
    when:http,https
    /\]\(https?:\/\/[^\s)]{1,120}[?&\/=](?:\{|<|\[|%7b|\$)?/
    /(?:data|secrets?|prompt|conversation|history|context|leak|exfil|payload|summary)(?:=(?:\{|<|\[|%7b|\$)|\}|>)/
exfil.pipe-to-shell             2  en
    curl|wget /\s[^\n|]{1,160}\|\s{0,3}(?:sudo\s)?(?:ba|z|da)?sh\b/
exfil.follow-url                2  en
    follow|execute|obey|carry_out ~3 instructions|commands|steps ~3 at|from|in|on ~2 <contact>

[secrecy_request]
secrecy.do-not-tell             4  en,fr,es,it,ru
    {never} ~2 {tell} ~3 {person}
secrecy.do-not-tell-de          4  de
    sage|sag|informiere|benachrichtige|teile|verrate|warne|erwähne|erzähle ~3 {person} ~4 nicht|nichts|niemals|kein
secrecy.without-telling         3  en,fr,es,it
    {lacking} ~2 {telling} ~3 {person}
secrecy.without-telling-de      3  de
    ohne ~2 {person} ~2 zu_informieren|zu_benachrichtigen|zu_warnen|etwas_zu_sagen|davon_zu_erzählen
secrecy.without-notice          2  en
    without ~1 informing|notifying|alerting ~2 {person}
secrecy.keep-secret             3  en
    keep ~1 this|these|it ~2 instruction|instructions|message|note|conversation|action|request|step|exchange ~3
    secret|hidden|confidential|private|between_us|to_yourself
secrecy.do-not-mention          4  en,fr,es,it
    {never} ~2 {mention} ~2 {this} ~2 {note}
secrecy.do-not-mention-de       4  de
    erwähne|erwähnen|nenne|verrate ~1 diese|diesen|dieses ~1 {note} ~3 nicht|niemals|nie
secrecy.hide-action             3  en
    do_not|don't|never ~1 mention|reveal|disclose|acknowledge|admit|say ~2 that ~1 you ~3
    instructed|told|asked|received|did|were|have|sent|called|given
secrecy.do-not-tell-pt          4  pt
    não|nunca|jamais ~2 diga|digas|conte|contes|informe|informes|avise|avises|revele|mencione ~3
    usuário|usuária|usuários|utilizador|utilizadores
secrecy.zh                      4  zh
    不要|别|切勿|请勿 ~2 告诉|告知|通知|透露给|提醒 ~2 用户|使用者|任何人
secrecy.ja                      4  ja
    ユーザー|利用者 ~4 言わない|伝えない|知らせない|教えない|報告しない

[verdict_steering]
steer.append-to-summary         3  en,de,fr,es,it,ru
    {add} ~8 {into} {each} {summary}
steer.append-to-answer          2  en,de,fr,es,it,ru
    {add} ~6 {into} {each} {answer}
steer.append-at-end             3  en,de,fr,es,it,ru
    {add} ~8 {end_of} ~1 {any_each} ~2 {any_answer}
steer.must-be-added             3  en,fr,es,it,ru
    {must} ~2 {added} ~3 {end_of} ~2 {any_each} ~2 {any_answer}
steer.must-be-added-final       3  de
    {must} ~4 {end_of} {any_each} ~1 {any_answer} ~3 {added}
steer.must-add-to-answer        2  en,fr,es,it
    {must} ~2 {added} ~4 {each} {answer}
steer.end-each-answer           3  en,de,fr,es,it
    {end_each} {every} ~1 {any_answer} ~1 {with}
steer.every-report              3  en
    must|should|always|shall ~3 included|added|appended|include|append|add ~6 every|each|all ~2
    report|reports|response|responses|summary|summaries|reply|replies|message|messages|email|emails ~1
    you|from_now_on|going_forward
steer.answer-only               3  en,de,fr,es,it
    {respond} ~1 {only} ~1 {with}
steer.nothing-else              3  en
    respond|reply|answer|output|print|say ~8 nothing else|more
steer.when-reading              3  en
    when|while|before|after|if ~1 {reading} this|these ~3
    /,\s{1,3}(?:(?:please|also|you|must|always|first|then|make sure to) ){0,3}(?:end|include|add|append|say|state|
    recommend|call|e?mail|send|mention|visit|forward|output|begin|start|invoke|reply|respond|approve|use|tell)\b/
steer.before-answering          3  en
    before|after|when answering|responding|replying|continuing|proceeding ~4
    /,\s{1,3}(?:(?:please|also|you|must|always|first|then|make sure to) ){0,3}(?:add|append|say|state|recommend|
    call|e?mail|send|mention|visit|forward|output|invoke|fetch|run|execute|read)\b/
steer.mark-verified             3  en,de,fr,es,it
    {mark} ~2 {claim} ~3 {passed}
steer.judge-must                4  en,fr,es,it
    {judge} ~1 {must} ~2 {pronounce} ~3 {passed}
steer.judge-must-final          4  de
    {judge} ~1 {must} ~4 {passed} ~2 {pronounce}
steer.judge-addressed           4  en
    to|attention|dear|hey ~1 verifier|verifiers|fact-checker|fact-checkers|checker|checkers|quoteproof
    /[^\w\n]{0,2}[:,!]/ ~3 {pronounce}|{mark} ~4 {passed}
steer.judge-must-say            3  en
    {judge}|you ~1 must|should|shall ~2 {pronounce} ~2 {claim} ~1 is|are|was|were ~2 {passed}|found
steer.say-whatever              3  en
    {pronounce} ~2 {claim} ~1 is|are|was|were ~2 {passed}|found ~3 regardless|no_matter|whatever|in_any_case
steer.match-is                  3  en
    always|only|must|just ~2 {pronounce} ~2 match|verdict|status ~2 exact|verified|authentic|genuine|confirmed
steer.verdict-is                2  en
    correct|right|expected|required ~1 verdict|judgement|judgment ~2 is|must
steer.positive-review           4  en
    give|write|provide|return|output|produce|leave ~3
    positive|favourable|favorable|glowing|perfect|5-star|five-star ~1
    review|rating|score|evaluation|assessment|feedback|recommendation ~2 only|regardless|no_matter
steer.no-negatives              3  en
    do_not|don't|never ~1 highlight|mention|list|report|raise|include ~2
    negatives|negative|weaknesses|weakness|flaws|shortcomings|criticism
steer.top-score                 2  en
    rate|score|grade|give|award ~5
    /[ :]{1,2}(?:10\W{0,2}(?:\/|out of)\W{0,2}10|100\s?%|full marks|(?:highest|maximum) (?:score|rating))/
steer.remember                  3  en
    remember|save|store|memorise|memorize|commit|write ~8 to|in|into your ~2 memory
steer.remember-always           3  en
    remember|memorise|memorize|apply|keep|follow ~6 all_future|every_future|all_subsequent|each_future
    tasks|sessions|conversations|interactions|responses|requests|chats|task|session|conversation
steer.mark-verified-pt          3  pt
    marque|marca|classifique|considere|declare|avalie ~2 citação|citações|afirmação|alegação|trecho ~3
    verificada|verificado|verdadeira|verdadeiro|exata|exato|correta|correto|autêntica|confirmada
steer.quote-verified-zh         4  zh
    将|把|请 ~6 引文|引用|该声明|答案|结果 ~4 标记为|判定为|视为|评为 ~2 已验证|正确|真实|属实|通过

[encoded_payload]
encoded.decode-and-follow       4  en,de,fr,es,it
    {decode} ~8 {and_then} ~3 {comply}
encoded.decode-and-do           4  en
    decode|decrypt|decipher|unscramble|rot13|deobfuscate ~8 and|then ~1 do ~2 what|whatever|as|exactly
encoded.translate-and-comply    4  en
    translate|translated ~8 and|then ~2 comply|obey|follow_it|follow_them|do_what|carry_it_out
encoded.decoded-instruction     3  en
    decode|decrypt|decipher ~3 hidden|secret|encoded|embedded|following instruction|instructions|command|commands
encoded.base64                  4  -
    note:decodes to text that another rule finds at severity 3 or more; so do the other encodings
encoded.base32                  4  -  note:RFC 4648
encoded.hex                     4  -  note:pairs, also parted by spaces
encoded.binary                  4  -  note:groups of eight bits
encoded.ascii85                 4  -  note:with or without its frame
encoded.base85                  4  -  note:the alphabet of git
encoded.percent                 4  -  note:three or more escapes in a line
encoded.escapes                 4  -  note:backslash and character references, three or more in a line
encoded.morse                   4  -  note:ten signs or more
encoded.rot13                   4  -  note:a line with a telltale word
encoded.reversed                4  -  note:a line with a telltale word spelt backwards
encoded.leet                    4  -  note:digits for letters, twice or more in a line
encoded.letters-apart           4  -  note:four letters or more with a sign between each two

[invisible_text]
invisible.tag-characters        4  -  note:U+E0000-U+E007F, save for emoji flags
invisible.zero-width-run        3  -  note:eight or more zero-width characters
invisible.zero-width-few        2  -  note:four to seven zero-width characters
invisible.variation-selectors   3  -  note:four or more variation selectors
invisible.split-word            2  -  note:a Latin word with zero-width characters at two places

[bidi_control]
bidi.override                   3  -  note:U+202D, U+202E
bidi.unclosed                   2  -  note:an embedding or isolate that its line does not close

[confusable_letters]
confusable.mixed-script         3  -  note:letters of two scripts, with a UTS #39 skeleton of Latin letters only
confusable.greek-letter         2  -  note:the same with Greek alone, as in formulas

[hidden_markup]
hidden.comment                  4  -  note:a comment that holds an instruction of severity 3 or more
hidden.element                  4  -  note:an element styled out of sight that holds one
"""


@dataclass(frozen=True, slots=True)
class Rule:
    """One row: what it finds, how grave it is (1-4), in which languages, by which pattern."""

    id: str
    kind: str
    severity: int
    languages: tuple[str, ...]
    pattern: str


def _rows(table: str) -> Iterator[Rule]:
    kind = ""
    for block in re.split(r"\n(?=\S)", table.strip()):
        if block.startswith("["):
            kind = block.strip()[1:-1]
            continue
        name, severity, languages, pattern = block.split(maxsplit=3)
        spoken = () if languages == "-" else tuple(languages.split(","))
        yield Rule(name, kind, int(severity), spoken, _one_line(pattern))


def _one_line(pattern: str) -> str:
    return " ".join(line.strip() for line in pattern.splitlines()).replace("| ", "|").strip()


RULES: Final = tuple(_rows(TABLE))
BY_ID: Final = {rule.id: rule for rule in RULES}
RANK: Final = {rule.id: place for place, rule in enumerate(RULES)}
