import HearthCore
import HearthText

/// One sentence of a passage, read for answering one question.
struct AnswerSentence {
    var span: TextSpan
    /// How often each term of the question occurs.
    var counts: [Int]
    /// The same, with words alike counting by how alike they are.
    var alike: [Double]
    /// How well each term of the question is said: 1 where it or a form of it by its stem occurs, less where a word like it
    /// does, else 0.
    var said: [Double]
    /// How well each pair of neighbours in the question is said side by side.
    var pairs: [Double]
    /// How often each of the question's runs of letters occurs; those of a word of it count as there where an irregular form of it is,
    /// and in part where a word is that tells what it asks.
    var grams: [Double]
    /// Terms in all.
    var length = 0
    /// Terms that the question does not have, grammar apart: what a reader learns.
    var news = 0
    /// The stem of the first word, grammar apart, where it is one of the first few: who or what the sentence is about, mostly. None
    /// in a language whose grammar is not known, where it would be an article: in Greek two of 100 answers were lost by that.
    var opener: String?
    /// A heading says what the text below it is about, and answers nothing.
    var isHeading: Bool

    /// Among so many words at the start stands the opener.
    private static let opening = 3
    /// Words apart that still are side by side.
    private static let reach = 4

    static func read(
        _ text: String, language: String, spans: [(span: TextSpan, isHeading: Bool)], question: AnswerQuestion,
        likeness: inout TermLikeness
    ) -> [AnswerSentence] {
        let none = [Int](repeating: 0, count: question.terms.count)
        let nothing = [Double](repeating: 0, count: question.terms.count)
        var found = spans.map {
            AnswerSentence(
                span: $0.span, counts: none, alike: nothing, said: nothing,
                pairs: [Double](repeating: 0, count: question.pairs.count),
                grams: [Double](repeating: 0, count: question.grams.count), isHeading: $0.isHeading)
        }
        let hasGrammar = !Stopwords.words(of: language).isEmpty
        var at = 0
        // By sentence, the terms whose kind it names.
        var ofKind: [Int: Set<Int>] = [:]
        // The sentences that begin with a word of the question.
        var opensAsked: Set<Int> = []
        var places = [(place: Int, worth: Double)?](repeating: nil, count: question.terms.count)
        for word in WordForms.read(text, language: language) {
            while at < found.count, found[at].span.end <= word.range.lowerBound {
                at += 1
                for index in places.indices { places[index] = nil }
            }
            guard at < found.count, found[at].span.start <= word.range.lowerBound else { continue }
            found[at].length += 1
            if hasGrammar, found[at].opener == nil, found[at].length <= Self.opening, !question.isGrammar(word.plain) {
                found[at].opener = word.stem
            }
            func note(_ term: Int, _ worth: Double) {
                found[at].alike[term] += worth
                if worth > found[at].said[term] { found[at].said[term] = worth }
                places[term] = (found[at].length, worth)
            }
            func noteLetters(_ term: Int, _ worth: Double) {
                for gram in question.termGrams[term] ?? [] { found[at].grams[gram] += worth }
            }
            if let term = question.place(of: word, language: language) {
                if question.onlyByDates.contains(term) { continue }
                found[at].counts[term] += 1
                note(term, 1)
                if found[at].length == 1, !question.terms[term].isGrammar { opensAsked.insert(at) }
                if question.irregularPlace(of: word, language: language) != nil { noteLetters(term, 1) }
            } else {
                for term in question.related[word.plain] ?? [] {
                    note(term, AnswerQuestion.related)
                    noteLetters(term, AnswerQuestion.related)
                }
                for term in question.kinds[word.plain] ?? [] {
                    note(term, AnswerQuestion.related)
                    noteLetters(term, AnswerQuestion.related)
                    ofKind[at, default: []].insert(term)
                }
                var isNew = !question.isGrammar(word.plain)
                for (term, worth) in likeness.likeness(of: word.plain, language: language).enumerated() where worth > 0
                {
                    note(term, worth)
                    isNew = false
                }
                // "Total £1,407.60": a number is all that such a line has to tell, and as much as words are.
                let isTold = opensAsked.contains(at) && word.plain.utf8.contains { (0x30...0x39).contains($0) }
                if isNew { found[at].news += isTold ? 2 : 1 }
            }
            for (number, pair) in question.pairs.enumerated() {
                guard let first = places[pair.first], let second = places[pair.second],
                    max(first.place, second.place) == found[at].length,
                    question.isPaired
                        ? (1...2).contains(second.place - first.place)
                        : abs(first.place - second.place) <= Self.reach
                else { continue }
                found[at].pairs[number] = max(found[at].pairs[number], min(first.worth, second.worth))
            }
            guard !question.grams.isEmpty else { continue }
            for gram in LetterGram.all(in: word.plain) {
                if let number = question.grams[gram] { found[at].grams[number] += 1 }
            }
        }
        if !question.aspects.isDisjoint(with: .rules) {
            for (index, terms) in ofKind
            where !AnswerAspects(toldBy: text.text(in: found[index].span) ?? "").isDisjoint(with: .rules) {
                // In one order, as sums of fractions depend on it.
                for term in terms.sorted() { found[index].say(term, AnswerQuestion.byRule, of: question) }
            }
        }
        noteDates(of: text, in: &found, question: question)
        return found
    }

