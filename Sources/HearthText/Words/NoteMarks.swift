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

// MARK: - Notes of a transcriber

/// Notes of a transcriber between what was said: `{vocalsound}`, `[laughter]`, `(inaudible)`, `[MUSIC PLAYING]`.
///
/// They are told by their brackets and by their words: brackets alone may hold anything.
public enum AnnotationMarks {
    /// The bytes of each note with its brackets, in order. They do not overlap.
    public static func ranges(in text: String) -> [Range<Int>] {
        text.withBytes { bytes in
            var found: [Range<Int>] = []
            var at = 0
            while at < bytes.count {
                guard let closer = closer(bytes[at]), let end = end(of: closer, in: bytes, from: at + 1),
                    isNote(bytes.string((at + 1)..<end))
                else {
                    at += 1
                    continue
                }
                found.append(at..<(end + 1))
                at = end + 1
            }
            return found
        }
    }

    /// The text without notes before and after its words; those between are part of what is quoted. A text of notes alone stays.
    public static func trimmed(_ text: String) -> String {
        let notes = ranges(in: text)
        guard !notes.isEmpty else { return text }
        let bytes = Array(text.utf8)
        func words(_ range: Range<Int>) -> Range<Int> {
            var (start, end) = (range.lowerBound, range.upperBound)
            while start < end, bytes[start] == 0x20 { start += 1 }
            while end > start, bytes[end - 1] == 0x20 { end -= 1 }
            return start..<end
        }
        var range = words(0..<bytes.count)
        for note in notes where note.lowerBound == range.lowerBound {
            range = words(note.upperBound..<max(note.upperBound, range.upperBound))
        }
        for note in notes.reversed() where note.upperBound == range.upperBound && note.lowerBound > range.lowerBound {
            range = words(range.lowerBound..<note.lowerBound)
        }
        return range.isEmpty ? text : String(decoding: bytes[range], as: UTF8.self)
    }

    /// The text without its notes, as people read it.
    public static func removed(from text: String) -> String {
        let ranges = ranges(in: text)
        guard !ranges.isEmpty else { return text }
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        var place = 0
        for range in ranges {
            out += bytes[place..<range.lowerBound]
            place = range.upperBound
            // Neither two spaces where the note stood between words, nor one before the mark that closes the sentence.
            if out.last == 0x20, place < bytes.count, [0x20, 0x2E, 0x2C, 0x21, 0x3F].contains(bytes[place]) {
                out.removeLast()
            }
        }
        return String(decoding: out + bytes[place...], as: UTF8.self)
    }

    private static func closer(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x5B: 0x5D
        case 0x7B: 0x7D
        case 0x28: 0x29
        default: nil
        }
    }

    private static let longest = 48

    private static func end(of closer: UInt8, in bytes: UTF8Bytes, from start: Int) -> Int? {
        var at = start
        while at < bytes.count, at - start < longest {
            if bytes[at] == closer { return at > start ? at : nil }
            if bytes[at] == 0x0A || self.closer(bytes[at]) != nil { return nil }
            at += 1
        }
        return nil
    }

    /// Whether the words between brackets are a note: the first or the last says so, and there are few.
    private static func isNote(_ words: String) -> Bool {
        let parts = words.lowercased().split { !$0.isLetter }.map(String.init)
        guard let first = parts.first, let last = parts.last, parts.count <= 4 else { return false }
        return known.contains(first) || known.contains(last)
    }

    private static let known = Set(
        words: """
            laugh laughs laughter laughing chuckle chuckles chuckling giggles applause clapping cheering cheers music inaudible \
            unintelligible indistinct crosstalk silence pause cough coughs coughing sigh sighs noise sniff sniffs breath breathing \
            beep gasps vocalsound nonvocalsound disfmarker gap mumbling mumbles whispering blank audio gelächter lachen lacht \
            applaus beifall musik unverständlich rires rire applaudissements musique risas aplausos música ininteligible risate \
            applausi musica incomprensibile risos gelach applaus onverstaanbaar skratt musik смех аплодисменты музыка \
            неразборчиво gülüşmeler alkış müzik ضحك تصفيق موسيقى 笑 笑い 笑声 掌声 拍手 音楽 音乐 웃음 박수 음악
            """)
}
