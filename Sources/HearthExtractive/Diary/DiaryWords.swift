import HearthText

/// The words in which journals are asked for days, by language. Closed classes and the commonest verbs, kept here by hand; no script makes them.
struct DiaryWords: Sendable {
    /// What was done, what happened, what was written.
    var open: Set<String>
    /// How it felt.
    var feeling: Set<String>
    /// The last time, the first time; with a space at both ends where words have such.
    var last: [String]
    var first: [String]

    /// Words for one time of several in all languages, as the analyser writes them: they say nothing of what was.
    static let turns = Set(
        byLanguage.values.flatMap { $0.last + $0.first }.flatMap { SearchAnalyzer.unstemmed.terms(in: $0) } + [
            "last", "first",
        ])

    private init(open: String, feeling: String, last: String, first: String) {
        self.open = Set(words: open)
        self.feeling = Set(words: feeling)
        self.last = Self.phrases(last)
        self.first = Self.phrases(first)
    }

    private static func phrases(_ list: String) -> [String] {
        list.split(separator: "|").map { phrase in
            phrase.unicodeScalars.contains { ScalarClass($0.value).isWithoutSpaces } ? String(phrase) : " \(phrase) "
        }
    }

    static let byLanguage: [String: DiaryWords] = [
        "en": DiaryWords(
            open: """
                do doing done happen happened happening happens go going went going on up note noted write wrote written writing journal diary spend \
                spent experience experienced life day days time entry entries week month year record recorded tell show me us last this past previous first beginning start end early late summarize summary summarise
                """,
            feeling: "feel feels feeling felt mood emotions emotionally happy sad", last: "last time|most recently",
            first: "first time"),
        "de": DiaryWords(
            open: """
                machen mache gemacht tun tat getan passiert passierte passieren geschah geschehen los erlebt erlebte geschrieben schrieb notiert ging \
                gegangen tagebuch unternommen gewesen tag tage zeit eintrag einträge woche monat jahr steht stand erzähl zeig ereignet letzten letzte letztes letzter vergangenen diesen dieses diese diesem ersten anfang ende
                """,
            feeling: "gefühlt fühlte fühlen stimmung laune gefühle gelaunt",
            last: "zuletzt|das letzte mal|zum letzten mal|letztes mal", first: "zum ersten mal|das erste mal|erstmals"),
        "fr": DiaryWords(
            open: """
                fait faire fais passé passe arrivé écrit écrire noté vécu journal jour journée journées temps entrée entrées semaine mois année \
                raconte montre dernier dernière passée début fin
                """,
            feeling: "senti sentie sentais ressenti humeur moral sentiments",
            last: "la dernière fois|pour la dernière fois",
            first: "la première fois|pour la première fois"),
        "es": DiaryWords(
            open: """
                hice hizo hicimos hacer hecho hacía pasó pasado pasaba ocurrió escribí escrito escribir anoté diario día días tiempo entrada entradas \
                semana mes año cuéntame última último principio final
                """,
            feeling: "sentí sentía sentido ánimo humor estaba", last: "la última vez|por última vez",
            first: "la primera vez|por primera vez"),
        "it": DiaryWords(
            open: """
                fatto facevo facevamo fare successo accaduto capitato scritto scrivere annotato diario giorno giorni giornata tempo settimana mese anno \
                vissuto racconta scorso scorsa inizio fine
                """,
            feeling: "sentito sentita sentivo umore stavo emozioni",
            last: "l'ultima volta|l’ultima volta|per l'ultima volta",
            first: "la prima volta|per la prima volta"),
        "pt": DiaryWords(
            open: """
                fiz fizemos fazer feito fazia aconteceu acontecido passou escrevi escrito escrever anotei diário dia dias tempo semana mês ano passado passada início fim
                """,
            feeling: "senti sentia sentido humor ânimo estava", last: "a última vez|pela última vez",
            first: "a primeira vez|pela primeira vez"),
        "nl": DiaryWords(
            open: """
                gedaan deed deden doen gebeurd gebeurde geschreven schreef genoteerd dagboek dag dagen tijd week maand jaar beleefd meegemaakt vorige afgelopen begin eind
                """,
            feeling: "gevoeld voelde voelen stemming humeur", last: "voor het laatst|de laatste keer|laatst",
            first: "voor het eerst|de eerste keer"),
        "sv": DiaryWords(
            open: "gjorde gjort göra hände hänt skrev skrivit dagbok dag dagar tid vecka månad år förra",
            feeling: "kände känt mådde humör",
            last: "senast|sista gången|förra gången", first: "första gången"),
        "da": DiaryWords(
            open: "lavede lavet gjorde gjort gøre skete sket skrev skrevet dagbog dag dage tid uge måned år sidste",
            feeling: "følte følt humør", last: "sidst|sidste gang", first: "første gang"),
        "nb": DiaryWords(
            open: "gjorde gjort gjøre skjedde skjedd skrev skrevet dagbok dag dager tid uke måned år",
            feeling: "følte følt humør",
            last: "sist|siste gang", first: "første gang"),
        "pl": DiaryWords(
            open: """
                robiłem robiłam zrobiłem zrobiłam robić działo stało wydarzyło pisałem pisałam napisałem napisałam dziennik dzień dni tydzień miesiąc rok zeszłym zeszły zeszłego
                """,
            feeling: "czułem czułam nastrój humor", last: "ostatni raz|ostatnio", first: "pierwszy raz|po raz pierwszy"),
        "ro": DiaryWords(
            open: "făcut fac face întâmplat petrecut scris notat jurnal zi zile timp săptămână lună an trecut trecută",
            feeling: "simțit simțeam dispoziție",
            last: "ultima dată|ultima oară", first: "prima dată|prima oară"),
        "el": DiaryWords(
            open:
                "έκανα κάναμε κάνω έγινε συνέβη έγραψα γράψει ημερολόγιο μέρα ημέρα μέρες εβδομάδα μήνα χρόνο περασμένο περασμένη",
            feeling: "ένιωθα ένιωσα διάθεση αισθανόμουν", last: "τελευταία φορά", first: "πρώτη φορά"),
        "ru": DiaryWords(
            open:
                "делал делала делали сделал сделала делать происходило произошло случилось писал писала написал написала дневник день дни неделя месяц год прошлом прошлой прошлую",
            feeling: "чувствовал чувствовала настроение", last: "последний раз", first: "первый раз|впервые"),
        "uk": DiaryWords(
            open:
                "робив робила робили зробив зробила робити відбувалося сталося писав писала написав написала щоденник день дні тиждень місяць рік минулого минулій",
            feeling: "почувався почувалася відчував відчувала настрій", last: "останній раз|востаннє",
            first: "перший раз|вперше"),
        "tr": DiaryWords(
            open: "yaptım yaptık yapmak oldu olmuş yazdım yazdık günlük gün günler hafta ay yıl geçen",
            feeling: "hissettim hissediyordum keyfim ruh",
            last: "son kez|en son", first: "ilk kez|ilk defa"),
        "hi": DiaryWords(
            open: "किया किए हुआ हुई हुए लिखा डायरी दिन सप्ताह महीने साल पिछले", feeling: "महसूस मूड लगा", last: "आखिरी बार|पिछली बार",
            first: "पहली बार"),
        "cs": DiaryWords(
            open:
                "dělal dělala dělali udělal udělala stalo psal psala napsal deník den dny týden měsíc rok minulý minulou",
            feeling: "cítil cítila náladu nálada", last: "naposledy|posledně|poslední", first: "poprvé"),
        "sk": DiaryWords(
            open: "robil robila urobil stalo písal denník deň dni týždeň mesiac rok minulý",
            feeling: "cítil cítila náladu",
            last: "naposledy", first: "prvýkrát|prvý raz"),
        "fi": DiaryWords(
            open:
                "tein teimme tehdä tapahtui kirjoitin päiväkirja päivä päivinä viikko viikolla kuukausi kuussa vuosi viime",
            feeling: "tunsin tuntui mieliala mieli", last: "viimeksi|viimeisen kerran",
            first: "ensimmäisen kerran|ensi kertaa"),
        "hu": DiaryWords(
            open: "csináltam csináltunk tettem történt írtam napló nap napok hét hónap év múlt",
            feeling: "éreztem hangulat hangulatom",
            last: "utoljára|legutóbb", first: "először"),
        "vi": DiaryWords(
            open: "làm gì đã tôi xảy ra viết nhật ký ngày tuần tháng năm qua", feeling: "cảm thấy tâm trạng",
            last: "lần cuối|lần cuối cùng|gần đây nhất", first: "lần đầu|lần đầu tiên"),
        "id": DiaryWords(
            open: "lakukan kulakukan terjadi tulis menulis catatan harian hari minggu bulan tahun lalu",
            feeling: "rasakan perasaan suasana",
            last: "terakhir kali|terakhir", first: "pertama kali"),
        "ar": DiaryWords(
            open: "فعلت حدث كتبت يوميات يوم أسبوع شهر سنة الماضي الماضية", feeling: "شعرت مزاجي",
            last: "آخر مرة|المرة الأخيرة",
            first: "أول مرة|المرة الأولى"),
        "he": DiaryWords(
            open: "עשיתי קרה כתבתי יומן יום שבוע חודש שנה שעבר", feeling: "הרגשתי מצב רוח",
            last: "בפעם האחרונה|הפעם האחרונה|לאחרונה",
            first: "בפעם הראשונה|לראשונה"),
        "zh": DiaryWords(
            open: "我 我们 做了 做过 做 干了 干 什么 发生了 发生 事情 事 写了 写 日记 在 的 了 过 吗 呢 都 有 些 那天 哪些",
            feeling: "感觉 心情 情绪 怎么样 怎样 觉得 感受", last: "上次|最后一次|最近一次|上一次", first: "第一次"),
        "ja": DiaryWords(
            open: "私 僕 は 何 なに を した しました していた していました が あった ありました 起きた 起こった 書いた 日記 に の か こと どんな",
            feeling: "気分 気持ち どう だった でした 感じ", last: "最後に|この前|前回", first: "初めて|最初に"),
        "ko": DiaryWords(
            open: "나는 내가 무엇을 뭐 뭘 했나요 했어 했지 했는지 있었나요 있었어 일이 무슨 일기 썼어 썼나요", feeling: "기분이 기분은 느꼈나요 어땠나요 어땠어",
            last: "마지막으로|지난번", first: "처음으로|처음"),
    ]

