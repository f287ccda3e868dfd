import Foundation
public import HearthCore
public import HearthKnowledge
public import HearthModels
import HearthStore

extension Hearth {
    /// Words a text differently. See `RewriteService`.
    public func rewrite(_ request: RewriteRequest) async throws -> AsyncThrowingStream<RoutedEvent, any Error> {
        try await RewriteService(router: router()).rewrite(request)
    }

    /// What a rewriting would send, without sending it.
    public func preview(_ request: RewriteRequest) async throws -> OutboundPreview {
        try await RewriteService(router: router()).preview(request)
    }

    /// Makes study questions from documents. See `QuizService`.
    public func quiz(_ request: QuizRequest) async throws -> Quiz {
        let parts = try current()
        return try await QuizService(database: parts.database(), router: parts.router()).quiz(request)
    }

    /// What a quiz would send, part by part, without sending it.
    public func preview(_ request: QuizRequest) async throws -> [OutboundPreview] {
        let parts = try current()
        return try await QuizService(database: parts.database(), router: parts.router()).preview(request)
    }

    /// What understanding a wish would send, without sending it.
    public func previewUnderstanding(
        _ wish: String, routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .intentToAction)
    ) async throws -> [OutboundPreview] {
        try await IntentService(router: router()).preview(wish, routing: routing, options: options)
    }

    /// Turns a wish into one of Hearth's own commands, which it does not run. See `IntentService`. What it calls a document by
    /// words of its title or of its file's name becomes that document.
    public func understand(
        _ wish: String, routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .intentToAction)
    ) async throws -> UnderstoodWish {
        var understood = try await IntentService(router: router()).understand(wish, routing: routing, options: options)
        guard var action = understood.action else { return understood }
        if ["summarize", "transcript"].contains(action.command) {
            action.argument = try await named(action.argument, &understood.notes)
        }
        for index in action.places.indices {
            action.places[index] = try await named(action.places[index], &understood.notes)
        }
        understood.action = action
        return understood
    }

    /// The path of the one document that words mean; the words as they are where they name a file or a document, mean none,
    /// or mean several, which a note says.
    private func named(_ words: String, _ notes: inout [String]) async throws -> String {
        guard !words.contains("/"), !FileManager.default.fileExists(atPath: words),
            let reference = DocumentReference(words)
        else { return words }
        let database = try await database()
        guard try await database.documents(named: words).isEmpty else { return words }
        let found = reference.matches(among: try await database.documents())
        if found.count > 1 {
            let names = found.prefix(5).map { $0.paths.first ?? $0.id }.joined(separator: ", ")
            notes.append("\(found.count) documents may be meant by “\(words)”: \(names)")
        }
        guard found.count == 1, let document = found.first else { return words }
        return document.paths.first ?? document.id
    }
}
