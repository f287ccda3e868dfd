import HearthText

/// What a question wants to be told beside its kind, and what a sentence tells: whether something is allowed, who has to do it, what was
/// decided, and whether a time is to come or past.
///
/// A rule seldom has the words in which it is asked for: "can we …?" is answered by "… is allowed with consent". What both have in
/// common are words of small closed classes, modal verbs and their like, which are listed here by language.
struct AnswerAspects: OptionSet, Sendable {
    let rawValue: Int

    static let permission = AnswerAspects(rawValue: 1)
    static let duty = AnswerAspects(rawValue: 2)
    static let decision = AnswerAspects(rawValue: 4)
    static let upcoming = AnswerAspects(rawValue: 8)
    static let past = AnswerAspects(rawValue: 16)

    /// What rules tell.
    static let rules: AnswerAspects = [.permission, .duty]

    /// What stands beside the sentence that says what is asked about: what a rule allows in its next sentence, a decision below what was
    /// talked over. What has to be done is said of so many things that a neighbour tells nothing.
    static let besides: AnswerAspects = [.permission, .decision]

    init(rawValue: Int) { self.rawValue = rawValue }

    /// What a question wants.
    ///
    /// - Parameters:
    ///   - kind: Of the question: whether a time is to come matters only where one is asked for.
    ///   - hasQuestionWord: Whether a word of it asks for something else than yes or no.
    init(wantedBy question: String, kind: QuestionKind, hasQuestionWord: Bool = true) {
        let words = AspectWords.words(of: question)
        let lower = question.lowercased()
        self = AspectWords.asking.aspects(of: words, lower)
        formUnion(Self.opening(words))
        if !hasQuestionWord { formUnion(AspectWords.whether.aspects(of: words, lower)) }
        if !kind.contains(.time) { subtract([.upcoming, .past]) }
        // "When is the next one after the last?"
        if isSuperset(of: [.upcoming, .past]) { subtract([.upcoming, .past]) }
    }

    /// Whether a question wants to be told that something is or is not allowed, or has to be done: "can we …?", "do I have to …?", and not
    /// "where may I …?" or "who must …?".
    static func asksWhether(_ question: String, kind: QuestionKind, hasQuestionWord: Bool) -> Bool {
        let words = AspectWords.words(of: question)
        guard kind.isEmpty else { return false }
        if !opening(words).isEmpty { return true }
        guard !hasQuestionWord else { return false }
        let lower = question.lowercased()
        return [AspectWords.asking, .whether].contains { !$0.aspects(of: words, lower).isDisjoint(with: rules) }
    }

    /// Whether a word of a question asks for what was decided, and says nothing of what that is about.
    static func asksForDecision(_ word: String) -> Bool {
        AspectWords.asking.aspects(of: AspectWords.words(of: word), word.lowercased()).contains(.decision)
    }

    /// What the first words of a question want.
    private static func opening(_ words: [String]) -> AnswerAspects {
        let start = words.prefix(AspectWords.longestOpening)
        return (0...start.count).reduce(into: AnswerAspects()) { found, length in
            found.formUnion(AspectWords.opening[start.prefix(length).joined(separator: " ")] ?? [])
        }
    }

    /// Whether a sentence says no to something, or yes to nothing else: "Use no vinegar", "Only members may come in". By words that are
    /// nothing else in their language; closed classes, kept here by hand.
    static func denies(_ sentence: String, language: String) -> Bool {
        let lower = sentence.lowercased()
        if let signs = negationSigns[language] { return signs.contains(where: lower.contains) }
        let known = Negations.words(of: language).union(restrictions[language] ?? [])
        return AspectWords.words(of: lower).contains(where: known.contains)
    }

