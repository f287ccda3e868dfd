import HearthCore
import HearthStore

/// Leaves out what a reader has seen already.
enum Diversity {
    /// The chunks in their order, without those of which more than half lies in a better chunk of the same document, and
    /// those whose text stands word for word in a better one of another document.
    static func distinct(_ chunks: [StoredChunk]) -> [StoredChunk] {
        var kept: [String: [TextSpan]] = [:]
        var texts: Set<String> = []
        return chunks.filter { stored in
            let span = stored.chunk.span
            let repeats = (kept[stored.documentID] ?? []).contains { other in
                min(span.end, other.end) - max(span.start, other.start) > span.count / 2
            }
            guard !repeats, texts.insert(words(of: stored.chunk.text)).inserted else { return false }
            kept[stored.documentID, default: []].append(span)
            return true
        }
    }

    /// A text with one space for each stretch of white space, and none at its ends. By scalars, because every search does it
    /// for what it found, and characters take ten times as long.
    private static func words(of text: String) -> String {
        var words = String.UnicodeScalarView()
        var isBehindSpace = false
        for scalar in text.unicodeScalars {
            let isSpace =
                scalar.isASCII
                ? scalar == " " || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
            if isSpace {
                isBehindSpace = true
                continue
            }
            if isBehindSpace, !words.isEmpty { words.append(" ") }
            isBehindSpace = false
            words.append(scalar)
        }
        return String(words)
    }
}
