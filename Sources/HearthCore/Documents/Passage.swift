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

    public init(
        chunkID: Int64, documentID: String, path: String, title: String? = nil, page: Int? = nil, span: TextSpan,
        text: String, score: Double, headings: [String] = [], startTime: Double? = nil, endTime: Double? = nil,
        label: SensitivityLabel = .private
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
    }
}
