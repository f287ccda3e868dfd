import HearthCore
import HearthText

/// Telephone numbers, payment cards and social security numbers; and digits that may be one of them.
///
/// A card is known by its issuer's digits (ISO/IEC 7812) and the Luhn checksum. Telephone numbers have no checksum: a form
/// that people use for nothing else is one, other long numbers are in doubt. Dates, years, amounts with thousands marks,
/// decimals and ISBNs are neither.
struct NumberDetector {
    let text: RedactionText

    func spans() -> [PrivateSpan] {
        var found = foreignDigits()
        var place = 0
        while place < text.count {
            let byte = text[place]
            if text.isUUID(at: place) {
                place += 36
                continue
            }
            guard RedactionText.isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "("),
                let run = NumberRun(text, at: place)
            else {
                place += 1
                continue
            }
            found += spans(in: run)
            place = max(run.end, place + 1)
        }
        return found
    }

    private func spans(in run: NumberRun) -> [PrivateSpan] {
        var found: [PrivateSpan] = []
        var segment: [Int] = []
        func close() {
            if !segment.isEmpty, let span = classify(segment, of: run) { found.append(span) }
            segment = []
        }
        var index = 0
        while index < run.groups.count {
            if let count = card(from: index, in: run) {
                close()
                let end = run.groups[index + count - 1].upperBound
                found.append(PrivateSpan(range: run.groups[index].lowerBound..<end, kind: .card))
                index += count
            } else if let count = date(from: index, in: run) {
                close()
                index += count
            } else {
                segment.append(index)
                index += 1
            }
        }
        close()
        return found
    }

    private func digits(_ range: Range<Int>) -> Int { text.bytes[range].reduce(0) { $0 &* 10 &+ Int($1 &- 0x30) } }

    // MARK: - Cards

    /// The number of groups from `first` on that are a card's number.
    private func card(from first: Int, in run: NumberRun) -> Int? {
        var all: [UInt8] = []
        for count in 1...6 where first + count <= run.groups.count {
            let group = run.groups[first + count - 1]
            all += text.bytes[group]
            guard all.count <= 19 else { return nil }
            let isPlausible = count == 1 || run.groups[first].count == 4 && (2...7).contains(group.count)
            guard isPlausible else { return nil }
            if all.count >= 13, Self.hasIssuer(all), Self.passesLuhn(all) { return count }
        }
        return nil
    }

    /// American Express, Diners, JCB, Visa, Mastercard, Maestro, Discover, UnionPay.
    static func hasIssuer(_ number: [UInt8]) -> Bool {
        guard number.count >= 13 else { return false }
        let two = Int(number[0] - 0x30) * 10 + Int(number[1] - 0x30)
        return (40...69).contains(two) || (22...27).contains(two) || (34...39).contains(two) || two == 30 || two == 81
    }

    /// ISO/IEC 7812-1, annex B.
    static func passesLuhn(_ number: [UInt8]) -> Bool {
        var sum = 0
        for (place, byte) in number.reversed().enumerated() {
            let digit = Int(byte - 0x30)
            sum += place.isMultiple(of: 2) ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2
        }
        return sum.isMultiple(of: 10)
    }

    // MARK: - What is not private

    /// The number of groups from `first` on that are a date, or a span of years.
    private func date(from first: Int, in run: NumberRun) -> Int? {
        let groups = run.groups[first...]
        if groups.count >= 3 {
            let (a, b, c) = (groups[first], groups[first + 1], groups[first + 2])
            let mark = run.separators[first]
            if mark == run.separators[first + 1], mark == .hyphen || mark == .dot || mark == .slash,
                a.count <= 4, b.count <= 2, c.count <= 4
            {
                let (x, y, z) = (digits(a), digits(b), digits(c))
                let isYearFirst = a.count == 4 && Self.isYear(x) && (1...12).contains(y) && (1...31).contains(z)
                let isYearLast =
                    a.count <= 2 && (c.count == 2 || c.count == 4 && Self.isYear(z))
                    && (1...31).contains(x) && (1...31).contains(y) && min(x, y) <= 12
                if isYearFirst || isYearLast { return 3 }
            }
        }
        let group = groups[first]
        if group.count == 8 {
            let value = digits(group)
            let (year, month, day) = (value / 10_000, value / 100 % 100, value % 100)
            if (1900...2099).contains(year), (1...12).contains(month), (1...31).contains(day) { return 1 }
        }
        if groups.count >= 2, group.count == 4, groups[first + 1].count == 4, run.separators[first] != .space,
            Self.isYear(digits(group)), Self.isYear(digits(groups[first + 1]))
        {
            return 2
        }
        return nil
    }

    private static func isYear(_ value: Int) -> Bool { (1000...2999).contains(value) }

    private func isISBN(_ number: [UInt8]) -> Bool {
        guard number.count == 13, number.starts(with: [0x39, 0x37]), number[2] == 0x38 || number[2] == 0x39 else {
            return false
        }
        var sum = 0
        for (place, byte) in number.enumerated() { sum += Int(byte - 0x30) * (place.isMultiple(of: 2) ? 1 : 3) }
        return sum.isMultiple(of: 10)
    }

    // MARK: - Telephone numbers and doubts

    private func classify(_ segment: [Int], of run: NumberRun) -> PrivateSpan? {
        guard let first = segment.first, let last = segment.last else { return nil }
        let lengths = segment.map { run.groups[$0].count }
        let separators = Array(run.separators[first..<last])
        let number = segment.flatMap { text.bytes[run.groups[$0]] }
        let total = number.count
        let hasPlus = run.hasPlus && first == 0
        let start = first == 0 ? run.start : run.groups[first].lowerBound
        let range = start..<run.groups[last].upperBound
        func span(_ kind: RedactionKind, isDoubtful: Bool = false) -> PrivateSpan {
            PrivateSpan(range: range, kind: kind, isDoubtful: isDoubtful)
        }
        if hasPlus { return total >= 7 ? span(.phone) : nil }
        if (5...16).contains(total), followsTelephoneWord(start) { return span(.phone) }
        if lengths == [3, 2, 4], separators == [.hyphen, .hyphen] || separators == [.space, .space] {
            return span(.identity)
        }
        if lengths.suffix(3) == [3, 3, 4], lengths.count == 3 || lengths.count == 4 && number[0] == 0x31 {
            return span(.phone)
        }
        if number[0] == 0x30, (9...15).contains(total), !isFraction(start) { return span(.phone) }
        guard isDoubtful(lengths, separators, number, start) else { return nil }
        return span((13...19).contains(total) ? .card : .number, isDoubtful: true)
    }

    private func isDoubtful(
        _ lengths: [Int], _ separators: [NumberRun.Separator], _ number: [UInt8], _ start: Int
    ) -> Bool {
        if number.count < 7 || isISBN(number) { return false }
        if lengths.contains(where: { $0 >= 9 }) {
            // The digits after a decimal mark.
            return !(lengths.count == 1 && isFraction(start) || lengths.count == 2 && separators == [.dot])
        }
        if lengths.count == 1 { return false }
        if lengths == [3, 4] { return true }
        let isThousands = lengths.dropFirst().allSatisfy { $0 == 3 }
        if separators.allSatisfy({ $0 == .dot }) {
            return lengths.count > 2 && !isThousands && !lengths.contains { $0 <= 2 }
        }
        if separators.allSatisfy({ $0 == .space }) {
            if lengths.count == 2 || isThousands && lengths[0] < 3 { return false }
            if lengths.allSatisfy({ $0 == 1 }) { return lengths.count >= 9 }
            return lengths.count <= 6
        }
        return true
    }

    private func isFraction(_ start: Int) -> Bool {
        (text[start - 1] == UInt8(ascii: ",") || text[start - 1] == UInt8(ascii: ".")) && text.isDigit(start - 2)
    }

    private static let telephoneWords: Set<String> = [
        "tel", "phone", "telephone", "fax", "mobile", "cell", "call", "ring", "dial", "whatsapp", "telefon", "telefono",
        "teléfono", "telefonnummer", "handy", "mobil", "téléphone", "portable", "móvil", "cellulare", "sms", "text",
    ]

    /// `Tel.: 12 34 56`: the word before the number.
    private func followsTelephoneWord(_ start: Int) -> Bool {
        var end = start
        while end > 0, start - end < 4, !text.isWord(end - 1) { end -= 1 }
        var begin = end
        while begin > 0, end - begin < 20, text.isWord(begin - 1) { begin -= 1 }
        return begin < end && Self.telephoneWords.contains(text.string(begin..<end).lowercased())
    }

    /// Digits of other scripts, such as `٠١٢` or full-width ones: what they mean is not looked into.
    private func foreignDigits() -> [PrivateSpan] {
        var found: [PrivateSpan] = []
        var place = 0
        var start = 0
        var run = 0
        for scalar in text.string(0..<text.count).unicodeScalars {
            let size = UTF8.width(scalar)
            if scalar.value >= 0x80, scalar.properties.generalCategory == .decimalNumber {
                if run == 0 { start = place }
                run += 1
            } else if run > 0 {
                if run >= 4 { found.append(PrivateSpan(range: start..<place, kind: .number, isDoubtful: true)) }
                run = 0
            }
            place += size
        }
        if run >= 4 { found.append(PrivateSpan(range: start..<place, kind: .number, isDoubtful: true)) }
        return found
    }
}

