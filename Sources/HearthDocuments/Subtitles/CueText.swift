/// The text of a cue without its markup, and the speaker that its markup names.
struct CueText {
    var text = ""
    var speaker: String?

    /// WebVTT cue text: every tag goes, `<v Name>` names the speaker, character references are resolved.
    init(webVTT bytes: some Collection<UInt8>) {
        self.init(bytes, isTag: { _ in true }, reference: Self.reference(ofHTML:at:))
    }

    /// SubRip has no specification; players know a few tags of HTML and the override codes of Advanced SubStation Alpha.
    init(subRip bytes: some Collection<UInt8>) {
        self.init(
            bytes, isTag: { name in Self.subRipTags.contains(String(decoding: name, as: UTF8.self).lowercased()) },
            reference: Self.reference(_:at:))
        text = Self.withoutOverrides(text)
    }

    private static let subRipTags: Set<String> = [
        "b", "i", "u", "s", "font", "c", "v", "ruby", "rt", "strong", "em", "span",
    ]

    /// Reads a character reference, and says where the text goes on behind it.
    private typealias ReferenceReader = ([UInt8], Int) -> (text: String, end: Int)?

    private init(
        _ source: some Collection<UInt8>, isTag: (ArraySlice<UInt8>) -> Bool, reference: ReferenceReader
    ) {
        let bytes = Array(source)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        // Where no ">" is left, none is looked for again: the search would be quadratic.
        var mayClose = true
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "<") {
                let close = mayClose ? bytes[index...].firstIndex(of: UInt8(ascii: ">")) : nil
                if close == nil { mayClose = false }
                let tag = bytes[(index + 1)..<(close ?? bytes.count)]
                let slash = tag.first == UInt8(ascii: "/") ? 1 : 0
                let name = tag.dropFirst(slash).prefix { !isSpace($0) && $0 != UInt8(ascii: ".") }
                if isTag(name) {
                    if slash == 0, speaker == nil, name.elementsEqual("v".utf8) {
                        speaker = Self.annotation(tag, reference)
                    }
                    index = (close ?? bytes.count - 1) + 1
                    continue
                }
            } else if byte == UInt8(ascii: "&"), let found = reference(bytes, index) {
                output.append(contentsOf: found.text.utf8)
                index = found.end
                continue
            }
            output.append(byte)
            index += 1
        }
        text = String(decoding: output.trimmed(), as: UTF8.self)
    }

    /// What follows the name and the classes of a tag: the speaker of `<v.loud Mary>`.
    private static func annotation(_ tag: ArraySlice<UInt8>, _ reference: ReferenceReader) -> String? {
        guard let space = tag.firstIndex(where: isSpace) else { return nil }
        let bytes = Array(tag[space...].trimmed())
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "&"), let found = reference(bytes, index) {
                output.append(contentsOf: found.text.utf8)
                index = found.end
            } else {
                output.append(isSpace(bytes[index]) ? HearthDocuments.space : bytes[index])
                index += 1
            }
        }
        return output.isEmpty ? nil : String(decoding: output, as: UTF8.self)
    }

    /// WebVTT knows the character references of HTML, those without a semicolon too.
    private static func reference(ofHTML bytes: [UInt8], at start: Int) -> (text: String, end: Int)? {
        HTMLEntities.reference(in: bytes, at: start)
    }

    /// What SubRip files use: a few names, and numbers. They have no standard, and "AT&T" is more often itself.
    private static func reference(_ bytes: [UInt8], at start: Int) -> (text: String, end: Int)? {
        let window = bytes[start..<min(bytes.count, start + 12)]
        guard let semicolon = window.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = bytes[(start + 1)..<semicolon]
        if name.first == UInt8(ascii: "#") {
            let digits = name.dropFirst()
            let isHex = digits.first.map(lowercased) == UInt8(ascii: "x")
            let text = String(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
            guard let value = UInt32(text, radix: isHex ? 16 : 10), value != 0, let scalar = Unicode.Scalar(value)
            else {
                return nil
            }
            return (String(scalar), semicolon + 1)
        }
        return named[String(decoding: name, as: UTF8.self)].map { ($0, semicolon + 1) }
    }

    private static let named = [
        "amp": "&", "lt": "<", "gt": ">", "nbsp": "\u{A0}", "lrm": "\u{200E}", "rlm": "\u{200F}", "quot": "\"",
        "apos": "'",
    ]

    /// Drops `{\an8}` and its like.
    private static func withoutOverrides(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "{"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\\"),
                let close = bytes[index..<min(bytes.count, index + 200)].firstIndex(of: UInt8(ascii: "}"))
            {
                index = close + 1
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: output.trimmed(), as: UTF8.self)
    }
}

// MARK: - Times

/// Reads the times that subtitle files and written transcripts carry.
struct Timestamp {
    var seconds: Double
    /// The byte after it.
    var end: Int

