import HearthCore
import HearthStore

/// Widens passages to their neighbours in the document, for engines that read: what a passage refers to often stands just
/// before it.
struct PassageExpander: Sendable {
    /// How many of the best passages are widened; the others stay as they are, to keep room.
    static let widened = 3

    let database: HearthDatabase

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

    private func widen(_ passage: Passage) async throws -> Passage {
        // A citation names one page, so a passage is not widened beyond its page.
        let around = try await database.neighbours(ofChunk: passage.chunkID, before: 1, after: 1)
            .filter { passage.page == nil || $0.chunk.page == passage.page }
        guard let first = around.first?.chunk, let last = around.last?.chunk else { return passage }
        let span = TextSpan(start: min(first.span.start, passage.span.start), end: max(last.span.end, passage.span.end))
        guard let text = try await database.text(ofDocument: passage.documentID)?.text(in: span) else { return passage }
        var wide = passage
        wide.span = span
        wide.text = text
        wide.startTime = first.startTime ?? passage.startTime
        wide.endTime = last.endTime ?? passage.endTime
        return wide
    }
}
