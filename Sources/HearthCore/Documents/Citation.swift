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

    public init(
        index: Int, documentID: String, path: String, title: String? = nil, page: Int? = nil, span: TextSpan,
        quote: String, verified: Bool, startTime: Double? = nil, endTime: Double? = nil
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
    }
}
