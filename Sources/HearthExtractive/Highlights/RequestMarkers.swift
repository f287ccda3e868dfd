import HearthText

/// Forms of verbs and words around them that tell what somebody asks for or takes on, by language. Kept here by hand, and not taken from any text.
enum RequestMarkers {
    /// Verbs of work as they are said to another: familiar and polite.
    static let imperatives: [String: Set<String>] = [
        "de": Set(
            words: """
                ruf rufe ruft schick schicke schickt schreib schreibe schreibt bestell bestelle bestellt frag frage fragt \
                kauf kaufe kauft buch buche bucht reserviere reserviert prüf prüfe prüft besorg besorge besorgt klär kläre klärt bring bringe \
                bringt druck drucke druckt überweise überweist bezahl bezahle bezahlt hol hole holt melde meldet organisiere organisiert \
                vergleiche vergleicht
                """),
        "fr": Set(
            words: """
                appelle appelez envoie envoyez écris écrivez mets mettez réserve réservez prépare préparez vérifie vérifiez demande demandez \
                achète achetez apporte apportez préviens prévenez commande commandez imprime imprimez contacte contactez
                """),
        "es": Set(
            words: """
                llama llame llamad manda mande mandad envía envíe enviad escribe escriba escribid pon ponga poned pide pida pedid compra \
                compre comprad reserva reserve reservad avisa avise avisad prepara prepare preparad revisa revise revisad habla hable \
                hablad pregunta pregunte preguntad busca busque buscad trae traiga traed paga pague pagad confirma confirme confirmad haz \
                haga haced comprueba compruebe
                """),
        "it": Set(
            words: """
                chiama chiami manda mandi scrivi scriva metti metta compra compri prenota prenoti prepara prepari controlla controlli chiedi \
                chieda cerca cerchi porta porti paga paghi conferma confermi avvisa avvisi stampa stampi
                """),
        "pt": Set(
            words: """
                liga ligue manda mande envia envie escreve escreva põe ponha compra compre reserva reserve prepara prepare verifica verifique \
                pergunta pergunte procura procure traz traga paga pague confirma confirme avisa avise
                """),
        "nl": Set(words: "bel stuur schrijf zet bestel vraag koop boek regel controleer betaal reserveer haal print"),
    ]

    /// Verbs of work as somebody says them today of themselves, where the verb alone tells who.
    static let presents: [String: Set<String>] = [
        "es": Set(
            words: """
                llamo hablo escribo mando envío pregunto compro pido reservo preparo pago traigo llevo hago pongo aviso confirmo reviso \
                organizo busco recojo imprimo firmo termino compruebo encargo
                """),
        "it": Set(
            words: """
                chiamo parlo scrivo mando invio chiedo compro prenoto preparo pago porto faccio metto avviso confermo controllo organizzo \
                cerco ritiro stampo finisco
                """),
        "pt": Set(
            words: """
                ligo falo escrevo mando envio pergunto compro peço reservo preparo pago trago levo faço ponho aviso confirmo verifico \
                organizo procuro imprimo
                """),
    ]

    /// Before a noun that looks like such a verb, and where the verb is said not to be.
    static let beforeNouns: Set<String> = Set(
        words:
            "el un del al su mi tu este ese aquel cada sin no nunca o um do ao seu meu não nunca il uno dal suo mio non mai"
    )

    /// Asked politely, beside the request itself.
    static let polite: [String: [String]] = [
        "de": ["bitte"], "fr": ["s'il te plaît", "s'il vous plaît", "merci de"], "es": ["por favor"],
        "it": ["per favore", "per piacere"], "pt": ["por favor", "se faz favor"],
        "nl": ["alsjeblieft", "alstublieft", "graag"],
    ]

    /// What may stand before an imperative, beside names and what opens a turn.
    static let beforeVerbs: [String: Set<String>] = [
        "de": Set(words: "bitte du dann und ihr"), "fr": Set(words: "toi vous et puis"),
        "es": Set(words: "tú usted vosotros ustedes por favor y luego"),
        "it": Set(words: "e tu lei poi allora per favore bene ok"),
        "pt": Set(words: "e tu você então por favor bom ok"), "nl": Set(words: "en jij u dan goed ok oké"),
    ]

