import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Everything about a text that choosing its sentences needs.
struct SummaryDraft {
    let source: SummarySource
    let words: Int
    let settings: SummarySettings
    /// For each unit, its terms that are no stop words.
    let contents: [[Int32]]
    let weights: ConceptWeights
    let quality: [Double]

    /// Below this many words whole sentences hardly fit, so that clauses are offered as well.
    private static let clauseBudget = 40

    init(_ bytes: UTF8Bytes, text: String, words: Int, query: String?, settings: SummarySettings?) {
        let offersClauses = words <= Self.clauseBudget
        let source = SummarySource(bytes, text: text, clauses: offersClauses)
        let units = source.units
        let contents = units.map { unit in unit.terms.filter { !source.isStop[Int($0)] } }
        var documentCounts = [Int](repeating: 0, count: source.numbers.count)
        for (terms, unit) in zip(contents, units) where !unit.isClause {
            for term in Set(terms) { documentCounts[Int(term)] += 1 }
        }
        let relevance = query.flatMap {
            QueryRelevance(source, query: $0, contents: contents, documentCounts: documentCounts)
        }
        let fitting: SummarySettings =
            offersClauses ? (source.lines.isTranscript ? .briefTalk : .brief) : SummarySettings()
        let settings = settings ?? fitting
        let importance = relevance?.stretch.map { $0 * $0 + 0.02 } ?? units.map { $0.isClause ? 0 : 1 }
        weights = ConceptWeights(
            source, contents: contents, documentCounts: documentCounts, importance: importance,
            wantsRare: relevance != nil, power: settings.power, pairPower: settings.pairPower)
        let hasOpening = !source.isCollection && relevance == nil
        quality = units.enumerated().map { index, unit in
            var value = max(0.05, 1 - settings.talk * unit.personal) * (1 + settings.prose * min(unit.connecting, 0.5))
            value *= max(0.1, 1 - unit.dropped)
            if offersClauses, unit.hasVerb { value *= 1 + settings.finite }
            if hasOpening {
                value *= 1 + settings.opening * exp(-Double(index) / (3 + 0.05 * Double(units.count)))
            }
            if let relevance { value *= pow(relevance.score[index], settings.relevance) }
            return value
        }
        self.source = source
        self.words = words
        self.settings = settings
        self.contents = contents
    }

    /// Chooses and writes the summary.
    func summary(_ bytes: UTF8Bytes) -> ExtractiveSummary {
        let selector = SummarySelector(source: source, weights: weights, quality: quality, settings: settings)
        return write(selector.select(from: contents, words: words), bytes)
    }

    private func write(_ chosen: [Int], _ bytes: UTF8Bytes) -> ExtractiveSummary {
        let tokens = SummaryTokens(bytes, spacedMarks: source.spacedMarks)
        var text = ""
        var sentences: [ExtractiveSummary.Sentence] = []
        var speaker: Int?
        for index in chosen {
            let unit = source.units[index]
            if !text.isEmpty { text.append(" ") }
            if let name = unit.speaker, name != speaker { text.append(source.lines.speakers[name] + ": ") }
            speaker = unit.speaker
            tokens.append(unit.pieces, to: &text)
            if !Self.isClosed(unit.pieces.last, bytes) { text.append("…") }
            sentences.append(
                ExtractiveSummary.Sentence(
                    text: bytes.string(unit.span), span: TextSpan(unit.span),
                    speaker: unit.speaker.map { source.lines.speakers[$0] }, pieces: unit.pieces.map { TextSpan($0) }))
        }
        return ExtractiveSummary(summary: text, sentences: sentences)
    }

    /// Whether a piece ends as a sentence does; what does not is shown to be cut off.
    private static func isClosed(_ piece: Range<Int>?, _ bytes: UTF8Bytes) -> Bool {
        guard let piece, let (value, _) = bytes.scalar(before: piece.upperBound) else { return true }
        return ScalarClass(value) == .other && ![0x2C, 0x3B, 0x3A, 0x2D].contains(value)
    }
}