    /// Notes what a sentence says by a date that lies in the times which are asked about: "2024-03-05" says "in March".
    private static func noteDates(of text: String, in found: inout [AnswerSentence], question: AnswerQuestion) {
        var at = 0
        for date in question.dates.dates(in: text) {
            while at < found.count, found[at].span.end <= date.span.start { at += 1 }
            guard at < found.count else { return }
            guard found[at].span.start <= date.span.start else { continue }
            for time in question.dates.matches(date) {
                let own = question.dateTerms[time]
                for term in own { found[at].say(term, 1, of: question) }
                // A date stands beside all that its row or sentence tells.
                for (number, pair) in question.pairs.enumerated()
                where own.contains(pair.first) || own.contains(pair.second) {
                    let worth = min(found[at].said[pair.first], found[at].said[pair.second])
                    found[at].pairs[number] = max(found[at].pairs[number], worth)
                }
            }
        }
    }

    /// Notes that a term is said so well, where it is said less well by its words.
    mutating func say(_ term: Int, _ worth: Double, of question: AnswerQuestion) {
        let more = worth - said[term]
        guard more > 0 else { return }
        said[term] = worth
        alike[term] += more
        for gram in question.termGrams[term] ?? [] { grams[gram] += more }
    }

    /// The words that more than one sentence opens with.
    static func actors(_ sentences: [[AnswerSentence]]) -> Set<String> {
        var counts: [String: Int] = [:]
        for sentence in sentences.joined() where !sentence.isHeading {
            if let opener = sentence.opener { counts[opener, default: 0] += 1 }
        }
        return Set(counts.filter { $0.value > 1 }.keys)
    }
}

/// What speaks for a sentence as the answer, in numbers that mean the same in every language.
struct SentenceEvidence: Sendable {
    enum Feature: Int, CaseIterable, Sendable {
        /// How well the passage fits by its words, of the best: 0 to 1. By words that are equal or have the stem; by those that are
        /// alike, too; by runs of letters; by the score that retrieval gave.
        case passageWords, passageAlike, passageLetters, passageScore
        /// One, less with each passage that retrieval puts before.
        case passageRank
        /// Share of the question's weight that the passage says, 0 to 1.
        case passageCoverage
        /// The same of the sentence; of its words, all alike; by how rare words are among the sentences that were read; by runs
        /// of letters, likewise.
        case coverage, count, telling, letters
        /// What is said of the question beside this sentence: by the sentence before, for which "it" and "he" stand, in words and
        /// in runs of letters; by the heading; by the sentence after; and by the first one of the passage.
        case before, lettersBefore, heading, after, opening
        /// How long the sentence is: the logarithm of its words in units of the average.
        case length
        /// 1 where it says nothing but words of the question, grammar apart, and half of that with one other word: the end of a
        /// letter, the name of a matter. From that nobody learns anything.
        case echo
        /// 1 where it is about somebody else than the question: it opens with a word that others open with, too, and which the question
        /// does not have, and says no word of the question that sentences open with. "The landlord may …" of "must the tenants …?"
        case other
        /// Whether it tells of the permission, the duty, the decision, or the time to come or past that is asked for: 1, or -1 where it
        /// tells the opposite time, see ``AnswerAspects``.
        case aspect
        /// What holds the kind of thing that is asked for, 0 to 1.
        case person, year, digits, place, number, reason
        /// Whether it tells the kind of time that is asked for, a time of day or how long something takes: 1, or -1 where it tells how long
        /// something takes and no date, and a date is asked for.
        case time
        /// Whether it is a title, a question or a line of a mail's beginning by its shape, see ``LineRole``: that may be the answer, and
        /// mostly says what the text below it is about.
        case above
        /// Where it is asked whether something is allowed or has to be done: how well it says what, if it tells a rule at all; and
        /// whether it is a rule for who asks, see ``AskerRoles``, or half of that, one of a text that names their role.
        case rule, party
    }

