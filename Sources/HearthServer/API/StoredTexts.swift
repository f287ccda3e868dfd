import HearthCore
import HearthStore

/// The texts of passages that messages only refer to. A message keeps no copy, which would outlive the document.
struct StoredTexts: Sendable {
    private var texts: [Key: String] = [:]

    private struct Key: Hashable {
        var document: String
        var span: TextSpan

        init(_ passage: Passage) { (document, span) = (passage.documentID, passage.span) }
    }

    init(_ passages: [Passage] = []) {
        for passage in passages { texts[Key(passage)] = passage.text }
    }

    /// What the store still has of the passages that these messages refer to.
    init(for messages: [ConversationMessage], in database: HearthDatabase) async throws {
        let passages = messages.flatMap { $0.metadata?.droppedPassages ?? [] }
        guard !passages.isEmpty else { return }
        let chunks = try await database.chunks(ids: Array(Set(passages.map(\.chunkID))).sorted())
        let found = Dictionary(chunks.map { ($0.id, $0) }) { first, _ in first }
        for passage in passages {
            // A document that was read again has other chunks, under the same numbers perhaps.
            guard let stored = found[passage.chunkID], stored.documentID == passage.documentID,
                stored.chunk.span == passage.span
            else { continue }
            texts[Key(passage)] = stored.chunk.text
        }
    }

    /// The passage with its text; without it where it is not known.
    func filling(_ passage: Passage) -> Passage {
        var passage = passage
        passage.text = texts[Key(passage)] ?? passage.text
        return passage
    }
}