    /// Words that allow one thing and so deny the rest. French "ne" stands in "ne … que" as well.
    private static let restrictions: [String: Set<String>] = [
        "en": "only", "de": "nur", "fr": "uniquement seulement", "es": "solo sólo", "it": "solo soltanto",
        "pt": "só apenas",
        "nl": "alleen", "sv": "bara endast", "da": "kun", "nb": "bare kun", "fi": "vain", "pl": "tylko wyłącznie",
        "cs": "pouze jen", "ro": "doar numai", "ru": "только", "uk": "лише тільки", "el": "μόνο", "hu": "csak",
        "tr": "yalnızca sadece", "ar": "فقط", "he": "אסור רק", "hi": "केवल सिर्फ़ सिर्फ", "id": "hanya", "vi": "chỉ",
    ].mapValues { Set(words: $0) }

    private static let negationSigns: [String: [String]] = [
        "zh": ["不", "勿", "别", "從不", "没有", "禁"], "ja": ["ない", "ません", "禁止"], "ko": ["않", "마세요", "지 말", "없", "금지"],
        "th": ["ไม่", "ห้าม", "อย่า"],
    ]

    /// What a sentence tells.
    init(toldBy sentence: String) {
        let words = AspectWords.words(of: sentence, lowercased: false)
        // A word with a capital inside a sentence is a name, and not where a sentence begins behind who says it: "Priya: Agreed, …".
        let speaker = sentence.firstIndex(of: ":").map { AspectWords.words(of: String(sentence[..<$0])).count }
        self = AspectWords.telling.aspects(
            of: words.map { $0.lowercased() }, sentence.lowercased(),
            names: Set(
                words.indices.dropFirst().filter { $0 != speaker && words[$0].first?.isUppercase == true }))
    }

    /// How well what is told fits what is wanted: 1 where any of it is, -1 where instead of a time to come a past one is told or the
    /// other way round, else 0.
    func fit(_ told: AnswerAspects) -> Double {
        if !isDisjoint(with: told) { return 1 }
        let isOther = contains(.upcoming) && told.contains(.past) || contains(.past) && told.contains(.upcoming)
        return isOther ? -1 : 0
    }
}

/// Words by what they ask for or tell. Closed classes, kept here by hand from grammars of the languages; no script makes them.
private struct AspectWords {
    /// In words.
    static let longest = 4
    static let longestOpening = 5

    private var phrases: [String: AnswerAspects] = [:]
    /// Beginnings of words.
    private var stems: [String: AnswerAspects] = [:]
    /// Found anywhere, in scripts that set no spaces.
    private var signs: [(String, AnswerAspects)] = []

    private static let stemLetters = 3...17

    init(_ lists: [(AnswerAspects, String)]) {
        for (aspect, list) in lists {
            for entry in list.split(whereSeparator: { $0 == "|" || $0 == "\n" }).map(String.init) {
                if entry.hasSuffix("*") {
                    stems[String(entry.dropLast()), default: []].formUnion(aspect)
                } else if entry.unicodeScalars.contains(where: { ScalarClass($0.value).isWithoutSpaces }) {
                    signs.append((entry, aspect))
                } else {
                    phrases[Self.words(of: entry).joined(separator: " "), default: []].formUnion(aspect)
                }
            }
        }
    }

    static func words(of text: String, lowercased: Bool = true) -> [String] {
        (lowercased ? text.lowercased() : text).split {
            !($0.isLetter || $0.isNumber || $0.unicodeScalars.allSatisfy { ScalarClass($0.value) == .mark })
        }.map(String.init)
    }

    /// - Parameter names: Places of words with a capital inside a sentence: "May" is no "may". Nouns of German have one as well, which the
    ///   beginnings of words tell.
    func aspects(of words: [String], _ lower: String, names: Set<Int> = []) -> AnswerAspects {
        var found: AnswerAspects = []
        for start in words.indices {
            for end in start..<min(start + Self.longest, words.count) where !names.contains(start) {
                let phrase = start == end ? words[start] : words[start...end].joined(separator: " ")
                if let aspect = phrases[phrase] { found.formUnion(aspect) }
            }
            let word = words[start]
            let length = word.count
            for letters in Self.stemLetters where letters <= length {
                if let aspect = stems[String(word.prefix(letters))] { found.formUnion(aspect) }
            }
        }
        guard lower.utf8.contains(where: { $0 >= 0xE0 }) else { return found }
        for (sign, aspect) in signs where !found.isSuperset(of: aspect) && lower.contains(sign) {
            found.formUnion(aspect)
        }
        return found
    }

