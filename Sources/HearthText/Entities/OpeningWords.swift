/// Words with which sentences of an account begin, by language: days, order and manner, and what bodies and people are called. A capital at
/// the start of a sentence says nothing about them.
///
/// What ``CommonWords`` and ``ProseWords`` are for English, in little. General words, written down by hand.
enum OpeningWords {
    /// Whether the lower-cased word is one of them in the language of the text, or one of its most frequent words.
    ///
    /// - Parameters:
    ///   - language: ISO 639-1; English is asked of other lists.
    ///   - withPapers: Whether words count with which lines of papers begin, some of which are names elsewhere.
    static func contains(_ word: String, language: String, papers withPapers: Bool = true) -> Bool {
        if language == "en" { return false }
        if lists[language]?.contains(word) == true || withPapers && papers[language]?.contains(word) == true
            || Stopwords.contains(word, language: language)
        {
            return true
        }
        if LanguageSample.frequentWords(of: language).contains(word) { return true }
        return isElided(word, language)
    }

    /// "L'entreprise": an article that lost its vowel, and a word in small letters. A name behind it has a capital of its own, so that the
    /// whole is no capitalized word.
    private static func isElided(_ word: String, _ language: String) -> Bool {
        guard ["fr", "it", "ca"].contains(language),
            let mark = word.firstIndex(where: { $0 == "'" || $0 == "’" })
        else { return false }
        return ElidedWords.all.contains(String(word[..<mark]))
    }

    private static let lists: [String: Set<String>] = [
        "fr": """
        hier aujourd'hui demain ensuite puis enfin ainsi cependant pourtant toutefois malgré selon lors pendant depuis dès avant après chaque \
        certains plusieurs beaucoup deux trois autrefois jadis bientôt souvent parfois finalement actuellement récemment seul seule ancien \
        ancienne entreprise société groupe compagnie association mairie ministère université président directeur directrice maire ministre \
        professeur docteur
        """,
        "es": """
        ayer hoy mañana anoche luego después antes entonces finalmente además mientras según durante tras cada varios muchos algunos dos tres \
        ahora antiguamente pronto nunca siempre recientemente actualmente solo sólo empresa compañía sociedad grupo asociación universidad \
        ayuntamiento ministerio presidente presidenta director directora alcalde alcaldesa ministro ministra profesor profesora
        """,
        "it": """
        ieri oggi domani dopo poi prima infine inoltre tuttavia mentre secondo durante ogni alcuni molti due tre adesso presto spesso sempre mai \
        recentemente attualmente azienda società gruppo impresa associazione università comune ministero presidente direttore direttrice sindaco \
        sindaca ministro ministra professore professoressa
        """,
        "pt": """
        ontem hoje amanhã depois antes então finalmente além enquanto segundo durante após cada vários muitos alguns dois três agora cedo nunca \
        sempre recentemente atualmente empresa companhia sociedade grupo associação universidade prefeitura ministério presidente diretor \
        diretora prefeito prefeita ministro ministra professor professora
        """,
        "nl": """
        gisteren vandaag morgen daarna toen later eerst eindelijk ook echter terwijl volgens tijdens sinds elke veel enkele twee drie nu vroeger \
        vaak soms altijd nooit onlangs momenteel bedrijf onderneming vereniging universiteit gemeente ministerie president directeur burgemeester \
        minister professor
        """,
        "sv": """
        igår idag imorgon sedan därefter först slutligen dessutom medan enligt under varje många några två tre nu tidigare ofta ibland alltid \
        aldrig nyligen företaget bolaget föreningen universitetet kommunen regeringen presidenten direktören borgmästaren ministern professorn
        """,
        "da": """
        igår i dag imorgen siden derefter først endelig desuden mens ifølge under hver mange nogle to tre nu tidligere ofte altid aldrig \
        for nylig firmaet selskabet foreningen universitetet kommunen regeringen præsidenten direktøren borgmesteren ministeren professoren
        """,
        "nb": """
        igår i dag imorgen siden deretter først endelig dessuten mens ifølge under hver mange noen to tre nå tidligere ofte alltid aldri nylig \
        firmaet selskapet foreningen universitetet kommunen regjeringen presidenten direktøren ordføreren ministeren professoren
        """,
        "fi": """
        eilen tänään huomenna sitten lopulta ensin myöhemmin lisäksi kun vaikka joka monet jotkut kaksi kolme nyt aiemmin usein joskus aina \
        äskettäin yritys yhtiö yhdistys yliopisto kaupunki hallitus presidentti johtaja pormestari ministeri professori
        """,
        "pl": """
        wczoraj dziś dzisiaj jutro potem następnie wreszcie najpierw później ponadto podczas według każdy wielu kilku dwa trzy teraz dawniej często \
        czasem zawsze nigdy niedawno obecnie firma spółka stowarzyszenie uniwersytet miasto rząd prezydent dyrektor burmistrz minister profesor
        """,
        "cs": """
        včera dnes zítra potom pak nakonec nejprve později navíc během podle každý mnoho několik dva tři nyní teď dříve často někdy vždy nikdy \
        nedávno firma společnost spolek univerzita město vláda prezident ředitel starosta ministr profesor
        """,
        "sk": """
        včera dnes zajtra potom nakoniec najprv neskôr navyše počas podľa každý veľa niekoľko dva tri teraz často niekedy vždy nikdy nedávno \
        firma spoločnosť spolok univerzita mesto vláda prezident riaditeľ starosta minister profesor
        """,
        "tr": """
        dün bugün yarın sonra daha önce önce ardından nihayet ayrıca ancak fakat her birçok bazı iki üç şimdi eskiden sık bazen hiçbir geçenlerde \
        şirket dernek üniversite belediye hükümet bakanlık cumhurbaşkanı müdür başkan bakan profesör
        """,
        "ru": """
        вчера сегодня завтра потом затем наконец сначала позже однако кроме согласно каждый многие некоторые два три сейчас теперь раньше часто \
        иногда всегда никогда недавно компания фирма общество группа университет город правительство президент директор мэр министр профессор
        """,
        "uk": """
        вчора сьогодні завтра потім нарешті спочатку пізніше однак крім згідно кожен багато деякі два три зараз тепер раніше часто іноді завжди \
        ніколи нещодавно компанія фірма товариство група університет місто уряд президент директор мер міністр професор
        """,
        "ro": """
        ieri azi astăzi mâine apoi pe urmă în sfârșit întâi înainte totuși fiecare mulți câțiva doi trei acum odinioară des mereu niciodată \
        recent compania firma societatea asociația universitatea primăria guvernul președintele directorul primarul ministrul profesorul
        """,
        "hu": """
        tegnap ma holnap aztán végül először később azonban minden sok néhány két három most régen gyakran néha mindig soha nemrég cég társaság \
        egyesület egyetem város kormány elnök igazgató polgármester miniszter professzor
        """,
        "id": """
        kemarin hari besok kemudian lalu akhirnya pertama selain sementara menurut selama setiap banyak beberapa dua tiga sekarang dahulu sering \
        kadang selalu baru perusahaan universitas pemerintah presiden direktur wali gubernur menteri profesor
        """,
        "vi": """
        hôm ngày sau trước cuối đầu theo trong mỗi nhiều vài bây thường luôn
        """,
        "ca": """
        ahir avui demà després abans llavors finalment mentre segons durant cada alguns molts dos tres ara sovint sempre mai empresa companyia \
        associació universitat ajuntament president presidenta director directora alcalde alcaldessa professor professora
        """,
    ].mapValues { Set(words: $0) }
}
