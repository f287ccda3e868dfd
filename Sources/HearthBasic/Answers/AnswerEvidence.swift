import HearthCore

/// What a sentence offers that a question could ask for.
struct AnswerEvidence {
    /// Names that the question does not mention, up to four.
    var names = 0
    var hasYearOrMonth = false
    /// A day or a month by its name, in more languages than those that ``hasYearOrMonth`` was weighed in.
    var hasNamedDay = false
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
                let isYear = form.utf8.count == 4 && (form.hasPrefix("1") || form.hasPrefix("20"))
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

    /// Days of the week and months where no spaces part words: Chinese, Japanese, Thai.
    private static let daySigns = """
        星期 礼拜 禮拜 周一 周二 周三 周四 周五 周六 周日 曜日 วันจันทร์ วันอังคาร วันพุธ วันพฤหัส วันศุกร์ วันเสาร์ วันอาทิตย์ มกราคม \
        กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม ศตวรรษ
        """.split(separator: " ").map { Array($0.utf8) }

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
    /// Days of the week, and the months that are not in ``months``. What also means something else is left out, such as the
    /// Romanian "luni" (months, Monday) and "mai" (more, May), and the Greek ordinals that days are called by.
    private static let days = words(
        """
        monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays \
        sundays daily weekly monthly yearly noon midnight montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag \
        lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo \
        ianuarie februarie martie aprilie iunie iulie septembrie octombrie noiembrie decembrie marți miercuri joi vineri \
        sâmbătă duminică secolul ιανουάριος ιανουαρίου ιανουάριο φεβρουάριος φεβρουαρίου φεβρουάριο μάρτιος μαρτίου μάρτιο \
        απρίλιος απριλίου απρίλιο μάιος μαΐου μάιο ιούνιος ιουνίου ιούνιο ιούλιος ιουλίου ιούλιο αύγουστος αυγούστου αύγουστο \
        σεπτέμβριος σεπτεμβρίου σεπτέμβριο οκτώβριος οκτωβρίου οκτώβριο νοέμβριος νοεμβρίου νοέμβριο δεκέμβριος δεκεμβρίου \
        δεκέμβριο δευτέρα παρασκευή σάββατο κυριακή αιώνα αιώνας जनवरी फरवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर सितम्बर \
        अक्टूबर अक्तूबर नवंबर नवम्बर दिसंबर दिसम्बर सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार शताब्दी सदी январь января \
        январе февраль февраля феврале март марта марте апрель апреля апреле мая мае июнь июня июне июль июля июле август \
        августа августе сентябрь сентября сентябре октябрь октября октябре ноябрь ноября ноябре декабрь декабря декабре \
        понедельник понедельникам вторник вторникам средам четверг четвергам пятницу пятницам субботу субботам \
        воскресенье воскресеньям веке
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
