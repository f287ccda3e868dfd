import HearthCore
import HearthText

/// Finds the place in a passage where the words of a query stand closest together: what a list of results shows of it, since a
/// passage may be long and its beginning about something else.
struct MatchPlace {
    /// Bytes within which words stand at one place: about two lines of a terminal.
    private static let reach = 200

    private let weights: [String: Double]

    /// - Parameters:
    ///   - terms: Of the query, in all languages of the documents.
    ///   - idle: The weight up to which a term says nothing about a topic ("what", "said"). Where a query has no others, these count.
    init(_ terms: [QueryTerm], idle: Double) {
        let telling = terms.filter { $0.weight > idle }
        weights = (telling.isEmpty ? terms : telling).reduce(into: [:]) { weights, term in
            // Two words in a row are one term of the query, and two of the text.
            for word in term.text.split(separator: " ") {
                weights[String(word)] = max(weights[String(word)] ?? 0, term.weight)
            }
        }
    }

    /// Bytes of `text`; `nil` where no word of the query occurs.
    ///
    /// - Parameter language: ISO 639-1, of the document.
    func place(in text: String, language: String?) -> TextSpan? {
        guard !weights.isEmpty else { return nil }
        let found = SearchAnalyzer(language: language).locatedTerms(in: text).filter { weights[$0.text] != nil }
        var best: (weight: Double, span: TextSpan)?
        var first = 0
        // How often each term occurs between `first` and the term at hand.
        var counts: [String: Int] = [:]
        for term in found {
            counts[term.text, default: 0] += 1
            while term.span.end - found[first].span.start > Self.reach, found[first].span.start < term.span.start {
                counts[found[first].text] = (counts[found[first].text] ?? 1) - 1
                first += 1
            }
            // What stands there twice already begins later.
            while (counts[found[first].text] ?? 0) > 1, found[first].span.start < term.span.start {
                counts[found[first].text] = (counts[found[first].text] ?? 1) - 1
                first += 1
            }
            let weight = counts.reduce(0.0) { $0 + ($1.value > 0 ? weights[$1.key] ?? 0 : 0) }
            let span = TextSpan(start: found[first].span.start, end: term.span.end)
            if let best, best.weight > weight || best.weight == weight && best.span.count <= span.count { continue }
            best = (weight, span)
        }
        return best?.span
    }
}
