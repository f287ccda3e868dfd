/// YAML between `---` lines at the very start of a text, as editors of notes write it: what is known of the text, and no words
/// of it.
enum FrontMatter {
    /// Where it ends, with its closing line; `nil` where a text has none.
    ///
    /// A conversation may have such lines, too, and "Ada: Hello" looks like YAML: one of the usual keys has to be there.
    static func end(in bytes: [UInt8]) -> Int? {
        let first = bytes.line(from: 0)
        guard bytes[bytes.trimmed(first.range)].elementsEqual("---".utf8) else { return nil }
        var position = first.next
        var isKnown = false
        for _ in 0..<mostLines where position < bytes.count {
            let line = bytes.line(from: position)
            position = line.next
            let content = bytes.trimmed(line.range)
            if bytes[content].elementsEqual("---".utf8) || bytes[content].elementsEqual("...".utf8) {
                return isKnown ? content.upperBound : nil
            }
            // What is indented, an item or a remark belongs to the key above it.
            guard let initial = bytes[content].first, content.lowerBound == line.range.lowerBound,
                initial != UInt8(ascii: "-"), initial != UInt8(ascii: "#")
            else { continue }
            guard let colon = bytes[content].firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let key = content.lowerBound..<min(colon, content.lowerBound + longestKey)
            if keys.contains(bytes.string(key).lowercased()) { isKnown = true }
        }
        return nil
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