/// Groups of digits that stand together as one number may: `+43 1 234-56-78`, `(555) 123-4567`, `4111 1111 1111 1111`.
struct NumberRun {
    enum Separator { case space, hyphen, dot, slash, bracket }

    var groups: [Range<Int>] = []
    /// What stands between each group and the next one.
    var separators: [Separator] = []
    /// With the plus sign or the bracket before it.
    var start: Int
    var hasPlus: Bool

    var end: Int { groups.last?.upperBound ?? start }

    /// The run at a place, or `nil` when none begins there.
    init?(_ text: RedactionText, at place: Int) {
        start = place
        var at = place
        if text[at] == UInt8(ascii: "(") { at += 1 }
        hasPlus = text[at] == UInt8(ascii: "+")
        if hasPlus { at += 1 }
        if text[at] == UInt8(ascii: "(") { at += 1 }
        guard text.isDigit(at) else { return nil }
        while true {
            let begin = at
            while text.isDigit(at) { at += 1 }
            groups.append(begin..<at)
            guard let (separator, next) = Self.separator(text, at: at) else { return }
            separators.append(separator)
            at = next
        }
    }

    /// A mark between two groups, with the place of the digit after it.
    private static func separator(_ text: RedactionText, at place: Int) -> (Separator, Int)? {
        var at = place
        var (spaces, brackets, marks) = (0, 0, 0)
        var found = Separator.space
        while at - place < 6, !text.isDigit(at) {
            switch text[at] {
            case 0x20: spaces += 1
            case 0x28, 0x29: brackets += 1
            case 0x2D: (found, marks) = (.hyphen, marks + 1)
            case 0x2E: (found, marks) = (.dot, marks + 1)
            case 0x2F: (found, marks) = (.slash, marks + 1)
            // No-break space.
            case 0xC2 where text[at + 1] == 0xA0:
                spaces += 1
                at += 1
            // Thin and narrow spaces, hyphens and dashes.
            case 0xE2 where text[at + 1] == 0x80 && (text[at + 2] == 0xAF || text[at + 2] == 0x89):
                spaces += 1
                at += 2
            case 0xE2 where text[at + 1] == 0x80 && (0x90...0x93).contains(text[at + 2]):
                (found, marks) = (.hyphen, marks + 1)
                at += 2
            default: return nil
            }
            at += 1
        }
        guard text.isDigit(at), spaces <= 1, marks <= 1, marks == 0 || spaces == 0, brackets <= 2 else { return nil }
        return (brackets > 0 ? .bracket : found, at)
    }
}

