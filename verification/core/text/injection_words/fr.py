"""The word classes of the injection rules in French; what a class is for says `injection_words`."""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, str]] = {
    "ignore": (
        "ignore ignorez ignorer oublie oubliez oublier néglige négligez outrepasse outrepassez contourne "
        "contournez ne_tiens_pas_compte ne_tenez_pas_compte ne_tiens_plus_compte fais_abstraction "
        "faites_abstraction ne_suis_pas ne_suivez_pas"
    ),
    "earlier": "précédentes précédents précédente antérieures antérieurs initiales ci-dessus d'avant",
    "orders": "instruction instructions consigne consignes directives règles ordres",
    "whole": "toutes tous toute vos tes",
    "drop": (
        "ignore ignorez ignorer oublie oubliez oublier ne_tiens_pas_compte ne_tenez_pas_compte "
        "fais_abstraction faites_abstraction ne_suis_pas ne_suivez_pas"
    ),
    "everything": "tout ce_qui ce_que",
    "before": "précède avant ci-dessus dit précédemment",
    "edicts": "instruction instructions consigne consignes règles directive directives",
    "end_each": "termine terminez commence commencez",
    "new": "nouvelle nouvelles nouveau",
    "being": "tu_es vous_êtes tu_n'as vous_n'avez réponds répondez agis agissez fais_comme",
    "without": "sans aucune aucun plus_de pas_de",
    "limits": "restrictions limites règles filtres filtre censure contraintes",
    "model": "ia assistant assistants modèle_de_langage modèles_de_langage agents_ia agent_ia assistant_ia",
    "reveal": (
        "révèle révélez révèle-moi montre montrez montre-moi affiche affichez donne donne-moi donnez "
        "répète répétez divulgue divulguez dis-moi imprime communique"
    ),
    "secret_prompt": (
        "prompt_système instructions_système message_système invite_système prompt_initial "
        "instructions_initiales consignes_système instructions_internes"
    ),
    "inner": "propres exactes complètes",
    "your": "tes vos ton votre",
    "prompt": "prompt instructions consignes directives règles",
    "leak": "révèle révélez divulgue divulguez montre-moi donne-moi",
    "secrets": (
        "identifiants mots_de_passe mot_de_passe clés_api clé_api données_clients données_internes "
        "secrets données_confidentielles variables_d'environnement"
    ),
    "claim_all": "toutes tous les tes vos le",
    "send": "envoie envoyez envoie-les envoie-le envoyer transmets transmettez transfère transférez poste",
    "cargo": (
        "identifiants mots_de_passe mot_de_passe données_clients données_utilisateurs base_de_données "
        "liste_des_clients historique toutes_les_données tout"
    ),
    "never": "ne n' jamais",
    "tell": "dis dites dire informe informez préviens prévenez alerte avertis",
    "person": "utilisateur l'utilisateur utilisateurs",
    "add": "ajoute ajoutez inclus incluez insère insérez mentionne",
    "each": "chaque toute toutes votre vos ta tes ton",
    "any_each": "chaque toute toutes votre vos ta tes",
    "any_answer": "réponse réponses résumé résumés message",
    "end_of": "fin_de début_de",
    "answer": "réponse réponses résumé résumés traduction analyse évaluation",
    "added": "ajouté ajoutée inclus incluse inséré mentionné",
    "must": "doit doivent devra",
    "mark": "marque marquez note notez signale confirme déclare considère",
    "claim": "citation citations affirmation extrait résultat vérification",
    "passed": "vérifiée vérifié vraie exacte exact authentique valide confirmée correcte",
    "judge": "vérificateur évaluateur relecteur correcteur",
    "pronounce": "répondre renvoyer accepter confirmer valider noter",
    "guards": "protocoles_de_sécurité filtres_de_sécurité filtres_de_contenu règles_de_sécurité garde-fous",
    "off": "désactivés désactivées levés levées suspendus suspendues",
    "switch_off": "désactive désactivez contourne contournez lève",
    "obey": "obéir exécuter",
    "whole_requests": "toute_demande toutes_les_demandes chaque_demande tous_les_ordres",
    "unrestricted": "non_censuré non_filtré débridé débridée sans_aucune_restriction sans_filtre",
    "from_now": "désormais à_partir_de_maintenant dorénavant",
    "you_act": "tu vous réponds agis",
    "any_request": "toute_question toute_demande",
    "notice": "note remarque message important instruction instructions consigne avis",
    "to": "à pour aux vers",
    "if_you": "si_tu_es si_vous_êtes",
    "collect": "rassemble rassemblez collecte collectez récupère récupérez",
    "destination": "externe adresse_suivante l'adresse cette_adresse",
    "call": "appelle appelez utilise utilisez exécute exécutez",
    "lacking": "sans",
    "telling": "dire informer prévenir avertir en_parler",
    "mention": "mentionne mentionnez mentionner révèle révélez",
    "this": "ce cette ces",
    "note": "instruction instructions message note consigne demande",
    "respond": "réponds répondez",
    "only": "uniquement seulement exactement",
    "with": "par avec",
    "decode": "décode décodez déchiffre déchiffrez traduis",
    "and_then": "et puis",
    "comply": "suis suivez exécute exécutez obéis applique",
    "article": "un une",
    "machine": "ia modèle_de_langage agent_ia assistant_ia intelligence_artificielle",
    "loot": "données identifiants mots_de_passe clés adresses",
    "every": "chaque toute toutes",
    "into": "dans à en",
    "summary": "résumé résumés synthèse",
    "of": "du de",
    "system": "système",
}
