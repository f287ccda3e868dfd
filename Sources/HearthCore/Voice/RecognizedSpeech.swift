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
