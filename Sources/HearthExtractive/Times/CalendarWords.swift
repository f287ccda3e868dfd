import HearthText

/// The words by which a language says when something is to be: closed classes, kept here by hand from grammars of the languages. Months come
/// from `DateNames`, dates in figures from `DateReader`.
struct CalendarWords: Sendable {
    /// Before a time by which something is to be done: "by", "before". Of several words, each with a space between.
    var limits: Set<String>
    /// Before a time at which something is.
    var places: Set<String>
    /// Before a length of time from now: "in two weeks".
    var spans: Set<String>
    /// Between the others: articles, "of".
    var links: Set<String>
    /// Which one of many: "next", "this".
    var turns: Set<String>
    /// Which part of it: "end".
    var edges: Set<String>
    /// Lengths of time.
    var units: Set<String>
    /// What takes place again and again: "the next meeting".
    var occasions: Set<String>
    /// Days of the week and times of the day.
    var points: Set<String>
    /// Feasts and seasons, of which people speak for themselves as well.
    var feasts: Set<String>
    /// What needs no other word: "tomorrow".
    var alone: Set<String>
    var numbers: Set<String>
    /// Of days in words: "the third".
    var ordinals: Set<String>
    /// Beside a time that is over, or where the word is none of time: "last", "guten" (Morgen).
    var over: Set<String>
    /// Units of money and the like, which say nothing without their number.
    var amounts: Set<String>

    /// Between two times of which one is meant: "Monday or Tuesday".
    static let either: Set<String> = ["or", "oder", "ou", "o", "of", "или"]

    /// ISO 639-1.
    static func of(_ language: String) -> CalendarWords? { all[language] }

    private static func set(_ words: String) -> Set<String> { Set(words.split(separator: " ").map(String.init)) }

