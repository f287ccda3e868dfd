public import HearthCore
import Synchronization

/// Tools for tests: each call is answered with what it was fed, in that order, and kept.
public final class ScriptedTools: ToolBox {
    public let tools: [ToolDefinition]
    public let label: SensitivityLabel
    private let state: Mutex<(outcomes: [ToolOutcome], calls: [(call: ToolCall, label: SensitivityLabel)])>

    /// - Parameters:
    ///   - names: Of the tools that are offered.
    ///   - label: What is promised of the outcomes; `nil` promises what holds.
    public init(_ names: [String], _ outcomes: [ToolOutcome], label: SensitivityLabel? = nil) {
        self.label = label ?? outcomes.map(\.label).max() ?? .public
        tools = names.map { ToolDefinition(name: $0, description: "It is \($0).", parameters: ["type": "object"]) }
        state = Mutex((outcomes, []))
    }

    /// Every call so far, with the label that its arguments may have, in order.
    public var calls: [(call: ToolCall, label: SensitivityLabel)] { state.withLock { $0.calls } }

    public func run(
        _ call: ToolCall, labelNow: @Sendable () async throws -> SensitivityLabel
    ) async throws -> ToolOutcome {
        try Task.checkCancellation()
        let label = try await labelNow()
        return state.withLock { state in
            state.calls.append((call, label))
            let none = ToolOutcome(text: "There is nothing more.", isError: true, note: "Nothing was called.")
            return state.outcomes.isEmpty ? none : state.outcomes.removeFirst()
        }
    }
}

// MARK: - A reader

/// A reader for tests: it finds the words that it was told, wherever they stand, and keeps what it was asked.
public final class ScriptedReader: ReadingModel {
    public struct Call: Sendable {
        public var question: String
        public var passages: [String]
    }

    public let id = "scripted-reader"
    public let languages: Set<String>
    private let script: @Sendable (String, [String]) throws -> [PassageReading]
    private let log = Mutex<[Call]>([])

    /// A reader that does as it is told.
    public init(
        languages: Set<String> = ["en"],
        read: @escaping @Sendable (_ question: String, _ passages: [String]) throws -> [PassageReading]
    ) {
        self.languages = languages
        script = read
    }

    /// A reader that finds these words in every passage that has them, where they stand first, and that takes all others for passages
    /// which do not answer.
    ///
    /// - Parameters:
    ///   - words: The likeliest first.
    ///   - answerable: How likely a passage answers that has any of them.
    public convenience init(
        languages: Set<String> = ["en"], finding words: String..., probability: Double = 0.95, answerable: Double = 0.95
    ) {
        self.init(languages: languages) { [words] _, passages in
            passages.map { passage in
                let places = words.compactMap { ScriptedReader.place(of: $0, in: passage) }
                let spans = places.enumerated().map { number, place in
                    let share = probability / Double(number + 1)
                    return PassageReading.Span(
                        place: place, score: 0, probability: share, answerable: answerable)
                }
                let isHeld = !spans.isEmpty
                return PassageReading(
                    relevance: isHeld ? 0.9 : 0.1, answerable: isHeld ? answerable : 0.02,
                    logits: .init(relevance: 0, answerable: 0), spans: spans, bytesRead: passage.utf8.count)
            }
        }
    }

    /// What it was asked, in order.
    public var calls: [Call] { log.withLock { $0 } }

    public func read(question: String, passages: [String]) async throws -> [PassageReading] {
        log.withLock { $0.append(Call(question: question, passages: passages)) }
        return try script(question, passages)
    }

    private static func place(of words: String, in passage: String) -> TextSpan? {
        let (text, words) = (Array(passage.utf8), Array(words.utf8))
        guard !words.isEmpty, words.count <= text.count else { return nil }
        let start = (0...text.count - words.count).first { text[$0..<$0 + words.count].elementsEqual(words) }
        return start.map { TextSpan(start: $0, end: $0 + words.count) }
    }
}

// MARK: - A tagger

/// A tagger for tests: it finds the names that it was told, wherever they stand, and keeps what it was asked.
public final class ScriptedTagger: TaggingModel {
    public let id = "scripted-tagger"
    public let languages: Set<String>
    private let script: @Sendable ([TaggerSentence]) throws -> [SentenceTags]
    private let log = Mutex<[[TaggerSentence]]>([])

    /// A tagger that does as it is told.
    public init(
        languages: Set<String> = ["en"],
        tag: @escaping @Sendable (_ sentences: [TaggerSentence]) throws -> [SentenceTags]
    ) {
        self.languages = languages
        script = tag
    }

