package import HearthCore

/// What a removal took along, and the proof that it is gone, as the command prints it and the interface answers with it.
package struct ReceiptJSON: Codable, Sendable {
    /// Why it is not proven that nothing is left.
    package enum Doubt: String, Codable, Sendable, CaseIterable {
        /// Conversations quote it, which ``ReceiptJSON/conversations`` names.
        case quoted
        /// Something of it is left, and nothing that whoever asks may read holds it.
        case found
        /// Another program still reads the library as it was, so that older pages are kept beside it.
        case olderPages = "older-pages"
    }

    package var documentIDs: [String]
    package var rows: Int
    package var indexEntries: Int
    package var vectors: Int
    package var pagesScanned: Int
    package var samplesSearched: Int
    package var remnants: Int
    /// Those that still quote it.
    package var conversations: [String]
    package var proven: Bool
    /// `nil` where it is proven.
    package var reason: Doubt?
    /// The reason in words, with what would help; `nil` where it is proven.
    package var message: String?

    package init(_ receipt: DeletionReceipt) {
        let removed = receipt.removed
        documentIDs = receipt.documentIDs
        rows = removed.documents + removed.chunks + removed.sources
        (indexEntries, vectors) = (removed.indexEntries, removed.vectors)
        (pagesScanned, samplesSearched) = (receipt.pagesScanned, receipt.samplesSearched)
        (remnants, conversations, proven) = (receipt.remnants, receipt.conversations, receipt.isProven)
        let doubts = Self.doubts(receipt)
        reason = doubts.first
        message = doubts.isEmpty ? nil : doubts.map { Self.words($0, receipt) }.joined(separator: " ")
    }

    /// What stands against the proof, the nearest first.
    private static func doubts(_ receipt: DeletionReceipt) -> [Doubt] {
        var doubts: [Doubt] = []
        if receipt.remnants > 0 { doubts.append(receipt.conversations.isEmpty ? .found : .quoted) }
        if receipt.logBytes > 0 { doubts.append(.olderPages) }
        return doubts
    }

    private static func words(_ doubt: Doubt, _ receipt: DeletionReceipt) -> String {
        let count = receipt.remnants
        let pieces = count == 1 ? "1 piece of the text is left" : "\(count) pieces of the text are left"
        return switch doubt {
        case .quoted:
            receipt.conversations.count == 1
                ? "\(pieces), quoted in a conversation: the quotes go when it is removed."
                : "\(pieces), quoted in \(receipt.conversations.count) conversations: the quotes go when they are removed."
        case .found:
            "\(pieces), in no document and in no conversation that may be read here. A conversation that is more private may quote "
                + "them; else something is wrong with the library."
        case .olderPages:
            "Another program still reads the library as it was, so that older pages are kept beside it. Close that program: they go "
                + "with the next removal, or when the library is closed."
        }
    }
}