    // MARK: - Lists

    /// With which a question begins.
    static let opening: [String: AnswerAspects] = {
        let permission = """
            can i|can we|can one|may i|may we|may one|may the|may a|could we|could i|are we allowed|am i allowed|\
            est ce que je peux|est ce qu on peut|est ce que nous pouvons|est ce que l on peut|on peut|avons nous le droit|ai je le droit|\
            a t on le droit|me es posible|nos es posible|posso ter|\
            darf|dürfen|kann ich|können wir|kann man|puis-je|peut-on|puis je|peut on|pouvons nous|puedo|podemos|se puede|se \
            pueden|posso|possiamo|si può|si possono|podemos ter|pode-se|mag|mogen|kunnen we|kan ik|får|kan jag|kan vi|må jeg|må \
            vi|må man|kan jeg|saako|voiko|voinko|voimmeko|saanko|saammeko|czy można|czy mogę|czy możemy|czy wolno|mohu|můžeme|smí|smíme|\
            lze|можно|можно ли|могу ли|можем ли|чи можна|можна|pot|putem|se poate|pot avea|μπορώ|μπορούμε|μπορεί|επιτρέπεται|\
            lehet|szabad|هل يمكن|هل يجوز|هل يسمح|האם מותר|האם אפשר|מותר|אפשר|क्या हम|क्या मैं|bolehkah|apakah boleh|có được|được phép|\
            ist es erlaubt|dürfte ich|est il permis|est il possible|está permitido|es posible|se permite|se permiten|è possibile|è permesso|\
            è consentito|é permitido|é possível|posso eu|is het toegestaan|kan man|får man|får jag|får vi|är det tillåtet|er det tilladt|\
            er det tillatt|kan vi|får vi|får jeg|saanko minä|onko luvallista|onko sallittua|wolno mi|czy mi wolno|czy jest dozwolone|můžu|\
            je možné|je dovoleno|môžem|môžeme|smiem|smieme|možno|mogu li|možemo li|smijem li|smijemo li|je li dopušteno|lahko|ali lahko|ali \
            smem|tohin|kas tohin|kas võin|vai drīkst|vai es drīkstu|ar galiu|ar galima|este permis|am voie|avem voie|разрешается ли|разрешено \
            ли|можем ли|мога ли|може ли|дозволяється|чи дозволено|чи можу|чи можемо|смем ли|могу да|може да|szabad e|هل يمكنني|هل يمكننا|هل \
            أستطيع|هل نستطيع|هل بإمكاني|هل بإمكاننا|هل يحق|هل مسموح|هل تجوز|هل من المسموح|האם אני יכול|האם אני יכולה|אני יכול|\
            אני יכולה|האם ניתן|ניתן|آیا می‌توانم|آیا اجازه|آیا می توانم|bolehkah saya|apakah saya boleh|\
            boleh saya|adakah boleh|tôi có thể|chúng tôi có thể|có thể|tôi được phép|puc|podem|es pot|es permet
            """
        let duty = """
            must|do i have to|do we have to|do you have to|do i need to|do we need to|have i got to|have we got to|am i obliged|are we obliged|\
            should i|should we|muss|müssen|soll ich|sollen wir|brauchen wir|doit-on|devons-nous|dois-je|faut il|est ce qu il faut|\
            est ce que je dois|est ce qu on doit|est ce que nous devons|hay que|tengo que|tenemos que|debo|debemos|devo|devemos|temos de|\
            temos que|tenho de|tenho que|é preciso|è necessario|bisogna|dobbiamo|\
            hoef ik|hoeven we|behöver jag|behöver vi|behøver vi|behøver jeg|trenger vi|trenger jeg|onko pakko|czy musimy|czy musi|\
            czy powinniśmy|je nutné|je třeba|обязаны ли|обязан ли|чи треба|чи потрібно|чи повинні|чи мусимо|muszáj|kötelező|χρειάζεται|\
            οφείλουμε|هل يجب|هل علينا|هل يلزم|האם צריך|האם חייבים|האם עלינו|क्या हमें|क्या मुझे|haruskah|apakah harus|có cần|\
            dobbiamo|si deve|moet|moeten|måste|skal|må|täytyykö|pitääkö|czy trzeba|czy muszę|musím|musíme|нужно ли|надо ли|должны ли|\
            trebuie|πρέπει
            """
        var found: [String: AnswerAspects] = [:]
        for (aspect, list) in [(AnswerAspects.permission, permission), (.duty, duty)] {
            for entry in list.split(separator: "|") {
                found[words(of: String(entry)).joined(separator: " "), default: []].formUnion(aspect)
            }
        }
        return found
    }()

