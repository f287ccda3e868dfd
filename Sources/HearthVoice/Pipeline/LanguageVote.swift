import HearthCore

/// Settles on the language of a recording: a short stretch is easily mistaken, so stretches vote with their length until
/// enough was heard, and then the language is fixed.
struct LanguageVote {
    /// Seconds of speech after which the language no longer changes.
    static let enough = 15.0

    private var seconds: [String: Double] = [:]
    private let given: String?

    init(given: String?) { self.given = given }

    /// What the recognizer is told; `nil` lets it find out.
    var decided: String? {
        if let given { return given }
        return seconds.values.reduce(0, +) >= Self.enough ? favourite : nil
    }

    /// The language that was heard most.
    var favourite: String? {
        given ?? seconds.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    mutating func add(_ speech: RecognizedSpeech, duration: Double) {
        guard given == nil, let language = speech.language, !speech.segments.isEmpty else { return }
        seconds[language, default: 0] += duration * (speech.languageConfidence ?? 1)
    }
}
