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
