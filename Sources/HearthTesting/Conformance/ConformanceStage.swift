public import Foundation
public import HearthCore

/// One answer of a server, as a stage is to give it.
public struct ConformanceReply: Sendable {
    public enum Ending: Hashable, Sendable {
        case complete
        /// The connection breaks after the body, which is not marked as ended.
        case dropped
        /// Nothing more comes, and the connection stays open.
        case held
    }

    public var status: Int
    public var headers: [(name: String, value: String)]
    /// The body, in the pieces in which it is to arrive.
    public var pieces: [[UInt8]]
    public var ending: Ending
    /// Whether there is a wait between the pieces, where the stage knows time.
    public var isSlow: Bool

    public init(
        status: Int = 200, headers: [(name: String, value: String)] = [], pieces: [[UInt8]], ending: Ending = .complete,
        isSlow: Bool = false
    ) {
        self.status = status
        self.headers = headers
        self.pieces = pieces
        self.ending = ending
        self.isSlow = isSlow
    }
}

/// A place where replies are served to a model.
public protocol ConformanceStage: Sendable {
    /// Whether its transport repeats requests by itself.
    var repeatsRequests: Bool { get }

    /// Opens a server that gives these replies one after the other, the last one again and again.
    func open(_ replies: [ConformanceReply]) async throws -> any ConformanceSession
}

/// An open server and the way to it.
public protocol ConformanceSession: Sendable {
    var baseURL: URL { get }
    var transport: any HTTPTransport { get }
    /// The headers of the requests so far, the credential's among them.
    func requestHeaders() async -> [[(name: String, value: String)]]
    /// Waits until every body that was begun has ended or been dropped by the model; `false` when that takes too long.
    func waitUntilIdle() async -> Bool
    func close() async
}

/// Replies without a connection, through ``ScriptedTransport``.
public struct InMemoryStage: ConformanceStage {
    public let repeatsRequests = false

    public init() {}

    public func open(_ replies: [ConformanceReply]) async throws -> any ConformanceSession {
        // Enough for the check that asks most often.
        let repeated = replies + Array(repeating: replies.last, count: 200).compactMap { $0 }
        return try InMemorySession(
            transport: ScriptedTransport(
                repeated.map { reply in
                    let ending: ScriptedTransport.Reply.Ending =
                        switch reply.ending {
                        case .complete: .complete
                        case .dropped: .failure(ScriptedTransport.Failed(code: "connection-lost"))
                        case .held: .never
                        }
                    return .init(status: reply.status, headers: reply.headers, pieces: reply.pieces, ending: ending)
                }))
    }
}

private struct InMemorySession: ConformanceSession {
    let script: ScriptedTransport
    let baseURL: URL

    init(transport: ScriptedTransport) throws {
        script = transport
        guard let url = URL(string: "https://provider.test/v1") else { throw URLError(.badURL) }
        baseURL = url
    }

    var transport: any HTTPTransport { script }

    func requestHeaders() async -> [[(name: String, value: String)]] {
        script.requests.map { request in
            request.headers
                + (request.credential.map { [($0.header, $0.prefix + ($0.key.exposedText() ?? ""))] } ?? [])
        }
    }

    func waitUntilIdle() async -> Bool {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(60)
        while script.openBodies > 0 {
            guard clock.now < deadline else { return false }
            try? await Task.sleep(for: .milliseconds(2))
        }
        return true
    }

    func close() async {}
}

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
