/// Words that tell who takes a task on, and what sounds like one and is none. By language, kept here by hand and not taken from any text.
enum TaskMarkers {
    /// The speaker offers to do something: with a time or a verb of work a task of theirs.
    static let offers: [String: [String]] = [
        "en": ["i can", "i could", "let me", "i might"],
        "de": ["ich"], "fr": ["je", "j'"], "es": ["yo"], "it": ["io"], "pt": ["eu"], "nl": ["ik"], "ru": ["я"],
    ]

    /// Whether nobody needs to say "I": a note to oneself that opens so.
    static let notes: [String: [String]] = [
        "en": ["must", "have to", "need to", "going to", "gotta", "remember to", "don't forget to", "should"],
        "de": ["muss", "muß", "sollte", "nicht vergessen"], "fr": ["dois", "penser à", "il faut"],
        "es": ["tengo que", "debo", "hay que"], "it": ["devo", "dovrei"], "pt": ["tenho de", "tenho que", "preciso"],
        "nl": ["moet", "niet vergeten"], "ru": ["надо", "нужно"],
    ]

    /// Verbs that are a promise in one word, and verbs of work as somebody says them of themselves today.
    static let own: [String: [String]] = [
        "de": [
            "schicke", "sende", "schreibe", "frage", "rufe", "bestelle", "kaufe", "buche", "hole", "erledige",
            "kümmere", "übernehme",
            "prüfe", "kläre", "bringe", "mache", "organisiere", "plane", "melde", "bezahle", "überweise", "reserviere",
            "drucke", "besorge",
            "vereinbare", "bereite", "spreche", "lade", "teste", "liefere", "ändere",
            // As people say them.
            "schick", "schreib", "frag", "ruf", "bestell", "kauf", "hol", "mach", "prüf", "klär", "bring", "meld",
            "druck", "besorg", "kümmer", "bezahl", "überweis", "sag",
        ],
        "fr": [
            "envoie", "appelle", "prépare", "écris", "réserve", "commande", "achète", "apporte", "vérifie", "occupe",
            "charge", "demande",
            "organise", "termine", "rappelle", "contacte", "imprime", "enverrai", "appellerai", "préparerai", "écrirai",
            "ferai",
            "j'envoie", "j'appelle", "j'écris", "j'achète", "j'apporte", "j'organise", "j'enverrai", "j'appellerai",
            "j'écrirai",
            "l'appelle", "l'envoie", "m'occupe",
        ],
        "es": [
            "enviaré", "mandaré", "llamaré", "pediré", "haré", "escribiré", "prepararé", "compraré", "revisaré",
            "hablaré", "preguntaré",
            "traeré", "llevaré", "organizaré", "reservaré", "pagaré", "confirmaré", "encargo", "encargaré",
            "te mando", "os mando", "te envío", "os envío", "te llamo", "os llamo", "te escribo", "te aviso",
        ],
        "it": [
            "manderò", "invierò", "chiamerò", "chiederò", "farò", "scriverò", "preparerò", "comprerò", "controllerò",
            "parlerò",
            "porterò", "prenoterò", "organizzerò", "pagherò",
        ],
        "pt": [
            "enviarei", "mandarei", "ligarei", "pedirei", "farei", "escreverei", "prepararei", "comprarei",
            "verificarei", "falarei",
            "trarei", "levarei", "reservarei", "pagarei", "envio", "ligo", "trato",
        ],
        "nl": [
            "stuur", "bel", "schrijf", "vraag", "bestel", "koop", "boek", "regel", "zorg", "controleer", "maak",
            "betaal", "neem",
        ],
        "ru": [
            "отправлю", "пришлю", "позвоню", "напишу", "сделаю", "подготовлю", "куплю", "закажу", "проверю", "узнаю",
            "спрошу", "принесу",
            "займусь", "забронирую", "оплачу", "поговорю",
        ],
    ]

