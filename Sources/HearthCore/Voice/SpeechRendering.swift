/// Turns text into sound that somebody else plays or keeps.
public protocol SpeechRenderer: Sendable {
    /// What speaks: `espeak-ng`.
    var name: String { get }

    /// The voices that there are, in the order of their languages.
    ///
    /// - Throws: A ``ReadableError``; `CancellationError`.
    func voices() async throws -> [SpeechVoice]

    /// Says a text.
    ///
    /// - Throws: A ``ReadableError`` when it cannot be said; `CancellationError`.
    func render(_ text: String, as manner: SpeechManner) async throws -> SpokenSound
}

/// A voice that can be asked for.
public struct SpeechVoice: Hashable, Codable, Sendable, Identifiable {
    /// By which it is asked for.
    public var id: String
    /// For a person.
    public var name: String
    /// BCP 47, such as `de` and `en-gb`.
    public var language: String

    public init(id: String, name: String, language: String) {
        (self.id, self.name, self.language) = (id, name, language)
    }
}

/// How a text is said.
public struct SpeechManner: Hashable, Sendable {
    /// The id of a voice; `nil` for the usual one of the language.
    public var voice: String?
    /// BCP 47; `nil` for that of the voice.
    public var language: String?
    /// 1 as usual, 2 for twice as fast.
    public var speed: Double

    public init(voice: String? = nil, language: String? = nil, speed: Double = 1) {
        (self.voice, self.language, self.speed) = (voice, language, speed)
    }
}

/// What was said: one channel of samples.
public struct SpokenSound: Hashable, Sendable {
    public var samples: [Int16]
    /// Samples a second.
    public var rate: Int
    /// What of the wishes could not be met, in sentences for a person.
    public var notes: [String]

    public init(samples: [Int16], rate: Int, notes: [String] = []) {
        (self.samples, self.rate, self.notes) = (samples, rate, notes)
    }

    /// Seconds.
    public var duration: Double { rate > 0 ? Double(samples.count) / Double(rate) : 0 }
}
