/// A piece of a document, the unit of search: small enough for the embedding model, whole enough to be read on its own.
public struct Chunk: Hashable, Codable, Sendable {
    /// Position in the document, from 0.
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

    public init(
        index: Int, span: TextSpan, text: String, tokens: Int, page: Int? = nil, headings: [String] = [],
        startTime: Double? = nil, endTime: Double? = nil
    ) {
        self.index = index
        self.span = span
        self.text = text
        self.tokens = tokens
        self.page = page
        self.headings = headings
        self.startTime = startTime
        self.endTime = endTime
    }
}