    /// In these languages the verb alone tells who will do it.
    static let tellsPerson: Set<String> = ["es", "it", "pt", "ru"]

    /// What is asked for so is to be done, whatever the verb is.
    static let orders: [String: [String]] = [
        "en": [
            "don't forget to", "remember to", "make sure to", "make sure you", "i'd like you to", "i need you to",
            "i want you to", "someone has to", "somebody has to", "someone needs to", "somebody needs to",
        ],
        "de": ["vergiss nicht", "denk daran", "denk bitte daran", "vergessen sie nicht", "jemand muss"],
        "fr": ["n'oublie pas de", "n'oubliez pas de", "pense à", "pensez à", "quelqu'un doit"],
        "es": ["no olvides", "no te olvides de", "acuérdate de", "alguien tiene que"],
        "it": ["non dimenticare di", "ricordati di", "qualcuno deve"],
        "pt": ["não te esqueças de", "não se esqueça de", "lembra-te de", "alguém tem de"],
        "nl": ["vergeet niet", "denk eraan", "iemand moet"],
    ]

    /// Whoever it is.
    static let anybody: [String: [String]] = [
        "en": ["someone", "somebody", "anyone", "anybody", "one of you", "one of us"],
        "de": ["jemand", "einer von euch", "irgendwer"], "fr": ["quelqu'un", "l'un de vous"],
        "es": ["alguien", "alguno"], "it": ["qualcuno"], "pt": ["alguém"], "nl": ["iemand"],
        "ru": ["кто-нибудь", "кто-то"],
    ]

    /// Behind a promise and a time these are told and no task: "I'll see you tomorrow".
    static let noWork: Set<String> = [
        "be", "see", "go", "have", "sleep", "watch", "come", "say", "think", "know", "feel", "tell", "talk", "never",
        "not",
        "like", "love", "want", "remember", "stay", "eat", "drink", "miss", "get", "just", "leave", "start", "show",
        "give",
        "explain", "play", "live", "die", "bed", "home", "work", "school", "probably", "always", "try", "stop",
    ]

    /// Words by which somebody says that they will not do what others want of them.
    static let refusals: [String: [String]] = [
        "en": [
            "i'd rather", "i would rather", "i'd sooner", "i refuse to",
        ],
        "de": ["lieber würde ich", "ich weigere mich", "ich denke nicht daran"],
        "fr": ["je préférerais", "j'aimerais mieux", "je refuse de", "hors de question"],
        "es": ["prefiero no", "antes prefiero", "me niego a", "ni hablar"],
        "it": ["preferirei", "mi rifiuto di", "non se ne parla"],
        "pt": ["prefiro não", "recuso-me a", "nem pensar"],
        "nl": ["ik zou liever", "ik weiger"],
        "ru": ["я лучше", "отказываюсь", "ни за что"],
    ]

    /// Verbs whose past is as what is to be done is said, in English.
    private static let pastAsBase: Set<String> = [
        "read", "put", "cut", "let", "set", "hit", "shut", "quit", "split", "spread", "cost", "hurt", "cast", "beat",
        "bet", "burst",
    ]

    /// Whether words without anybody who does it tell what was done, or how somebody is: "Walked home", "Read it", "Worried about the roof".
    static func tellsOfDone(_ words: [String], language: String) -> Bool {
        guard language == "en",
            let first = words.first(where: { !["just", "finally", "then", "and", "also"].contains($0) })
        else { return false }
        return pastAsBase.contains(first) || first.utf8.count > 4 && first.hasSuffix("ed") && !first.hasSuffix("eed")
    }

