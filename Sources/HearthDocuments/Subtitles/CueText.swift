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
