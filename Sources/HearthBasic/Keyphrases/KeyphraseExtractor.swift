import HearthCore

/// A phrase that says what a text is about.
public struct Keyphrase: Hashable, Codable, Sendable {
    public var text: String
    /// Comparable within one text only; higher is better.
    public var score: Double

    public init(text: String, score: Double) {
        self.text = text
        self.score = score
    }
}

/// Finds the key phrases of a text.
public struct KeyphraseExtractor: Sendable {
    public init() {}

    /// Up to `limit` phrases, best first.
    public func keyphrases(in text: String, limit: Int = 10, language: String? = nil) -> [Keyphrase] {
        let language = language ?? LanguageIdentifier().identify(text).language
        var counts: [String: Int] = [:]
        var order: [String] = []
        for word in WordSplitter().words(in: text) where word.kind != .number {
            guard let form = text.text(in: word.span)?.lowercased() else { continue }
            guard form.count > 2, !Stopwords.contains(form, language: language) else { continue }
            if counts.updateValue((counts[form] ?? 0) + 1, forKey: form) == nil { order.append(form) }
        }
        let ranked = order.enumerated().sorted { a, b in
            let (x, y) = (counts[a.element] ?? 0, counts[b.element] ?? 0)
            return x != y ? x > y : a.offset < b.offset
        }
        return ranked.prefix(max(limit, 0)).map { Keyphrase(text: $0.element, score: Double(counts[$0.element] ?? 0)) }
    }
}