    /// Supposed, and left at that.
    static let suggestions: [String: [String]] = [
        "en": [
            "maybe", "perhaps", "we could", "you could", "they could", "i suggest", "i propose", "what if", "how about",
            "we might",
            "it would be nice",
        ],
        "de": ["vielleicht", "wir könnten", "man könnte", "ich schlage vor", "wie wäre es", "eventuell"],
        "fr": ["peut-être", "on pourrait", "nous pourrions", "je propose", "et si"],
        "es": ["quizá", "quizás", "tal vez", "podríamos", "propongo", "y si"],
        "it": ["forse", "potremmo", "propongo", "e se"],
        "pt": ["talvez", "poderíamos", "podíamos", "proponho", "e se"],
        "nl": ["misschien", "we zouden kunnen", "ik stel voor"],
        "ru": ["может быть", "возможно", "предлагаю", "мы могли бы", "а что если"],
    ]

    /// How people talk with each other, and what they do while they talk: it is done when it is said.
    static let talking: [String: [String]] = [
        "en": [
            "let's keep this short", "let's keep it short", "let's keep this brief", "let's keep it brief",
            "let's get started",
            "let's start with", "let's begin", "let's think", "let's see", "let's look at", "let's talk",
            "let's move on", "let's go on",
            "let's go back", "let's continue", "let's take a break", "let's say", "let's discuss", "can you hear",
            "can everyone hear",
            "can everybody hear", "could you repeat", "can you repeat", "can you see my", "please take a seat",
            "please sit",
            "can you tell us", "could you tell us", "can you explain", "could you explain", "can you say",
            "would you say",
            "thank you for", "thanks for", "leave a review", "let's not", "let us not",
        ],
        "de": [
            "fangen wir an", "legen wir los", "lass uns anfangen", "lasst uns anfangen", "hören sie mich",
            "hört ihr mich",
            "können sie mich hören", "könnt ihr mich hören", "nehmen sie platz", "machen wir weiter",
            "können sie das wiederholen",
            "sehen wir mal", "schauen wir mal", "überlegen wir uns",
        ],
        "fr": [
            "commençons", "on va commencer", "nous allons commencer", "vous m'entendez", "tu m'entends",
            "pouvez-vous répéter",
            "nous allons parler", "on va parler", "voyons",
        ],
        "es": [
            "vamos a empezar", "vamos a ver", "vamos a hablar", "empecemos", "me oyen", "me escuchan", "puede repetir",
            "siéntese",
        ],
        "it": ["cominciamo", "iniziamo", "mi sentite", "può ripetere", "vediamo", "si accomodi"],
        "pt": ["vamos começar", "comecemos", "conseguem ouvir", "pode repetir", "vamos ver", "vamos falar"],
        "nl": ["laten we beginnen", "horen jullie mij", "kunt u herhalen", "laten we kijken", "gaat u zitten"],
        "ru": [
            "давайте начнём", "давайте начнем", "меня слышно", "повторите", "давайте посмотрим", "давайте поговорим",
        ],
    ]

    /// With what somebody takes on what another has asked for.
    static let assents: [String: [String]] = [
        "en": [
            "sure", "yes", "yeah", "yep", "ok", "okay", "of course", "will do", "i will", "i can", "no problem",
            "absolutely", "certainly",
            "all right", "alright", "gladly", "on it", "i'll do", "fine", "right", "happy to", "with pleasure", "i'll",
        ],
        "de": [
            "ja", "klar", "gerne", "gern", "okay", "ok", "natürlich", "mache ich", "mach ich", "kein problem",
            "in ordnung", "gut",
        ],
        "fr": ["oui", "bien sûr", "d'accord", "ok", "pas de problème", "volontiers", "je m'en occupe", "avec plaisir"],
        "es": ["sí", "claro", "por supuesto", "de acuerdo", "vale", "sin problema", "yo me encargo", "desde luego"],
        "it": ["sì", "certo", "va bene", "d'accordo", "volentieri", "ci penso io", "nessun problema"],
        "pt": ["sim", "claro", "com certeza", "está bem", "tudo bem", "sem problema", "eu trato"],
        "nl": ["ja", "zeker", "natuurlijk", "prima", "oké", "ok", "doe ik", "geen probleem", "graag"],
        "ru": ["да", "конечно", "хорошо", "ладно", "сделаю", "без проблем", "договорились"],
    ]

