import Hearth
import HearthHTTP

/// Holds somebody to their part of the machine, where something is to be kept for them or an engine is to work.
struct PersonLimits: Sendable {
    let id: String
    let people: People
    let hearth: Hearth

    /// Those of whom this task serves; `nil` for the owner, who has no limit.
    @TaskLocal static var current: PersonLimits?

    /// - Throws: `AccountError` `quota-used`.
    func check(_ route: ServerRoute, _ request: ServerRequest) async throws {
        if Self.keeps(route) { try await requireRoom(request.body.announced ?? route.bodyLimit) }
        if Self.asks(route) { try await requireTokens() }
    }

    func requireRoom(_ more: Int = 0) async throws {
        // What is in PostgreSQL is none of this machine's folders.
        guard hearth.settings.library == nil else { return }
        try await BlockingWork.run { try people.requireRoom(more, for: id) }
    }

    func requireTokens() async throws { try await people.requireTokens(of: id, in: hearth) }

    /// Whether what is sent there is kept. What removes, labels or stops is done in any case.
    static func keeps(_ route: ServerRoute) -> Bool {
        guard [.post, .put].contains(route.method) else { return false }
        if keepers.contains(route.pattern) { return true }
        return route.method == .post && route.pattern.contains("/v1/")
            && depositories.contains { route.pattern.hasSuffix($0) }
    }

    private static let depositories = ["/files", "/vector_stores", "/batches", "/file_batches"]

    private static let keepers: Set<String> = [
        "/api/documents", "/api/transcripts", "/api/recordings", "/api/conversations",
        "/api/conversations/:id/messages", "/api/conversations/:id/branch", "/api/journal/entries",
        "/api/journal/entries/:id", "/api/journal/import",
    ]

    /// Whether an engine may work for what is sent there. Tools of MCP ask by themselves.
    static func asks(_ route: ServerRoute) -> Bool {
        guard route.method == .post else { return false }
        return TokenScope.needed(route) == .ask || route.pattern == "/api/conversations/:id/messages"
            || route.pattern.hasSuffix("/batches")
    }
}