    /// Verbs of what is over: a day of the week is then the last one of its name.
    static let past = Set(
        words: """
            did was were had happened wrote felt done written been habe haben hatte war waren wurde passiert geschah gemacht getan erlebt ai avons \
            fait passé était étais sommes suis hice hizo hicimos pasó fue fui era estaba estuve ho abbiamo fatto successo ero fiz fizemos \
            aconteceu foi estava deed deden waren gebeurde gedaan heb hebben gjorde hände var skrev skete skjedde robiłem robiłam stało było byłem \
            byłam έκανα έγινε ήταν ήμουν делал делала было был была случилось
            """)

    /// Of a month.
    static let weeks = Set(words: "week woche semaine semana settimana")
    static let beginnings = Set(
        words:
            "first beginning start early ersten erste anfang début première principio principios primera inizio prima início"
    )
    static let ends = Set(words: "last end late letzten letzte ende fin finales última fine ultima fim")
    /// Of them those that stand before a month of which all is meant.
    static let lastOnes = Set(words: "last first letzten letzte ersten erste última ultima")
    /// Between a part and its month.
    static let links = Set(words: "of in im vom des de du di del do da van")
    static let middles = Set(words: "mid middle mitte mi-mai mediados metà meados")

    /// From 1, Monday.
    static let weekdays: [String: Int] = {
        let lists = [
            "monday tuesday wednesday thursday friday saturday sunday",
            "montag dienstag mittwoch donnerstag freitag samstag sonntag",
            "lundi mardi mercredi jeudi vendredi samedi dimanche",
            "lunes martes miércoles jueves viernes sábado domingo",
            "lunedì martedì mercoledì giovedì venerdì sabato domenica",
            "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo",
            "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
            "måndag tisdag onsdag torsdag fredag lördag söndag",
            "mandag tirsdag onsdag torsdag fredag lørdag søndag",
            "poniedziałek wtorek środę czwartek piątek sobotę niedzielę",
            "понедельник вторник среду четверг пятницу субботу воскресенье",
            "δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή",
            "星期一 星期二 星期三 星期四 星期五 星期六 星期日", "月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日", "월요일 화요일 수요일 목요일 금요일 토요일 일요일",
        ]
        var found: [String: Int] = ["sonnabend": 6]
        for list in lists {
            for (place, name) in list.split(separator: " ").enumerated() { found[String(name)] = place + 1 }
        }
        return found
    }()
}
