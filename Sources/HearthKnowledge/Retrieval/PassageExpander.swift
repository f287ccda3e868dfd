import HearthCore
import HearthStore

/// Widens passages to their neighbours in the document, for engines that read: what a passage refers to often stands just
/// before it.
struct PassageExpander: Sendable {
    /// How many of the best passages are widened; the others stay as they are, to keep room.
    static let widened = 3

    let database: HearthDatabase

    /// Characters to which short passages are widened for reading without a model, and how many of the best are.
    static let readable = 1_200
    static let gatheredPassages = 4

    /// The passages in their order, short ones with their neighbours under the same heading: tokenizers cut some scripts into
    /// so many tokens that a passage of them holds a few sentences, and what a sentence is about stands in another.
    func gathered(_ passages: [Passage]) async throws -> [Passage] {
        var result: [Passage] = []
        for (rank, passage) in passages.enumerated() {
            if result.contains(where: { $0.documentID == passage.documentID && $0.span.contains(passage.span) }) {
                continue
            }
            let length = passage.text.unicodeScalars.count
            guard rank < Self.gatheredPassages, length * 2 <= Self.readable else {
                result.append(passage)
                continue
            }
            result.append(try await widen(passage, headings: passage.headings, mostCharacters: Self.readable))
        }
        return result
    }

    /// The passages in their order. A passage that a widened one holds already is left out.
    func expand(_ passages: [Passage]) async throws -> [Passage] {
        var result: [Passage] = []
        for (rank, passage) in passages.enumerated() {
            if result.contains(where: { $0.documentID == passage.documentID && $0.span.contains(passage.span) }) {
                continue
            }
            result.append(rank < Self.widened ? try await widen(passage) : passage)
        }
        return result
    }

    /// - Parameters:
    ///   - headings: Only neighbours under these; `nil` for any.
    ///   - mostCharacters: What would be longer stays as it is.
    private func widen(
        _ passage: Passage, headings: [String]? = nil, mostCharacters: Int = .max
    ) async throws -> Passage {
        // A citation names one page, so a passage is not widened beyond its page.
        let around = try await database.neighbours(ofChunk: passage.chunkID, before: 1, after: 1)
            .filter { passage.page == nil || $0.chunk.page == passage.page }
            .filter { headings == nil || $0.chunk.headings == headings }
        guard around.count > 1 else { return passage }
        guard let first = around.first?.chunk, let last = around.last?.chunk else { return passage }
        let span = TextSpan(start: min(first.span.start, passage.span.start), end: max(last.span.end, passage.span.end))
        guard let text = try await database.text(ofDocument: passage.documentID)?.text(in: span),
            text.unicodeScalars.count <= mostCharacters
        else { return passage }
        var wide = passage
        wide.span = span
        wide.text = text
        wide.startTime = first.startTime ?? passage.startTime
        wide.endTime = last.endTime ?? passage.endTime
        return wide
    }
}

extension Passage {
    /// Bytes of the text that are its headings: a passage begins with those it stands right below.
    var headingSpans: [TextSpan] {
        let bytes = Array(text.utf8)
        let wanted = headings.map { Array($0.utf8) }.filter { !$0.isEmpty }
        var spans: [TextSpan] = []
        var at = 0
        while true {
            while at < bytes.count, bytes[at] == 0x20 || (0x09...0x0D).contains(bytes[at]) { at += 1 }
            guard let heading = wanted.first(where: { bytes[at...].starts(with: $0) }) else { return spans }
            let end = at + heading.count
            // A paragraph may begin with the words of the heading above it.
            guard end == bytes.count || bytes[end] == 0x0A || bytes[end] == 0x0D
            else { return spans }
            spans.append(TextSpan(start: at, end: end))
            at = end
        }
    }
}

extension TextSpan {
    func shifted(by offset: Int) -> TextSpan { TextSpan(start: start + offset, end: end + offset) }
}
