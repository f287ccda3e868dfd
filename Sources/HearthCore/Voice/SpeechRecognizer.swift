/// Writes down speech.
public protocol SpeechRecognizer: Sendable {
    var engine: SpeechEngine { get }
    /// Names the weights: `whisper-base`, `en-us`.
    var modelID: String { get }
    /// The most seconds of one clip; longer stretches of speech are cut at a pause before they come here.
    var maximumClip: Double { get }

    /// Gets ready, so that the first clip need not wait for it. Called once before the first clip.
    ///
    /// - Throws: A ``ReadableError`` when the recognizer cannot work here.
    func prepare() async throws

    /// Writes down one clip.
    ///
    /// - Parameters:
    ///   - clip: 16 kHz samples of one channel.
    ///   - partial: Is told the text so far, where the engine has any before the end.
    /// - Returns: Segments with times from the beginning of the clip.
    /// - Throws: A ``ReadableError``, or `CancellationError` soon after the task was cancelled.
    func recognize(
        _ clip: [Float], options: RecognitionOptions, partial: @escaping @Sendable (String) -> Void
    ) async throws -> RecognizedSpeech
}

extension SpeechRecognizer {
    public func recognize(_ clip: [Float], options: RecognitionOptions) async throws -> RecognizedSpeech {
        try await recognize(clip, options: options) { _ in }
    }
}

/// What writes down speech.
public enum SpeechEngine: String, Codable, Sendable, CaseIterable {
    case whisper
    case pocketsphinx
    case apple
}

/// What a recognizer may be told.
public struct RecognitionOptions: Sendable, Hashable {
    /// The language that is spoken (ISO 639-1); `nil` lets the recognizer find out.
    public var language: String?
    /// Names and terms that are likely to be said, spelled as they shall be written. For engines that can be told.
    public var vocabulary: [String]
    /// A text that might have come before, whose spelling and style are taken up; the end of it counts. For engines that write
    /// as language models do.
    public var prompt: String?
    /// 0 takes the likeliest word each time; up to 1 it is drawn among the likely ones. `nil` is the engine's own choice. For
    /// engines that draw.
    public var temperature: Double?

    public init(
        language: String? = nil, vocabulary: [String] = [], prompt: String? = nil, temperature: Double? = nil
    ) {
        self.language = language
        self.vocabulary = vocabulary
        self.prompt = prompt
        self.temperature = temperature
    }
}
