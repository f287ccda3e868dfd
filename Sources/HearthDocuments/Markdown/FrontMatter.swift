/// YAML between `---` lines at the very start of a text, or TOML between `+++` lines, as editors of notes and generators of sites
/// write it: what is known of the text, and no words of it.
enum FrontMatter {
    /// Where it ends, with its closing line; `nil` where a text has none.
    ///
    /// A conversation may have such lines, too, and "Ada: Hello" looks like YAML: one of the usual keys has to be there.
    static func end(in bytes: [UInt8]) -> Int? {
        let first = bytes.line(from: 0)
        guard let language = Language(opening: bytes[bytes.trimmed(first.range)]) else { return nil }
        var position = first.next
        var isKnown = false
        for _ in 0..<mostLines where position < bytes.count {
            let line = bytes.line(from: position)
            position = line.next
            let content = bytes.trimmed(line.range)
            if language.isClosing(bytes[content]) { return isKnown ? content.upperBound : nil }
            // What is indented, an item or a remark belongs to the key above it.
            guard let initial = bytes[content].first, content.lowerBound == line.range.lowerBound,
                initial != UInt8(ascii: "-"), initial != UInt8(ascii: "#")
            else { continue }
            guard let mark = bytes[content].firstIndex(of: language.mark) else {
                // Of TOML it may be the name of a table, or the end of a list.
                if language == .toml { continue }
                return nil
            }
            let key = bytes.trimmed(content.lowerBound..<min(mark, content.lowerBound + longestKey))
            if keys.contains(bytes.string(key).lowercased()) { isKnown = true }
        }
        return nil
    }

    /// What it is written in.
    enum Language {
        case yaml, toml

        /// - Parameter line: The first of the text, without white space at its ends.
        init?(opening line: ArraySlice<UInt8>) {
            if line.elementsEqual("---".utf8) {
                self = .yaml
            } else if line.elementsEqual("+++".utf8) {
                self = .toml
            } else {
                return nil
            }
        }

        func isClosing(_ line: ArraySlice<UInt8>) -> Bool {
            switch self {
            case .yaml: line.elementsEqual("---".utf8) || line.elementsEqual("...".utf8)
            case .toml: line.elementsEqual("+++".utf8)
            }
        }

        /// What stands between a key and its value.
        var mark: UInt8 {
            switch self {
            case .yaml: UInt8(ascii: ":")
            case .toml: UInt8(ascii: "=")
            }
        }
    }

    /// The same bytes with spaces in place of it, so that every place in them stays a place in the text.
    static func blanked(_ bytes: [UInt8]) -> [UInt8] {
        guard let end = end(in: bytes) else { return bytes }
        var blanked = bytes
        for place in 0..<end where blanked[place] != 0x0A && blanked[place] != 0x0D { blanked[place] = 0x20 }
        return blanked
    }

    /// Whether a key, in lower case, is a usual one.
    static func isKey(_ name: String) -> Bool { keys.contains(name) }

    private static let mostLines = 500
    private static let longestKey = 20
    /// Keys that editors and generators of sites write. Names of roles such as "host" are left out: these speak.
    private static let keys: Set<String> = [
        "title", "subtitle", "date", "created", "updated", "modified", "author", "authors", "tag", "tags", "category",
        "categories", "keywords", "layout", "type", "draft", "lang", "language", "description", "summary", "slug", "id",
        "uuid", "alias", "aliases", "cssclasses", "permalink", "source", "url", "status", "version", "attendees",
        "participants", "speakers", "duration", "location", "podcast", "episode",
    ]
}

/// YAML between `---` lines, or TOML between `+++` lines, at the very start of a Markdown file. See ``FrontMatter`` for texts that may be something else.
struct MarkdownFrontMatter {
    /// From its first line to its last.
    let range: Range<Int>
    /// Where the line after it starts.
    let next: Int
    let title: String?

    init?(_ bytes: [UInt8]) {
        let first = bytes.line(from: 0)
        let opening = bytes.trimmed(first.range)
        guard opening.lowerBound == 0, let language = FrontMatter.Language(opening: bytes[opening]) else { return nil }
        var position = first.next
        var title: String?
        while position < bytes.count {
            let line = bytes.line(from: position)
            position = line.next
            let content = bytes.trimmed(line.range)
            if language.isClosing(bytes[content]) {
                range = 0..<content.upperBound
                next = position
                self.title = title
                return
            }
            // Only a key at the left margin is one of the document's own.
            if title == nil, line.range.lowerBound == content.lowerBound, bytes[content].starts(with: "title") {
                let rest = bytes[content].dropFirst(5).trimmed()
                if rest.first == language.mark { title = Self.scalar(rest.dropFirst()) }
            }
        }
        return nil
    }

    private static func scalar(_ value: ArraySlice<UInt8>) -> String? {
        var text = value.trimmed()
        if let quote = text.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), text.count >= 2,
            text.last == quote
        {
            text = text.dropFirst().dropLast()
        }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}