    /// Says what another said, in the third person or with a pronoun beside it.
    static let reports: [String: Set<String>] = [
        "en": Set(words: "said asked"), "de": Set(words: "sagte fragte meinte"),
        "fr": Set(words: "disait demandait"), "es": Set(words: "dijo preguntó decía"),
        "it": Set(words: "disse chiese diceva"), "pt": Set(words: "disse perguntou dizia"),
        "nl": Set(words: "zei vroeg"),
    ]

    /// What is asked of the one who hears it.
    static let direct: [String: [String]] = [
        "en": ["please", "can you", "could you", "would you", "will you"],
        "de": ["bitte", "kannst du", "können sie", "könntest du", "könnten sie", "würdest du", "würden sie"],
        "fr": ["s'il te plaît", "s'il vous plaît", "peux-tu", "pouvez-vous", "tu peux", "vous pouvez"],
        "es": ["por favor", "puedes", "podrías"], "it": ["per favore", "puoi", "potresti"],
        "pt": ["por favor", "podes", "poderias"],
        "nl": ["alsjeblieft", "alstublieft", "kun je", "kan je", "kunt u"],
    ]

    /// Denies a verb.
    static let denials: Set<String> = Set(
        words: "nicht nichts kein keine keinen no non não pas rien jamais niet niets geen")

    /// Who speaks, beside a verb of ``reports``: what they said, they may be saying again.
    static let speakers: Set<String> = Set(words: "i we as like ich wir je nous yo io eu ik we")

    /// Another time than the one that was asked for.
    static let counters: [String: [String]] = [
        "en": ["let's say", "let's make it", "make it", "more like", "how about", "rather", "can we say", "better"],
        "de": ["sagen wir", "lieber", "eher", "besser"], "fr": ["disons", "plutôt"],
        "es": ["digamos", "mejor", "pongamos"], "it": ["diciamo", "meglio", "piuttosto"],
        "pt": ["digamos", "melhor"], "nl": ["laten we zeggen", "liever", "eerder"],
    ]

    /// Somebody has to go, and nothing is to be done.
    static let leaving: [String: [String]] = [
        "en": [
            "got to run in", "got to run now", "got to run at", "got to run off", "have to run in", "have to run now",
            "have to run off", "need to run in", "got to dash", "have to dash", "must dash", "got to jump off",
            "have to jump off", "have to leave in", "have to leave early", "have to leave soon", "have to leave now",
            "got to leave", "got to head off", "have to head off", "have to drop off the call",
        ],
        "de": ["muss los", "muss gleich los", "muss jetzt los", "muss weg", "muss gleich weg", "muss jetzt weg"],
        "fr": ["je dois filer", "je dois y aller", "il faut que je file", "il faut que j'y aille"],
        "es": ["tengo que irme", "me tengo que ir", "debo irme"],
        "it": ["devo scappare", "devo andare via"], "pt": ["tenho de ir embora", "tenho que ir embora"],
        "nl": ["moet ervandoor", "moet weg"],
    ]

    /// What somebody is, has, can, knows or feels, in German: asking whether they do asks for nothing to be done.
    static let noDeeds: Set<String> = Set(
        words: """
            bist hast kannst willst magst möchtest weißt weisst glaubst denkst meinst findest siehst hörst verstehst kennst brauchst musst \
            sollst darfst wirst würdest könntest warst hattest erinnerst kommst gehst bleibst wohnst fühlst freust heißt liest isst fährst \
            sprichst arbeitest
            seid habt könnt wollt mögt möchtet wisst glaubt denkt meint findet seht hört versteht kennt braucht müsst sollt dürft werdet \
            würdet könntet wart hattet erinnert kommt geht bleibt wohnt fühlt freut esst fahrt arbeitet
            """)

    /// Behind "you need to" these are no work.
    static let noWork: Set<String> = Set(
        words: """
            understand see know think remember admit be believe realise realize imagine consider keep feel hope trust agree accept forgive \
            laugh wonder mind want love like hear say stop wait listen look go come have get start try not just
            """)
}
