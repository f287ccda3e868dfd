package import HearthCore
package import HearthKnowledge

/// A place that an answer stands on, as the command prints it and the interface answers with it.
///
/// Where both give the same JSON there is one type for it, in this folder; the server says of its fields what the description needs.
package struct CitationJSON: Codable, Sendable {
    /// The number by which the answer's text refers to it, from 1.
    package var index: Int
    package var documentID: String
    package var path: String
    package var title: String?
    package var page: Int?
    /// Bytes of the document's text, end exclusive.
    package var start: Int
    package var end: Int
    package var quote: String
    package var verified: Bool
    package var startTime: Double?
    package var endTime: Double?
    /// The words of the quote that answer, as bytes like ``start``.
    package var answerStart: Int?
    package var answerEnd: Int?
    /// Who people are whom the quote calls by numbers, in bytes of the document's text as ``start``.
    package var names: [NamedText.Name]?
    /// What of the quote is shown otherwise than it is written; `nil` where nothing is.
    package var marks: [MarkJSON]?
    /// The name of who shares its document; `nil` for what is one's own.
    package var sharedBy: String?

    package init(_ citation: Citation, names: [NamedText.Name]? = nil) {
        (index, documentID, path) = (citation.index, citation.documentID, citation.path)
        (title, page) = (citation.title, citation.page)
        (start, end, quote) = (citation.span.start, citation.span.end, citation.quote)
        verified = citation.verified
        (startTime, endTime) = (citation.startTime, citation.endTime)
        (answerStart, answerEnd) = (citation.answer?.start, citation.answer?.end)
        (self.names, sharedBy) = (names, citation.sharedBy)
        marks = MarkJSON.all(in: citation.quote, from: citation.span.start)
    }
}