    private static let permitted: (AnswerAspects, String) = (
        .permission,
        """
        allowed|permitted|permission*|welcome|willkommen|bienvenu*|bienvenid*|benvenut*|bem-vind*|welkom|välkom*|velkom*|tervetul*|mile widzian*|\
        consent*|forbid*|forbidden|prohibit*|approval|banned|erlaub*|gestatt*|genehmig*|zustimm*|verbot*|untersag*|\
        einwillig*|zuläss*|unzuläss*|autoris*|permis|permise|interdit*|accord écrit|défendu*|permitid*|prohibid*|autoriz*|consentimiento|permess*|\
        vietat*|consenso|autorizz*|proibid*|consentimento|toegestaan|toestemming|verboden|tillåt*|tillåtet|förbjud*|medgivande|tilladt|forbudt|\
        samtykke|tillatt|sallit*|kielletty|suostumu*|dozwolon*|wolno|zabronion*|zakazan*|zgod*|dovolen*|zakázán*|souhlas*|разреш*|запрещ*|\
        согласи*|дозволен*|заборон*|згод*|permite|interzis*|acordul|επιτρέπ*|απαγορ*|συγκατάθεσ*|άδεια|yasak*|izin|izni|serbest|megenged*|\
        engedély*|tilos|hozzájárul*|مسموح|ممنوع|يجوز|يسمح|إذن|موافقة|מותר|אסור|רשאי|אישור|הסכמה|अनुमति|मना|निषिद्ध|được phép|cấm|boleh|dilarang|izin|\
        允许|可以|禁止|不得|同意|不准|許可|承諾|てもよい|てもいい|できます|できません|허용|허가|금지|동의|할 수 있|อนุญาต|ห้าม|ยินยอม
        """
    )
    private static let obliged: (AnswerAspects, String) = (
        .duty,
        """
        obliged|obligat*|required|responsib*|liable|verpflicht*|zuständig*|obligatoire*|tenu de|tenus de|responsab*|obligad*|obbligat*|obrigad*|\
        verplicht*|verantwoordelijk*|skyldig*|ansvar*|velvolli*|vastuu*|zobowiąz*|obowiąz*|odpowiedzial*|povinn*|обязан*|ответствен*|зобов*|\
        відповідальн*|obligat*|răspund*|υποχρε*|υπεύθυν*|sorumlu*|zorund*|yükümlü*|köteles*|felelős*|ملزم|مسؤول|חייב|אחראי|ज़िम्मेदार|जिम्मेदार|trách \
        nhiệm|wajib|必须|应当|负责|責任|なければな|義務|負担|해야|의무|책임|부담|ต้อง|รับผิดชอบ
        """
    )
    private static let decided: (AnswerAspects, String) = (
        .decision,
        """
        decided|decision*|agreed|beschloss*|beschluss*|beschlüsse|entschied*|entscheid*|vereinbart|geeinigt|abgestimmt|\
        décid*|décision*|convenu*|decidi*|decisi*|acordamos|acordado|besloten|besluit*|afgesproken|\
        beslut*|vedtag*|vedtat*|aftalt|päättä*|päätet*|päätti*|päätö*|sovittu|postanow*|zdecyd*|uchwal*|ustal*|rozhod*|dohod*|schvál*|решил*|решен*|\
        договор*|вирішил*|рішенн*|домов*|hotăr*|αποφασ*|απόφασ*|karar*|kararlaştır*|dönt*|megállapod*|قرر*|اتفق*|القرار|החליט*|החלט*|\
        הוסכם|फ़ैसल*|फैसल*|निर्णय*|quyết định|memutuskan|diputuskan|keputusan|决定|決定|议定|一致同意|商定|決ま|決め|合意|결정|합의|결의|ตัดสินใจ|มติ|ตกลง
        """
    )
    private static let next: (AnswerAspects, String) = (
        .upcoming,
        """
        next|upcoming|nächst*|kommende*|prochain*|próxim*|proxim*|prossim*|volgende|eerstvolgende|nästa|næste|neste|seuraav*|następn*|najbliższ*|\
        příšt*|следующ*|ближайш*|наступн*|următo*|επόμεν*|sonraki|gelecek|következő|القادم*|التالي*|הבא|הבאה|अगला|अगली|अगले|tiếp theo|sắp tới|\
        berikutnya|下一次|下次|下一|次回|次の|다음|ครั้งต่อไป|ถัดไป|ครั้งหน้า
        """
    )
    private static let last: (AnswerAspects, String) = (
        .past,
        """
        last|previous|previously|latest|most recent|letzte*|vorige*|zuletzt|dernier*|dernièr*|précédent*|últim*|anterior|ultim*|precedent*|laatst*|\
        vorig*|senast*|sidste|forrige|siste|viime*|edelli*|ostatni*|poprzedni*|poslední*|předchoz*|последн*|предыдущ*|прошл*|останн*|минул*|trecut*|\
        τελευταί*|προηγούμεν*|geçen|önceki|utolsó|előző|legutóbb*|الأخير*|الماضي*|האחרון|האחרונה|הקודם|पिछला|पिछली|पिछले|lần trước|gần nhất|terakhir|\
        上次|上一次|最近一次|前回|先月|去年|지난|마지막|ครั้งล่าสุด|ครั้งก่อน|ที่แล้ว
        """
    )

