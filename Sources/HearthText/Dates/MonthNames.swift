/// The names of the months, by language.
///
/// The wide and abbreviated names of the Unicode CLDR 47 (calendar of Gregory, within a date and alone), and the forms that languages with cases
/// have after a preposition, which the CLDR lacks. Kept here by hand; no script makes the lists.
enum MonthNames {
    /// What a word says that is the name of a month.
    struct Found {
        /// 1 to 12.
        var month: Int
        /// Whether it is one only beside a number: "mar", "set".
        var isShort: Bool
    }

    struct Names: Sendable {
        fileprivate(set) var wide: [String: Int] = [:]
        fileprivate(set) var short: [String: Int] = [:]
        /// Beginnings of words.
        fileprivate(set) var stems: [(stem: String, month: Int)] = []
        /// Where no spaces part words.
        fileprivate(set) var signs: [(sign: String, month: Int)] = []
        /// How all of them begin but ``signs``, see ``MonthNames/start(of:_:)``.
        fileprivate(set) var starts: Set<UInt32> = []
    }

    /// Letters that Hebrew and Arabic fasten to a name, for "in", "from" and "to".
    static let fastened = Set("בלמוהبلو".unicodeScalars)

    /// How a word begins: its first two letters where both are ASCII's, else its first one, which may have a capital beyond ASCII. By this
    /// most words are told from all names without being read.
    static func start(of bytes: UTF8Bytes, _ range: Range<Int>) -> UInt32 {
        let first = bytes.scalar(at: range.lowerBound).value
        guard first < 0x80 else { return first }
        let next = range.lowerBound + 1
        guard next < range.upperBound, bytes[next] < 0x80 else { return first | 0x20 }
        return (first | 0x20) << 8 | UInt32(bytes[next] | 0x20)
    }

    /// How words of some languages begin that name months and are in no list of names: those with a letter fastened to them, and the
    /// Vietnamese "tháng 3".
    static func startsBesideNames(of languages: [String]) -> Set<UInt32> {
        var starts: Set<UInt32> = []
        if languages.contains("he") || languages.contains("ar") { starts.formUnion(fastened.map(\.value)) }
        if languages.contains("vi") { starts.formUnion(self.starts(of: ["tháng"])) }
        return starts
    }

    /// - Parameter forms: Of one word.
    private static func starts(of forms: Set<String>) -> Set<UInt32> {
        var starts: Set<UInt32> = []
        for form in forms {
            starts.insert(form.withBytes { start(of: $0, 0..<$0.count) })
            guard let first = form.unicodeScalars.first, !first.isASCII else { continue }
            if let capital = first.properties.uppercaseMapping.unicodeScalars.first { starts.insert(capital.value) }
            // Its mark may be a character of its own.
            for plain in forms.compactMap(\.utf8.first) where plain < 0x80 { starts.insert(UInt32(plain | 0x20)) }
        }
        return starts
    }

    /// - Parameter word: In lower case.
    static func month(_ word: String, in names: [Names]) -> Found? {
        for list in names {
            if let month = list.wide[word] { return Found(month: month, isShort: false) }
        }
        for list in names {
            if let month = list.short[word] { return Found(month: month, isShort: true) }
            if let found = list.stems.first(where: { word.hasPrefix($0.stem) }) {
                return Found(month: found.month, isShort: false)
            }
        }
        return nil
    }

    /// The names of a language; `nil` for one without a list. Without marks they are known as well.
    static func names(of language: String) -> Names? { all[language] }

    /// The wide names of a month in a language, the one that stands alone last.
    static func wide(_ month: Int, language: String) -> [String] {
        guard let list = lists[language], (1...12).contains(month) else { return [] }
        return parts(list.wide)[month - 1].filter { !$0.hasSuffix("*") }
    }

    private static let all: [String: Names] = lists.mapValues { list in
        var names = Names()
        for (place, words) in parts(list.wide).enumerated() {
            for word in words {
                if word.hasSuffix("*") {
                    let stems = forms(String(word.dropLast()))
                    names.starts.formUnion(starts(of: stems))
                    for stem in stems.sorted() { names.stems.append((stem, place + 1)) }
                } else if word.unicodeScalars.contains(where: { ScalarClass($0.value) == .southEastAsian }) {
                    names.signs.append((word, place + 1))
                } else {
                    let spelled = forms(word)
                    names.starts.formUnion(starts(of: spelled))
                    for form in spelled { names.wide[form] = place + 1 }
                }
            }
        }
        for (place, words) in parts(list.short).enumerated() {
            for word in words {
                let spelled = forms(word)
                names.starts.formUnion(starts(of: spelled))
                for form in spelled where names.wide[form] == nil { names.short[form] = place + 1 }
            }
        }
        return names
    }

