/// The tags of notes and diaries, which file a text under something and are no words of it: `#garden`, `@allotment` on lines of their own
/// or behind the last sentence of one, and lines such as `Tags: garden, weather`.
enum TagMarks {
    /// A line of more bytes is prose.
    private static let longestLine = 400
    private static let mostWordsOfTag = 4

    /// Where they stand, in order.
    static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var line = 0
        while line < bytes.count {
            let end = bytes[line...].firstIndex(of: 0x0A) ?? bytes.count
            if let tags = tags(bytes, line..<end) { found.append(tags) }
            line = end + 1
        }
        return found
    }

    private static func tags(_ bytes: [UInt8], _ line: Range<Int>) -> Range<Int>? {
        guard let first = bytes[line].firstIndex(where: { $0 > 0x20 }),
            let last = bytes[line].lastIndex(where: { $0 > 0x20 })
        else { return nil }
        let content = first..<(last + 1)
        if content.count <= longestLine, isList(bytes, content) { return content }
        // From the end back, as far as words are tags.
        var start = content.upperBound
        while start > content.lowerBound {
            let before = bytes[content.lowerBound..<start]
            let end = before.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? content.lowerBound
            let begin = before[..<end].lastIndex { $0 <= 0x20 }.map { $0 + 1 } ?? content.lowerBound
            guard isTag(bytes[begin..<end]) else { break }
            start = begin
        }
        guard start < content.upperBound else { return nil }
        if start == content.lowerBound { return content }
        // "We met @anna" and "all in #garden" are sentences.
        guard let before = bytes[content.lowerBound..<start].lastIndex(where: { $0 > 0x20 }) else { return nil }
        return [0x2E, 0x21, 0x3F].contains(bytes[before]) ? start..<content.upperBound : nil
    }

    /// `#garden`, `@shed`, perhaps with a comma behind; `#3`, `#` and `a@b.org` are none.
    private static func isTag(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.first == UInt8(ascii: "#") || word.first == UInt8(ascii: "@"), word.count > 1 else { return false }
        let rest = word.dropFirst()
        return rest.first.map { isLetter($0) } == true && rest.allSatisfy { isLetter($0) || isInner($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 }

    /// Digits, what joins the words of a tag, and what parts it from the next.
    private static func isInner(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: ";"):
            true
        default: false
        }
    }

    /// `Tags: a, b`, also in bold and as an item.
    private static func isList(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
        guard let colon = bytes[line].firstIndex(of: UInt8(ascii: ":")), colon - line.lowerBound < 40 else {
            return false
        }
        let marks: Set<UInt8> = [0x20, 0x09, 0x2A, 0x5F, 0x2D, 0x3E]
        let key = bytes[line.lowerBound..<colon].filter { !marks.contains($0) }
        guard keys.contains(String(decoding: key, as: UTF8.self).lowercased()) else { return false }
        let values = bytes[(colon + 1)..<line.upperBound]
        guard values.last != 0x2E, values.last != 0x21, values.last != 0x3F else { return false }
        return values.split(separator: UInt8(ascii: ",")).allSatisfy { value in
            value.split(separator: 0x20).count <= mostWordsOfTag || value.split(separator: 0x20).allSatisfy(isTag)
        }
    }

    private static let keys: Set<String> = [
        "tag", "tags", "keyword", "keywords", "category", "categories", "filedunder", "schlagwort", "schlagworte",
        "schlagwörter", "stichwort", "stichworte", "stichwörter", "kategorie", "kategorien", "étiquette", "étiquettes",
        "motsclés", "motclé", "catégorie", "catégories", "etiqueta", "etiquetas", "categoría", "categorías",
        "etichette",
        "categoria", "categorie", "теги", "ключевыеслова", "タグ", "标签", "標籤", "태그",
    ]
}
