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
