import HearthCore

/// Looks up quotes in the stored text of documents, each document once.
actor CitationPlaces {
    struct Place: Sendable {
        /// What the store holds at the span; `nil` when the span does not lie in the text.
        var text: String?
        var page: Int?
        var startTime: Double?
        var endTime: Double?
    }

    private let library: any DocumentStore
    private var contents: [String: ExtractedDocument] = [:]

    init(library: any DocumentStore) {
        self.library = library
    }

    /// `nil` when the document is gone.
    func place(of span: TextSpan, inDocument id: String) async throws -> Place? {
        if contents[id] == nil { contents[id] = try await library.content(ofDocument: id) }
        guard let content = contents[id] else { return nil }
        let timed = content.blocks.filter { $0.startTime != nil && $0.span.overlaps(span) }
        return Place(
            text: content.text.text(in: span),
            page: content.isPaged ? content.pages.last { $0.span.start <= span.start }?.number : nil,
            startTime: timed.first?.startTime, endTime: timed.last?.endTime)
    }
}

extension ExtractedDocument {
    /// Whether a page number means something to a reader of the file.
    var isPaged: Bool { pages.count > 1 || format == .pdf }
}
