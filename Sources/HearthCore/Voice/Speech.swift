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

/// What a recognizer heard in one stretch of sound.
public struct RecognizedSpeech: Sendable, Hashable, Codable {
    /// In the order of their times; empty when no words were heard.
    public var segments: [RecognizedSegment]
    /// The language that was spoken (ISO 639-1); `nil` where the recognizer does not tell.
    public var language: String?
    /// How sure the recognizer is of the language, 0 to 1; `nil` where it was told, or does not say.
    public var languageConfidence: Double?

    public init(segments: [RecognizedSegment], language: String? = nil, languageConfidence: Double? = nil) {
        self.segments = segments
        self.language = language
        self.languageConfidence = languageConfidence
    }
}

/// Some words that belong together, with their times.
public struct RecognizedSegment: Sendable, Hashable, Codable {
    /// Seconds: from the beginning of the clip when a recognizer gives it, of the recording when the pipeline does.
    public var start: Double
    public var end: Double
    public var text: String
    /// 0 to 1: the geometric mean of the probabilities of what it consists of; `nil` where the engine has none.
    public var confidence: Double?
    /// `nil` where the engine does not time words.
    public var words: [RecognizedWord]?
    /// Who speaks; `nil` until, and unless, that is known.
    public var speaker: String?

    public init(
        start: Double, end: Double, text: String, confidence: Double? = nil, words: [RecognizedWord]? = nil,
        speaker: String? = nil
    ) {
        self.start = start
        self.end = end
        self.text = text
        self.confidence = confidence
        self.words = words
        self.speaker = speaker
    }

    /// The same, later by some seconds.
    public func shifted(by seconds: Double) -> RecognizedSegment {
        var segment = self
        segment.start += seconds
        segment.end += seconds
        segment.words = words?.map {
            var word = $0
            word.start += seconds
            word.end += seconds
            return word
        }
        return segment
    }
}

/// One word with its time.
public struct RecognizedWord: Sendable, Hashable, Codable {
    public var start: Double
    public var end: Double
    /// Without white space at its ends; punctuation stays with the word that it follows.
    public var text: String
    /// 0 to 1; `nil` where the engine has none.
    public var confidence: Double?

    public init(start: Double, end: Double, text: String, confidence: Double? = nil) {
        self.start = start
        self.end = end
        self.text = text
        self.confidence = confidence
    }
}

/// Speaks.
public protocol SpeechOutput: Sendable {
    /// Says a sentence, and returns when it has been said.
    ///
    /// - Parameter language: The sentence's language (ISO 639-1); `nil` for the voice's own.
    /// - Throws: A ``ReadableError`` when it cannot be said, or `CancellationError`; then nothing is heard any more.
    func speak(_ sentence: String, language: String?) async throws
}
