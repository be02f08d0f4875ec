"""Portuguese: the words whose change changes what a sentence says."""

from __future__ import annotations

from verification.core.text.lexicon.entry import lexicon

LEXICON = lexicon(
    "pt",
    stemmer="portuguese",
    common="""
        o a os as um uma uns umas de do da dos das dum duma e ou em no na nos nas num numa por pelo pela pelos
        pelas para com sobre entre até desde durante ao aos à às é são era eram foi foram ser está estão estava
        há tem têm tinha tinham ter lhe lhes se seu sua seus suas me te nós meu minha que quem qual quais cujo
        onde quando como este esta estes estas esse essa esses essas aquele aquela isto isso ele ela eles elas
        eu você vocês muito também mais já assim todo todos toda todas outro outra outros outras mas após cada
        deste desta nesse nesta neste dessa
    """,
    negations="""
        não nunca jamais nenhum nenhuma nenhuns nenhumas ninguém nada nem tampouco sem
    """,
    modals={
        "deve": "deve devem devia deviam deverá deverão dever devo devemos",
        "deveria": "deveria deveriam",
        "pode": "pode podem podia podiam poderá poderão poder posso podemos",
        "poderia": "poderia poderiam",
        "precisa": "precisa precisam",
        "quer": "quer querem",
    },
    numbers={
        "0": "zero",
        "2": "dois duas",
        "3": "três",
        "4": "quatro",
        "5": "cinco",
        "6": "seis meia-dúzia",
        "7": "sete",
        "8": "oito",
        "9": "nove",
        "10": "dez dezena",
        "11": "onze",
        "12": "doze dúzia",
        "13": "treze",
        "14": "catorze quatorze",
        "15": "quinze quinzena",
        "16": "dezesseis dezasseis",
        "17": "dezessete dezassete",
        "18": "dezoito",
        "19": "dezenove dezanove",
        "20": "vinte",
        "30": "trinta",
        "40": "quarenta",
        "50": "cinquenta",
        "60": "sessenta",
        "70": "setenta",
        "80": "oitenta",
        "90": "noventa",
        "100": "cem cento centena centenas",
        "200": "duzentos duzentas",
        "300": "trezentos trezentas",
        "400": "quatrocentos quatrocentas",
        "500": "quinhentos quinhentas",
        "600": "seiscentos seiscentas",
        "700": "setecentos setecentas",
        "800": "oitocentos oitocentas",
        "900": "novecentos novecentas",
        "1000": "mil milhar milhares",
        "1000000": "milhão milhões",
        "1000000000": "bilhão bilhões bilião biliões",
        "1000000000000": "trilhão trilhões trilião triliões",
        "1st": "primeiro primeira primeiros primeiras",
        "2nd": "segundo segunda",
        "3rd": "terceiro terceira",
        "4th": "quarto quarta",
        "5th": "quinto quinta",
        "10th": "décimo décima",
        "1/2": "meio meia metade",
        "1/3": "terço terços",
        "2x": "dobro duplo dupla",
        "3x": "triplo tripla",
    },
    units={
        "%": "porcento percentagem porcentagem percentual",
        "point": "ponto pontos",
        "second": "segundos",
        "minute": "minuto minutos",
        "hour": "hora horas",
        "working day": "útil úteis",
        "calendar day": "corridos",
        "day": "dia dias diário diária",
        "week": "semana semanas semanal",
        "month": "mês meses mensal",
        "quarter year": "trimestre trimestres trimestral",
        "year": "ano anos anual",
        "decade": "década décadas",
        "century": "século séculos",
        "mm": "milímetro milímetros",
        "cm": "centímetro centímetros",
        "m": "metro metros",
        "km": "quilômetro quilômetros quilómetro quilómetros",
        "mi": "milha milhas",
        "ft": "pé pés",
        "in": "polegada polegadas",
        "mg": "miligrama miligramas",
        "g": "grama gramas",
        "kg": "quilograma quilogramas quilo quilos",
        "t": "tonelada toneladas",
        "lb": "libra libras",
        "l": "litro litros",
        "ml": "mililitro mililitros",
        "ha": "hectare hectares",
        "square": "quadrado quadrados",
        "cubic": "cúbico cúbicos",
        "°": "grau graus",
        "°c": "celsius",
        "°f": "fahrenheit",
        "usd": "dólar dólares",
        "eur": "euro euros",
        "brl": "real reais",
        "cent": "cêntimo cêntimos centavo centavos",
        "rub": "rublo rublos",
        "jpy": "iene ienes",
    },
    opposites="""
        permitido/proibido permitida/proibida permitidos/proibidos permitidas/proibidas autorizado/proibido
        autorizada/proibida habilitado/desabilitado habilitada/desabilitada ativado/desativado
        ativada/desativada aceito/rejeitado aceite/rejeitado aceita/rejeitada aprovado/rejeitado
        aprovada/rejeitada concedido/negado concedida/negada incluído/excluído incluída/excluída inclui/exclui
        aumentou/diminuiu aumenta/diminui aumentar/diminuir aumento/diminuição aumento/redução subiu/caiu
        subiu/desceu sobe/desce alta/baixa alta/queda ganho/perda ganhos/perdas lucro/prejuízo lucros/prejuízos
        mais/menos maior/menor maiores/menores superior/inferior máximo/mínimo máxima/mínima antes/depois
        início/fim começa/termina aberto/fechado aberta/fechada sempre/nunca todos/nenhum algum/nenhum
        alguma/nenhuma alguém/ninguém tudo/nada verdadeiro/falso verdadeira/falsa válido/inválido
        válida/inválida legal/ilegal lícito/ilícito possível/impossível conhecido/desconhecido
        conhecida/desconhecida público/privado pública/privada interno/externo interna/externa
        comprador/vendedor locador/locatário senhorio/inquilino empregador/empregado credor/devedor
        obrigatório/facultativo obrigatória/facultativa obrigatório/opcional gratuito/pago gratuita/paga com/sem
        primeiro/último primeira/última positivo/negativo positiva/negativa melhor/pior bom/mau boa/má
        forte/fraco rápido/lento grande/pequeno grande/pequena longo/curto longa/curta velho/novo antigo/novo
        culpado/inocente confirmou/negou confirma/nega esquerda/direita norte/sul leste/oeste
        importações/exportações sucesso/fracasso temporário/permanente dentro/fora acima/abaixo
    """,
    limits="só somente apenas unicamente exclusivamente sempre todos todas cada alguns algumas",
    provisos="""
        exceto, excepto, salvo, a menos, mas, porém, contudo, todavia, no entanto, entretanto, só se,
        somente se, apenas se, desde que, contanto que, até, se, sem, com exceção, à exceção, a não ser
    """,
    abbreviations="sr sra srta dr dra prof profa art arts pág págs n p pp vol etc ex exmo eua",
)