    /// What of a question asks, where no question word does.
    static let whether = AspectWords([
        (
            .permission,
            """
            能不能|可不可以|能否|可否|我能|我们能|我們能|飼えますか|もいいですか|も良いですか|てもいい|でもいい|ても構いません|ことはできますか|できますか|해도 되|도 되나|도 될까|도 됩니까|도 돼|도 괜찮|면 안 되|수 있나|수 있어|수 있을까|수 있습니까|ได้ไหม|ได้หรือไม่|ได้มั้ย|\
            सकते|सकता|सकती|mümkün|diperbolehkan|bolehkah
            """
        ),
        (
            .duty,
            """
            需要|要不要|得不得|必要があり|必要です|必要でしょう|해야 하|해야 되|해야 됩|ज़रूरी|जरूरी|अनिवार्य|पड़ेगा|पड़ता|zorunda*|mecbur*|gerek*|harus|wajib|bắt buộc
            """
        ),
    ])

    /// What of a question asks.
    static let asking = AspectWords([
        permitted, obliged, decided, next, last,
        // Who is "enough to decide things" has decided nothing yet.
        (.decision, "decide|decides"),
        (
            .duty,
            "who pays|who must|who has to|wer zahlt|wer muss|wer trägt|qui paie|qui doit|quién paga|chi paga|wie betaalt|vem betalar"
        ),
    ])

