import HearthCore
import HearthText

/// Postal addresses of the forms that English, German, French, Spanish and Italian use.
///
/// A street and its number make one; a postal code beside it, the town and the number of a flat belong to it. A town alone is
/// no address.
struct AddressDetector {
    let text: RedactionText
    private let words: [Word]
    private let lower: [String]

    init(_ source: String) {
        text = RedactionText(source)
        let words = WordSplitter().words(in: source)
        lower = source.withBytes { bytes in words.map { bytes.string($0.span.range).lowercased() } }
        self.words = words
    }

    func spans() -> [PrivateSpan] {
        var found: [PrivateSpan] = []
        for index in words.indices {
            guard let street = english(index) ?? german(index) ?? romance(index) ?? box(index) ?? code(index) else {
                continue
            }
            let last = tail(after: street.upperBound - 1)
            found.append(
                PrivateSpan(range: words[street.lowerBound].span.start..<words[last].span.end, kind: .address))
        }
        return found
    }

    // MARK: - Streets

    private static let nouns: Set<String> = [
        "street", "st", "avenue", "ave", "road", "rd", "lane", "ln", "drive", "dr", "boulevard", "blvd", "court", "ct",
        "place", "pl", "square", "sq", "way", "terrace", "crescent", "close", "highway", "hwy", "parkway", "pkwy",
        "circle",
        "alley", "gardens", "grove", "mews", "quay",
    ]

    /// `12 Long Lane`, `221B Baker Street`: a number, up to four words, a kind of street.
    private func english(_ index: Int) -> Range<Int>? {
        guard Self.nouns.contains(lower[index]) else { return nil }
        var first = index - 1
        while first >= 0, index - first <= 5, isTight(first) {
            if startsWithDigit(first), index - first > 1, !isOrdinal(first) || index - first > 2 {
                return first..<(index + 1)
            }
            let isPlain = !isCapital(first) && !isOrdinal(first)
            // "2 days on the road" has small words, and streets seldom do.
            if isPlain, index - first > 2 || Stopwords.contains(lower[first], language: "en") { return nil }
            first -= 1
        }
        return nil
    }

    private static let endings = [
        "straße", "strasse", "str", "weg", "gasse", "platz", "allee", "ufer", "damm", "chaussee", "steig",
    ]

    /// `Lange Gasse 12`, `Hauptstr. 5a`: a word that ends like a street, and a number.
    private func german(_ index: Int) -> Range<Int>? {
        guard index + 1 < words.count, isCapital(index), startsWithDigit(index + 1), isTight(index),
            Self.endings.contains(where: { lower[index].hasSuffix($0) })
        else { return nil }
        var first = index
        while first > 0, index - first < 2, isCapital(first - 1), isTight(first - 1),
            Self.endings.contains(lower[index]) || lower[first - 1].hasSuffix("er")
                || text[words[first].span.start - 1] == 0x2D
        {
            first -= 1
        }
        // A kind of street alone is not its name.
        guard first < index || !Self.endings.contains(lower[index]) else { return nil }
        return first..<(index + 2)
    }

    private static let kinds: Set<String> = [
        "rue", "avenue", "boulevard", "place", "chemin", "allée", "impasse", "quai", "cours", "calle", "avenida",
        "plaza",
        "paseo", "via", "viale", "piazza", "corso", "rua", "travessa",
    ]
    private static let particles: Set<String> = [
        "de", "du", "des", "la", "le", "les", "del", "della", "dei", "delle", "di", "da", "do", "dos", "l", "d", "los",
        "las",
    ]

    /// `12 bis, rue de la Paix`, `Calle Mayor 3`, `Via Roma, 5`.
    private func romance(_ index: Int) -> Range<Int>? {
        guard Self.kinds.contains(lower[index]) else { return nil }
        var end = index + 1
        var hasName = false
        while end < words.count, end - index <= 6, isTight(end - 1) {
            if startsWithDigit(end) { break }
            guard isCapital(end) || Self.particles.contains(lower[end]) || lower[end].contains("'") else { break }
            hasName = hasName || isCapital(end) || lower[end].contains("'")
            end += 1
        }
        guard hasName else { return nil }
        if end < words.count, startsWithDigit(end), isNear(end - 1) { return index..<(end + 1) }
        var first = index - 1
        if first >= 0, lower[first] == "bis" || lower[first] == "ter", isNear(first) { first -= 1 }
        guard first >= 0, startsWithDigit(first), isNear(first) else { return nil }
        return first..<end
    }

    /// `PO Box 12`, `P.O. Box 12`, `Postfach 12`.
    private func box(_ index: Int) -> Range<Int>? {
        guard index + 1 < words.count, startsWithDigit(index + 1), isTight(index) else { return nil }
        if lower[index] == "postfach" { return index..<(index + 2) }
        guard lower[index] == "box", index > 0, ["po", "p.o", "office"].contains(lower[index - 1]) else { return nil }
        return (index - 1)..<(index + 2)
    }

