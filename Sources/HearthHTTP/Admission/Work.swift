import Synchronization

/// What one request holds of the server's budgets, until it has been answered.
final class Work: Sendable {
    /// Who sent it, for budgets: programs with the token are one client, each browser is one.
    let client: String
    private let bytes: Budget
    private let tokens: Budget
    private let taken = Mutex((bytes: 0, tokens: 0))

    /// The work that the running task belongs to; `nil` outside of a request.
    @TaskLocal static var current: Work?

    init(client: String, bytes: Budget, tokens: Budget) {
        self.client = client
        self.bytes = bytes
        self.tokens = tokens
    }

    /// Takes room for a body.
    func take(bytes count: Int) async throws {
        let amount = try await bytes.take(count, client: client)
        taken.withLock { $0.bytes += amount }
    }

    /// Takes room for what an engine is to read and to write.
    func take(tokens count: Int) async throws {
        let amount = try await tokens.take(count, client: client)
        taken.withLock { $0.tokens += amount }
    }

    func end() {
        let amounts = taken.withLock { taken in
            defer { taken = (0, 0) }
            return taken
        }
        bytes.giveBack(amounts.bytes, client: client)
        tokens.giveBack(amounts.tokens, client: client)
    }
}
