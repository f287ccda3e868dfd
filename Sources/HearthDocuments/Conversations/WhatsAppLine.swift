import HearthCore

/// The beginning of a message in a chat that WhatsApp wrote as text, whatever the telephone's language:
/// "[05.03.24, 10:15:30] Ann: words" on Apple's, "05/03/2024, 10:15 pm - Ann: words" on others.
struct WhatsAppLine {
    var date: DateFigures
    /// Since midnight.
    var seconds: Int
    /// Whether its hours count to twelve, as they do where days are often written behind months.
    var isTwelveHours = false
    var hasSeconds = false
    var isBracketed = false
    /// Between the figures of the date.
    var separator: Unicode.Scalar
    /// What follows, with the sender.
    var rest: Substring.UnicodeScalarView

    /// - Parameter line: A line without its end.
    init?(_ line: Substring.UnicodeScalarView) {
        var rest = line.drop { ConversationWriter.isDirectionMark($0) }
        guard let first = rest.first, first == "[" || Self.digit(first) != nil else { return nil }
        (date, seconds, separator) = (DateFigures(), 0, ".")
        if first == "[" {
            isBracketed = true
            rest.removeFirst()
        }
        let start = rest
        var told: (seconds: Int, hasSeconds: Bool, isTwelveHours: Bool)?
        if let found = Self.date(&rest) {
            (date, separator) = found
            told = Self.time(&rest, isBehindDate: true)
        } else {
            // "21:15, 3/1/2024": in Vietnamese the time comes first.
            rest = start
            told = Self.time(&rest, isBehindDate: false)
            var skipped = 0
            while let next = rest.first, Self.digit(next) == nil, skipped < 3 {
                rest.removeFirst()
                skipped += 1
            }
            guard let found = Self.date(&rest) else { return nil }
            (date, separator) = found
        }
        guard let time = told else { return nil }
        seconds = time.seconds
        hasSeconds = time.hasSeconds
        isTwelveHours = time.isTwelveHours
        if isBracketed {
            guard rest.first == "]" else { return nil }
            rest.removeFirst()
        } else {
            Self.skipSpace(&rest)
            // In Korean a comma stands between the time and the name.
            let isKorean = date.firstWidth == 4 && (separator == "." && date.hasDot || separator == "월")
            guard rest.first == "-" || rest.first == "–" || isKorean && rest.first == "," else { return nil }
            rest.removeFirst()
        }
        guard rest.first.map(Self.isBlank) ?? true else { return nil }
        if !rest.isEmpty { rest.removeFirst() }
        self.rest = rest
    }

    /// Three figures with marks between them: "05.03.24", "2024-03-05", "2024. 03. 05.", "5/3/2024", "2024년 3월 5일".
    private static func date(
        _ rest: inout Substring.UnicodeScalarView
    ) -> (figures: DateFigures, separator: Unicode.Scalar)? {
        var figures = DateFigures()
        var separator: Unicode.Scalar = " "
        for place in 0..<3 {
            guard let (value, width) = number(&rest, most: 4) else { return nil }
            switch place {
            case 0: (figures.first, figures.firstWidth) = (Int16(value), Int8(width))
            case 1: figures.second = Int16(value)
            default: (figures.third, figures.thirdWidth) = (Int16(value), Int8(width))
            }
            if place == 2 { break }
            skipMarks(&rest)
            guard let mark = rest.first, "./-‐년월".unicodeScalars.contains(mark) else { return nil }
            separator = mark
            rest.removeFirst()
            skipSpace(&rest)
        }
        skipMarks(&rest)
        if rest.first == "." || rest.first == "일" {
            figures.hasDot = rest.first == "."
            rest.removeFirst()
        }
        return (figures, separator)
    }

