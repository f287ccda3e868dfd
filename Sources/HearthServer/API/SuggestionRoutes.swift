import Foundation
import HearthBasic
import HearthCore
import HearthEngine
import HearthHTTP
import HearthStore

/// `/api/suggestions`: questions to begin with, made of what is in the library. An empty library has none.
struct SuggestionRoutes: Sendable {
    let hearth: Hearth

    /// How many questions there are at most, and the newest documents that they are looked for in.
    private static let most = 3
    private static let looked = 12
    /// Bytes of a document that are read for what it is about, and the longest document that is opened for it: whoever opens
    /// the page does not wait for a library to be read.
    private static let readBytes = 12 << 10
    private static let longest = 2 << 20

    var routes: [ServerRoute] { [ServerRoute(.get, "/api/suggestions") { _ in try await list() }] }

    private func list() async throws -> ServerResponse {
        let database = try await hearth.database()
        var filter = SearchFilter()
        filter.withoutJournal = true
        let page = try await database.page(matching: filter, limit: Self.looked)
        var questions: [JSONValue] = []
        // Two documents of one title may be about the same.
        var asked: Set<String> = []
        for document in page.documents where questions.count < Self.most && document.byteCount <= Self.longest {
            try Task.checkCancellation()
            guard let text = try await database.content(ofDocument: document.id)?.text,
                let question = Self.question(about: document, text: text), asked.insert(question).inserted
            else { continue }
            try await hearth.willGive([.document(document.id)])
            questions.append(["text": .string(question), "documentID": .string(document.id)])
        }
        return .json(["questions": .array(questions), "documents": JSONEncoding.number(page.total)])
    }

    /// `nil` where nothing in the text stands out.
    static func question(about document: StoredDocument, text: String) -> String? {
        guard let title = document.title?.split(whereSeparator: \.isWhitespace).joined(separator: " "), !title.isEmpty
        else { return nil }
        let beginning = String(decoding: text.utf8.prefix(readBytes), as: UTF8.self)
        let known = title.lowercased()
        let phrases = KeyphraseExtractor().keyphrases(in: beginning, limit: 12, language: document.language)
            .map { $0.text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .filter { !known.contains($0.lowercased()) && $0.count <= 60 }
        // What the text comes back to; and of that several words, since one alone could be anything.
        let lower = beginning.lowercased()
        let repeated = phrases.filter { lower.components(separatedBy: $0.lowercased()).count > 2 }
        func named(_ phrases: [String]) -> String? { phrases.first { $0.contains(" ") } }
        guard let phrase = named(repeated) ?? repeated.first ?? named(phrases) ?? phrases.first else { return nil }
        let short = title.count > 60 ? title.prefix(59) + "…" : title[...]
        return "What does “\(short)” say about \(phrase)?"
    }
}