    /// `[hours:]minutes:seconds[.fraction]`, as people write it: one or two digits each (hours up to six), a comma or a dot
    /// before the fraction.
    static func lenient(_ bytes: [UInt8], at start: Int, limit: Int) -> Timestamp? {
        guard var field = number(bytes, at: start, limit: limit, maximumDigits: 6) else { return nil }
        var fields = [field.value]
        while fields.count < 3, field.end + 1 < limit, bytes[field.end] == UInt8(ascii: ":"),
            let next = number(bytes, at: field.end + 1, limit: limit, maximumDigits: 2)
        {
            // Minutes and seconds have two digits; "4:5" is a verse or a ratio.
            guard next.end - field.end == 3, next.value < 60 else { return nil }
            fields.append(next.value)
            field = next
        }
        guard fields.count >= 2, fields.count == 3 || fields[0] < 1_000 else { return nil }
        var end = field.end
        var seconds = Double(fields.reduce(0) { $0 * 60 + $1 })
        if end + 1 < limit, bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: ","), isDigit(bytes[end + 1])
        {
            var thousandths = 0
            var digits = 0
            var index = end + 1
            while index < limit, isDigit(bytes[index]) {
                if digits < 3 {
                    thousandths = thousandths * 10 + Int(bytes[index] - 0x30)
                    digits += 1
                }
                index += 1
            }
            while digits < 3 {
                thousandths *= 10
                digits += 1
            }
            seconds = (seconds * 1_000 + Double(thousandths)) / 1_000
            end = index
        }
        return Timestamp(seconds: seconds, end: end)
    }

    /// "Collect a WebVTT timestamp" of the WebVTT specification, with what players (Firefox's vtt.js and those made from it) read
    /// though the specification takes it for an error: the first number in any number of digits, more than 59 minutes and
    /// seconds, and digits behind the thousandths, which say nothing. What neither reads is none: minutes and seconds behind
    /// a colon have two digits, thousandths three.
    static func webVTT(_ bytes: [UInt8], at start: Int, limit: Int) -> Timestamp? {
        guard let first = number(bytes, at: start, limit: limit, maximumDigits: 12) else { return nil }
        guard let second = field(bytes, after: UInt8(ascii: ":"), at: first.end, limit: limit) else { return nil }
        var fields = (hours: 0, minutes: first.value, seconds: second.value)
        var end = second.end
        if end < limit && bytes[end] == UInt8(ascii: ":") {
            guard let third = field(bytes, after: UInt8(ascii: ":"), at: end, limit: limit) else { return nil }
            fields = (first.value, second.value, third.value)
            end = third.end
        }
        guard end < limit, bytes[end] == UInt8(ascii: "."),
            let fraction = number(bytes, at: end + 1, limit: limit, maximumDigits: 3), fraction.end - end == 4
        else { return nil }
        end = fraction.end
        while end < limit, isDigit(bytes[end]) { end += 1 }
        let whole = Double(fields.hours) * 3_600 + Double(fields.minutes) * 60 + Double(fields.seconds)
        return Timestamp(seconds: (whole * 1_000 + Double(fraction.value)) / 1_000, end: end)
    }

    /// Two digits behind a mark.
    private static func field(
        _ bytes: [UInt8], after mark: UInt8, at index: Int, limit: Int
    ) -> (value: Int, end: Int)? {
        guard index < limit, bytes[index] == mark,
            let field = number(bytes, at: index + 1, limit: limit, maximumDigits: 3), field.end - index == 3
        else { return nil }
        return field
    }

    /// A time of SubRip as tools, people and translation programs write it: any number of digits, with colons or dots in
    /// their widths for Chinese and Japanese, and perhaps a space after a mark: `0:1:2,5`, `00: 01: 02, 500`, `00：01：02，500`.
    static func subRip(_ bytes: [UInt8], at start: Int, limit: Int) -> Timestamp? {
        guard var field = number(bytes, at: start, limit: limit, maximumDigits: 6) else { return nil }
        var fields = [field.value]
        var thousandths = 0
        while fields.count <= 3, let mark = mark(bytes, at: field.end, limit: limit),
            let next = number(bytes, at: mark.end, limit: limit, maximumDigits: 9)
        {
            let digits = next.end - mark.end
            // After the seconds a colon stands for the comma; before them only a colon parts the fields.
            if fields.count == 3 || !mark.isColon {
                guard fields.count >= 2 else { return nil }
                var value = next.value
                for _ in stride(from: digits, to: 3, by: 1) { value *= 10 }
                for _ in stride(from: digits, to: 3, by: -1) { value /= 10 }
                thousandths = value
                field = next
                break
            }
            guard digits <= 3 else { return nil }
            fields.append(next.value)
            field = next
        }
        guard fields.count >= 2 else { return nil }
        let seconds = fields.reduce(0) { $0 * 60 + $1 }
        return Timestamp(seconds: Double(seconds * 1_000 + thousandths) / 1_000, end: field.end)
    }

    /// A colon, comma or dot, also a wide one, and the space after it.
    private static func mark(_ bytes: [UInt8], at start: Int, limit: Int) -> (isColon: Bool, end: Int)? {
        guard start < limit else { return nil }
        var isColon = false
        var end = start + 1
        switch bytes[start] {
        case UInt8(ascii: ":"): isColon = true
        case UInt8(ascii: ","), UInt8(ascii: "."): break
        default:
            guard start + 3 <= limit else { return nil }
            end = start + 3
            switch String(decoding: bytes[start..<end], as: UTF8.self) {
            case "：": isColon = true
            case "，", "．", "。": break
            default: return nil
            }
        }
        if end < limit, bytes[end] == space { end += 1 }
        return (isColon, end)
    }

    /// At most `maximumDigits` digits, so that the value cannot overflow; more are no number.
    private static func number(
        _ bytes: [UInt8], at start: Int, limit: Int, maximumDigits: Int
    ) -> (value: Int, end: Int)? {
        var index = start
        var value = 0
        while index < limit, isDigit(bytes[index]), index - start < maximumDigits {
            value = value * 10 + Int(bytes[index] - 0x30)
            index += 1
        }
        return index > start ? (value, index) : nil
    }
}
