import HearthText

/// What kind of thing a question asks for, as far as its question word tells.
struct QuestionKind: OptionSet, Sendable {
    let rawValue: Int

    static let person = QuestionKind(rawValue: 1)
    static let time = QuestionKind(rawValue: 2)
    static let place = QuestionKind(rawValue: 4)
    static let number = QuestionKind(rawValue: 8)
    static let reason = QuestionKind(rawValue: 16)
    /// A list, steps: more than one sentence can say.
    static let several = QuestionKind(rawValue: 32)

    init(rawValue: Int) { self.rawValue = rawValue }
}

/// A question, with the words that ask found in it.
struct AskedQuestion {
    var kind: QuestionKind = []
    /// Words of several letters, lower-cased, that ask.
    private(set) var words: Set<String> = []
    /// The last words of phrases that ask for a number, lower-cased: "high" of "how high".
    private(set) var measures: Set<String> = []
    /// Words, lower-cased, that ask along with a question word, and what a sentence must hold to answer without them.
    private(set) var needs: [String: AskingVerbs.Need] = [:]
    /// Bytes of the question in scripts without spaces that ask.
    private(set) var ranges: [Range<Int>] = []
    /// Whether anything in it asks.
    private(set) var asksAnything = false

    /// - Parameter languages: ISO 639-1, of the question and of the texts, where they are known.
    init(_ question: String, languages: Set<String>) {
        let lower = question.lowercased()
        let (parts, which) = QuestionWords.joiningWhich(
            lower.split { !($0.isLetter || $0.isNumber || $0.isMarkOnly) }.map(String.init))
        words = which
        var phrases: Set<String> = []
        for start in parts.indices {
            for end in start..<min(start + QuestionWords.longest, parts.count) {
                phrases.insert(parts[start...end].joined(separator: " "))
            }
        }
        let bytes = Array(lower.utf8)
        // Lower-casing may move bytes; then there is nothing to point at in the question.
        let isInPlace = bytes.count == question.utf8.count
        var places: [(range: Range<Int>, kind: QuestionKind)] = []
        for entry in QuestionWords.entries(languages: languages) {
            for phrase in entry.phrases {
                if QuestionWords.isWithoutSpaces(phrase) {
                    places += Self.places(of: Array(phrase.utf8), in: bytes).map { ($0, entry.kind) }
                } else if phrases.contains(phrase) {
                    kind.formUnion(entry.kind)
                    asksAnything = true
                    // "year" of "what year" says what is asked about; only the word that asks is dropped.
                    let parts = phrase.split(separator: " ").map(String.init)
                    if parts.count == 1 || QuestionWords.wholes.contains(phrase) { words.formUnion(parts) }
                    if parts.count > 1, entry.kind.contains(.number), let last = parts.last { measures.insert(last) }
                }
            }
        }
        // "À quelle heure", "v kolik": what is asked for is told by a clock, and seldom with these words.
        for clock in AskedTime.clocks
        where phrases.contains(clock) && !clock.hasPrefix("what ") && !clock.hasPrefix("which ") {
            kind.remove(.number)
            kind.insert(.time)
            asksAnything = true
            words.formUnion(clock.split(separator: " ").map(String.init))
        }
        // Where no spaces part words, the longest is meant: "称为什么" asks what something is called, and not why (为什么).
        for place in places {
            asksAnything = true
            if isInPlace { ranges.append(place.range) }
            let isPart = places.contains {
                $0.range.count > place.range.count && $0.range.lowerBound <= place.range.lowerBound
                    && $0.range.upperBound >= place.range.upperBound
            }
            if !isPart { kind.formUnion(place.kind) }
        }
        if asksAnything, kind.isEmpty, AskingVerbs.asksForPrice(parts) { kind = .number }
        if asksAnything { needs = AskingVerbs.needs(of: phrases, kind: kind, languages: languages) }
    }

    /// Whether a term of the question, at these bytes of it, only asks.
    func asks(_ word: String, at range: Range<Int>) -> Bool {
        words.contains(word) || ranges.contains { $0.overlaps(range) }
    }

    private static func places(of phrase: [UInt8], in bytes: [UInt8]) -> [Range<Int>] {
        guard let first = phrase.first, phrase.count <= bytes.count else { return [] }
        var found: [Range<Int>] = []
        for start in 0...(bytes.count - phrase.count)
        where bytes[start] == first && bytes[start..<(start + phrase.count)].elementsEqual(phrase) {
            found.append(start..<(start + phrase.count))
        }
        return found
    }
}

