import HearthGGUF

/// What a reader's model file says of how it was trained to read (`hearth.reader.…`), checked.
struct ReaderFormat: Sendable {
    /// The version of the format that is read here.
    static let version = 1
    static let longestSpan = 256
    /// How many windows a token is in at most, about: windows that lie closer would make a passage of a page the work of hours.
    static let mostOverlap = 8

    /// Tokens of a question that are read.
    let questionTokens: Int
    /// Tokens of a window, with the question and the three special tokens.
    let window: Int
    /// Tokens from the beginning of a window to that of the next.
    let stride: Int
    /// Tokens of the longest span.
    let spanTokens: Int
    let answerable: LogitCalibration
    let relevance: LogitCalibration
    /// ISO 639-1.
    let languages: Set<String>

    /// - Parameter positions: The longest sequence for which the encoder has positions.
    init(_ file: GGUFFile, positions: Int) throws {
        let metadata = try HeadMetadata(file, of: "reader", version: Self.version)
        func calibration(_ head: String) throws -> LogitCalibration {
            let scale = try metadata.number(head + ".scale")
            guard scale > 0 else { throw metadata.malformed(head + ".scale") }
            return LogitCalibration(scale: scale, shift: try metadata.number(head + ".shift"))
        }
        window = try metadata.window(atLeast: 5, positions: positions)
        // Of a window something must be left for the passage.
        questionTokens = try metadata.size("question_tokens", 1...window - 4)
        stride = try metadata.size("stride", max(1, window / Self.mostOverlap)...window)
        spanTokens = try metadata.size("span_tokens", 1...Self.longestSpan)
        answerable = try calibration("answerable")
        relevance = try calibration("relevance")
        languages = try metadata.languages()
    }
}

/// The two heads of a reader: what it makes of a token as the beginning and as the end of an answer, and of the first token, which stands
/// for the passage, as relevance and as answerability.
struct ReaderHeads: Sendable {
    /// Start and end.
    let span: LinearHead
    /// Relevance and answerability.
    let passage: LinearHead

    init(_ file: GGUFFile, width: Int) throws {
        span = try LinearHead("reader.span", file, rows: 2, width: width)
        passage = try LinearHead("reader.passage", file, rows: 2, width: width)
    }
}
