/// Writes down speech.
public protocol SpeechRecognizer: Sendable {
    var engine: SpeechEngine { get }
    /// Names the weights: `whisper-base`, `en-us`.
    var modelID: String { get }
    /// The most seconds of one clip; longer stretches of speech are cut at a pause before they come here.
    var maximumClip: Double { get }
    /// Whether it can put speech into English as it writes it down (``RecognitionOptions/translates``).
    var canTranslate: Bool { get }

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
    public var canTranslate: Bool { false }

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
    /// Whether what is said in another language is written in English. For engines that ``SpeechRecognizer/canTranslate``: others
    /// are not asked, since they would write down the language that is spoken.
    public var translates: Bool

    public init(
        language: String? = nil, vocabulary: [String] = [], prompt: String? = nil, temperature: Double? = nil,
        translates: Bool = false
    ) {
        self.language = language
        self.vocabulary = vocabulary
        self.prompt = prompt
        self.temperature = temperature
        self.translates = translates
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

// MARK: - Where somebody speaks

/// Finds where in a stream of sound somebody speaks.
///
/// A detector hears one channel from its beginning, and is used by one task; a second stream needs a second detector.
public protocol VoiceActivityDetector {
    /// `silero`, `energy`.
    var name: String { get }

    /// Hears the next samples.
    ///
    /// - Returns: What has become certain by now. An end is told some time after it, when the silence has lasted.
    /// - Throws: A ``ReadableError`` when the detector fails.
    mutating func feed(_ samples: [Float]) throws -> [VoiceActivityEvent]

    /// Hears that there is no more.
    mutating func finish() throws -> [VoiceActivityEvent]

    /// The first sample that a later event may still name; what lies before it can be forgotten.
    var horizon: Int { get }
}

/// What a detector tells.
public enum VoiceActivityEvent: Sendable, Hashable {
    /// Somebody began to speak at this sample. A noise that turns out to be too short gets ``cancelled`` after it.
    case began(at: Int)
    /// What began was no speech.
    case cancelled
    /// Somebody spoke from the first of these samples to the last.
    case ended(Range<Int>)
}

// MARK: - Who speaks

/// Tells who speaks when.
///
/// A diarizer hears the stretches of speech of one recording in their order, and is asked at the end. It is used by one task.
public protocol SpeakerDiarizer {
    /// `channels`, `labels`, `clustering`.
    var name: String { get }

    /// Hears one stretch of speech.
    ///
    /// - Parameters:
    ///   - samples: 16 kHz samples of one channel.
    ///   - start: The first sample's index on the clock of the recording.
    ///   - channel: The channel that it was spoken on, 0 where the channels were mixed.
    mutating func feed(_ samples: [Float], start: Int, channel: Int) throws

    /// Who spoke when; called once, at the end.
    mutating func finish() throws -> DiarizationOutcome
}

/// What came of telling speakers apart.
public enum DiarizationOutcome: Sendable, Hashable {
    /// Nobody asked for it.
    case off
    /// In the order of their times.
    case labelled([SpeakerTurn])
    /// It could not be told who speaks; the reason is a sentence for a person.
    case unavailable(reason: String)

    /// `off`, `labelled` or `unavailable`.
    public var label: String {
        switch self {
        case .off: "off"
        case .labelled: "labelled"
        case .unavailable: "unavailable"
        }
    }
}

/// A stretch in which one person speaks.
public struct SpeakerTurn: Sendable, Hashable, Codable {
    /// Seconds from the start of the recording.
    public var start: Double
    public var end: Double
    /// A name where there is one, else "Speaker 1", "Speaker 2", … in the order of their first words.
    public var speaker: String
    /// The channel that the turn is on; `nil` where it does not matter.
    public var channel: Int?

    public init(start: Double, end: Double, speaker: String, channel: Int? = nil) {
        self.start = start
        self.end = end
        self.speaker = speaker
        self.channel = channel
    }
}
