/// Words for times that count from today, and for seasons, by language. Closed classes, kept here by hand from grammars of the languages; no
/// script makes them.
struct RelativeTimes: Sendable {
    enum Unit: String, Sendable {
        case year = "y"
        case month = "m"
        case week = "w"
        case day = "d"
    }

    /// "last" -1, "this" 0, "next" 1.
    private(set) var turns: [String: Int] = [:]
    private(set) var units: [String: Unit] = [:]
    /// By the month that they begin in.
    private(set) var seasons: [String: Int] = [:]
    /// Days from today.
    private(set) var days: [String: Int] = [:]
    /// In scripts without spaces, the longer ones first.
    private(set) var phrases: [(phrase: String, unit: Unit, turn: Int)] = []

    /// Before a season, and articles that may stand between.
    private(set) var before: Set<String> = []
    private(set) var articles: Set<String> = []

    private init(
        turns: String = "", units: String = "", seasons: String = "", days: String = "", phrases: String = "",
        before: String = "", articles: String = ""
    ) {
        self.before = Set(words: before)
        self.articles = Set(words: articles)
        self.turns = Self.numbers(turns)
        self.seasons = Self.numbers(seasons)
        self.days = Self.numbers(days)
        for entry in units.split(separator: " ") {
            let parts = entry.split(separator: ":").map(String.init)
            if parts.count == 2 { self.units[parts[0]] = Unit(rawValue: parts[1]) }
        }
        self.phrases = phrases.split(separator: " ").compactMap { entry -> (phrase: String, unit: Unit, turn: Int)? in
            let parts = entry.split(separator: ":").map(String.init)
            guard parts.count == 3, let unit = Unit(rawValue: parts[1]), let turn = Int(parts[2]) else { return nil }
            return (phrase: parts[0], unit: unit, turn: turn)
        }.sorted { $0.phrase.utf8.count > $1.phrase.utf8.count }
    }

    private static func numbers(_ list: String) -> [String: Int] {
        var found: [String: Int] = [:]
        for entry in list.split(separator: " ") {
            let parts = entry.split(separator: ":").map(String.init)
            if parts.count == 2 { found[parts[0]] = Int(parts[1]) }
        }
        return found
    }

    /// Before a year on its own.
    static let beforeYears = Set(
        words: """
            in during since until till of before after for from im jahr jahre seit bis vor nach en de année depuis año desde hasta nel \
            nell anno del dal em no ano vuonna år i în anul din w roku v roce yılında το έτος του в с до году рік у năm tahun pada
            """)
    /// Between a season and its year.
    static let links = Set(words: "of de del di da do van des von du anno года року roku του")