    /// With what somebody says no.
    static let denials: [String: [String]] = [
        "en": ["no", "nope", "not", "never", "i don't", "it doesn't", "it isn't"],
        "de": ["nein", "nö", "nicht", "nie", "noch nicht"],
        "fr": ["non", "pas", "jamais"], "es": ["no", "nunca", "todavía no"], "it": ["no", "mai", "non"],
        "pt": ["não", "nunca"], "nl": ["nee", "niet", "nooit"], "ru": ["нет", "никогда", "не"],
    ]

    /// Another has to do something.
    static let demands: [String: [String]] = [
        "en": [
            "you need to", "you have to", "you must", "you should", "you'll have to", "you'll need to",
            "someone has to", "somebody has to",
            "someone needs to", "somebody needs to", "someone should", "somebody should",
        ],
        "de": ["du musst", "sie müssen", "du solltest", "sie sollten", "ihr müsst", "jemand muss", "jemand sollte"],
        "fr": ["tu dois", "vous devez", "il faut que tu", "quelqu'un doit"],
        "es": ["tienes que", "tiene que", "debes", "debe", "alguien tiene que"], "it": ["devi", "deve", "dovete"],
        "pt": ["tens de", "tem de", "tem que", "deve"],
        "nl": ["je moet", "u moet", "jullie moeten"],
        "ru": ["ты должен", "ты должна", "вы должны", "тебе нужно", "вам нужно"],
    ]

    /// Behind "please", and done while people talk.
    static let noCommands: Set<String> = [
        "be", "don't", "note", "let", "come", "go", "tell", "say", "speak", "explain", "stop", "wait", "repeat", "sit",
        "welcome", "enjoy",
        "feel", "leave", "continue", "remember", "see", "listen", "look", "excuse", "forgive", "join", "subscribe",
        "follow",
    ]

    /// What somebody promises to be is not done: "I'll be back by six".
    static func isOfBeing(_ words: [String]) -> Bool {
        zip(words, words.dropFirst()).contains { ($0 == "i'll" || $0 == "will") && $1 == "be" }
            || words.last == "sein" || words.contains("seré") || words.contains("serai") || words.contains("zijn")
    }

    /// Whom a request is for.
    static let addressed: [String: [String]] = [
        "en": ["you", "please"], "de": ["du", "sie", "bitte"],
        "fr": ["tu", "vous", "peux-tu", "pouvez-vous", "pourrais-tu", "pourriez-vous"],
        "es": ["tú", "usted", "puedes", "puede", "podrías", "podría", "por favor"],
        "it": ["puoi", "può", "potresti", "potrebbe", "per favore"],
        "pt": ["tu", "você", "podes", "pode", "poderia", "por favor"],
        "nl": ["je", "u", "jij", "alsjeblieft", "alstublieft"],
        "ru": ["ты", "вы", "можешь", "можете", "пожалуйста"],
    ]

    /// Before the name of one who gets something, or of whom something is told.
    static let beforeOthers: [String: Set<String>] = [
        "en": [
            "to", "for", "from", "with", "by", "about", "and", "ask", "tell", "call", "send", "meet", "email", "remind",
            "of",
        ],
        "de": ["an", "für", "von", "mit", "über", "und", "bei", "frage", "rufe", "zu"],
        "fr": ["à", "pour", "de", "avec", "et", "chez", "appeler", "par"],
        "es": ["a", "para", "de", "con", "y", "por"],
        "it": ["a", "per", "da", "con", "e", "di"], "pt": ["a", "para", "de", "com", "e", "ao", "à"],
        "nl": ["aan", "voor", "van", "met", "en", "door", "bij"], "ru": ["для", "от", "с", "и", "у", "к"],
    ]
}