    /// What of a sentence tells.
    static let telling = AspectWords([
        permitted, obliged, decided, next, last,
        (
            .permission,
            """
            may|may not|must not|cannot|you can|you can't|we can|can be|can only|can't be|possible|kann|können|möglich|nicht möglich|kan|kunnen|mogelijk|\
            möjligt|muligt|mulig|voi|voidaan|voivat|posible|possibile|possível|darf|dürfen|peut|peuvent|puede|pueden|può|possono|pode|podem|mag|mogen|får|må|saa|saavat|może|mogą|\
            smí|smějí|může|можно|нельзя|може|можна|poate|pot|μπορεί|μπορούν|edilebilir|olabilir|lehet|szabad|مقبول|सकते|सकता|có thể|ได้|\
            admite|admiten|consiente|consienten|ammess*|consentit*|admis|admise|można|nie wolno|lze|nelze|mohou|môže|môžu|nemožno|smije|smiju|može|\
            mogu|ne smije|smejo|tohib|drīkst|galima|negalima|могут|допускается|разрешается|забороняється|дозволяється|не може|смее|يمكن|\
            لا يجوز|لا يسمح|يحظر|يمنع|ניתן|אפשר|אין להחזיק|یجوز|مجاز|ممنوع|اجازت|अनुमत|không được|nghiêm cấm|tidak boleh|dapat|\
            ことができる|ことはできない|てはならない|てはいけない|てよい|ても構わ|수 있다|수 없다|도 된다|도 됩니다|면 안 된다|면 안 됩니다
            """
        ),
        (
            .duty,
            """
            must|shall|has to|have to|pays|pay|paid by|payable|bears|muss|müssen|zahlt|zahlen|trägt|tragen|doit|doivent|paie|paient|debe|deben|paga|pagan|deve|\
            devono|devem|pagano|moet|moeten|betaalt|betalen|måste|ska|skal|betaler|betalar|täytyy|pitää|maksaa|musi|muszą|płaci|płacą|musí|\
            платит|платят|должен|должны|trebuie|plătește|plătesc|πρέπει|πληρώνει|πληρώνουν|zahlbar|köteles|fizet
            """
        ),
        (
            .decision,
            """
            agreement|resolved|voted|vote|accord|acuerdo|accordo|besluit|none against|in favour|in favor|abstain*|unanim*|einstimmig*|dagegen|enthaltung*|unánime|unaniem|\
            enhällig*|enstemmig*|yksimieli*|jednogłośn*|единоглас*|ομόφων*|oybirliğ*|egyhangú*
            """
        ),
        // "We'll go with Halden", "six for, none against", "the party moves to Saturday": as a talk says it.
        (
            .decision,
            [DecisionMarkers.decisions, DecisionMarkers.votes, DecisionMarkers.changes].flatMap(\.values).joined()
                .joined(separator: "|")
        ),
        (
            .upcoming,
            """
            due|planned|scheduled|will|expires|ends on|fällig*|geplant*|vorgesehen*|prévu*|prevu*|previst*|programad*|programmat*|gepland*|planera*|\
            planlagt|suunnitel*|zaplanowan*|naplánov*|заплан*|намечен*|planificat*|προγραμματισ*|planlan*|tervez*|مقرر|מתוכנן|निर्धारित|dự \
            kiến|dijadwalkan|予定|예정|计划|定于|กำหนด
            """
        ),
        (
            .past,
            """
            was|were|has been|took place|wurde|wurden|war|waren|stattgefunden|fue|fueron|était|a été|è stato|è stata|foi|foram|werd|\
            var|blev|oli|był|była|było|byl|byla|bylo|был|была|было|a fost|ήταν|έγινε|yapıldı|volt|كان|تم
            """
        ),
    ])
}
