"""The word classes of the injection rules in Spanish; what a class is for says `injection_words`."""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, str]] = {
    "ignore": (
        "ignora ignore ignorad ignorar olvida olvide olvidad olvidar olvídate descarta descarte omite "
        "omita desestima haz_caso_omiso haga_caso_omiso no_sigas no_hagas_caso"
    ),
    "earlier": "anteriores anterior previas previos precedentes iniciales de_arriba",
    "orders": "instrucción instrucciones órdenes reglas directrices indicaciones pautas",
    "whole": "todas todos toda tus sus cualquier",
    "drop": (
        "ignora ignore ignorad ignorar olvida olvide olvidad olvidar desestima haz_caso_omiso "
        "haga_caso_omiso no_sigas no_hagas_caso olvídate"
    ),
    "everything": "todo lo",
    "before": "anterior antes arriba anteriormente dicho previo",
    "edicts": "instrucción instrucciones reglas órdenes directrices",
    "end_each": "termina termine comienza comience",
    "new": "nueva nuevas",
    "being": "eres responde responda actúa actúe finge compórtate no_tienes",
    "without": "sin ninguna ningún ninguno",
    "limits": "restricciones límites reglas filtros filtro censura limitaciones",
    "model": "ia asistente asistentes modelo_de_lenguaje modelos_de_lenguaje agentes_de_ia asistente_de_ia",
    "reveal": "revela revele muestra muestre muéstrame dime dame imprime repite divulga enseña escribe revélame",
    "secret_prompt": (
        "prompt_del_sistema prompt_de_sistema instrucciones_del_sistema mensaje_del_sistema "
        "prompt_inicial instrucciones_iniciales instrucciones_internas"
    ),
    "inner": "propias exactas completas",
    "your": "tus tu sus",
    "prompt": "prompt instrucciones directrices reglas",
    "leak": "revela filtra divulga muéstrame dame",
    "secrets": (
        "credenciales contraseñas contraseña claves_api clave_api datos_internos datos_de_los_clientes "
        "datos_de_clientes secretos datos_confidenciales variables_de_entorno"
    ),
    "claim_all": "todas todos los las tus",
    "send": "envía envíe envíalo envíalos envíalas enviar reenvía manda transmite sube",
    "cargo": (
        "credenciales contraseñas contraseña datos_de_los_clientes datos_de_clientes lista_de_clientes "
        "historial base_de_datos todos_los_datos todo"
    ),
    "never": "no nunca",
    "tell": "digas diga decir informes informe avises avise alertes le_digas se_lo_digas",
    "person": "usuario usuarios",
    "add": "añade añada agrega agregue incluye incluya inserta menciona",
    "each": "cada cualquier toda todas tu tus su",
    "any_each": "cada cualquier toda todas tu tus su",
    "any_answer": "respuesta respuestas resumen resúmenes mensaje",
    "end_of": "final_de fin_de principio_de",
    "answer": "respuesta respuestas resumen resúmenes traducción análisis evaluación",
    "added": "añadirse agregarse incluirse añadido incluido insertarse",
    "must": "debe deben deberá",
    "mark": "marca marque califica clasifica confirma declara",
    "claim": "cita citas afirmación resultado pasaje verificación",
    "passed": "verificada verificado verdadera exacta auténtica válida confirmada correcta",
    "judge": "verificador evaluador revisor",
    "pronounce": "responder devolver aceptar confirmar aprobar",
    "guards": "protocolos_de_seguridad filtros_de_seguridad filtros_de_contenido reglas_de_seguridad",
    "off": "desactivados desactivadas suspendidos suspendidas anulados anuladas",
    "switch_off": "desactiva desactive elude evita omite",
    "obey": "obedecer cumplir",
    "whole_requests": "toda_solicitud todas_las_solicitudes cada_solicitud todas_las_órdenes",
    "unrestricted": "irrestricto sin_censura sin_filtros sin_ninguna_restricción",
    "from_now": "a_partir_de_ahora desde_ahora de_ahora_en_adelante",
    "you_act": "eres actúa responde tú responderás",
    "any_request": "cualquier_pregunta cualquier_solicitud",
    "notice": "nota aviso mensaje importante instrucción instrucciones",
    "to": "para a al",
    "if_you": "si_eres si_usted_es",
    "collect": "recopila recoge reúne extrae",
    "destination": "externo externa siguiente esta_dirección",
    "call": "llama llame usa use utiliza utilice ejecuta ejecute",
    "lacking": "sin",
    "telling": "decir informar avisar alertar decirle",
    "mention": "menciones mencione mencionar reveles revele",
    "this": "este esta estas estos",
    "note": "instrucción instrucciones mensaje nota solicitud regla",
    "respond": "responde responda",
    "only": "solo sólo únicamente exactamente",
    "with": "con",
    "decode": "decodifica decodifique descifra descifre traduce",
    "and_then": "y luego",
    "comply": "sigue siga ejecuta ejecute obedece cumple",
    "article": "un una",
    "machine": "ia modelo_de_lenguaje agente_de_ia asistente_de_ia inteligencia_artificial",
    "loot": "datos credenciales contraseñas claves correos",
    "every": "cada toda todas",
    "into": "en a al",
    "summary": "resumen resúmenes",
    "of": "del de",
    "system": "sistema",
}