    // MARK: - Codes and towns

    private static let states = Set(
        words: """
            AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC \
            SD TN TX UT VT VA WA WV WI WY DC
            """)

    /// `IL 62704`, `SW1A 1AA`: codes that say by themselves where a letter goes.
    private func code(_ index: Int) -> Range<Int>? {
        guard index + 1 < words.count, isTight(index) else { return nil }
        if isState(index), isCode(index + 1, digits: 5) { return index..<(index + 2) }
        return isBritish(index) ? index..<(index + 2) : nil
    }

    private func isState(_ index: Int) -> Bool {
        Self.states.contains(text.string(words[index].span.range))
    }

    private func isCode(_ index: Int, digits: Int) -> Bool {
        words[index].span.count == digits && words[index].span.range.allSatisfy { text.isDigit($0) }
    }

    private func isBritish(_ index: Int) -> Bool {
        guard index + 1 < words.count, isTight(index) else { return false }
        let (out, into) = (text.bytes[words[index].span.range], text.bytes[words[index + 1].span.range])
        guard (2...4).contains(out.count), into.count == 3, let first = out.first, let digit = into.first else {
            return false
        }
        return RedactionText.isUpper(first) && out.contains(where: RedactionText.isDigit)
            && out.allSatisfy { RedactionText.isUpper($0) || RedactionText.isDigit($0) }
            && RedactionText.isDigit(digit) && into.dropFirst().allSatisfy(RedactionText.isUpper)
    }

    private static let units: Set<String> = [
        "apt", "apartment", "suite", "ste", "unit", "flat", "floor", "fl", "room", "top", "tür", "stiege",
    ]

    /// The last word that still belongs to the address whose street ends at a word.
    private func tail(after street: Int) -> Int {
        var last = street
        var at = street + 1
        while at < words.count, at - street <= 9, isNear(at - 1) {
            let isNumber = startsWithDigit(at)
            if isNumber,
                isCode(at, digits: 4) || isCode(at, digits: 5) || isCode(at, digits: 6)
                    || Self.units.contains(lower[at - 1])
                    || isBritish(at - 1) || text[words[at].span.start - 1] == UInt8(ascii: "#") || isZipExtension(at)
            {
                last = at
            } else if isState(at) || Gazetteer.places.contains(lower[at]) {
                last = at
            } else if isNumber || !(isCapital(at) || Self.units.contains(lower[at])) {
                break
            }
            at += 1
        }
        // After a postal code comes the town: `1080 Wien`.
        if last > street, startsWithDigit(last), last + 1 < words.count, isTight(last), isCapital(last + 1),
            text[words[last].span.end] == 0x20, !isBritish(last - 1)
        {
            last += 1
        }
        return last
    }

    private func isZipExtension(_ index: Int) -> Bool {
        isCode(index, digits: 4) && isCode(index - 1, digits: 5) && text[words[index].span.start - 1] == 0x2D
    }

    // MARK: - Words

    private func startsWithDigit(_ index: Int) -> Bool { text.isDigit(words[index].span.start) }

    private func isOrdinal(_ index: Int) -> Bool {
        startsWithDigit(index) && ["st", "nd", "rd", "th"].contains { lower[index].hasSuffix($0) }
    }

    private func isCapital(_ index: Int) -> Bool {
        let start = words[index].span.start
        if RedactionText.isUpper(text[start]) { return true }
        guard text[start] >= 0x80, words[index].kind == .letters else { return false }
        return text.string(words[index].span.range).unicodeScalars.first?.properties.isUppercase ?? false
    }

    /// Only a space, a hyphen or the point of an abbreviation stands between a word and the next one.
    private func isTight(_ index: Int) -> Bool { gap(after: index, allowsLines: false, marks: ".-") }

    /// As ``isTight(_:)``, or a comma, or one end of a line.
    private func isNear(_ index: Int) -> Bool { gap(after: index, allowsLines: true, marks: ".,-#/") }

    private func gap(after index: Int, allowsLines: Bool, marks: String) -> Bool {
        guard index + 1 < words.count else { return false }
        let range = words[index].span.end..<words[index + 1].span.start
        guard range.count <= 4 else { return false }
        var lines = 0
        for place in range {
            let byte = text[place]
            if byte == 0x0A { lines += 1 }
            let isAllowed =
                byte == 0x20 || byte == 0x0A && allowsLines || byte == 0x0D && allowsLines || marks.utf8.contains(byte)
            if !isAllowed || lines > 1 { return false }
        }
        return true
    }
}
