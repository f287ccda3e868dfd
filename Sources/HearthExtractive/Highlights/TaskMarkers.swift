import HearthText

/// Words that tell who takes a task on, and what sounds like one and is none. By language, kept here by hand and not taken from any text.
enum TaskMarkers {
    /// The speaker offers to do something: with a time or a verb of work a task of theirs.
    static let offers: [String: [String]] = [
        "en": ["i can", "i could", "let me", "i might"],
        "de": ["ich"], "fr": ["je", "j'"], "es": ["yo"], "it": ["io"], "pt": ["eu"], "nl": ["ik"], "ru": ["я"],
    ]

    /// Whether nobody needs to say "I": a note to oneself that opens so.
    static let notes: [String: [String]] = [
        "en": [
            "must", "have to", "need to", "going to", "gotta", "remember to", "don't forget to", "should",
            "remind me to",
            "don't let me forget to", "note to self",
        ],
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

    /// Verbs whose second word may stand apart from them: "turn it off".
    static let particles: [String: Set<String>] = [
        "turn": ["off", "on", "down", "over"], "switch": ["off", "on", "over"], "pick": ["up"],
        "fill": ["in", "out", "up"],
        "hand": ["in", "over", "out"], "sort": ["out"], "set": ["up"],
        "put": ["up", "in", "together", "out", "on", "away", "back", "down"],
        "take": ["down", "off", "out", "back", "in", "over"], "bring": ["back", "in", "over", "along"],
        "drop": ["off", "in", "round"],
        "send": ["out", "over", "off", "back", "round"], "clear": ["up", "out"], "clean": ["up", "out"],
        "write": ["up", "down", "out"],
        "print": ["out", "off"], "look": ["up"], "find": ["out"], "call": ["back", "up"], "ring": ["back", "up"],
        "pay": ["back", "off", "in"],
        "give": ["back"], "back": ["up"], "check": ["out", "over"], "type": ["up"], "chase": ["up"], "follow": ["up"],
        "book": ["in"],
        "get": ["back", "done", "fixed", "in", "out", "over", "ready", "sorted"],
        "have": ["done", "fixed", "in", "ready", "sorted", "delivered"],
        "let": ["know"],
    ]

    /// What stands before a thing or a person: "the keys", "your form", "two more".
    static let beforeThings: Set<String> = [
        "the", "a", "an", "my", "your", "his", "her", "our", "their", "some", "another", "that", "those", "these",
        "him", "them", "it", "both", "all",
        "two", "three", "four", "five", "more", "everybody", "everyone",
    ]

    /// What is said of an answer and of no thing: "I'll give you an example".
    private static let ofTalk: Set<String> = [
        "example", "examples", "idea", "sense", "instance", "hint", "chance", "minute", "moment", "second", "question",
        "questions", "point",
        "break", "word", "answer", "story", "short", "quick", "brief", "simple", "guess", "truth", "credit", "pass",
        "blame", "picture",
    ]
    /// Behind "I'll" these are told, thought or felt, and nothing is to be done.
    private static let ofMind: Set<String> = [
        "admit", "agree", "argue", "assume", "believe", "bet", "consider", "disagree", "end", "focus", "guess", "hear",
        "hope", "keep", "listen",
        "look", "mention", "need", "point", "quote", "refer", "spare", "stand", "stick", "suppose", "understand", "use",
        "wait", "wonder", "hand",
        "begin", "finish", "pause", "repeat", "skip", "open", "accept", "address", "close", "summarise", "summarize",
        "walk", "answer", "introduce", "drop", "add", "also", "even", "still", "then", "now", "be", "forget", "want",
        "take", "turn", "hold", "cover", "call", "put",
    ]

    enum PromisedThing {
        /// Nothing of doing is promised.
        case none
        /// A verb that is of doing as often as not: another sign is needed.
        case likely
        /// What is done is done to a thing: "I'll handle the catering".
        case sure
    }

    /// Whether a sentence promises to do something to a thing, "I'll get the keys", whatever the verb: one of doing, and behind it what it is done to.
    static func promisedThing(_ words: [String], _ promises: PhraseList, language: String) -> PromisedThing {
        guard language == "en", !words.contains(where: ofTalk.contains) else { return .none }
        for place in words.indices {
            guard let length = promises.length(at: place, in: words) else { continue }
            var verb = place + length
            if verb < words.count, ["just", "also", "then", "gladly", "happily", "definitely"].contains(words[verb]) {
                verb += 1
            }
            guard verb + 2 < words.count else { continue }
            let object = words[verb + 1]
            switch words[verb] {
            // "I'll get the keys", but "I'll get there"; "I'll give Tom the money", but "I'll give it a go".
            case "get", "bring", "leave", "make", "take", "put", "give", "show":
                if words[verb] == "make", object == "sure" { return .sure }
                if words[verb] == "give", beforeThings.contains(words[verb + 2]),
                    object != "you" || words[verb + 2] == "the"
                {
                    return .sure
                }
                if beforeThings.contains(object), !["it", "that", "all"].contains(object) { return .likely }
            case "come":
                if ["over", "round", "by", "along", "in"].contains(object),
                    words.contains("and") || words.contains("with")
                {
                    return .likely
                }
            case "let": if words[verb...].prefix(6).contains("know") { return .sure }
            case let word where noWork.contains(word) || ofMind.contains(word): continue
            default:
                return beforeThings.contains(object) || object == "you" && beforeThings.contains(words[verb + 2])
                    ? .sure : .likely
            }
        }
        return .none
    }

    /// "whose" is left out, which stands before a thing and not before the verb.
    private static let asking = Interrogatives.english.subtracting(["whose"])

    /// Whether a sentence asks what, when or how another would do something, or what they would like, and nothing of them.
    static func wonders(_ words: [String], language: String) -> Bool {
        guard language == "en" else { return false }
        return words.indices.contains { place in
            guard ["would", "could", "will", "can", "do", "did"].contains(words[place]), place + 1 < words.count,
                ["you", "we", "they", "i"].contains(words[place + 1])
            else { return false }
            if place + 2 < words.count,
                ["like", "want", "prefer", "say", "describe", "call"].contains(words[place + 2]),
                words[place + 1] == "you",
                words[place] != "can", words[place] != "will", words[place] != "could" || words[place + 2] == "say"
            {
                return true
            }
            return place > 0 && asking.contains(words[place - 1])
                || place > 1 && asking.contains(words[place - 2]) && !["so", "and"].contains(words[place - 2])
        }
    }

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
            "tell me a bit", "tell me a little", "tell me about", "tell us a bit", "tell us a little", "tell us about",
            "walk me through", "walk us through", "talk us through", "take us through", "introduce yourself",
            "can you tell us", "could you tell us", "can you explain", "could you explain", "can you say",
            "would you say",
            "thank you for", "thanks for", "leave a review", "leave us a review", "leave a rating", "leave us a rating",
            "tell a friend", "subscribe", "let's not", "let us not", "can i take your", "could i take your",
            "can i have your",
            "could i have your", "may i have your", "can i get your",
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

    /// How somebody writes down for themselves what they must do, or must not forget. English has its own rules.
    static let duties: [String: [String]] = [
        "de": [
            "ich muss", "ich muß", "muss ich", "muss noch", "muss morgen", "muss heute", "nicht vergessen",
            "darf ich nicht vergessen", "ich darf nicht vergessen",
            "unbedingt noch", "daran denken", "ich soll",
        ],
        "fr": [
            "je dois", "il faut que je", "il faut que j'", "il me faut", "ne pas oublier de", "ne pas oublier",
            "penser à", "je ne dois pas oublier", "pense à",
            "n'oublie pas de", "me rappeler de",
        ],
        "es": [
            "tengo que", "debo", "hay que", "no olvidar", "no olvidarme de", "no debo olvidar", "acordarme de",
            "recordar que tengo", "me falta", "tendré que",
        ],
        "it": [
            "devo", "dovrò", "bisogna che", "ricordarsi di", "ricordarmi di", "non dimenticare di", "non dimenticare",
            "non devo dimenticare", "mi tocca",
        ],
        "pt": [
            "tenho de", "tenho que", "preciso de", "preciso", "não esquecer de", "não esquecer", "não me esquecer",
            "lembrar de", "lembrar-me de", "devo",
        ],
        "nl": [
            "ik moet", "moet ik", "moet nog", "niet vergeten", "niet vergeten te", "eraan denken",
            "ik mag niet vergeten",
        ],
        "sv": [
            "jag måste", "måste jag", "måste", "glöm inte", "inte glömma", "kom ihåg att", "får inte glömma",
            "jag ska komma ihåg",
        ],
        "da": ["jeg skal huske", "jeg må", "jeg skal", "husk at", "glem ikke", "ikke glemme"],
        "nb": ["jeg må", "må jeg", "jeg skal huske", "husk å", "ikke glem", "ikke glemme"],
        "fi": ["pitää", "täytyy", "minun on", "muista", "ei saa unohtaa", "on pakko", "pitäisi"],
        "pl": [
            "muszę", "trzeba", "nie zapomnieć", "nie mogę zapomnieć", "pamiętać o", "pamiętać żeby", "pamiętać",
            "powinienem", "powinnam", "mam do zrobienia",
        ],
        "cs": ["musím", "nezapomenout", "nesmím zapomenout", "je třeba", "měl bych", "měla bych"],
        "sk": ["musím", "nezabudnúť", "nesmiem zabudnúť", "treba", "mal by som", "mala by som"],
        "ru": ["мне нужно", "мне надо", "надо", "нужно", "не забыть", "должен", "должна", "обязательно", "необходимо"],
        "uk": ["мені треба", "мені потрібно", "треба", "потрібно", "мушу", "не забути", "повинен", "повинна"],
        "tr": [
            "lazım", "gerek", "gerekiyor", "unutma", "unutmamalıyım", "unutmayayım", "etmeliyim", "yapmalıyım",
            "aramalıyım", "almalıyım", "ödemeliyim", "gitmeliyim",
        ],
        "hu": [
            "kell", "muszáj", "nem szabad elfelejteni", "nem szabad elfelejtenem", "ne felejtsem el", "el ne felejtsem",
        ],
        "ro": ["trebuie să", "să nu uit", "nu trebuie să uit", "am de"],
        "el": ["πρέπει να", "μην ξεχάσω", "να μην ξεχάσω", "να θυμηθώ"],
        "id": ["saya harus", "aku harus", "harus", "jangan lupa", "perlu"],
        "vi": ["phải", "cần phải", "đừng quên", "nhớ phải", "cần"],
        "ar": ["يجب أن", "لازم", "لا تنس", "عليّ أن", "علي أن", "لا أنسى", "ألا أنسى"],
        "he": ["אני צריך", "אני צריכה", "צריך", "צריכה", "חייב", "חייבת", "לא לשכוח", "אסור לשכוח"],
        "ja": ["なければならない", "なければいけない", "なきゃ", "ないといけない", "忘れないこと", "忘れずに", "忘れないように", "必要がある", "しなくては"],
        "ko": ["해야 한다", "해야 해", "해야 된다", "해야지", "해야겠다", "야 한다", "야 해", "잊지 말", "까먹지 말"],
        "zh": ["必须", "得去", "记得", "别忘", "不要忘", "需要去", "要记得", "務必", "记着"],
    ]

    /// What is said so, and nothing to be done: "ich muss sagen", "no tengo que trabajar".
    static let noDuties: [String: [String]] = [
        "de": ["muss sagen", "muss zugeben", "muss gestehen", "muss lachen", "musste", "muss nicht", "ich muss sagen"],
        "fr": ["dois dire", "dois avouer", "dois admettre", "ne dois pas", "ne faut pas"],
        "es": [
            "no tengo que", "tengo que decir", "tengo que admitir", "debo decir", "debo admitir", "debo reconocer",
            "no debo", "no hay que",
        ],
        "it": ["devo dire", "devo ammettere", "non devo preoccuparmi", "devo confessare"],
        "pt": [
            "tenho de dizer", "tenho que dizer", "devo dizer", "devo admitir", "não preciso", "não tenho que",
            "não tenho de",
        ],
        "nl": ["moet zeggen", "moet toegeven", "moet lachen", "moet niet"],
        "sv": ["måste säga", "måste erkänna", "måste inte"], "da": ["må sige", "må indrømme", "skal ikke"],
        "nb": ["må si", "må innrømme", "må ikke"],
        "fi": ["täytyy sanoa", "täytyy myöntää", "ei tarvitse", "ei pidä"],
        "pl": ["muszę powiedzieć", "muszę przyznać", "nie muszę", "nie trzeba"],
        "cs": ["musím říct", "musím přiznat", "nemusím"],
        "ru": ["надо сказать", "нужно сказать", "должен сказать", "должна сказать", "не надо", "не нужно"],
        "uk": ["треба сказати", "мушу сказати", "не треба", "не потрібно"],
        "hu": ["nem kell", "be kell vallanom"], "ro": ["trebuie să recunosc", "nu trebuie să"],
        "el": ["πρέπει να πω", "δεν πρέπει"],
        "id": ["tidak harus", "tidak perlu"], "vi": ["không phải", "không cần", "phải không"], "ja": ["必要がない"],
        "zh": ["不必", "不需要"],
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
