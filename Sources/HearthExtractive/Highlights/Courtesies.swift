import HearthText

/// Greetings, thanks and good-byes: said at every meeting, and never what it was about.
package enum Courtesies {
    /// Words beside the courtesy from which on a sentence says something as well: "welcome to Kitchen Radio, the show about growing food".
    private static let ownWords = 4
    private static let mostWords = 40

    /// Whether a sentence greets, thanks for coming or says good-bye, and says hardly anything else.
    ///
    /// - Parameter language: ISO 639-1; in a language without such words no sentence is one.
    package static func isCourtesy(_ sentence: String, language: String) -> Bool {
        guard sentence.utf8.count <= 600, let phrases = phrases[language] else { return false }
        let words = SpokenWords(sentence, limit: mostWords + 1, language: language).words
        guard !words.isEmpty, words.count <= mostWords else { return false }
        var own = 0
        var isPolite = false
        var at = 0
        // A name behind a greeting is whom it is for; capitals tell names where a language has few of them.
        let names = Set(
            sentence.split { !$0.isLetter }.dropFirst().filter { $0.first?.isUppercase == true }.map { $0.lowercased() }
        )
        while at < words.count {
            if let length = phrases.filter({ $0.count <= words.count - at && words[at...].starts(with: $0) }).map(
                \.count
            ).max() {
                // "I'll take care of the flowers" takes no leave.
                guard !(words[at] == "take" && at + length < words.count && words[at + length] == "of") else {
                    return false
                }
                isPolite = true
                at += length
                continue
            }
            let word = words[at]
            if !Stopwords.contains(word, language: language), !small.contains(word),
                !(names.contains(word) && language != "de")
            {
                own += 1
            }
            at += 1
        }
        return isPolite && own < ownWords
    }

    /// Said along with greetings.
    private static let small: Set<String> = [
        "very", "much", "really", "good", "great", "lovely", "nice", "okay", "ok", "well", "yes", "everybody",
        "everyone", "today", "time",
        "meeting", "session", "call", "board", "council", "committee", "coming", "joining", "dear", "again", "back",
        "mr", "mrs", "ms", "dr", "professor", "alle", "allen", "schön", "gut", "heute", "zeit", "frau", "herr",
        "tous", "toutes", "bien", "todos", "todas", "bueno", "tutti", "tutte", "allemaal",
    ]

    private static let phrases: [String: [[String]]] = [
        "en": [
            "hi", "hello", "hey", "hi there", "good morning", "good afternoon", "good evening", "morning everyone",
            "morning all",
            "welcome", "welcome back", "welcome to the show", "thanks", "thank you", "thanks a lot",
            "thanks for joining",
            "thank you for joining", "thanks for coming", "thank you for coming", "thank you all for coming",
            "thanks for having me",
            "thank you for having me", "taking the time", "making the time", "taking time", "how are you",
            "how have you been",
            "nice to meet you", "nice to see you", "good to see you", "lovely to see you", "goodbye", "good bye", "bye",
            "bye bye",
            "see you", "see you soon", "see you later", "see you next week", "see you next month", "see you tomorrow",
            "take care",
            "have a good day", "have a nice day", "have a good one", "have a great day", "have a good weekend",
            "happy to be here",
            "can you hear me", "dear diary", "please take a seat", "take a seat", "thanks for calling back",
            "love to everybody",
            "to talk to us", "to talk to me", "for being here", "with us",
        ],
        "de": [
            "hallo", "hi", "guten morgen", "guten tag", "guten abend", "servus", "moin", "willkommen",
            "herzlich willkommen", "danke",
            "vielen dank", "danke euch", "danke schön", "schön dass ihr da seid", "schön dass ihr alle da seid",
            "schön dass sie da sind",
            "dass ihr alle da seid", "danke fürs kommen", "wie geht es ihnen", "wie geht's", "auf wiedersehen",
            "auf wiederhören", "tschüss",
            "tschüs", "bis bald", "bis dann", "bis nächste woche", "kommt gut nach hause", "schönen tag noch",
            "schönen abend",
            "hören sie mich", "hört ihr mich", "liebes tagebuch", "nehmen sie platz",
        ],
        "fr": [
            "bonjour", "bonsoir", "salut", "bienvenue", "merci", "merci beaucoup", "merci d'être venus",
            "merci d'être venu",
            "merci d'être là", "d'être venus", "au revoir", "à bientôt", "à la prochaine", "à demain", "bonne journée",
            "bonne soirée",
            "comment allez-vous", "comment ça va", "cher journal", "vous m'entendez",
        ],
        "es": [
            "hola", "buenos días", "buenas tardes", "buenas noches", "buenas", "bienvenidos", "bienvenidas",
            "bienvenido", "gracias",
            "muchas gracias", "gracias por venir", "por venir", "adiós", "hasta luego", "hasta la próxima",
            "hasta mañana", "hasta pronto",
            "qué tal", "cómo está", "cómo estás", "querido diario", "me oyen",
        ],
        "it": [
            "ciao", "buongiorno", "buonasera", "salve", "benvenuti", "benvenute", "grazie", "grazie mille",
            "grazie a tutti",
            "arrivederci", "a presto", "alla prossima", "buona giornata", "buona serata", "come sta", "come stai",
            "caro diario",
        ],
        "pt": [
            "olá", "oi", "bom dia", "boa tarde", "boa noite", "bem-vindos", "bem-vindas", "obrigado", "obrigada",
            "muito obrigado",
            "muito obrigada", "adeus", "tchau", "até logo", "até à próxima", "até amanhã", "como está",
            "querido diário",
        ],
        "nl": [
            "hallo", "hoi", "goedemorgen", "goedemiddag", "goedenavond", "welkom", "dank je", "dank u", "bedankt",
            "dank jullie wel",
            "fijn dat jullie er zijn", "tot ziens", "tot de volgende keer", "tot morgen", "doei", "dag allemaal",
            "hoe gaat het",
            "lief dagboek",
        ],
        "ru": [
            "привет", "здравствуйте", "доброе утро", "добрый день", "добрый вечер", "добро пожаловать", "спасибо",
            "спасибо большое",
            "спасибо что пришли", "до свидания", "пока", "до встречи", "до завтра", "всего доброго", "как дела",
        ],
    ].mapValues { $0.map { $0.split(separator: " ").map(String.init) } }

    /// Whether a phrase is nothing but a courtesy: "good evening", "hello love".
    package static func isPolite(_ phrase: String, language: String) -> Bool {
        guard let phrases = phrases[language] else { return false }
        let words = phrase.lowercased().replacing("’", with: "'").split(separator: " ").map(String.init)
        // "Hello love", "dear diary"; but "thanks" alone opens "thanks giving".
        return phrases.contains { words.starts(with: $0) && words.count <= $0.count + 1 }
    }
}