    /// What speaks for a sentence only where it is about who or what is asked about: what it holds, and what its neighbours say.
    static let ofSubject: [Feature] = [
        .before, .lettersBefore, .after, .opening, .aspect, .rule, .party, .person, .year, .digits, .place, .number,
        .reason, .time,
    ]

    private(set) var values = [Double](repeating: 0, count: Feature.allCases.count)

    subscript(_ feature: Feature) -> Double {
        get { values[feature.rawValue] }
        set { values[feature.rawValue] = newValue }
    }
}

/// What a sentence offers that a question could ask for: the expected answer types of question answering (a name, a time, a number,
/// a place, a reason), by their surface.
struct AnswerOffer {
    /// Names that the question does not mention, up to four.
    var names = 0
    var hasYearOrMonth = false
    /// A day or a month by its name, in more languages than those that ``hasYearOrMonth`` was weighed in.
    var hasNamedDay = false
    var hasDigits = false
    /// A number in figures that is no part of a date or a time of day.
    var hasCount = false
    var hasNumberWord = false
    /// A name after a preposition of place.
    var hasPlace = false
    var hasReason = false
    /// The last word was "the" after a preposition of place.
    private var hasPlaceBefore = false

    /// - Parameter asked: The words of the question in lower case, which are no answer.
    init(_ range: Range<Int>, _ bytes: UTF8Bytes, asked: Set<String>) {
        var scanner = WordScanner(bytes, in: range)
        var last = ""
        var isFirst = true
        var followsNumber = false
        while let word = scanner.next() {
            let form = bytes.string(word.span.range)
            let lower = form.lowercased()
            defer {
                last = lower
                isFirst = false
                followsNumber = word.kind == .number
            }
            switch word.kind {
            case .number:
                guard !asked.contains(lower) else { continue }
                hasDigits = true
                let isYear = Self.isYear(form)
                if !isYear, !Self.isOfTime(word.span, bytes, range, after: last) { hasCount = true }
                var end = word.span.end
                if end < range.upperBound, bytes[end] == 0x20 { end += 1 }
                let next = end < range.upperBound ? bytes.scalar(at: end).value : 0
                if isYear || next == 0x5E74 || next == 0x6708 || next == 0xB144 { hasYearOrMonth = true }
            case .letters:
                if Self.numberWords.contains(lower) { hasNumberWord = true }
                // The Romanian "mai" is "more" as well.
                let isMonth = lower != "mai" || followsNumber || (!isFirst && form != lower)
                if isMonth, Self.months.contains(lower) { hasYearOrMonth = true }
                if Self.days.contains(lower), !asked.contains(lower) { hasNamedDay = true }
                if Self.reasons.contains(lower) { hasReason = true }
                let isName = !isFirst && form != lower && !asked.contains(lower)
                if isName {
                    names = min(4, names + 1)
                    if Self.placePrepositions.contains(last) || (last == "the" && hasPlaceBefore) { hasPlace = true }
                }
                hasPlaceBefore = Self.placePrepositions.contains(last) && lower == "the"
            case .ideographs:
                if Self.hanNumbers.contains(lower) { hasNumberWord = true }
            }
        }
        // Scripts without capitals and spaces: a few fixed signs.
        guard range.contains(where: { bytes[$0] >= 0xE0 }) else { return }
        let signs = Self.signs.map { Self.contains($0, range, bytes) }
        if signs[0] || signs[1] { names = min(4, names + 1) }
        if signs[2] || signs[3] || signs[4] || signs[5] { hasYearOrMonth = true }
        if signs[6] || signs[7] || signs[8] { hasPlace = true }
        if signs[9...].contains(true) { hasReason = true }
        if Self.daySigns.contains(where: { Self.contains($0, range, bytes) }) { hasNamedDay = true }
    }

