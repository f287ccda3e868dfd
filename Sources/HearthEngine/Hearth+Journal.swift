public import HearthAnalysis
import HearthCore
import HearthModels
import HearthStore

extension Hearth {
    /// The journal: entries, and what is made of them by day, week, month and year. See `Journal`.
    public func journal() async throws -> Journal {
        let parts = try current()
        return try await Journal(
            database: parts.database(), router: parts.router(), tokenizer: parts.tokenizer(),
            embedder: parts.embedder())
    }
}
