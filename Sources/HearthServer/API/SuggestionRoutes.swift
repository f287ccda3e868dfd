import Hearth
import HearthHTTP

/// `/api/suggestions`: questions to begin with, made of what is in the library. An empty library has none.
struct SuggestionRoutes: Sendable {
    let hearth: Hearth

    /// How many questions there are at most, and the newest documents that they are looked for in.
    private static let most = 3
    private static let looked = 12
    /// The longest document that is opened for it: whoever opens the page does not wait for a library to be read.
    private static let longest = 2 << 20

    var routes: [ServerRoute] { [Wire.suggest.route { _ in try await list() }] }

    private func list() async throws -> Wire.Suggestions {
        let page = try await hearth.documents.page(matching: .documents, limit: Self.looked)
        var topics: [[Wire.Suggestions.Question]] = []
        var wholes: [Wire.Suggestions.Question] = []
        for document in page.documents where topics.count < Self.most && document.byteCount <= Self.longest {
            try Task.checkCancellation()
            guard let suggested = SuggestedQuestions(title: document.title, language: document.language),
                let content = try await hearth.documents.content(of: document.id),
                let questions = suggested.questions(about: content)
            else { continue }
            func made(_ text: String) -> Wire.Suggestions.Question { .init(text: text, documentID: document.id) }
            if !questions.topics.isEmpty { topics.append(questions.topics.map(made)) }
            if let whole = questions.whole { wholes.append(made(whole)) }
        }
        let chosen = Self.chosen(topics: topics, wholes: wholes)
        try await hearth.privacy.willGive(Set(chosen.map { .document($0.documentID) }))
        return Wire.Suggestions(questions: chosen, documents: page.total)
    }

    /// The best of each document, then the second of each, so that there are several of a lone one. What a document is about is asked last:
    /// without a model, single sentences answer that least.
    private static func chosen(
        topics: [[Wire.Suggestions.Question]], wholes: [Wire.Suggestions.Question]
    ) -> [Wire.Suggestions.Question] {
        // Two documents of one title may be about the same.
        var asked: Set<String> = []
        let ranks = 0..<(topics.map(\.count).max() ?? 0)
        let inTurn = ranks.flatMap { rank in topics.filter { rank < $0.count }.map { $0[rank] } }
        return Array((inTurn + wholes).filter { asked.insert($0.text).inserted }.prefix(most))
    }
}
