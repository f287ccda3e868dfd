import Foundation
public import HearthCore

/// Replies over real connections: a ``WireServer`` on this machine and the transport under test.
public struct WireStage: ConformanceStage {
    /// A transport and how to shut it down.
    public struct Client: Sendable {
        public var transport: any HTTPTransport
        public var shutdown: @Sendable () async -> Void

        public init(transport: any HTTPTransport, shutdown: @escaping @Sendable () async -> Void) {
            self.transport = transport
            self.shutdown = shutdown
        }
    }

    public let repeatsRequests: Bool
    private let seed: UInt64
    private let makeClient: @Sendable () throws -> Client

    /// - Parameters:
    ///   - repeatsRequests: Whether the transport repeats refused requests by itself.
    ///   - makeClient: Called for each session; the server is plain HTTP on 127.0.0.1.
    public init(
        repeatsRequests: Bool = true, seed: UInt64 = 1, makeClient: @escaping @Sendable () throws -> Client
    ) {
        self.repeatsRequests = repeatsRequests
        self.seed = seed
        self.makeClient = makeClient
    }

    public func open(_ replies: [ConformanceReply]) async throws -> any ConformanceSession {
        let client = try makeClient()
        let script = replies.enumerated().map { Self.response($1, seed: seed &+ UInt64($0)) }
        do {
            return WireSession(server: try await WireServer.start(script: script), client: client)
        } catch {
            await client.shutdown()
            throw error
        }
    }

    /// The reply with its framing, flushed in the pieces that it asks for.
    private static func response(_ reply: ConformanceReply, seed: UInt64) -> WireResponse {
        let body = reply.pieces.flatMap { $0 }
        // In chunks, as providers stream; their frames are cut like everything else.
        let whole = WireResponse.http(
            reply.status, headers: reply.headers, body: body, framing: .chunked(size: max(1, body.count / 50)))
        // What ends a body in order is `0\r\n\r\n`: without it the body has not ended.
        let unended = whole.bytes.count - 5
        let count = min(reply.pieces.count, 400)
        switch reply.ending {
        case .complete:
            return whole.cut(pieces: count, seed: seed, pause: reply.isSlow ? .milliseconds(2) : .zero)
        case .dropped: return whole.dropping(after: unended, reset: seed.isMultiple(of: 2))
        case .held: return whole.stalling(after: unended)
        }
    }
}

private struct WireSession: ConformanceSession {
    let server: WireServer
    let client: WireStage.Client

    var baseURL: URL { server.url.appending(path: "v1") }
    var transport: any HTTPTransport { client.transport }

    func requestHeaders() async -> [[(name: String, value: String)]] { server.log.requests.map(\.headers) }

    /// A connection that is kept for the next request is idle too; shutting the client down closes those and waits for the
    /// others, so that what is open afterwards was left open by the model.
    func waitUntilIdle() async -> Bool {
        await client.shutdown()
        return await server.waitUntil(timeout: .seconds(60)) { $0.openConnectionCount == 0 }
    }

    func close() async {
        await client.shutdown()
        await server.stop()
    }
}