    private static let all: [String: CalendarWords] = [
        "en": CalendarWords(
            limits: ["by", "before", "no later than", "not later than", "due"],
            places: ["on", "at", "for", "over"], spans: ["in", "within"],
            links: set("the of a an"), turns: set("next this coming following new"),
            edges: set("end beginning start close middle mid"),
            units: set("day days week weeks month months year years quarter fortnight hour hours business"),
            occasions: set("meeting session appointment sprint term semester"),
            points: set(
                """
                monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays \
                weekend morning afternoon evening night noon midnight midday lunch lunchtime teatime breakfast am pm o'clock eod eow cob
                """),
            feasts: set(
                "christmas easter thanksgiving halloween ramadan eid diwali hanukkah holidays half-term spring summer autumn winter"
            ),
            alone: set("today tonight tomorrow"),
            numbers: set(
                "one two three four five six seven eight nine ten twelve fourteen twenty thirty couple few half"),
            ordinals: set(
                """
                first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth \
                sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth \
                twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first
                """),
            over: set("last since every ago"), amounts: set("pounds pound euros euro dollars dollar cents cent per")),
        "de": CalendarWords(
            limits: ["bis", "vor", "spätestens"],
            places: ["am", "an", "zum", "zur", "um", "zu", "für"], spans: ["in", "im", "innerhalb", "binnen"],
            links: set("der die das dem den des von vom zum zur am im einer einem einen spätestens"),
            turns: set(
                """
                nächste nächsten nächster nächstes nächstem kommende kommenden kommender kommendes diese diesen dieser dieses diesem \
                folgende folgenden folgender
                """), edges: set("ende anfang mitte schluss beginn"),
            units: set(
                "tag tage tagen tages woche wochen monat monats monate monaten jahr jahres jahre jahren quartal quartals stunde stunden"
            ), occasions: set("treffen sitzung besprechung semester semesters termin"),
            points: set(
                """
                montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag montags dienstags mittwochs donnerstags freitags \
                samstags sonntags mittag mitternacht abend nachmittag vormittag wochenende wochenendes uhr feierabend
                """),
            feasts: set(
                "weihnachten ostern silvester neujahr pfingsten advent ferien sommer herbst winter frühling frühjahr"),
            alone: set("heute morgen übermorgen"),
            numbers: set(
                "ein eine zwei drei vier fünf sechs sieben acht neun zehn zwölf vierzehn zwanzig dreißig paar"),
            ordinals: set(
                """
                ersten zweiten dritten vierten fünften sechsten siebten achten neunten zehnten elften zwölften dreizehnten vierzehnten \
                fünfzehnten sechzehnten siebzehnten achtzehnten neunzehnten zwanzigsten einundzwanzigsten zweiundzwanzigsten \
                dreiundzwanzigsten vierundzwanzigsten fünfundzwanzigsten sechsundzwanzigsten siebenundzwanzigsten achtundzwanzigsten \
                neunundzwanzigsten dreißigsten einunddreißigsten
                """), over: set("guten letzten letzte letzter letztes vergangenen vergangene seit jeden"),
            amounts: set("euro euros franken cent prozent")),
        "fr": CalendarWords(
            limits: ["d'ici", "d'ici à", "avant", "jusqu'à", "jusqu'au", "au plus tard", "pour"],
            places: ["le", "au", "à", "dès"], spans: ["dans", "sous", "en"],
            links: set("le la les du de des au à un une"), turns: set("prochain prochaine prochains ce cet cette"),
            edges: set("fin début mi milieu"),
            units: set("jour jours semaine semaines mois an ans année trimestre heure heures"),
            occasions: set("réunion séance"),
            points: set(
                """
                lundi mardi mercredi jeudi vendredi samedi dimanche lundis mardis mercredis jeudis vendredis samedis dimanches midi minuit \
                soir matin après-midi week-end
                """), feasts: set("noël pâques toussaint vacances rentrée printemps automne hiver"),
            alone: set("aujourd'hui demain après-demain lundi mardi mercredi jeudi vendredi samedi dimanche"),
            numbers: set("un une deux trois quatre cinq six sept huit neuf dix douze quinze vingt trente quelques"),
            ordinals: set("premier"), over: set("dernier dernière passé passée depuis chaque"),
            amounts: set("euro euros francs centimes")),
        "es": CalendarWords(
            limits: ["antes de", "antes del", "hasta", "para"], places: ["el", "a", "por"], spans: ["en", "dentro de"],
            links: set("el la los las del de al un una que"),
            turns: set("próximo próxima próximos próximas este esta siguiente viene"),
            edges: set("fin final finales principios comienzos mediados"),
            units: set("día días semana semanas mes meses año años trimestre hora horas"),
            occasions: set("reunión sesión"),
            points: set(
                "lunes martes miércoles jueves viernes sábado domingo mediodía medianoche noche tarde"),
            feasts: set("navidad navidades pascua vacaciones verano otoño invierno primavera"),
            alone: set("hoy mañana"),
            numbers: set("un una uno dos tres cuatro cinco seis siete ocho nueve diez doce quince veinte treinta unos"),
            ordinals: set("primero"), over: set("pasado pasada último última desde cada"),
            amounts: set("euro euros pesos dólares céntimos")),
        "it": CalendarWords(
            limits: ["entro", "prima di", "prima del", "prima della", "fino a", "fino al", "per"],
            places: ["il", "a", "alle", "nel"], spans: ["tra", "fra", "in"],
            links: set("il la lo di del della dei al alla un una"), turns: set("prossimo prossima questo questa"),
            edges: set("fine inizio metà"),
            units: set("giorno giorni settimana settimane mese mesi anno anni trimestre ora ore"),
            occasions: set("riunione seduta"),
            points: set(
                "lunedì martedì mercoledì giovedì venerdì sabato domenica mezzogiorno mezzanotte sera mattina pomeriggio weekend"
            ),
            feasts: set("natale pasqua capodanno vacanze estate autunno inverno primavera"),
            alone: set("oggi domani dopodomani stasera lunedì martedì mercoledì giovedì venerdì sabato domenica"),
            numbers: set("un una due tre quattro cinque sei sette otto nove dieci dodici quindici venti trenta"),
            ordinals: set("primo"), over: set("scorso scorsa passato passata ogni"), amounts: set("euro centesimi")),
        "pt": CalendarWords(
            limits: ["até", "até ao", "até à", "até o", "antes de", "antes do", "antes da", "para"],
            places: ["no", "na", "em", "às", "ao"], spans: ["em", "dentro de", "daqui a"],
            links: set("o a os as do da de ao à um uma no na que"),
            turns: set("próximo próxima próximos este esta nesta neste seguinte vem"),
            edges: set("fim final início meados"),
            units: set("dia dias semana semanas mês meses ano anos trimestre hora horas"),
            occasions: set("reunião sessão"),
            points: set(
                """
                segunda terça quarta quinta sexta sábado domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira meio-dia \
                meia-noite noite tarde manhã
                """), feasts: set("natal páscoa férias verão outono inverno primavera"),
            alone: set("hoje amanhã segunda-feira terça-feira quarta-feira quinta-feira sexta-feira"),
            numbers: set("um uma dois duas três quatro cinco seis sete oito nove dez doze quinze vinte trinta"),
            ordinals: set("primeiro"), over: set("passado passada último última desde cada"),
            amounts: set("euro euros reais dólares")),
        "nl": CalendarWords(
            limits: ["voor", "vóór", "uiterlijk", "tot"], places: ["op", "om", "aan", "met"],
            spans: ["in", "binnen", "over"],
            links: set("de het een van aan"), turns: set("volgende komende deze dit aanstaande"),
            edges: set("eind einde begin midden"),
            units: set("dag dagen week weken maand maanden jaar jaren kwartaal uur uren"),
            occasions: set("vergadering overleg"),
            points: set(
                "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag middag middernacht avond ochtend weekend"),
            feasts: set("kerst kerstmis pasen vakantie zomer herfst winter lente"),
            alone: set("vandaag morgen overmorgen vanavond vanmiddag"),
            numbers: set("een één twee drie vier vijf zes zeven acht negen tien twaalf twintig dertig paar"),
            ordinals: set("eerste tweede derde"), over: set("vorige afgelopen sinds elke goede"),
            amounts: set("euro euro's cent")),
        "ru": CalendarWords(
            limits: ["до", "к", "не позднее", "перед"], places: ["в", "во", "на"], spans: ["через", "в течение", "за"],
            links: [], turns: set("следующей следующего следующий следующем следующую этой этого этом эту ближайшие"),
            edges: set("конца концу конце начала началу начале середины"),
            units: set(
                "день дня дней неделя неделю недели неделе недель месяц месяца месяцев месяце год года году лет час часа часов"
            ),
            occasions: set("встречи встрече собрания собрании"),
            points: set(
                """
                понедельник понедельника понедельнику вторник вторника вторнику среда среду среды среде четверг четверга четвергу \
                пятница пятницу пятницы пятнице суббота субботу субботы субботе воскресенье воскресенья воскресенью полудня вечера \
                вечеру утра утру обеда выходных выходные
                """), feasts: set("рождества рождеству пасхи праздников каникул лета лету осени зимы зиме весны весне"),
            alone: set("сегодня завтра послезавтра"),
            numbers: set("один одну два две три четыре пять шесть семь восемь девять десять пару несколько"),
            ordinals: set("первого второго третьего"), over: set("прошлой прошлого прошлый прошлом каждый"),
            amounts: set("рублей рубля рубль евро")),
    ]
}