extension Character {
    /// Combining marks that `split` would otherwise take for borders.
    fileprivate var isMarkOnly: Bool {
        unicodeScalars.allSatisfy { ScalarClass($0.value) == .mark }
    }
}

/// The words that ask, by language and by what they ask for.
///
/// Interrogatives are a closed class, so that a list can hold them. They say what kind of thing is wanted and nothing about
/// the topic: a text that answers a question hardly ever repeats them. Kept here by hand; no script makes them.
enum QuestionWords {
    struct Entry {
        var kind: QuestionKind
        /// Words and phrases, lower-cased. In a script without spaces they are found anywhere in the text.
        var phrases: [String]
    }

    /// In words.
    static let longest = 5

    /// Phrases of which every word only asks, as "when" does. Of others the last word says what is asked for: "what year".
    static let wholes: Set<String> = [
        "ne zaman", "bao nhiêu", "bao giờ", "khi nào", "lúc nào", "tại sao", "vì sao", "thế nào", "như thế nào",
        "ở đâu",
        "di mana", "por qué", "por que", "de ce",
        // What is to be done: the verb asks as well.
        "what should i do", "what should we do", "what must i do", "what must we do", "what do i do", "what do we do",
        "what can i do", "what to do", "was tun", "was soll ich tun", "was soll ich machen", "was muss ich tun",
        "was mache ich", "was macht man", "que faire", "que dois je faire", "que faut il faire", "qué hacer",
        "qué hago",
        "qué debo hacer", "qué hay que hacer", "cosa fare", "cosa devo fare", "che cosa devo fare", "o que fazer",
        "o que devo fazer", "o que faço", "wat te doen", "wat moet ik doen", "wat doe ik",
    ]

    /// The words of a question, "who" and what follows it taken for one where both together are "which": the Hindi "कौन सा". And the words
    /// that were taken so.
    static func joiningWhich(_ parts: [String]) -> (parts: [String], words: Set<String>) {
        var joined: [String] = []
        var words: Set<String> = []
        for part in parts {
            if let last = joined.last, whoOfWhich.contains(last), restOfWhich.contains(part) {
                joined[joined.count - 1] = last + part
                words.insert(last)
                if part != "से" { words.insert(part) }
            } else {
                joined.append(part)
            }
        }
        return (joined, words)
    }

    private static let whoOfWhich: Set<String> = ["कौन"]
    private static let restOfWhich: Set<String> = ["सा", "सी", "से"]

    /// The entries that hold for a question. Words in Latin letters count only in their own language, because "ai", "mana"
    /// or "var" are words of another one as well.
    static func entries(languages: Set<String>) -> [Entry] {
        shared + measures + languages.sorted().flatMap { (byLanguage[$0] ?? []) + (further[$0] ?? []) }
    }

    /// Whether phrases of a script are looked for inside of words.
    static func isWithoutSpaces(_ phrase: String) -> Bool {
        phrase.unicodeScalars.contains { ScalarClass($0.value).isWithoutSpaces }
    }

    static func entry(_ kind: QuestionKind, _ list: String) -> Entry {
        Entry(kind: kind, phrases: list.split(separator: "|").map(String.init))
    }