// MARK: - Accounts

/// International bank account numbers (ISO 13616), written in one or in groups.
struct AccountDetector {
    let text: RedactionText

    /// Lengths by country, from the SWIFT registry of IBAN formats, of the countries that people meet most.
    private static let lengths: [UInt16: Int] = {
        let list = """
            AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18
            FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20
            LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19
            SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20
            """
        var table: [UInt16: Int] = [:]
        for entry in list.split(whereSeparator: \.isWhitespace) {
            let code = Array(entry.utf8)
            table[UInt16(code[0]) << 8 | UInt16(code[1])] = Int(entry.dropFirst(2))
        }
        return table
    }()

    func spans() -> [PrivateSpan] {
        var found: [PrivateSpan] = []
        var place = 0
        while place + 4 < text.count {
            if let span = account(at: place) {
                found.append(span)
                place = span.range.upperBound
            } else {
                place += 1
            }
        }
        return found
    }

    private func account(at start: Int) -> PrivateSpan? {
        guard text.isLetter(start), text.isLetter(start + 1), text.isDigit(start + 2), !text.isWord(start - 1) else {
            return nil
        }
        let country = UInt16(text[start] & 0xDF) << 8 | UInt16(text[start + 1] & 0xDF)
        guard let length = Self.lengths[country] else { return nil }
        var taken: [UInt8] = []
        var digits = 0
        var at = start
        while taken.count < length {
            let byte = text[at]
            if RedactionText.isLetter(byte) || RedactionText.isDigit(byte) {
                taken.append(RedactionText.isLetter(byte) ? byte & 0xDF : byte)
                if RedactionText.isDigit(byte) { digits += 1 }
                at += 1
            } else if byte == 0x20 || byte == 0x2D, !taken.isEmpty, text.isWord(at + 1) {
                at += 1
            } else {
                break
            }
        }
        // Cut short, run on, or mistyped: still somebody's account, most likely. Few digits are an ordinary code.
        let isWhole = taken.count == length && !text.isWord(at)
        guard digits >= 8, RedactionText.isDigit(taken[3]) else { return nil }
        return PrivateSpan(range: start..<at, kind: .iban, isDoubtful: !isWhole || !Self.isValid(taken))
    }

    /// ISO 7064, modulus 97.
    static func isValid(_ account: [UInt8]) -> Bool {
        guard account.count > 4 else { return false }
        var remainder = 0
        for byte in account[4...] + account[..<4] {
            let value = RedactionText.isDigit(byte) ? Int(byte - 0x30) : Int(byte - 0x41) + 10
            remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97
        }
        return remainder == 1
    }
}
