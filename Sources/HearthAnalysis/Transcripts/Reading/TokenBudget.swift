import HearthCore

/// How much of a transcript goes into one request, and how much may come back, in the engine's own tokens.
///
/// A window is shared: a fifth for the transcript, a tenth for the answer, and the rest for the prompt's own words, the form of
/// the answer and a second try, which repeats the first answer. A window of 4,096 tokens so gives 800 in and 400 out. However
/// large the window, a part stays small enough that the model does not lose its middle. Where somebody chose how long an
/// answer may be, that holds as far as the window has room beside such parts.
struct TokenBudget: Hashable, Sendable {
    /// Tokens of transcript, or of notes, in one request.
    var input: Int
    /// Tokens of one answer.
    var output: Int

    /// Whether a person chose how long an answer may be.
    private let isChosen: Bool

    /// Tokens of an answer that is a line, such as a title.
    var line: Int { isChosen ? output : min(Self.lineOutput, output) }

    static let lineOutput = 80
    static let largestInput = 6_000
    static let largestOutput = 1_200
    /// Below these a part says too little, and an answer is cut off.
    static let smallestInput = 160
    static let smallestOutput = 100

    /// - Parameters:
    ///   - frame: The most tokens that a prompt has beside the transcript: its words and its schema.
    ///   - wanted: The most tokens of an answer, where a person chose them; `nil` goes by the window.
    /// - Throws: ``AnalysisError`` with the code `window-too-small`.
    init(_ capabilities: ModelCapabilities, frame: Int = 0, wanted: Int? = nil) throws {
        let window = capabilities.contextLength ?? .max / 1_000
        // Round numbers: 4,096 tokens are 800 and 400.
        output = min(Self.largestOutput, max(Self.smallestOutput, window * 25 / 256))
        isChosen = wanted != nil
        input = min(Self.largestInput, max(Self.smallestInput, window * 25 / 128))
        if let wanted { output = max(Self.smallestOutput, min(wanted, (window - frame - input) / 2)) }
        if let most = capabilities.maximumOutput { output = min(output, most) }
        // The frame, the answer, and the answer again when the model is asked to correct it.
        input = min(input, window - frame - 2 * output)
        guard input >= Self.smallestInput, output >= Self.smallestOutput else {
            throw AnalysisError.windowTooSmall
        }
    }
}