    /// Four figures, in the digits of any script, that count years from 1000 to 2099.
    private static func isYear(_ form: String) -> Bool {
        let scalars = form.unicodeScalars
        guard scalars.count == 4 else { return false }
        let figures = scalars.compactMap { $0.isASCII ? nil : $0.properties.numericValue }
        // Most digits are ASCII's.
        guard figures.isEmpty else {
            return figures.count == 4 && (figures[0] == 1 || figures[0] == 2 && figures[1] == 0)
        }
        return form.hasPrefix("1") || form.hasPrefix("20")
    }

    /// Whether a number in figures is the day of a month, or part of a date in figures or of a time of day.
    private static func isOfTime(_ span: TextSpan, _ bytes: UTF8Bytes, _ range: Range<Int>, after last: String) -> Bool
    {
        if isDay(last) { return true }
        if span.start > range.lowerBound, [0x3A, 0x2F].contains(bytes[span.start - 1]) { return true }
        var at = span.end
        guard at < range.upperBound else { return false }
        if [0x3A, 0x2F].contains(bytes[at]), at + 1 < range.upperBound, (0x30...0x39).contains(bytes[at + 1]) {
            return true
        }
        // "28. März", "22nd July", "6 de maio".
        if bytes[at] == 0x2E { at += 1 }
        while at < range.upperBound, bytes[at] == 0x20 { at += 1 }
        guard at < range.upperBound else { return false }
        // Of years, months, days and hours in Chinese, Japanese and Korean.
        if [0x5E74, 0x6708, 0x65E5, 0x70B9, 0x6642, 0xB144, 0xC6D4, 0xC77C, 0xC2DC].contains(bytes.scalar(at: at).value)
        {
            return true
        }
        var scanner = WordScanner(bytes, in: at..<range.upperBound)
        for _ in 0..<2 {
            guard let word = scanner.next(), word.kind == .letters else { return false }
            let lower = bytes.string(word.span.range).lowercased()
            if isDay(lower) { return true }
            guard ["of", "de", "di", "d", "st", "nd", "rd", "th"].contains(lower) else { return false }
        }
        return false
    }

    /// Whether a lower-cased word is a number spelled out; the name of a day or a month.
    static func isNumber(_ word: String) -> Bool { numberWords.contains(word) }
    static func isDay(_ word: String) -> Bool { days.contains(word) || months.contains(word) }

    /// Days of the week and months where no spaces part words: Chinese, Japanese, Thai.
    private static let daySigns = """
        星期 礼拜 禮拜 周一 周二 周三 周四 周五 周六 周日 曜日 วันจันทร์ วันอังคาร วันพุธ วันพฤหัส วันศุกร์ วันเสาร์ วันอาทิตย์ มกราคม \
        กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม ศตวรรษ
        """.split(separator: " ").map { Array($0.utf8) }

    /// Marks between the parts of a foreign name; words of time; of place; of reason.
    private static let signs = [
        "·", "・", "世纪", "年代", "世紀", "세기", "在", "にある", "에서", "因为", "由于", "因此", "所以", "导致", "为了", "因為", "原因", "ため",
        "ので", "때문", "원인", "덕분",
    ].map { Array($0.utf8) }

    private static func contains(_ sign: [UInt8], _ range: Range<Int>, _ bytes: UTF8Bytes) -> Bool {
        var at = range.lowerBound
        while at + sign.count <= range.upperBound {
            if bytes[at] == sign[0], (1..<sign.count).allSatisfy({ bytes[at + $0] == sign[$0] }) { return true }
            at += 1
        }
        return false
    }