    /// A tagger that finds these names in every sentence that has them, at all their places, and says of a sentence what its closures do.
    ///
    /// - Parameters:
    ///   - names: Kinds by names; of two that overlap the one that begins first is found, and of those the longer.
    ///   - probability: How sure it is of a name, and of what holds.
    ///   - acts: What is done with a sentence of this text. These hold, all others do not.
    ///   - emotions: What is felt in it, likewise.
    ///   - valence: How good or bad it feels, -1 to 1; from 0.2 on it is positive, and likewise negative.
    ///   - salience: What it is worth for a summary.
    public convenience init(
        languages: Set<String> = ["en"], names: [String: SentenceTags.Name.Kind] = [:], probability: Double = 0.95,
        acts: @escaping @Sendable (String) -> Set<SentenceTags.Act> = { _ in [] },
        emotions: @escaping @Sendable (String) -> Set<SentenceTags.Emotion> = { _ in [] },
        valence: @escaping @Sendable (String) -> Double = { _ in 0 },
        salience: @escaping @Sendable (String) -> Double = { _ in 0 }
    ) {
        self.init(languages: languages) { sentences in
            sentences.map { sentence in
                let text = sentence.text
                func label(_ holds: Bool) -> SentenceTags.Label {
                    .init(probability: holds ? probability : 1 - probability, holds: holds)
                }
                let (acts, emotions, valence) = (acts(text), emotions(text), valence(text))
                return SentenceTags(
                    names: ScriptedTagger.places(of: names, in: text).map {
                        .init(kind: $0.kind, place: $0.place, probability: probability)
                    },
                    valence: valence, positive: label(valence >= 0.2), negative: label(valence <= -0.2),
                    emotions: .init(
                        uniqueKeysWithValues: SentenceTags.Emotion.allCases.map { ($0, label(emotions.contains($0))) }),
                    acts: .init(
                        uniqueKeysWithValues: SentenceTags.Act.allCases.map { ($0, label(acts.contains($0))) }),
                    salience: salience(text), bytesRead: text.utf8.count)
            }
        }
    }

    /// What it was asked, in order.
    public var calls: [[TaggerSentence]] { log.withLock { $0 } }

    public func tag(_ sentences: [TaggerSentence]) async throws -> [SentenceTags] {
        log.withLock { $0.append(sentences) }
        return try script(sentences)
    }

    /// Whole words only, from left to right.
    private static func places(
        of names: [String: SentenceTags.Name.Kind], in text: String
    ) -> [(kind: SentenceTags.Name.Kind, place: TextSpan)] {
        let bytes = Array(text.utf8)
        let named = names.map { (name: Array($0.key.utf8), kind: $0.value) }.filter { !$0.name.isEmpty }
            .sorted { $0.name.count > $1.name.count }
        func isLetter(at place: Int) -> Bool {
            guard bytes.indices.contains(place) else { return false }
            return switch bytes[place] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...: true
            default: false
            }
        }
        var found: [(kind: SentenceTags.Name.Kind, place: TextSpan)] = []
        var place = 0
        while place < bytes.count {
            let match = named.first {
                bytes[place...].starts(with: $0.name) && !isLetter(at: place - 1)
                    && !isLetter(at: place + $0.name.count)
            }
            guard let match else {
                place += 1
                continue
            }
            found.append((match.kind, TextSpan(start: place, end: place + match.name.count)))
            place += match.name.count
        }
        return found
    }
}

// MARK: - Ends of sentences

/// Tells ends of sentences as it is told to, and keeps how many words it was asked about.
public final class ScriptedStops: SentenceEndModel {
    public let id = "scripted-stops"
    public let languages: Set<String>
    private let script: @Sendable ([String]) throws -> [Double]
    private let log = Mutex<[Int]>([])

    /// - Parameter ends: For the words that it is asked about, the logarithm of the odds behind each but the last.
    public init(
        languages: Set<String> = ["en"], ends: @escaping @Sendable (_ words: [String]) throws -> [Double]
    ) {
        self.languages = languages
        script = ends
    }

    /// One that is sure of an end behind these words, wherever they stand, and of none elsewhere.
    public convenience init(languages: Set<String> = ["en"], behind words: Set<String>) {
        self.init(languages: languages) { given in given.dropLast().map { words.contains($0) ? 4 : -6 } }
    }

    /// How many words it was asked about, call by call.
    public var calls: [Int] { log.withLock { $0 } }

    public func sentenceEnds(in words: [String]) async throws -> [Double] {
        log.withLock { $0.append(words.count) }
        return try script(words)
    }
}