extension CalendarWords {
    /// German declines its ordinals, of which the list has one form: "der zwölfte", "ein zwölfter".
    fileprivate func isOrdinal(_ word: String, _ language: String) -> Bool {
        if ordinals.contains(word) { return true }
        guard language == "de", let last = word.last else { return false }
        return ordinals.contains((last == "e" ? word : String(word.dropLast())) + "n")
    }
}

/// Numbers in words beyond those of ``CalendarWords``: round ones, and what is built with them, by how they end.
enum LargeNumbers {
    /// - Parameters:
    ///   - word: In lower case.
    ///   - language: ISO 639-1; in a language that the list lacks no word is one.
    static func contains(_ word: String, language: String) -> Bool {
        guard let list = lists[language] else { return false }
        if list.words.contains(word) { return true }
        // "Vier|hundert", and neither "Jahr|hundert" nor the Italian "ac|cento".
        guard let ending = list.endings.first(where: { word.hasSuffix($0) }) else { return false }
        return CalendarWords.of(language)?.numbers.contains(String(word.dropLast(ending.count))) ?? false
    }

    private static let lists: [String: (words: Set<String>, endings: [String])] = [
        "en": (Set(words: "hundred thousand million billion hundreds thousands millions dozen"), []),
        "de": (
            Set(words: "hundert tausend million millionen milliarden dutzend"),
            [
                "undzwanzig", "unddreißig", "undvierzig", "undfünfzig", "undsechzig", "undsiebzig", "undachtzig",
                "undneunzig", "hundert", "tausend",
            ]
        ),
        "fr": (
            Set(words: "quarante cinquante soixante cent cents mille million millions douzaine"), ["-vingt", "-vingts"]
        ),
        "es": (
            Set(
                words:
                    "cuarenta cincuenta sesenta setenta ochenta noventa cien ciento mil millón millones quinientos quinientas setecientos setecientas novecientos novecientas docena"
            ),
            ["cientos", "cientas"]
        ),
        "it": (
            Set(words: "quaranta cinquanta sessanta settanta ottanta novanta cento mille milione milioni"),
            ["cento", "mila"]
        ),
        "pt": (
            Set(
                words:
                    "quarenta cinquenta sessenta setenta oitenta noventa cem cento mil milhão milhões duzentos trezentos quinhentos"
            ),
            ["centos", "centas"]
        ),
        "nl": (
            Set(words: "honderd duizend miljoen miljard"),
            ["honderd", "duizend", "ëntwintig", "endertig", "enveertig", "envijftig"]
        ),
    ]
}

