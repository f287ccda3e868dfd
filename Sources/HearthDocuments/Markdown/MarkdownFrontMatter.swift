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
