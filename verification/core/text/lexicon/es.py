"""Spanish: the words whose change changes what a sentence says."""

from __future__ import annotations

from verification.core.text.lexicon.entry import lexicon

LEXICON = lexicon(
    "es",
    stemmer="spanish",
    common="""
        el la los las un una unos unas de del al a y e o u en con por para sobre entre hacia desde durante es
        son era eran fue fueron ser ha han había habían haber hay está están estaba lo le les se su sus me te
        nos mi mis tu tus que qué quien quienes cual cuales cuyo donde cuando como este esta estos estas ese esa
        esos esas aquel esto eso ello él ella ellos ellas yo usted ustedes muy también más ya así todo todos
        toda todas otro otra otros otras pero si tras ante cada
    """,
    negations="no nunca jamás ningún ninguno ninguna ningunos ningunas nadie nada ni tampoco sin apenas",
    modals={
        "debe": "debe deben debía debían deberá deberán deber debo debemos",
        "debería": "debería deberían",
        "puede": "puede pueden podía podían podrá podrán poder puedo podemos",
        "podría": "podría podrían",
        "tiene que": "tendrá tendrán",
        "quiere": "quiere quieren",
    },
    numbers={
        "0": "cero",
        "2": "dos",
        "3": "tres",
        "4": "cuatro",
        "5": "cinco",
        "6": "seis",
        "7": "siete",
        "8": "ocho",
        "9": "nueve",
        "10": "diez",
        "11": "once",
        "12": "doce docena docenas",
        "13": "trece",
        "14": "catorce",
        "15": "quince quincena",
        "16": "dieciséis",
        "17": "diecisiete",
        "18": "dieciocho",
        "19": "diecinueve",
        "20": "veinte",
        "21": "veintiuno veintiún veintiuna",
        "22": "veintidós",
        "23": "veintitrés",
        "24": "veinticuatro",
        "25": "veinticinco",
        "26": "veintiséis",
        "27": "veintisiete",
        "28": "veintiocho",
        "29": "veintinueve",
        "30": "treinta",
        "40": "cuarenta",
        "50": "cincuenta",
        "60": "sesenta",
        "70": "setenta",
        "80": "ochenta",
        "90": "noventa",
        "100": "cien ciento cientos centenar centenares",
        "200": "doscientos doscientas",
        "300": "trescientos trescientas",
        "400": "cuatrocientos cuatrocientas",
        "500": "quinientos quinientas",
        "600": "seiscientos seiscientas",
        "700": "setecientos setecientas",
        "800": "ochocientos ochocientas",
        "900": "novecientos novecientas",
        "1000": "mil miles millar millares",
        "1000000": "millón millones",
        "1000000000": "millardo millardos",
        "1000000000000": "billón billones",
        "1st": "primer primero primera primeros primeras",
        "2nd": "segundo segunda",
        "3rd": "tercer tercero tercera",
        "4th": "cuarto cuarta",
        "5th": "quinto quinta",
        "10th": "décimo décima",
        "1/2": "medio media mitad",
        "1/3": "tercio tercios",
        "2x": "doble duplicado",
        "3x": "triple triplicado",
    },
    units={
        "%": "porciento porcentaje",
        "point": "punto puntos",
        "second": "segundos",
        "minute": "minuto minutos",
        "hour": "hora horas",
        "working day": "hábil hábiles laborable laborables",
        "calendar day": "naturales",
        "day": "día días diario diaria",
        "week": "semana semanas semanal",
        "month": "mes meses mensual",
        "quarter year": "trimestre trimestres trimestral",
        "year": "año años anual",
        "decade": "década décadas",
        "century": "siglo siglos",
        "mm": "milímetro milímetros",
        "cm": "centímetro centímetros",
        "m": "metro metros",
        "km": "kilómetro kilómetros",
        "mi": "milla millas",
        "ft": "pie pies",
        "in": "pulgada pulgadas",
        "mg": "miligramo miligramos",
        "g": "gramo gramos",
        "kg": "kilogramo kilogramos kilo kilos",
        "t": "tonelada toneladas",
        "lb": "libra libras",
        "l": "litro litros",
        "ml": "mililitro mililitros",
        "ha": "hectárea hectáreas",
        "square": "cuadrado cuadrados",
        "cubic": "cúbico cúbicos",
        "°": "grado grados",
        "°c": "celsius centígrados",
        "°f": "fahrenheit",
        "usd": "dólar dólares",
        "eur": "euro euros",
        "cent": "céntimo céntimos centavo centavos",
        "mxn": "peso pesos",
        "rub": "rublo rublos",
        "jpy": "yen yenes",
        "w": "vatio vatios",
        "kw": "kilovatio kilovatios",
    },
    opposites="""
        permitido/prohibido permitida/prohibida permitidos/prohibidos permitidas/prohibidas autorizado/prohibido
        autorizada/prohibida habilitado/deshabilitado habilitada/deshabilitada activado/desactivado
        activada/desactivada aceptado/rechazado aceptada/rechazada aprobado/rechazado aprobada/rechazada
        concedido/denegado concedida/denegada incluido/excluido incluida/excluida incluye/excluye
        aumentó/disminuyó aumenta/disminuye aumentar/disminuir aumento/disminución aumento/reducción subió/bajó
        sube/baja subida/bajada alza/baja ganancia/pérdida ganancias/pérdidas beneficio/pérdida más/menos
        mayor/menor mayores/menores superior/inferior máximo/mínimo máxima/mínima antes/después inicio/fin
        comienza/termina abierto/cerrado abierta/cerrada siempre/nunca todos/ninguno todos/algunos algún/ningún
        alguno/ninguno alguna/ninguna alguien/nadie algo/nada también/tampoco verdadero/falso verdadera/falsa
        válido/inválido válida/inválida legal/ilegal lícito/ilícito posible/imposible conocido/desconocido
        conocida/desconocida público/privado pública/privada interno/externo interna/externa comprador/vendedor
        arrendador/arrendatario prestamista/prestatario empleador/empleado acreedor/deudor obligatorio/opcional
        obligatorio/voluntario obligatoria/voluntaria gratuito/pagado con/sin primero/último primera/última
        positivo/negativo positiva/negativa mejor/peor bueno/malo buena/mala fuerte/débil rápido/lento
        grande/pequeño grande/pequeña largo/corto larga/corta viejo/nuevo antiguo/nuevo culpable/inocente
        confirmó/negó confirma/niega izquierda/derecha norte/sur este/oeste importaciones/exportaciones
        éxito/fracaso temporal/permanente dentro/fuera encima/debajo
    """,
    limits="solo sólo solamente únicamente exclusivamente siempre todos todas cada algunos algunas",
    provisos="""
        excepto, salvo, a menos, pero, sin embargo, no obstante, solo si, sólo si, únicamente si, siempre que,
        siempre y cuando, hasta, si, sin, a condición, con excepción, a excepción, a no ser
    """,
    abbreviations="sr sra srta dr dra prof d dña art arts pág págs núm núms ud uds etc ej p pp vol ee.uu",
)
