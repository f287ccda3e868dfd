/// A piece of a document, the unit of search: small enough for the embedding model, whole enough to be read on its own.
public struct Chunk: Hashable, Codable, Sendable {
    /// Number of the passage in its document, from 0.
    public var index: Int
    /// Bytes of the document's text; ``text`` is exactly these.
    public var span: TextSpan
    public var text: String
    /// Tokens of the tokenizer that sized it, without special tokens.
    public var tokens: Int
    /// The page on which it starts.
    public var page: Int?
    /// The headings it stands under, outermost first.
    public var headings: [String]
    /// Seconds, for text that carries times.
    public var startTime: Double?
    public var endTime: Double?
    /// The authors and times of the pieces in the passage; `nil` for documents that do not record them.
    public var origin: ChunkOrigin?

    public init(
        index: Int, span: TextSpan, text: String, tokens: Int, page: Int? = nil, headings: [String] = [],
        startTime: Double? = nil, endTime: Double? = nil, origin: ChunkOrigin? = nil
    ) {
        self.index = index
        self.span = span
        self.text = text
        self.tokens = tokens
        self.page = page
        self.headings = headings
        self.startTime = startTime
        self.endTime = endTime
        self.origin = origin
    }
}

/// A found piece of a document, as search returns it.
public struct Passage: Hashable, Codable, Sendable {
    public var chunkID: Int64
    public var documentID: String
    /// The file it was read from; the first one when several files hold the same content.
    public var path: String
    public var title: String?
    public var page: Int?
    /// Bytes of the document's extracted text; ``text`` is exactly these.
    public var span: TextSpan
    public var text: String
    /// Larger is better; comparable within one result list only.
    public var score: Double
    public var headings: [String]
    public var startTime: Double?
    public var endTime: Double?
    /// The label of its document.
    public var label: SensitivityLabel
    /// Where in the document's text the query's words stand closest together, within ``span``; `nil` where none of them occurs,
    /// so that the passage was found by its meaning alone.
    public var match: TextSpan?
    /// The name of who shares its document; `nil` for what is one's own.
    public var sharedBy: String?

    public init(
        chunkID: Int64, documentID: String, path: String, title: String? = nil, page: Int? = nil, span: TextSpan,
        text: String, score: Double, headings: [String] = [], startTime: Double? = nil, endTime: Double? = nil,
        label: SensitivityLabel = .private, match: TextSpan? = nil
    ) {
        self.chunkID = chunkID
        self.documentID = documentID
        self.path = path
        self.title = title
        self.page = page
        self.span = span
        self.text = text
        self.score = score
        self.headings = headings
        self.startTime = startTime
        self.endTime = endTime
        self.label = label
        self.match = match
    }
}

/// A place in a document that an answer stands on.
public struct Citation: Hashable, Codable, Sendable {
    /// The number by which the answer's text refers to it, from 1.
    public var index: Int
    public var documentID: String
    public var path: String
    public var title: String?
    /// The page on which the quote starts, from 1.
    public var page: Int?
    /// Bytes of the document's extracted text; the quote is exactly these.
    public var span: TextSpan
    public var quote: String
    /// Whether the program checked that the quote stands in the source at this span, and that the sentence which cites it is
    /// supported by it.
    public var verified: Bool
    /// Seconds, for sources that carry times.
    public var startTime: Double?
    public var endTime: Double?
    /// The words of the quote that answer the question, as bytes of the document's extracted text inside of ``span``; `nil` where they are
    /// not known.
    public var answer: TextSpan?
    /// The name of who shares its document; `nil` for what is one's own.
    public var sharedBy: String?

    public init(
        index: Int, documentID: String, path: String, title: String? = nil, page: Int? = nil, span: TextSpan,
        quote: String, verified: Bool, startTime: Double? = nil, endTime: Double? = nil, answer: TextSpan? = nil
    ) {
        self.index = index
        self.documentID = documentID
        self.path = path
        self.title = title
        self.page = page
        self.span = span
        self.quote = quote
        self.verified = verified
        self.startTime = startTime
        self.endTime = endTime
        self.answer = answer
    }

    /// The place of the answer in bytes of ``quote``; `nil` when it is not known or lies outside the quote.
    public var answerInQuote: TextSpan? {
        guard let answer, span.contains(answer) else { return nil }
        return TextSpan(start: answer.start - span.start, end: answer.end - span.start)
    }
}
