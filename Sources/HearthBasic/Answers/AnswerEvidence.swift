import HearthCore

/// What a sentence offers that a question could ask for.
struct AnswerEvidence {
    /// Names that the question does not mention, up to four.
    var names = 0
    var hasYearOrMonth = false
    var hasDigits = false
    var hasNumberWord = false
    /// A name after a preposition of place.
    var hasPlace = false
    var hasReason = false

    /// - Parameter asked: The words of the question in lower case, which are no answer.
    init(_ range: Range<Int>, _ bytes: UTF8Bytes, asked: Set<String>) {
        var scanner = WordScanner(bytes, in: range)
        var last = ""
        var isFirst = true
        while let word = scanner.next() {
            let form = bytes.string(word.span.range)
            let lower = form.lowercased()
            defer {
                last = lower
                isFirst = false
            }
            switch word.kind {
            case .number:
                guard !asked.contains(lower) else { continue }
                hasDigits = true
                let isYear = form.utf8.count == 4 && (form.hasPrefix("1") || form.hasPrefix("20"))
                var end = word.span.end
                if end < range.upperBound, bytes[end] == 0x20 { end += 1 }
                let next = end < range.upperBound ? bytes.scalar(at: end).value : 0
                if isYear || next == 0x5E74 || next == 0x6708 || next == 0xB144 { hasYearOrMonth = true }
            case .letters:
                if Self.numberWords.contains(lower) { hasNumberWord = true }
                if Self.months.contains(lower) { hasYearOrMonth = true }
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
    }

    /// Marks between the parts of a foreign name; words of time; of place; of reason.
    private static let signs = [
        "·", "・", "世纪", "年代", "世紀", "세기", "在", "にある", "에서", "因为", "由于", "因此", "所以", "导致", "为了", "因為", "ため",
        "때문",
    ].map { Array($0.utf8) }

    private static func contains(_ sign: [UInt8], _ range: Range<Int>, _ bytes: UTF8Bytes) -> Bool {
        var at = range.lowerBound
        while at + sign.count <= range.upperBound {
            if bytes[at] == sign[0], (1..<sign.count).allSatisfy({ bytes[at + $0] == sign[$0] }) { return true }
            at += 1
        }
        return false
    }

    private var hasPlaceBefore = false

    private static func words(_ list: String) -> Set<String> { Set(list.split(separator: " ").map(String.init)) }

    private static let months = words(
        """
        january february march april june july august september october november december januar februar märz mai juni juli \
        oktober dezember janvier février mars avril juin juillet août septembre octobre novembre décembre enero febrero marzo \
        abril mayo junio julio agosto septiembre octubre noviembre diciembre century jahrhundert siècle siglo
        """)
    private static let numberWords = words(
        """
        one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million \
        billion half third quarter dozen zwei drei vier fünf sechs sieben acht neun zehn hundert tausend millionen milliarden \
        hälfte deux trois quatre cinq sept huit neuf dix cent mille millions milliards moitié dos tres cuatro cinco seis \
        siete ocho nueve diez cien mil millones mitad percent prozent
        """)
    private static let hanNumbers = words("一 二 三 四 五 六 七 八 九 十 百 千 万 亿 两 半 億 萬")
    private static let reasons = words(
        """
        because since due therefore thus so reason result cause caused causes order purpose weil denn da deshalb daher damit \
        grund wegen aufgrund parce car puisque afin raison cause porque pues debido razón causa para
        """)
    private static let placePrepositions = words(
        "in at near from to of on toward towards nach bei aus von am im à en dans vers de du au aux por hacia desde cerca"
    )
}