/// Phrases that only say when or how much: no tag of a text, and no title.
package enum TimePhrases {
    /// Whether all words of a phrase are of time or number: "Thursday", "27th", "letztes Jahr", "July, twelfth".
    ///
    /// - Parameter language: ISO 639-1; in a language without words of time nothing is one.
    package static func isOnlyTime(_ phrase: String, language: String) -> Bool {
        guard let words = CalendarWords.of(language) else { return false }
        var hasWord = false
        for word in phrase.lowercased().replacing("’", with: "'").split(whereSeparator: { $0 == " " || $0 == "," }) {
            let word = String(word)
            guard
                words.points.contains(word) || words.units.contains(word) || words.alone.contains(word)
                    || words.turns.contains(word) || words.edges.contains(word) || words.numbers.contains(word)
                    || words.isOrdinal(word, language) || words.over.contains(word) || words.amounts.contains(word)
                    || words.links.contains(word) || DueReader.isOrdinal(word) || isMonth(word, language)
                    || word.allSatisfy(\.isNumber) || LargeNumbers.contains(word, language: language)
            else { return false }
            hasWord = true
        }
        return hasWord
    }

    /// In the language, and in no other: "mars" is a planet in English.
    static func isMonth(_ word: String, _ language: String) -> Bool { months[language]?.contains(word) ?? false }

    private static let months: [String: Set<String>] = Dictionary(
        uniqueKeysWithValues: ["en", "de", "fr", "es", "it", "pt", "nl", "ru"].map { language in
            (language, Set((1...12).flatMap { DateNames.names(ofMonth: $0, language: language) }))
        })
}