    /// "10:15", "10.15", "21 h 15", "10:15:30 PM", "下午10:15", with what languages put between the date and it: ", ", " à ", " kl. ".
    private static func time(
        _ rest: inout Substring.UnicodeScalarView, isBehindDate: Bool
    ) -> (seconds: Int, hasSeconds: Bool, isTwelveHours: Bool)? {
        var before = ""
        var skipped = 0
        while let next = rest.first, digit(next) == nil {
            guard skipped < 14, next != "[", next != "]" else { return nil }
            before.unicodeScalars.append(next)
            rest.removeFirst()
            skipped += 1
        }
        // Nothing between would make one number of them.
        guard skipped > 0 || !isBehindDate, let (hours, _) = number(&rest, most: 2) else { return nil }
        if rest.first.map(isBlank) == true { skipSpace(&rest) }
        guard let mark = rest.first, ":.h".unicodeScalars.contains(mark) else { return nil }
        rest.removeFirst()
        if mark == "h" { skipSpace(&rest) }
        guard let (minutes, width) = number(&rest, most: 2), width == 2, minutes < 60 else { return nil }
        var seconds: Int?
        if rest.first == ":" || rest.first == ".", let next = rest.dropFirst().first, digit(next) != nil {
            rest.removeFirst()
            guard let (found, width) = number(&rest, most: 2), width == 2 else { return nil }
            seconds = min(found, 59)
        }
        var after = ""
        var ahead = rest
        while let next = ahead.first, after.unicodeScalars.count < 12, next != "]", next != "-", next != "–" {
            after.unicodeScalars.append(next)
            ahead.removeFirst()
        }
        let (halfBefore, halfAfter) = (DayHalf(before), DayHalf(after))
        let half = halfBefore ?? halfAfter
        let isBlankBehind = after.unicodeScalars.allSatisfy {
            isBlank($0) || ConversationWriter.isDirectionMark($0) || Self.hourMarks.contains($0)
        }
        if halfAfter != nil || isBlankBehind {
            rest = ahead
        }
        guard hours < 24 else { return nil }
        var hour = hours
        if half == .afternoon, hours < 12 { hour += 12 }
        if half == .morning, hours == 12 { hour = 0 }
        return (hour * 3_600 + minutes * 60 + (seconds ?? 0), seconds != nil, half != nil)
    }

    /// Of "21:15 ч.", as it is written in Bulgarian.
    private static let hourMarks = Set("ч.".unicodeScalars)

    /// Which half of the day the hours are of, where they count to twelve.
    private enum DayHalf {
        case morning, afternoon

        init?(_ text: String) {
            let word = String(
                String.UnicodeScalarView(
                    text.lowercased().unicodeScalars.filter {
                        !WhatsAppLine.isBlank($0) && $0 != "." && $0 != "," && !ConversationWriter.isDirectionMark($0)
                    }))
            if Self.mornings.contains(word) {
                self = .morning
            } else if Self.afternoons.contains(word) {
                self = .afternoon
            } else {
                return nil
            }
        }

        private static let mornings: Set<String> = [
            "am", "a", "pg", "上午", "凌晨", "早上", "清晨", "午前", "오전", "ص", "πμ", "de", "vorm", "dop", "öö", "sa", "पूर्वाह्न", "पू",
        ]
        private static let afternoons: Set<String> = [
            "pm", "p", "ptg", "下午", "晚上", "中午", "午後", "오후", "م", "μμ", "du", "nachm", "odp", "ös", "ch", "अपराह्न", "अ",
        ]
    }

    private static func number(
        _ rest: inout Substring.UnicodeScalarView, most: Int
    ) -> (value: Int, width: Int)? {
        var value = 0
        var width = 0
        while width < most, let next = rest.first, let digit = digit(next) {
            value = value * 10 + digit
            width += 1
            rest.removeFirst()
        }
        if let next = rest.first, digit(next) != nil { return nil }
        return width > 0 ? (value, width) : nil
    }

    /// The value of a digit, also of those of Arabic and Persian.
    static func digit(_ scalar: Unicode.Scalar) -> Int? {
        switch scalar.value {
        case 0x30...0x39: Int(scalar.value - 0x30)
        case 0x660...0x669: Int(scalar.value - 0x660)
        case 0x6F0...0x6F9: Int(scalar.value - 0x6F0)
        default: nil
        }
    }

    /// Also past the marks that telephones in Arabic put between the figures.
    private static func skipSpace(_ rest: inout Substring.UnicodeScalarView) {
        while let next = rest.first, isBlank(next) || ConversationWriter.isDirectionMark(next) { rest.removeFirst() }
    }

    private static func skipMarks(_ rest: inout Substring.UnicodeScalarView) {
        while let next = rest.first, ConversationWriter.isDirectionMark(next) { rest.removeFirst() }
    }

    /// White space, the narrow ones that do not break among them.
    static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
}
