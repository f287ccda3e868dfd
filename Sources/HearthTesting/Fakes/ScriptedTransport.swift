public import HearthCore
import Synchronization

/// A transport for tests that opens no connection: it answers with what it was fed, in that order, and keeps the requests.
///
/// It does what an ``HTTPTransport`` promises and nothing more: no retries, no redirects, no checks of hosts.
public final class ScriptedTransport: HTTPTransport {
    /// What one request is answered with.
    public struct Reply: Sendable {
        public enum Ending: Sendable {
            case complete
            case failure(any Error)
            /// The body stays open until it is dropped.
            case never
        }

        public var status: Int
        public var headers: [(name: String, value: String)]
        public var pieces: [[UInt8]]
        public var ending: Ending

        public init(
            status: Int = 200, headers: [(name: String, value: String)] = [], pieces: [[UInt8]] = [],
            ending: Ending = .complete
        ) {
            self.status = status
            self.headers = headers
            self.pieces = pieces
            self.ending = ending
        }

        /// A body in one piece.
        public init(status: Int = 200, _ body: String, contentType: String = "application/json") {
            self.init(status: status, headers: [("content-type", contentType)], pieces: [Array(body.utf8)])
        }
    }

    /// What a scripted connection fails with.
    public struct Failed: ReadableError {
        public let code: String
        public let kind: Failure.Kind
        public let message: String

        public init(
            code: String, kind: Failure.Kind = .connectionFailed,
            message: String = "The script says that the connection failed. Read the test."
        ) {
            self.code = code
            self.kind = kind
            self.message = message
        }
    }

    private struct State {
        var replies: [Reply]
        var requests: [HTTPRequest] = []
        var open = 0
    }

    private let state: Mutex<State>

    public init(_ replies: [Reply] = []) { state = Mutex(State(replies: replies)) }

    public func queue(_ replies: Reply...) { state.withLock { $0.replies += replies } }

    /// Every request so far, in order.
    public var requests: [HTTPRequest] { state.withLock { $0.requests } }
    /// Bodies that have neither ended nor been dropped.
    public var openBodies: Int { state.withLock { $0.open } }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        try await request.mayLeave?()
        let reply = state.withLock { state -> Reply? in
            state.requests.append(request)
            guard !state.replies.isEmpty else { return nil }
            state.open += 1
            return state.replies.removeFirst()
        }
        guard let reply else {
            throw Failed(
                code: "script-exhausted", kind: .internal,
                message: "The scripted transport has no reply left. Queue one more.")
        }
        let body = EventStream<[UInt8]> { [self] emit in
            defer { state.withLock { $0.open -= 1 } }
            for piece in reply.pieces { try await emit(piece) }
            switch reply.ending {
            case .complete: break
            case .failure(let error): throw error
            case .never: _ = try await BoundedChannel<Int>(capacity: 1).next()
            }
        }
        return HTTPResponse(status: reply.status, headers: reply.headers, body: HTTPBody(body))
    }
}
