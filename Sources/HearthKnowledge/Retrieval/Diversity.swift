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
            let text = stored.chunk.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard !repeats, texts.insert(text).inserted else { return false }
            kept[stored.documentID, default: []].append(span)
            return true
        }
    }
}
