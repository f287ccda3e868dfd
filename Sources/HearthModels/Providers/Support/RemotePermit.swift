public import HearthCore

/// What a model that is not called through a `ModelRequest` asks before each request, and tells after it.
public struct RemotePermit: Sendable {
    /// How a request ended.
    public struct Outcome: Sendable {
        public var duration: Duration
        /// As the service counted; `nil` when it did not say.
        public var usage: TokenUsage?
        /// `nil` after success.
        public var errorCode: String?
    }

    private let begin: @Sendable (_ host: String?) async throws -> Int
    private let again: @Sendable (_ record: Int) async throws -> Void
    private let end: @Sendable (_ record: Int, Outcome) async -> Void

    /// - Parameters:
    ///   - begin: Called with the host before anything is sent; gives the ledger's record that allows the request, and throws
    ///     where policy or the user refuses.
    ///   - again: Called with that record before each attempt to send the request; throws where it may not leave any more.
    ///   - end: Called once for each request that began.
    public init(
        begin: @escaping @Sendable (_ host: String?) async throws -> Int,
        again: @escaping @Sendable (_ record: Int) async throws -> Void = { _ in },
        end: @escaping @Sendable (_ record: Int, Outcome) async -> Void = { _, _ in }
    ) {
        self.begin = begin
        self.again = again
        self.end = end
    }

    /// Asks whether a request that began may still leave.
    func mayLeave(_ record: Int) -> @Sendable () async throws -> Void { { [again] in try await again(record) } }

    /// Does one request.
    func request<Value>(
        to host: String?, _ body: (_ record: Int) async throws -> (value: Value, usage: TokenUsage?)
    ) async throws -> Value {
        let record = try await begin(host)
        let start = ContinuousClock.now
        do {
            let (value, usage) = try await body(record)
            await end(record, Outcome(duration: start.duration(to: .now), usage: usage))
            return value
        } catch {
            let code = error is CancellationError ? "cancelled" : (error as? any ReadableError)?.code ?? "failed"
            await end(record, Outcome(duration: start.duration(to: .now), errorCode: code))
            throw error
        }
    }
}
