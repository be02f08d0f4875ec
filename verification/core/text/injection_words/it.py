"""The word classes of the injection rules in Italian; what a class is for says `injection_words`."""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, str]] = {
    "ignore": (
        "ignora ignorate ignori ignorare dimentica dimenticate dimenticare scarta trascura tralascia "
        "aggira non_seguire non_tenere_conto"
    ),
    "earlier": "precedenti precedente anteriori iniziali sopra qui_sopra",
    "orders": "istruzione istruzioni regole ordini direttive indicazioni linee_guida",
    "whole": "tutte tutti tutta tue le_tue vostre qualsiasi",
    "drop": "ignora ignorate ignori ignorare dimentica dimenticate dimenticare non_seguire",
    "everything": "tutto quello ciò quanto",
    "before": "precede sopra prima detto precedentemente precedente",
    "edicts": "istruzione istruzioni regole direttiva direttive",
    "end_each": "termina inizia concludi",
    "new": "nuova nuove",
    "being": "sei hai rispondi rispondete agisci fingi comportati non_hai",
    "without": "senza nessuna nessun alcuna alcun",
    "limits": "restrizioni restrizione limiti regole filtri filtro censura limitazioni vincoli",
    "model": "ia assistente assistenti modello_linguistico modelli_linguistici agenti_ia assistente_ia",
    "reveal": "rivela rivelate rivelami mostra mostrami mostrate dimmi dammi stampa ripeti divulga scrivi elenca",
    "secret_prompt": (
        "prompt_di_sistema prompt_del_sistema istruzioni_di_sistema istruzioni_del_sistema "
        "prompt_iniziale messaggio_di_sistema istruzioni_iniziali istruzioni_interne"
    ),
    "inner": "proprie esatte complete",
    "your": "tue tuo tuoi vostre",
    "prompt": "prompt istruzioni direttive regole",
    "leak": "rivela divulga mostrami dammi esfiltra",
    "secrets": (
        "credenziali password chiavi_api chiave_api dati_interni dati_dei_clienti dati_clienti segreti "
        "dati_riservati variabili_d'ambiente"
    ),
    "claim_all": "tutte tutti i le gli tue",
    "send": "invia inviate inviali inviale inviare inoltra spedisci manda trasmetti carica",
    "cargo": "dati credenziali password elenco cronologia contenuto tutto riepilogo",
    "never": "non mai",
    "tell": "dire dirlo informare avvisare avvertire notificare",
    "person": "utente utenti",
    "add": "aggiungi aggiungete includi includete inserisci menziona",
    "each": "ogni qualsiasi tutte tua tue vostra",
    "any_each": "ogni qualsiasi tutte tua tue vostra",
    "any_answer": "risposta risposte riassunto riepilogo messaggio",
    "end_of": "fine_di inizio_di fine_della",
    "answer": "risposta risposte riassunto riepilogo traduzione analisi valutazione",
    "added": "aggiunto aggiunta incluso inclusa inserito",
    "must": "deve devono dovrà",
    "mark": "segna contrassegna valuta classifica conferma dichiara",
    "claim": "citazione citazioni affermazione risultato passaggio verifica",
    "passed": "verificata verificato vera esatta autentica valida confermata corretta",
    "judge": "verificatore valutatore revisore",
    "pronounce": "rispondere restituire accettare confermare approvare",
    "guards": "protocolli_di_sicurezza filtri_di_sicurezza filtri_di_contenuto regole_di_sicurezza",
    "off": "disattivati disattivate sospesi sospese rimossi rimosse",
    "switch_off": "disattiva disattivate aggira rimuovi",
    "obey": "obbedire eseguire rispondere soddisfare",
    "whole_requests": "ogni_richiesta tutte_le_richieste ogni_comando tutti_i_comandi",
    "unrestricted": "illimitato non_censurato non_filtrato",
    "from_now": "da_ora_in_poi d'ora_in_poi da_adesso",
    "you_act": "sei agisci rispondi tu",
    "any_request": "qualsiasi_domanda tutto",
    "notice": "nota avviso messaggio importante istruzione istruzioni",
    "to": "per a all all'",
    "if_you": "se_sei",
    "collect": "raccogli raccogliete leggi copia estrai recupera",
    "destination": "esterno esterna seguente questo_indirizzo",
    "call": "chiama chiamate usa usate utilizza esegui",
    "lacking": "senza",
    "telling": "dire informare avvisare avvertire dirlo",
    "mention": "menzionare rivelare menzionate citare",
    "this": "questo questa queste questi",
    "note": "istruzione istruzioni messaggio nota richiesta regola",
    "respond": "rispondi rispondete",
    "only": "solo solamente esattamente",
    "with": "con",
    "decode": "decodifica decodificate decifra traduci",
    "and_then": "e poi",
    "comply": "segui seguite esegui eseguite obbedisci",
    "article": "un una un'",
    "machine": "ia modello_linguistico agente_ia assistente_ia intelligenza_artificiale",
}
