"""The word classes of the injection rules in German; what a class is for says `injection_words`."""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, str]] = {
    "ignore": (
        "ignoriere ignorieren ignoriert missachte missachten vergiss vergessen vergesst verwirf übergehe "
        "umgehe überschreibe lösche beachte_nicht"
    ),
    "earlier": (
        "vorherigen vorherige vorigen vorangegangenen vorangehenden vorhergehenden bisherigen obigen "
        "früheren ursprünglichen bestehenden"
    ),
    "orders": "anweisung anweisungen instruktionen befehle vorgaben regeln richtlinien anordnungen prompts",
    "whole": "alle alles sämtliche jegliche deine deinen ihre ihren eure",
    "drop": (
        "ignoriere ignorieren ignoriert missachte missachten vergiss vergessen vergesst beachte_nicht übergehe"
    ),
    "everything": "alles was",
    "before": "oben bisher zuvor vorher bisherige davor gesagt",
    "edicts": "anweisung anweisungen regeln instruktionen befehle",
    "end_each": "beende beginne",
    "new": "neue neuen aktualisierte",
    "being": "du_bist sie_sind antworte antworten tu_so agiere verhalte_dich handle",
    "without": "ohne keine keinerlei keinen frei_von",
    "limits": "einschränkungen beschränkungen grenzen regeln filter richtlinien vorgaben",
    "model": (
        "ki ki-assistent ki-assistenten ki-modelle ki-modell ki-agent ki-agenten sprachmodell "
        "sprachmodelle assistenten assistent"
    ),
    "reveal": "zeige zeig verrate nenne gib drucke wiederhole offenbare teile_mir enthülle liste schreibe",
    "secret_prompt": (
        "systemprompt system-prompt systemanweisungen systemanweisung systemnachricht system_prompt "
        "systeminstruktionen interne_anweisungen internen_anweisungen"
    ),
    "inner": "internen geheimen ursprünglichen vollständigen genauen kompletten",
    "your": "deine deinen dein ihre ihren",
    "prompt": "prompt anweisungen instruktionen richtlinien regeln",
    "leak": "verrate offenbare nenne zeige gib_mir",
    "secrets": (
        "zugangsdaten passwörter passwort api-schlüssel kundendaten internen_daten interne_daten "
        "geheimnisse umgebungsvariablen vertraulichen_daten"
    ),
    "claim_all": "alle allen deine die sämtliche",
    "send": "sende senden schicke schicken leite übermittle maile poste lade sende_sie",
    "cargo": (
        "zugangsdaten passwort passwörter kundendaten nutzerdaten datenbank kundenliste alle_daten alles "
        "chatverlauf verlauf geheimnisse"
    ),
    "person": "nutzer benutzer anwender nutzern benutzern menschen",
    "add": "füge hänge schreibe nimm ergänze",
    "each": "jede jeder jedes jeden jedem deine deiner deinem deinen ihre ihrer ihrem",
    "any_each": "jede jeder jedes jeden jedem deine deiner deinem ihrer alle",
    "any_answer": "antwort antworten zusammenfassung zusammenfassungen nachricht",
    "end_of": "ende schluss anfang",
    "answer": "antwort antworten zusammenfassung zusammenfassungen übersetzung bewertung ausgabe",
    "added": "hinzugefügt angehängt eingefügt aufgenommen genannt",
    "must": "muss müssen soll sollen musst sollst müsst",
    "mark": "markiere bewerte melde kennzeichne bestätige werte",
    "claim": "zitat zitate behauptung aussage beleg ergebnis prüfung",
    "passed": "verifiziert bestätigt korrekt wahr echt gültig exakt geprüft richtig",
    "judge": "prüfer verifizierer gutachter faktenchecker",
    "pronounce": "antworten melden bestätigen ausgeben akzeptieren bewerten zurückgeben",
    "guards": (
        "sicherheitsprotokolle sicherheitsfilter inhaltsfilter sicherheitsrichtlinien schutzmaßnahmen "
        "sicherheitsregeln"
    ),
    "off": "deaktiviert ausgeschaltet aufgehoben abgeschaltet außer_kraft",
    "switch_off": "deaktiviere deaktivieren umgehe umgehen schalte",
    "obey": "befolgen gehorchen befolge",
    "whole_requests": "jede_anfrage alle_anfragen jeden_befehl alle_befehle jeder_anfrage jeder_anweisung",
    "unrestricted": "uneingeschränkt uneingeschränkter uneingeschränkte unzensiert unzensierte ungefilterte",
    "from_now": "ab_sofort ab_jetzt von_nun_an von_jetzt_an",
    "you_act": "du bist sie gibst antworte",
    "any_request": "alle_internen jede_frage jede_anfrage",
    "notice": "hinweis hinweise nachricht wichtig anweisung anweisungen",
    "to": "an für",
    "if_you": "wenn_du falls_du wenn_sie falls_sie",
    "collect": "sammle sammeln hole kopiere exportiere",
    "destination": "externe externen folgende folgenden diese_adresse",
    "call": "rufe verwende nutze benutze führe",
    "note": "anweisung anweisungen nachricht hinweis notiz regel",
    "respond": "antworte antworten",
    "only": "nur ausschließlich exakt",
    "with": "mit",
    "decode": "dekodiere dekodieren entschlüssle entschlüsseln übersetze",
    "and_then": "und dann",
    "comply": "befolge befolgen führe ausführen folge",
    "article": "ein eine einer",
    "machine": "ki ki-assistent ki-modell ki-agent sprachmodell ki-system",
    "loot": "daten kundendaten zugangsdaten passwörter schlüssel adressen",
    "every": "jede jeder jedes jeden jedem alle",
    "into": "in an zu",
    "summary": "zusammenfassung zusammenfassungen",
}
