/// Asks for the ledger's record that allows the next request of a model which is not called through a `ModelRequest`.
///
/// It is called with the host that the request goes to, before anything is sent, and throws where policy or the user refuses.
public typealias RemotePermit = @Sendable (_ host: String?) async throws -> Int