    /// English, whose questions are asked of documents in every language, and what stands in scripts of its own.
    private static let shared: [Entry] = [
        entry(.person, "who|whom|whose"),
        entry(
            .time,
            """
            when|by when|due date|the deadline|what year|which year|what date|what month|what century|what day|which day|what decade|what time|how long ago
            """),
        entry(
            .place,
            """
            where|what country|which country|what city|which city|what state|which state|what place|what location
            """),
        entry(
            .number,
            """
            how many|how much|how long|how old|how far|how tall|how large|how big|how high|how fast|how often|how deep|how \
            expensive|how wide|how hot|how cold|how warm|how heavy|how thick|how steep|how quickly|what number|what percentage|what percent|what \
            amount|what fraction|what population|what price|what cost|what fee|what sum|does it cost
            """),
        entry(.reason, "why|how come|what reason"),
        entry(
            .several,
            """
            list the|list all|what steps|which steps|the steps|how do i|how do we|how do you|how to|how can i|how can we|how \
            should i|what do i need to|what do we need to|what do i have to|what do we have to|what should i|what should we|what must i|what must we|what \
            has to be|what needs to be|what still has|what still needs|what is left to|what else|what are the|which things|what things|what should i do|what should we do|what must i do|what must we do|what do i do|what do we do|what can i do|what to do
            """),
        entry([], "what|which|how|name|called|did|does|happen|happens|happened"),
        // Greek
        entry(.person, "ποιος|ποιοσ|ποιον|ποιοι|ποιους"),
        entry(
            .time,
            """
            πότε|ποιο έτος|ποιο χρόνο|ποια χρονιά|τι χρονιά|ποια χρονολογία|ποιον αιώνα|ποιο αιώνα|ποιος αιώνας|ποια δεκαετία|ποιον μήνα|\
            ποιο μήνα|ποια ημερομηνία|ποια ημέρα|ποια μέρα
            """),
        entry(
            .place,
            "πού|ποια χώρα|ποια πόλη|ποια πολιτεία|ποιο κράτος|ποιο νησί|ποια περιοχή|ποια ήπειρο|ποιο μέρος|ποια τοποθεσία"
        ),
        entry(
            .number,
            "πόσο|πόσος|πόσοι|πόσες|πόσα|πόσους|πόσων|πόση|πόσης|πόσου|τι ποσοστό|ποιο ποσοστό|ποιος αριθμός|ποιο ποσό|τι ποσό|πόσο υψηλό|πόσο μεγάλο|πόσο μακριά|πόσο συχνά"
        ),
        entry(.reason, "γιατί"),
        entry([], "τι|ποιο|ποια|ποιες|ποιων|ποιου|ποιας|πως|πώς"),
        // Russian and Ukrainian
        entry(.person, "кто|кого|кому|кем|хто"),
        entry(
            .time,
            """
            когда|коли|каком году|какой год|каком веке|какой день|какого числа|каком месяце|какого года|якому році|якому столітті|\
            якому місяці|якого числа
            """),
        entry(
            .place,
            """
            где|куда|откуда|де|звідки|каком городе|какой стране|какой город|какая страна|каком штате|якому місті|якій країні
            """),
        entry(
            .number,
            "сколько|скільки|скольких|какой процент|каков процент|какая доля|какое количество|какого размера|какая площадь|какой высоты|какой длины|как долго|как часто|який відсоток|яка кількість|якого розміру|яка площа|як довго|як часто"
        ),
        entry(.reason, "почему|зачем|чому"),
        entry(
            [],
            "что|чем|чему|чего|какой|какая|какое|какие|какую|каком|каких|каким|какого|какими|как|каков|какова|який|яка|яке|які|як|що"
        ),
        // Arabic and Hebrew. "من" is left out: it is "from" as well.
        entry(.time, "متى|أي عام|أي سنة|מתי"), entry(.place, "أين|اين|איפה|היכן"), entry(.number, "كم|כמה"),
        entry(.reason, "لماذا|لما|למה|מדוע"), entry(.person, "מי"),
        entry([], "ما|ماذا|أي|أية|كيف|هل|מה|איזה|איזו|אילו|איך|האם"),
        // Hindi
        entry(.person, "कौन|किसने|किसे|किसका|किसके|किसकी|किन्होंने|किन्हें"),
        entry(
            .time,
            """
            कब|किस वर्ष|किस साल|किस सदी|किस शताब्दी|किस दशक|किस दिन|किस तारीख|किस तिथि|किस महीने|किस माह|किस समय|कौनसे वर्ष|कौनसे साल|\
            कौनसा वर्ष|कौनसा साल
            """),
        entry(
            .place,
            """
            कहाँ|कहां|किस देश|किस शहर|किस राज्य|किस स्थान|किस जगह|किस नगर|कौनसे देश|कौनसा देश|कौनसे शहर|कौनसा शहर|कौनसे राज्य|\
            कौनसा राज्य
            """), entry(.number, "कितने|कितनी|कितना|कितनों|कितनो|क्या प्रतिशत"),
        entry(.reason, "क्यों"),
        entry([], "क्या|किस|किन|कौनसा|कौनसी|कौनसे|कैसे|कैसा|कैसी"),
        // Thai
        entry(.person, "ใคร"), entry(.time, "เมื่อใด|เมื่อไร|เมื่อไหร่|ปีใด|ปีไหน|ปีอะไร|วันใด|วันไหน"),
        entry(.place, "ที่ไหน|ที่ใด"), entry(.number, "กี่|เท่าไร|เท่าใด|เท่าไหร่"), entry(.reason, "ทำไม|เพราะเหตุใด|เหตุใด"),
        entry([], "อะไร|ไหน|ใด|อย่างไร"),
        // Chinese
        entry(.person, "谁|哪位|何人|誰|什么人|哪个人"),
        entry(
            .time,
            "何时|什么时候|哪一年|哪年|什么时间|哪天|哪一天|哪个世纪|哪一世纪|哪个年代|什么年代|哪个月|几月|什么日期|何年|何月|何時|什麼時候"),
        entry(
            .place,
            "哪里|哪儿|何处|何地|什么地方|在哪|哪个国家|哪国|哪个城市|哪座城市|什么城市|什么国家|哪个州|哪个省|哪个地区|哪個國家|哪個城市"),
        entry(.number, "多少|几|多大|多长|多久|多高|多远|百分之"), entry(.reason, "为什么|为何|原因|為什麼"),
        entry(
            [],
            """
            称为什么|稱為什麼|称之为什么|名为什么|名為什麼|作为什么|作為什麼|成为什么|成為什麼|视为什么|視為什麼|认为什么|認為什麼|变为什么|改为什么|译为什么|分为什么|定为什么
            """),
        entry([], "什么|哪个|哪些|哪种|如何|怎么|怎样|哪|什麼|怎麼"),
        // Japanese and Korean
        entry(.person, "だれ|누구|누가"), entry(.time, "何年|いつ|何月|何世紀|何時|언제|몇 년|어느 해|몇 시|몇시"),
        entry(.place, "どこ|何処|어디|어느 나라|어느 도시"), entry(.number, "いくつ|何個|どのくらい|いくら|몇|얼마"),
        entry(.reason, "なぜ|どうして|왜|어째서"), entry([], "何|どの|どんな|どう|무엇|어떻게|어떤|무슨"),
    ]