    static let byLanguage: [String: RelativeTimes] = [
        "en": RelativeTimes(
            turns: "last:-1 previous:-1 this:0 current:0 next:1 coming:1",
            units: "year:y month:m week:w",
            seasons: "spring:3 summer:6 autumn:9 fall:9 winter:12",
            days: "yesterday:-1 today:0 tomorrow:1",
            before: "in during since over until till early late every each", articles: "the"),
        "de": RelativeTimes(
            turns: """
                letzten:-1 letzter:-1 letztes:-1 letzte:-1 letztem:-1 vorigen:-1 voriges:-1 vorige:-1 \
                vergangenen:-1 vergangenes:-1 diesen:0 diesem:0 dieses:0 diese:0 dieser:0 nächsten:1 \
                nächstes:1 nächste:1 kommenden:1
                """,
            units: "jahr:y jahres:y monat:m monats:m woche:w",
            seasons: "frühling:3 frühjahr:3 sommer:6 herbst:9 winter:12",
            days: "gestern:-1 heute:0 morgen:1",
            before: "im in seit ab bis vom zum", articles: "dem der den diesem diesen"),
        "fr": RelativeTimes(
            turns: """
                dernier:-1 dernière:-1 passé:-1 passée:-1 ce:0 cette:0 cet:0 prochain:1 prochaine:1
                """,
            units: "année:y an:y mois:m semaine:w",
            seasons: "printemps:3 été:6 automne:9 hiver:12",
            days: "hier:-1 aujourd'hui:0 demain:1",
            before: "en au depuis pendant durant cet", articles: "le"),
        "es": RelativeTimes(
            turns: "pasado:-1 pasada:-1 este:0 esta:0 próximo:1 próxima:1",
            units: "año:y mes:m semana:w",
            seasons: "primavera:3 verano:6 otoño:9 invierno:12",
            days: "ayer:-1 hoy:0 mañana:1",
            before: "en durante desde", articles: "el la"),
        "it": RelativeTimes(
            turns: """
                scorso:-1 scorsa:-1 passato:-1 passata:-1 questo:0 questa:0 prossimo:1 prossima:1
                """,
            units: "anno:y mese:m settimana:w",
            seasons: "primavera:3 estate:6 autunno:9 inverno:12",
            days: "ieri:-1 oggi:0 domani:1",
            before: "in nella nell da dalla durante", articles: "la"),
        "pt": RelativeTimes(
            turns: "passado:-1 passada:-1 este:0 esta:0 neste:0 nesta:0 próximo:1 próxima:1",
            units: "ano:y mês:m semana:w",
            seasons: "primavera:3 verão:6 outono:9 inverno:12",
            days: "ontem:-1 hoje:0 amanhã:1",
            before: "no na em durante desde", articles: "o a"),
        "nl": RelativeTimes(
            turns: "vorige:-1 vorig:-1 afgelopen:-1 deze:0 dit:0 volgende:1 volgend:1 komende:1",
            units: "jaar:y maand:m week:w",
            seasons: "lente:3 voorjaar:3 zomer:6 herfst:9 najaar:9 winter:12",
            days: "gisteren:-1 vandaag:0 morgen:1",
            before: "in deze sinds", articles: "de het"),
        "sv": RelativeTimes(
            turns: "förra:-1 senaste:-1 denna:0 detta:0 nästa:1",
            units: "år:y året:y månad:m månaden:m vecka:w veckan:w",
            seasons: "våren:3 vår:3 sommaren:6 sommar:6 hösten:9 höst:9 vintern:12 vinter:12",
            days: "igår:-1 idag:0 imorgon:1",
            before: "i på om under"),
        "da": RelativeTimes(
            turns: "sidste:-1 forrige:-1 denne:0 dette:0 næste:1",
            units: "år:y måned:m uge:w",
            seasons: """
                foråret:3 forår:3 sommeren:6 sommer:6 efteråret:9 efterår:9 vinteren:12 vinter:12
                """,
            days: "igår:-1 idag:0",
            before: "i om til"),
        "nb": RelativeTimes(
            turns: "siste:-1 forrige:-1 denne:0 dette:0 neste:1",
            units: "år:y måned:m uke:w",
            seasons: "våren:3 vår:3 sommeren:6 sommer:6 høsten:9 høst:9 vinteren:12 vinter:12",
            before: "i om til"),
        "fi": RelativeTimes(
            turns: "viime:-1 tässä:0 tänä:0 ensi:1",
            units: "vuonna:y vuosi:y kuussa:m kuukausi:m viikolla:w viikko:w",
            seasons: """
                kevät:3 keväänä:3 keväällä:3 kesä:6 kesänä:6 kesällä:6 syksy:9 syksynä:9 syksyllä:9 talvi:12 \
                talvena:12 talvella:12
                """,
            days: "eilen:-1 tänään:0 huomenna:1"),
        "pl": RelativeTimes(
            turns: """
                zeszłym:-1 zeszłego:-1 zeszły:-1 ubiegłym:-1 ubiegłego:-1 tym:0 tego:0 przyszłym:1 \
                przyszłego:1
                """,
            units: "roku:y rok:y miesiącu:m miesiąca:m miesiąc:m tygodniu:w tygodnia:w",
            seasons: "wiosną:3 wiosny:3 wiosnę:3 latem:6 lata:6 jesienią:9 jesieni:9 zimą:12 zimy:12",
            days: "wczoraj:-1 dziś:0 dzisiaj:0 jutro:1",
            before: "w na"),
        "cs": RelativeTimes(
            turns: """
                minulý:-1 minulém:-1 minulého:-1 minulou:-1 loňském:-1 tento:0 tomto:0 letošním:0 příští:1
                """,
            units: "rok:y roce:y roku:y měsíc:m měsíci:m týden:w týdnu:w",
            seasons: """
                jaro:3 jaře:3 jara:3 léto:6 létě:6 léta:6 podzim:9 podzimu:9 zima:12 zimě:12 zimu:12
                """,
            days: "včera:-1 dnes:0 zítra:1",
            before: "na v"),
        "hu": RelativeTimes(
            turns: "múlt:-1 tavalyi:-1 ezen:0 jövő:1",
            units: "évben:y hónapban:m héten:w",
            seasons: "tavasszal:3 tavaszán:3 nyáron:6 nyarán:6 ősszel:9 őszén:9 télen:12 telén:12",
            days: "tegnap:-1 ma:0 holnap:1"),
        "ro": RelativeTimes(
            turns: "trecut:-1 trecută:-1 trecuta:-1 acest:0 această:0 viitor:1 viitoare:1",
            units: "an:y anul:y lună:m luna:m săptămână:w săptămâna:w",
            seasons: "primăvara:3 primăvară:3 vara:6 vară:6 toamna:9 toamnă:9 iarna:12 iarnă:12",
            days: "ieri:-1 azi:0 astăzi:0 mâine:1",
            before: "în la"),
        "tr": RelativeTimes(
            turns: "geçen:-1 önceki:-1 bu:0 gelecek:1",
            units: "yıl:y sene:y ay:m hafta:w",
            seasons: "ilkbahar:3 ilkbaharda:3 yaz:6 yazın:6 sonbahar:9 sonbaharda:9 kış:12 kışın:12",
            days: "dün:-1 bugün:0 yarın:1"),
        "el": RelativeTimes(
            turns: """
                περασμένο:-1 περασμένη:-1 προηγούμενο:-1 προηγούμενη:-1 αυτό:0 αυτόν:0 αυτή:0 επόμενο:1 \
                επόμενη:1
                """,
            units: "χρόνο:y έτος:y μήνα:m εβδομάδα:w",
            seasons: "άνοιξη:3 καλοκαίρι:6 φθινόπωρο:9 χειμώνα:12",
            days: "χθες:-1 χτες:-1 σήμερα:0 αύριο:1",
            before: "στην το την τον στο"),
        "ru": RelativeTimes(
            turns: """
                прошлом:-1 прошлой:-1 прошлый:-1 прошлую:-1 прошлого:-1 прошлым:-1 этом:0 этой:0 этот:0 \
                эту:0 следующем:1 следующей:1 следующий:1
                """,
            units: "году:y год:y года:y месяце:m месяц:m неделе:w неделю:w",
            seasons: """
                весной:3 весну:3 весна:3 летом:6 лето:6 осенью:9 осень:9 зимой:12 зима:12 зиму:12
                """,
            days: "вчера:-1 сегодня:0 завтра:1",
            before: "в на"),
        "uk": RelativeTimes(
            turns: """
                минулого:-1 минулому:-1 минулий:-1 минулої:-1 цього:0 цьому:0 наступного:1 наступному:1
                """,
            units: "року:y році:y рік:y місяця:m місяці:m тижня:w тижні:w",
            seasons: "навесні:3 весни:3 влітку:6 літа:6 восени:9 осені:9 взимку:12 зими:12",
            days: "вчора:-1 сьогодні:0 завтра:1",
            before: "в у на"),
        "hi": RelativeTimes(
            turns: "पिछले:-1 पिछली:-1 इस:0 अगले:1 अगली:1",
            units: "साल:y वर्ष:y महीने:m माह:m सप्ताह:w हफ़्ते:w हफ्ते:w"),
        "id": RelativeTimes(
            turns: "lalu:-1 ini:0 depan:1",
            units: "tahun:y bulan:m minggu:w",
            days: "kemarin:-1 besok:1"),
        "vi": RelativeTimes(
            turns: "trước:-1 này:0 tới:1 sau:1",
            units: "năm:y tháng:m tuần:w"),
        "zh": RelativeTimes(
            phrases: """
                去年:y:-1 今年:y:0 明年:y:1 上个月:m:-1 上月:m:-1 这个月:m:0 本月:m:0 下个月:m:1 上周:w:-1 上星期:w:-1 上个星期:w:-1 \
                本周:w:0 昨天:d:-1 今天:d:0 明天:d:1
                """),
        "ja": RelativeTimes(
            phrases: """
                昨年:y:-1 去年:y:-1 今年:y:0 来年:y:1 先月:m:-1 今月:m:0 来月:m:1 先週:w:-1 今週:w:0 来週:w:1 昨日:d:-1 今日:d:0 \
                明日:d:1
                """),
        "ko": RelativeTimes(
            phrases: "작년:y:-1 지난해:y:-1 올해:y:0 내년:y:1 지난달:m:-1 지난주:w:-1 어제:d:-1 오늘:d:0 내일:d:1"),
        "th": RelativeTimes(
            phrases: """
                ปีที่แล้ว:y:-1 ปีนี้:y:0 ปีหน้า:y:1 เดือนที่แล้ว:m:-1 เดือนนี้:m:0 สัปดาห์ที่แล้ว:w:-1 \
                เมื่อวาน:d:-1 วันนี้:d:0 พรุ่งนี้:d:1
                """),
    ]
}