    /// The names of months in the languages in which all of them were weighed, within a date and alone.
    ///
    /// - Parameter others: Names that are other words as well, or were not among those that the weights were found with.
    private static func monthsByName(of languages: String, but others: String) -> Set<String> {
        let names = languages.split(separator: " ").flatMap { language in
            (1...12).flatMap { DateNames.names(ofMonth: $0, language: String(language)) }
        }
        return Set(names).subtracting(Set(words: others))
    }

    /// Months, and centuries. Of some languages only those forms that stand within a date.
    private static let months = monthsByName(
        of: "da de en es fr he hi hu id it nb nl pt ro ru sv tr",
        but: "augustus ekim feber jänner mart marts may ocak май מאי"
    ).union(
        Set(
            words: """
                century jahrhundert siècle siglo tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta \
                heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta stycznia lutego kwietnia czerwca lipca \
                sierpnia września października listopada grudnia ledna února března dubna května června července srpna \
                září října listopadu prosince ιανουάριος ιανουαρίου ιανουάριο φεβρουάριος φεβρουαρίου φεβρουάριο \
                μάρτιος μαρτίου μάρτιο απρίλιος απριλίου απρίλιο μάιος μαΐου μάιο ιούνιος ιουνίου ιούνιο ιούλιος \
                ιουλίου ιούλιο αύγουστος αυγούστου αύγουστο σεπτέμβριος σεπτεμβρίου σεπτέμβριο οκτώβριος οκτωβρίου \
                οκτώβριο νοέμβριος νοεμβρίου νοέμβριο δεκέμβριος δεκεμβρίου δεκέμβριο січня січні лютого березня \
                березні квітня квітні травня травні червня червні липня липні серпня серпні вересня вересні жовтня \
                жовтні листопаді грудня грудні يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر \
                ديسمبر secolo secoli século séculos eeuw århundrade århundradet århundrede århundre secolul secolului \
                secole wieku stulecia století század században vuosisadalla yüzyıl yüzyılda αιώνα αιώνας αιώνες αιώνων \
                века веке столетия столетии століття столітті शताब्दी सदी القرن
                """))
    /// Days of the week, and forms of months that are not in ``months``. What also means something else is left out, such as the
    /// Romanian "luni" (months, Monday) and "mai" (more, May), and the Greek ordinals that days are called by.
    private static let days = monthsByName(of: "hi ro ru", but: "august mai май").union(
        Set(
            words: """
                monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays \
                saturdays sundays daily weekly monthly yearly noon midnight montag dienstag mittwoch donnerstag \
                freitag samstag sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes \
                miércoles jueves viernes sábado domingo marți miercuri joi vineri sâmbătă duminică secolul ιανουάριος \
                ιανουαρίου ιανουάριο φεβρουάριος φεβρουαρίου φεβρουάριο μάρτιος μαρτίου μάρτιο απρίλιος απριλίου \
                απρίλιο μάιος μαΐου μάιο ιούνιος ιουνίου ιούνιο ιούλιος ιουλίου ιούλιο αύγουστος αυγούστου αύγουστο \
                σεπτέμβριος σεπτεμβρίου σεπτέμβριο οκτώβριος οκτωβρίου οκτώβριο νοέμβριος νοεμβρίου νοέμβριο \
                δεκέμβριος δεκεμβρίου δεκέμβριο δευτέρα παρασκευή σάββατο κυριακή αιώνα αιώνας सोमवार मंगलवार बुधवार \
                गुरुवार शुक्रवार शनिवार रविवार शताब्दी सदी понедельник понедельникам вторник вторникам средам четверг \
                четвергам пятницу пятницам субботу субботам воскресенье воскресеньям веке
                """))
    /// Cardinal numbers, as the Unicode CLDR spells them out, but for those that are another word in a language that is read here, too:
    /// the Danish "to" and "fire", the Turkish "on", the Hungarian "hat", and the articles.
    private static let numberWords = Set(
        words: """
            one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million \
            billion half third quarter dozen zwei drei vier fünf sechs sieben acht neun zehn hundert tausend millionen milliarden \
            hälfte deux trois quatre cinq sept huit neuf dix cent mille millions milliards moitié dos tres cuatro cinco seis \
            siete ocho nueve diez cien mil millones mitad percent prozent elf zwölf zwanzig dreißig vierzig fünfzig due tre quattro \
            cinque otto dieci cento milioni metà dois duas três quatro oito dez cem metade milhões twee drie vijf zes zeven tien \
            honderd duizend miljoen två fyra fem sju åtta nio tio hundra tusen seks syv otte kaksi kolme neljä viisi kuusi \
            seitsemän kahdeksan yhdeksän kymmenen sata tuhat kettő három négy öt nyolc kilenc tíz száz ezer iki üç dört beş \
            altı yedi sekiz dokuz yüz dwa dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć tysiąc tysięcy doi două \
            trei patru cinci șase șapte opt nouă zece sute milioane jumătate unsprezece doisprezece douăsprezece treisprezece paisprezece \
            cincisprezece douăzeci treizeci patruzeci cincizeci șaizeci șaptezeci optzeci nouăzeci sută mie mii milion miliard miliarde sfert δύο τρεις τρία τέσσερις τέσσερα πέντε έξι επτά \
            εφτά οκτώ οχτώ εννέα δέκα εκατό χίλια χιλιάδες εκατομμύρια μισό έντεκα δώδεκα δεκατρία δεκατέσσερα δεκαπέντε είκοσι τριάντα σαράντα πενήντα εξήντα \
            εβδομήντα ογδόντα ενενήντα διακόσια τριακόσια χίλιοι χίλιες εκατομμύριο δισεκατομμύρια δισεκατομμύριο τέταρτο два две три четыре пять шесть семь восемь девять \
            десять сто тысяча тысяч тысячи миллион миллиона миллионов половина дві чотири шість сім вісім тисяч दो तीन चार \
            पाँच पांच छह सात आठ नौ दस सौ हज़ार हजार लाख करोड़ आधा आधे आधी तिहाई चौथाई ग्यारह बारह तेरह चौदह पंद्रह पन्द्रह सोलह सत्रह अठारह उन्नीस बीस पच्चीस तीस चालीस पचास साठ \
            सत्तर अस्सी नब्बे अरब दर्जन प्रतिशत
            """)
    private static let hanNumbers = Set(words: "一 二 三 四 五 六 七 八 九 十 百 千 万 亿 两 半 億 萬")
    private static let reasons = Set(
        words: """
            because since due therefore thus so thanks owing owes erklärt infolge dank dankt grâce dû due dus dues gracias debe grazie devono deve \
            dovuto dovuta graças dankzij tack beror skyldes takket johtuu wynika dzięki wskutek datorită datorează οφείλεται χάρη sayesinde \
            köszönhető reason result cause caused causes order purpose weil denn da deshalb daher damit \
            grund wegen aufgrund parce car puisque afin raison cause porque pues debido razón causa para \
            deoarece fiindcă întrucât căci datorită motiv motivul cauza cauzat astfel perché poiché siccome quindi motivo affinché dunque \
            ragione pois razão portanto devido omdat daarom doordat reden oorzaak wegens eftersom därför orsak anledning fordi derfor årsag \
            ponieważ gdyż dlatego powodu przyczyna protože neboť proto kvůli důvod příčina mert ezért miatt koska siksi takia vuoksi syy \
            çünkü nedeniyle dolayı sebebiyle επειδή διότι γιατί λόγω εξαιτίας αφού ώστε αιτία λόγος λόγο επομένως συνεπώς क्योंकि कारण इसलिए \
            वजह ताकि चूँकि चूंकि अतः उद्देश्य потому поскольку поэтому причина причине вследствие благодаря чтобы ибо оскільки причина \
            завдяки لأن بسبب لذلك כי בגלל משום לכן karena sebab bởi
            """)
    private static let placePrepositions = Set(
        words:
            """
            in at near from to of on toward towards nach bei aus von am im à en dans vers de du au aux por hacia desde cerca în din \
            lângă spre σε στο στη στην στον στα στις στους από προς κοντά nel nella nei dal dalla em na da naar uit bij från vid på fra ved \
            w v ve в во на из у к из біля з із
            """
    )
}