    private static let byLanguage: [String: [Entry]] = [
        "de": [
            entry(.person, "wer|wem|wen|wessen"), entry(.time, "wann|welchem jahr|welches jahr|seit wann"),
            entry(.place, "wo|woher|wohin|welchem land|welcher stadt"),
            entry(
                .number,
                """
                wie viele|wie viel|wieviel|wieviele|wie lange|wie lang|wie groß|wie hoch|wie alt|wie weit|wie oft|wie teuer|wie heiß|wie \
                kalt|wie warm|wie schwer|wie dick|wie tief|wie breit|wie schnell|was \
                kostet|was kosten|welcher betrag|welchen betrag|welche summe|welcher preis
                """),
            entry(.reason, "warum|weshalb|wieso"),
            entry(
                .several,
                "wie kann ich|wie mache ich|wie geht man|wie muss ich|wie müssen wir|welche schritte|was tun|was soll ich tun|was soll ich machen|was muss ich tun|was mache ich|was macht man"
            ),
            entry([], "was|wie|welche|welcher|welches|welchem|welchen|heißt|passiert|geschieht"),
        ],
        "fr": [
            entry(.person, "qui"), entry(.time, "quand|quelle année|quelle date|quel siècle"),
            entry(.place, "où|quel pays|quelle ville"),
            entry(
                .number,
                "combien|quel nombre|quel pourcentage|quel âge|quelle taille|quelle est la taille|quelle surface|quelle est la surface|quelle hauteur|quelle longueur|quel poids"
            ), entry(.reason, "pourquoi"),
            entry(.number, "quel prix|quel montant|quelle somme"),
            entry(
                .several,
                "comment faire|comment puis je|comment peut on|comment doit on|quelles étapes|que faire|que dois je faire|que faut il faire"
            ),
            entry([], "que|quoi|quel|quelle|quels|quelles|comment|se passe|passe t il"),
        ],
        "es": [
            entry(.person, "quién|quien|quiénes"), entry(.time, "cuándo|cuando|qué año|qué fecha|qué siglo"),
            entry(.place, "dónde|donde|qué país|qué ciudad"),
            entry(
                .number,
                "cuántos|cuántas|cuánto|cuánta|qué porcentaje|qué número|qué tamaño|qué superficie|cómo de grande"),
            entry(.reason, "por qué"),
            entry(.number, "qué precio|qué importe|qué cantidad"),
            entry(
                .several,
                "cómo puedo|cómo podemos|cómo se hace|qué pasos|qué hacer|qué hago|qué debo hacer|qué hay que hacer"),
            entry([], "qué|cuál|cuáles|cómo|pasa|sucede|ocurre"),
        ],
        "it": [
            entry(.person, "chi"), entry(.time, "quando|quale anno|che anno"),
            entry(.place, "dove|quale paese|quale città"),
            entry(
                .number,
                "quanti|quante|quanto|quanta|quanto è grande|quanto è alto|quanto è lungo|quanto dista|che superficie|quale superficie"
            ), entry(.reason, "perché"),
            entry(.number, "quale prezzo|quale importo|che prezzo"),
            entry(
                .several, "come posso|come possiamo|come si fa|quali passi|cosa fare|cosa devo fare|che cosa devo fare"),
            entry([], "che|cosa|quale|quali|qual|come|succede|accade"),
        ],
        "pt": [
            entry(.person, "quem"), entry(.time, "quando|que ano|qual ano"),
            entry(.place, "onde|qual país|qual cidade"),
            entry(.number, "quantos|quantas|quanto|quanta"), entry(.reason, "por que|porquê"),
            entry(.number, "qual preço|que preço|qual valor"),
            entry(.several, "como posso|como podemos|como se faz|que passos|o que fazer|o que devo fazer|o que faço"),
            entry([], "que|qual|quais|como|acontece"),
        ],
        "ro": [
            entry(.person, "cine|cui"),
            entry(
                .time,
                """
                când|cînd|cand|ce an|care an|ce dată|care dată|ce secol|care secol|ce deceniu|ce lună|ce zi|care zi
                """),
            entry(
                .place,
                """
                unde|ce țară|ce ţară|care țară|ce oraș|ce oraş|care oraș|ce stat|care stat|ce loc|care loc|ce regiune|ce continent
                """),
            entry(
                .number,
                """
                cât|câtă|câți|câte|câţi|câtor|cati|cate|ce procent|ce procentaj|ce număr|ce sumă|ce cantitate|ce distanță|ce vârstă|\
                ce populație|ce proporție|ce preț
                """), entry(.reason, "de ce"),
            entry([], "ce|care|cărui|cărei|căror|cum|se întâmplă"),
        ],
        "nl": [
            entry(.time, "wanneer|welk jaar"), entry(.place, "waar"),
            entry(
                .number,
                """
                hoeveel|hoe lang|hoe oud|hoe hoog|hoe groot|hoe duur|hoe ver|hoe vaak|hoe zwaar|hoe warm|hoe koud|hoe diep|hoe \
                breed|hoe snel
                """),
            entry(.number, "wat kost|wat kosten|welk bedrag|welke prijs"),
            entry(
                .several,
                "hoe kan ik|hoe kunnen we|hoe moet ik|hoe moeten we|welke stappen|wat te doen|wat moet ik doen|wat doe ik"
            ),
            entry(.reason, "waarom"), entry([], "wie|wat|welk|welke|hoe|gebeurt"),
        ],
        "sv": [
            entry(.person, "vem"), entry(.time, "när|vilket år"), entry(.place, "var"),
            entry(
                .number,
                """
                hur många|hur mycket|hur länge|hur lång|hur långt|hur hög|hur högt|hur stor|hur stort|hur gammal|hur ofta|hur \
                dyr|hur dyrt|vad kostar|vilket pris|hur djup|hur bred|hur tung|hur varm|hur varmt|hur kallt
                """), entry(.reason, "varför"),
            entry([], "vad|vilken|vilket|vilka|hur|händer"),
        ],
        "da": [
            entry(.person, "hvem"), entry(.time, "hvornår|hvilket år"), entry(.place, "hvor"),
            entry(
                .number,
                """
                hvor mange|hvor meget|hvor længe|hvor lang|hvor langt|hvor høj|hvor højt|hvor stor|hvor stort|hvor \
                gammel|hvor ofte|hvor dyr|hvor dyrt|hvor dyb|hvor tung|hvor varmt|hvor koldt
                """), entry(.reason, "hvorfor"), entry([], "hvad|hvilken|hvilket|hvilke|hvordan"),
        ],
        "nb": [
            entry(.person, "hvem"), entry(.time, "når|hvilket år"), entry(.place, "hvor"),
            entry(
                .number,
                """
                hvor mange|hvor mye|hvor lenge|hvor lang|hvor langt|hvor høy|hvor høyt|hvor stor|hvor stort|hvor gammel|hvor \
                ofte|hvor dyr|hvor dyrt|hvor dyp|hvor tung|hvor varmt|hvor kaldt
                """), entry(.reason, "hvorfor"), entry([], "hva|hvilken|hvilket|hvilke|hvordan"),
        ],
        "fi": [
            entry(.person, "kuka|kenen|ketkä|kenelle|keneltä"),
            entry(.time, "milloin|koska|minä vuonna|mihin mennessä"),
            entry(.place, "missä|mistä|mihin|minne"),
            entry(
                .number,
                """
                paljonko|montako|monellako|monessako|kauanko|kuinka monta|kuinka paljon|kuinka kauan|kuinka pitkä|kuinka korkea|kuinka suuri|kuinka \
                iso|miten iso|miten paljon|miten kauan|miten monta|minkä kokoinen|kuinka vanha|kuinka usein|kuinka kallis|miten pitkä|miten suuri|miten korkea
                """), entry(.reason, "miksi"),
            entry([], "mikä|mitä|minkä|mitkä|kuinka|miten|millä|millainen|onko|voiko|saako"),
        ],
        "hu": [
            entry(.person, "ki|kinek|kit|kik"), entry(.time, "mikor|mikorra|melyik évben|hánykor"),
            entry(.place, "hol|hova|honnan"),
            entry(
                .number,
                "mennyi|mennyit|mekkora|hány|hányszor|hányan|mennyibe|meddig|milyen magas|milyen hosszú|milyen nagy|milyen régi|milyen gyakran"
            ),
            entry(.reason, "miért"), entry([], "mi|mit|milyen|melyik|hogyan|hogy"),
        ],
        "pl": [
            entry(.person, "kto|kogo|komu"), entry(.time, "kiedy|którym roku"), entry(.place, "gdzie|skąd"),
            entry(
                .number,
                "ile|ilu|iloma|jak długo|jak wysoki|jak wysoka|jak wysokie|jak duży|jak duża|jak duże|jak często|jak daleko|jak stary|jak ciężki|jak głęboki|jak drogi|jaka jest powierzchnia"
            ), entry(.reason, "dlaczego|czemu"),
            entry([], "co|stanie|dzieje|czego|jaki|jaka|jakie|jak|który|która|które|czym"),
        ],
        "cs": [
            entry(.person, "kdo|koho"), entry(.time, "kdy|kterém roce"), entry(.place, "kde|odkud"),
            entry(
                .number,
                "kolik|kolika|jak dlouho|jak vysoký|jak vysoká|jak velký|jak velká|jak velké|jak často|jak daleko|jak starý|jak těžký|jak hluboký|jak drahý"
            ),
            entry(.reason, "proč"), entry([], "co|jaký|jaká|jaké|jak|který|která|které"),
        ],
        "tr": [
            entry(.person, "kim|kimin|kime|kimi|kimdi|kimdir|kimler"),
            entry(.time, "ne zaman|hangi yıl|hangi yılda|hangi tarihte"),
            entry(.place, "nerede|nereye|nereden|neresi|nereli"), entry(.number, "kaç|ne kadar|kaçtır"),
            entry(.reason, "neden|niçin|niye"), entry([], "ne|nedir|neydi|hangi|hangisi|nasıl|neyi|neye"),
        ],
        "vi": [
            entry(.person, "ai"), entry(.time, "khi nào|bao giờ|năm nào|ngày nào|lúc nào"), entry(.place, "ở đâu|đâu"),
            entry(.number, "bao nhiêu|mấy"), entry(.reason, "tại sao|vì sao"),
            entry([], "gì|nào|sao|thế nào|như thế nào"),
        ],
        "id": [
            entry(.person, "siapa"), entry(.time, "kapan"), entry(.place, "di mana|dimana"), entry(.number, "berapa"),
            entry(.reason, "mengapa|kenapa"), entry([], "apa|apakah|bagaimana|mana"),
        ],
    ]
}

extension ScalarClass {
    /// Whether a script sets no spaces between words, or fastens particles to them.
    var isWithoutSpaces: Bool {
        switch self {
        case .han, .hiragana, .katakana, .hangul, .southEastAsian: true
        default: false
        }
    }
}
