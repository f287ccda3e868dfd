import HearthText

/// Words by which somebody asks politely, or exactly, and which no document repeats: "Could you please tell me when exactly it currently
/// ends?" Closed classes, kept here by hand; no script makes them.
enum AskersWords {
    /// - Parameter word: As the analyser writes it.
    static func holds(_ word: String) -> Bool { words.contains(word) }

    private static let words = Set(
        SearchAnalyzer.unstemmed.terms(
            in: """
                please tell know show wonder wondering remind exactly actually currently really presently kindly thanks \
                bitte sag sagen weißt wissen zeig genau eigentlich derzeit aktuell momentan gerade danke \
                dis dites dire savoir exactement actuellement merci \
                favor dime dígame saber exactamente actualmente gracias \
                favore dimmi sapere esattamente attualmente grazie \
                diga-me exatamente atualmente obrigado \
                alsjeblieft zeg vertel weten precies momenteel eigenlijk bedankt \
                snälla berätta exakt egentligen nuvarande tack fortæl præcis egentlig fortell nøyaktig \
                kerro tarkalleen oikeastaan nykyisin kiitos \
                proszę powiedz wiedzieć dokładnie właściwie obecnie dziękuję \
                prosím řekni vědět přesně vlastně aktuálně \
                kérlek mondd pontosan jelenleg spune exact momentan mulțumesc \
                пожалуйста скажи скажите точно именно сейчас ласка скажіть зараз \
                παρακαλώ πες ακριβώς lütfen söyle
                """))
}
