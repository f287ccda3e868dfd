import Foundation
import HearthCore
import HearthExtractive
import HearthModels
import HearthText

/// Where no model writes: sentences of the documents themselves.
extension AnswerService {
    /// The most sentences that the basic engine gives as an answer.
    static let extractiveSentences = 3
    /// Chunks that a store is taken to lack, see ``documentShares(of:)``.
    private static let unseenChunks = 20.0

    /// - Parameter cited: The documents of the answer that the question goes on from. What they say comes before what others say, where
    ///   they name all that the question itself does; of the questions before they say enough anyway.
    func extract(
        _ asked: FollowUp, _ all: [Passage], before cited: Set<String>, on today: CivilDate?,
        decision: RoutingDecision
    ) async throws -> Answer {
        let question = asked.query
        let expander = PassageExpander(library: library)
        let passages = try await expander.gathered(all)
        let context = AnswerContext(included: passages)
        let heads = try await expander.tableHeads(of: passages)
        let candidates = passages.enumerated().map {
            AnswerPassage(
                id: $0, text: $1.text, score: $1.score, headings: $1.headingSpans, title: $1.title,
                tableHead: heads[$1.chunkID])
        }
        var earlier = asked.earlier
        let own = passages.indices.filter { cited.contains(passages[$0].documentID) }
        if asked.isNamed(in: own.map { passages[$0].text }) { earlier.passages = Set(own) }
        let shares = try await documentShares(of: question)
        let isUnderstood = try await retriever.isUnderstood(question, in: passages)
        let found = try await answer(
            asked.question, after: earlier, candidates, shares, on: today, embedder: isUnderstood ? embedder : nil)
        guard !found.abstained, !found.sentences.isEmpty else {
            var answer = Self.abstention(route: decision, context: context)
            answer.notes = [try await otherLanguageNote(question)].compactMap(\.self)
            return answer
        }
        let places = CitationPlaces(library: library)
        var citations: [Citation] = []
        var text: [String] = []
        for sentence in found.sentences {
            let passage = passages[sentence.passage]
            let span = sentence.span.shifted(by: passage.span.start)
            // What a quote shows already is not quoted again.
            let shown = citations.first { $0.documentID == passage.documentID && $0.span.contains(span) }
            if shown == nil {
                citations.append(
                    try await citation(
                        index: citations.count + 1, passage: passage,
                        span: sentence.quote.shifted(by: passage.span.start),
                        quote: passage.text.text(in: sentence.quote) ?? "",
                        words: sentence.words?.shifted(by: passage.span.start), supported: true, places: places))
            }
            text.append("\(sentence.shown ?? PlainText.line(sentence.text)) [\(shown?.index ?? citations.count)]")
        }
        return Answer(
            text: text.joined(separator: " "), abstained: false, citations: citations, route: decision,
            context: context, notes: found.isUnsure ? [Self.unsureNote] : [])
    }

    static let unsureNote =
        "It is not certain that this answers the question: it is the nearest that the documents say."

    /// Why a question in a language of no document may have found nothing; `nil` where one is in it, or where that is not sure.
    func otherLanguageNote(_ question: String) async throws -> String? {
        let asked = LanguageIdentifier().identify(question)
        guard asked.confidence >= Self.leastConfidence, let own = Self.name(of: asked.language) else { return nil }
        let languages = try await library.languages(analysedAs: SearchAnalyzer.version).filter { $0 != "und" }
        let names = languages.compactMap(Self.name(of:))
        guard !names.isEmpty, !languages.contains(asked.language) else { return nil }
        let others = names.prefix(3).joined(separator: ", ")
        return
            "The question seems to be in \(own), and no document is. Only words that are the same in both are found; it may help to "
            + "ask in the language of the documents (\(others))."
    }

    private static let leastConfidence = 0.9

    private static func name(of language: String) -> String? {
        Locale(identifier: "en").localizedString(forLanguageCode: language)
    }

    /// With the help of meaning, which finds what is said in other words and tells how sure an answer is, and of the reader.
    private func answer(
        _ question: String, after earlier: EarlierTurns, _ candidates: [AnswerPassage],
        _ shares: @escaping @Sendable (String) -> Double?, on today: CivilDate?, embedder: (any EmbeddingModel)?
    ) async throws -> ExtractiveAnswer {
        var embed: SentenceEmbedder?
        if let embedder { embed = { try await embedder.embedQuestion($0) } }
        return try await answerer.asked(on: today).answer(
            question: question, after: earlier, passages: candidates,
            maxSentences: Self.extractiveSentences, documentShare: shares,
            noise: { [embedder] query in
                guard let embedder else { return 0 }
                return try await NoiseLevel.level(query: query, embedder: embedder)
            }, embed: embed, reader: reader)
    }

    /// How common each word of the question is in the whole store, so that rare words count for more.
    private func documentShares(of question: String) async throws -> @Sendable (String) -> Double? {
        let chunks = Double(try await library.fullTextStatistics().chunks)
        let words = SearchAnalyzer.words(
            ofQuery: question, likely: LanguageIdentifier().identify(question).language,
            languages: try await library.languages(analysedAs: SearchAnalyzer.version))
        let frequencies = try await library.documentFrequencies(
            of: words.flatMap { [$0.term, $0.plain] + $0.others })
        // The answerer asks by the forms that it finds a word in.
        var known: [String: Int] = [:]
        for word in words {
            let forms = [word.term, word.plain] + word.others
            let most = forms.compactMap { frequencies[$0] }.max() ?? 0
            for form in forms { known[form] = max(known[form] ?? 0, most) }
        }
        // A small store is taken for a sample of a larger one: in a single note every word of it is everywhere.
        let sample = chunks + Self.unseenChunks
        return { [known] term in chunks > 0 ? Double(known[term] ?? 0) / sample : nil }
    }
}
