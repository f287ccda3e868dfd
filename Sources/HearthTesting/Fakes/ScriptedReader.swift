public import HearthCore
import Synchronization

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