    /// As it is written, and without its marks, as many type it.
    private static func forms(_ word: String) -> Set<String> {
        guard word.utf8.contains(where: { $0 >= 0x80 }) else { return [word] }
        let plain = SearchAnalyzer.unstemmed.terms(in: word)
        return plain.count == 1 ? [word, plain[0]] : [word]
    }

    private static func parts(_ list: String) -> [[String]] {
        list.split(separator: "|", omittingEmptySubsequences: false).map {
            $0.split(separator: ",").map(String.init)
        }
    }

    private static let lists: [String: (wide: String, short: String)] = [
        "en": (
            wide: """
            january|february|march|april|may|june|july|august|september|october|november|december
            """,
            short: "jan|feb|mar|apr||jun|jul|aug|sep,sept|oct|nov|dec"
        ),
        "de": (
            wide: """
            jänner,januar|feber,februar|märz|april|mai|juni|juli|august|september|oktober|november|\
            dezember
            """,
            short: "jan|feb|mär|apr||jun|jul|aug|sept,sep|okt|nov|dez"
        ),
        "fr": (
            wide: "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre",
            short: "janv|févr||avr|||juil||sept|oct|nov|déc"
        ),
        "es": (
            wide: """
            enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre
            """,
            short: "ene|feb|mar|abr|may|jun|jul|ago|sept|oct|nov|dic"
        ),
        "it": (
            wide: """
            gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|\
            dicembre
            """,
            short: "gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic"
        ),
        "pt": (
            wide: """
            janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro
            """,
            short: "jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez"
        ),
        "nl": (
            wide: """
            januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december
            """,
            short: "jan|feb|mrt|apr||jun|jul|aug|sep|okt|nov|dec"
        ),
        "sv": (
            wide: """
            januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december
            """,
            short: "jan|feb||apr||||aug|sep|okt|nov|dec"
        ),
        "da": (
            wide: "januar|februar|marts|april|maj|juni|juli|august|september|oktober|november|december",
            short: "jan|feb|mar|apr||jun|jul|aug|sep|okt|nov|dec"
        ),
        "nb": (
            wide: "januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember",
            short: "jan|feb|mar|apr||jun|jul|aug|sep|okt|nov|des"
        ),
        "fi": (
            wide: """
            tammikuuta,tammikuu,tammikuu*|helmikuuta,helmikuu,helmikuu*|\
            maaliskuuta,maaliskuu,maaliskuu*|huhtikuuta,huhtikuu,huhtikuu*|\
            toukokuuta,toukokuu,toukokuu*|kesäkuuta,kesäkuu,kesäkuu*|heinäkuuta,heinäkuu,heinäkuu*|\
            elokuuta,elokuu,elokuu*|syyskuuta,syyskuu,syyskuu*|lokakuuta,lokakuu,lokakuu*|\
            marraskuuta,marraskuu,marraskuu*|joulukuuta,joulukuu,joulukuu*
            """,
            short: "tammi|helmi|maalis|huhti|touko|kesä|heinä|elo|syys|loka|marras|joulu"
        ),
        "pl": (
            wide: """
            styczniu,stycznia,styczeń|lutym,lutego,luty|marcu,marca,marzec|kwietniu,kwietnia,kwiecień|\
            maju,maja,maj|czerwcu,czerwca,czerwiec|lipcu,lipca,lipiec|sierpniu,sierpnia,sierpień|\
            wrześniu,września,wrzesień|październiku,października,październik|\
            listopadzie,listopada,listopad|grudniu,grudnia,grudzień
            """,
            short: "sty|lut|mar|kwi||cze|lip|sie|wrz|paź|lis|gru"
        ),
        "cs": (
            wide: """
            lednu,ledna,leden|únoru,února,únor|březnu,března,březen|dubnu,dubna,duben|\
            květnu,května,květen|červnu,června,červen|červenci,července,červenec|srpnu,srpna,srpen|\
            září|říjnu,října,říjen|listopadu,listopad|prosinci,prosince,prosinec
            """,
            short: "led|úno|bře|dub|kvě|čvn|čvc|srp|zář|říj|lis|pro"
        ),
        "sk": (
            wide: """
            januári,januára,január|februári,februára,február|marci,marca,marec|apríli,apríla,apríl|\
            máji,mája,máj|júni,júna,jún|júli,júla,júl|auguste,augusta,august|\
            septembri,septembra,september|októbri,októbra,október|novembri,novembra,november|\
            decembri,decembra,december
            """,
            short: "jan|feb|mar|apr||||aug|sep|okt|nov|dec"
        ),
        "hu": (
            wide: """
            január,január*|február,február*|március,március*|április,április*|május,május*|\
            június,június*|július,július*|augusztus,augusztus*|szeptember,szeptember*|október,október*|\
            november,november*|december,december*
            """,
            short: "jan|febr|márc|ápr|máj|jún|júl|aug|szept|okt|nov|dec"
        ),
        "ro": (
            wide: """
            ianuarie|februarie|martie|aprilie|mai|iunie|iulie|august|septembrie|octombrie|noiembrie|\
            decembrie
            """,
            short: "ian|feb|mar|apr||iun|iul|aug|sept|oct|nov|dec"
        ),
        "tr": (
            wide: "ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık",
            short: "oca|şub|mar|nis|may|haz|tem|ağu|eyl|eki|kas|ara"
        ),
        "hr": (
            wide: """
            siječnju,siječnja,siječanj|veljači,veljače,veljača|ožujku,ožujka,ožujak|\
            travnju,travnja,travanj|svibnju,svibnja,svibanj|lipnju,lipnja,lipanj|srpnju,srpnja,srpanj|\
            kolovozu,kolovoza,kolovoz|rujnu,rujna,rujan|listopadu,listopada,listopad|\
            studenom,studenoga,studeni|prosincu,prosinca,prosinac
            """,
            short: "sij|velj|ožu|tra|svi|lip|srp|kol|ruj|lis|stu|pro"
        ),
        "sl": (
            wide: """
            januarju,januarja,januar|februarju,februarja,februar|marcu,marca,marec|aprilu,aprila,april|\
            maju,maja,maj|juniju,junija,junij|juliju,julija,julij|avgustu,avgusta,avgust|\
            septembru,septembra,september|oktobru,oktobra,oktober|novembru,novembra,november|\
            decembru,decembra,december
            """,
            short: "jan|feb|mar|apr||jun|jul|avg|sep|okt|nov|dec"
        ),
        "et": (
            wide: """
            jaanuar,jaanuar*|veebruar,veebruar*|märts,märts*|aprill,aprill*|mai|juuni,juuni*|\
            juuli,juuli*|august,august*|september,septemb*|oktoober,oktoob*|november,novemb*|\
            detsember,detsemb*
            """,
            short: "jaan|veebr||apr||||aug|sept|okt|nov|dets"
        ),
        "lv": (
            wide: """
            janvāris,janvār*|februāris,februār*|martā,marts|aprīlis,aprīl*|maijs,maij*|jūnijs,jūnij*|\
            jūlijs,jūlij*|augusts,august*|septembris,septembr*|oktobris,oktobr*|novembris,novembr*|\
            decembris,decembr*
            """,
            short: "janv|febr||apr||jūn|jūl|aug|sept|okt|nov|dec"
        ),
        "lt": (
            wide: """
            sausio,sausis|vasario,vasaris|kovo,kovas|balandžio,balandis|\
            gegužės,gegužė|birželio,birželis|liepos,liepa|\
            rugpjūčio,rugpjūtis|rugsėjo,rugsėjis|spalio,spalis|\
            lapkričio,lapkritis|gruodžio,gruodis
            """,
            short: "saus|vas|kov|bal|geg|birž|liep|rugp|rugs|spal|lapkr|gruod"
        ),
        "ca": (
            wide: "gener|febrer|març|abril|maig|juny|juliol|agost|setembre|octubre|novembre|desembre",
            short: "gen|febr||abr|||jul|ag|set|oct|nov|des"
        ),
        "id": (
            wide: """
            januari|februari|maret|april|mei|juni|juli|agustus|september|oktober|november|desember
            """,
            short: "jan|feb|mar|apr||jun|jul|agu|sep|okt|nov|des"
        ),
        "sq": (
            wide: "janar|shkurt|mars|prill|maj|qershor|korrik|gusht|shtator|tetor|nëntor|dhjetor",
            short: "jan|shk|mar|pri||qer|korr|gush|sht|tet|nën|dhj"
        ),
        "af": (
            wide: """
            januarie|februarie|maart|april|mei|junie|julie|augustus|september|oktober|november|\
            desember
            """,
            short: "jan|feb|mrt|apr||jun|jul|aug|sep|okt|nov|des"
        ),
        "is": (
            wide: "janúar|febrúar|mars|apríl|maí|júní|júlí|ágúst|september|október|nóvember|desember",
            short: "jan|feb|mar|apr||jún|júl|ágú|sep|okt|nóv|des"
        ),
        "el": (
            wide: """
            γενάρης,γενάρη,ιανουάριο,ιανουαρίου,ιανουάριος|\
            φλεβάρης,φλεβάρη,φεβρουάριο,φεβρουαρίου,φεβρουάριος|μάρτης,μάρτη,μάρτιο,μαρτίου,μάρτιος|\
            απρίλης,απρίλη,απρίλιο,απριλίου,απρίλιος|μάης,μάη,μάιο,μαΐου,μάιος|\
            ιούνη,ιούνιο,ιουνίου,ιούνιος|ιούλη,ιούλιο,ιουλίου,ιούλιος|αύγουστο,αυγούστου,αύγουστος|\
            σεπτέμβρη,σεπτέμβριο,σεπτεμβρίου,σεπτέμβριος|οκτώβρη,οκτώβριο,οκτωβρίου,οκτώβριος|\
            νοέμβρη,νοέμβριο,νοεμβρίου,νοέμβριος|δεκέμβρη,δεκέμβριο,δεκεμβρίου,δεκέμβριος
            """,
            short: "ιαν|φεβ|μαρ,μάρ|απρ|μαΐ,μάι|ιουν,ιούν|ιουλ,ιούλ|αυγ,αύγ|σεπ|οκτ|νοε,νοέ|δεκ"
        ),
        "ru": (
            wide: """
            январе,января,январь|феврале,февраля,февраль|марте,марта,март|апреле,апреля,апрель|\
            мае,мая,май|июне,июня,июнь|июле,июля,июль|августе,августа,август|\
            сентябре,сентября,сентябрь|октябре,октября,октябрь|ноябре,ноября,ноябрь|\
            декабре,декабря,декабрь
            """,
            short: "янв|февр|мар|апр||июн|июл|авг|сент|окт|нояб|дек"
        ),
        "uk": (
            wide: """
            січні,січня,січень|лютому,лютого,лютий|березні,березня,березень|квітні,квітня,квітень|\
            травні,травня,травень|червні,червня,червень|липні,липня,липень|серпні,серпня,серпень|\
            вересні,вересня,вересень|жовтні,жовтня,жовтень|листопаді,листопада,листопад|\
            грудні,грудня,грудень
            """,
            short: "січ|лют|бер|квіт|трав|черв|лип|серп|вер|жовт|лист|груд"
        ),
        "bg": (
            wide: "януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември",
            short: "яну|фев||апр||||авг|сеп|окт|ное|дек"
        ),
        "sr": (
            wide: """
            јануару,јануара,јануар|фебруару,фебруара,фебруар|марту,марта,март|априлу,априла,април|\
            мају,маја,мај|јуну,јуна,јун|јулу,јула,јул|августу,августа,август|\
            септембру,септембра,септембар|октобру,октобра,октобар|новембру,новембра,новембар|\
            децембру,децембра,децембар
            """,
            short: "јан|феб|мар|апр||||авг|сеп|окт|нов|дец"
        ),
        "mk": (
            wide: "јануари|февруари|март|април|мај|јуни|јули|август|септември|октомври|ноември|декември",
            short: "јан|фев|мар|апр||јун|јул|авг|сеп|окт|ное|дек"
        ),
        "be": (
            wide: """
            студзені,студзеня,студзень|лютым,лютага,люты|сакавіку,сакавіка,сакавік|\
            красавіку,красавіка,красавік|маі,мая,май|чэрвені,чэрвеня,чэрвень|ліпені,ліпеня,ліпень|\
            жніўні,жніўня,жнівень|верасні,верасня,верасень|кастрычніку,кастрычніка,кастрычнік|\
            лістападзе,лістапада,лістапад|снежні,снежня,снежань
            """,
            short: "сту|лют|сак|кра||чэр|ліп|жні|вер|кас|ліс|сне"
        ),
        "ar": (
            wide: """
            يناير|شباط,فبراير|آذار,مارس|نيسان,أبريل|أيار,مايو|حزيران,يونيو|تموز,يوليو|أغسطس|\
            أيلول,سبتمبر|أكتوبر|نوفمبر|ديسمبر
            """,
            short: "|||||||||||"
        ),
        "he": (
            wide: "ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר",
            short: "ינו|פבר||אפר||||אוג|ספט|אוק|נוב|דצמ"
        ),
        "hi": (
            wide: """
            जनवरी|फरवरी,फ़रवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितम्बर,सितंबर|अक्तूबर,अक्टूबर|\
            नवम्बर,नवंबर|दिसम्बर,दिसंबर
            """,
            short: "|||||||||||"
        ),
        "th": (
            wide: """
            มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|\
            ธันวาคม
            """,
            short: "|||||||||||"
        ),
    ]
}
