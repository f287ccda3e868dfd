import AsyncHTTPClient
import Foundation
import HearthCore
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// One try to get a response, from its place in the queue to the last byte: what has to be given back and recorded once when
/// it ends, however it ends.
final class Attempt: Sendable {
    private let entry: LedgerEntry
    private let start: Duration
    private let upload: UploadBody.Progress
    private let clock: TransportClock
    private let recorder: ConnectionRecorder
    private let release: @Sendable () -> Void
    private let isFinished = Mutex(false)

    /// - Parameter release: gives back the place in the queue; called once.
    init(
        _ entry: LedgerEntry, upload: UploadBody.Progress, clock: TransportClock, recorder: ConnectionRecorder,
        release: @escaping @Sendable () -> Void
    ) {
        self.entry = entry
        self.upload = upload
        self.clock = clock
        self.recorder = recorder
        self.release = release
        start = clock.uptime()
    }

    var bytesOut: Int { upload.taken }

    /// Ends the attempt; later calls do nothing.
    ///
    /// - Returns: the writing of the record, or `nil` when the attempt had ended before.
    @discardableResult
    func finish(bytesIn: Int, errorCode: String?) -> Task<Void, any Error>? {
        let isFirst = isFinished.withLock { isFinished in
            defer { isFinished = true }
            return !isFinished
        }
        guard isFirst else { return nil }
        var entry = entry
        entry.bytesOut = upload.taken
        entry.bytesIn = bytesIn
        entry.duration = (clock.uptime() - start).seconds
        entry.errorCode = errorCode
        // Begun before the place is given back: whoever waits for the transport to be idle then waits for the record too.
        let writing = recorder.record(entry)
        release()
        return writing
    }

    /// SHA-256 of a body, hexadecimal; `nil` when there is none.
    static func hash(of body: [UInt8]) -> String? {
        body.isEmpty ? nil : ContentHash(of: body).hex
    }
}

/// A request's body in pieces, which knows how much of it was taken: what has not been taken cannot have been sent.
struct UploadBody: AsyncSequence, Sendable {
    /// Shared by the copies of one body.
    final class Progress: Sendable {
        private let count = Mutex(0)
        /// Bytes that the connection has taken.
        var taken: Int { count.withLock { $0 } }
        func add(_ bytes: Int) { count.withLock { $0 += bytes } }
    }

    struct Iterator: AsyncIteratorProtocol {
        var rest: ByteBuffer
        let progress: Progress

        mutating func next() async -> ByteBuffer? {
            guard let piece = rest.readSlice(length: Swift.min(rest.readableBytes, UploadBody.pieceSize)),
                piece.readableBytes > 0
            else { return nil }
            progress.add(piece.readableBytes)
            return piece
        }
    }

    private static let pieceSize = 64 << 10
    let buffer: ByteBuffer
    let progress = Progress()

    init(_ bytes: [UInt8]) {
        buffer = ByteBuffer(bytes: bytes)
    }

    func makeAsyncIterator() -> Iterator { Iterator(rest: buffer, progress: progress) }
}

// MARK: -

/// Writes the ledger's record of every connection, also when whoever asked for it is gone.
///
/// A record that could not be written is kept and tried again before anything else is sent: a ledger that fails stops the
/// transport, and does not silently lose what left.
final class ConnectionRecorder: Sendable {
    private struct State {
        var backlog: [LedgerEntry] = []
        /// The writing of the backlog, for everybody who has to wait for it.
        var writing: Task<Void, any Error>?
        var underWay = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let ledger: any RoutingLedger
    private let state = Mutex(State())

    init(_ ledger: any RoutingLedger) {
        self.ledger = ledger
    }

    /// Begins to write a record; the task's value throws `ledger-failed`.
    ///
    /// A task of its own, because the record is owed also when the caller's task is cancelled or its stream was dropped.
    @discardableResult
    func record(_ entry: LedgerEntry) -> Task<Void, any Error> {
        state.withLock { $0.underWay += 1 }
        return Task {
            defer { finishOne() }
            do {
                _ = try await ledger.append(entry)
            } catch {
                state.withLock { $0.backlog.append(entry) }
                throw TransportError.ledgerFailed(error)
            }
        }
    }

    /// Writes what could not be written before.
    ///
    /// - Throws: `ledger-failed`; nothing may be sent then.
    func writeBacklog() async throws {
        let task: Task<Void, any Error>? = state.withLock { state in
            if state.writing == nil, !state.backlog.isEmpty { state.writing = Task { try await writeAll() } }
            return state.writing
        }
        try await task?.value
    }

    private func writeAll() async throws {
        defer { state.withLock { $0.writing = nil } }
        while let entry = state.withLock({ $0.backlog.first }) {
            do {
                _ = try await ledger.append(entry)
            } catch {
                throw TransportError.ledgerFailed(error)
            }
            // Only this task takes entries away; new ones come in behind.
            state.withLock { _ = $0.backlog.removeFirst() }
        }
    }

    /// Returns when every record that was begun has been written, or has failed; those that failed are tried once more.
    func waitUntilWritten() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if state.underWay > 0 { state.waiting.append(continuation) }
                return state.underWay == 0
            }
            if isDone { continuation.resume() }
        }
        try? await writeBacklog()
    }

    private func finishOne() {
        let waiting = state.withLock { state in
            state.underWay -= 1
            guard state.underWay == 0 else { return [] as [CheckedContinuation<Void, Never>] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

// MARK: - What failed

/// What an error of the network library means.
struct ConnectionFailure {
    let error: TransportError
    /// Whether the failure is certainly from before the first byte of the request was sent.
    let isBeforeSending: Bool

    /// - Parameter hasHead: whether the response's head had come.
    init(_ cause: any Error, host: String, hasHead: Bool, limits: AsyncHTTPTransport.Configuration) {
        switch cause {
        case let error as TransportError: self.init(error)
        case let error as HTTPClientError: self.init(error, host: host, hasHead: hasHead, limits: limits)
        case let error as NIOConnectionError: self.init(error, host: host, limits: limits)
        case ChannelError.connectTimeout:
            self.init(.timedOut(host, waiting: "to connect", seconds: limits.connectTimeout), true)
        case let error as IOError: self.init(error, host: host, hasHead: hasHead)
        case NIOSSLError.uncleanShutdown: self.init(.connectionLost(host, "ended before the response was complete"))
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
            self.init(hasHead ? .connectionLost(host, "broke off") : .tlsFailed(host), !hasHead)
        case HTTPParserError.invalidEOFState where !hasHead:
            self.init(.connectionLost(host, "ended within the head of the response"))
        case is HTTPParserError:
            self.init(
                hasHead
                    ? .connectionLost(host, "broke off in the middle of the response") : .badResponse(host))
        default:
            self.init(.connectionLost(host, "broke off"))
        }
    }

    private init(_ error: TransportError, _ isBeforeSending: Bool = false) {
        self.error = error
        self.isBeforeSending = isBeforeSending
    }

    private init(
        _ error: HTTPClientError, host: String, hasHead: Bool, limits: AsyncHTTPTransport.Configuration
    ) {
        switch error {
        case .connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout, .httpProxyHandshakeTimeout,
            .socksHandshakeTimeout:
            self.init(.timedOut(host, waiting: "to connect", seconds: limits.connectTimeout), true)
        case .deadlineExceeded, .readTimeout, .writeTimeout:
            self.init(.timedOut(host, waiting: "to answer", seconds: limits.firstByteTimeout))
        case .invalidProxyResponse, .proxyAuthenticationRequired:
            self.init(.proxyFailed(host), true)
        case .alreadyShutdown: self.init(.shutDown, true)
        case .cancelled: self.init(.shutDown)
        case .remoteConnectionClosed, .uncleanShutdown:
            self.init(
                .connectionLost(
                    host, hasHead ? "ended before the response was complete" : "was closed without an answer"))
        default: self.init(.badResponse(host))
        }
    }

    private init(_ error: NIOConnectionError, host: String, limits: AsyncHTTPTransport.Configuration) {
        guard error.connectionErrors.isEmpty else {
            let first = error.connectionErrors.lazy.compactMap { $0.error as? IOError }.first
            if let first {
                self.init(first, host: host, hasHead: false)
            } else if error.connectionErrors.contains(where: {
                if case ChannelError.connectTimeout = $0.error { true } else { false }
            }) {
                self.init(.timedOut(host, waiting: "to connect", seconds: limits.connectTimeout), true)
            } else {
                self.init(.cannotConnect(host, "no address of it answers"), true)
            }
            return
        }
        self.init(.nameNotFound(host), true)
    }

    private init(_ error: IOError, host: String, hasHead: Bool) {
        switch error.errnoCode {
        case EPERM, EACCES: self.init(.refusedBySystem(host), true)
        case ECONNREFUSED: self.init(.cannotConnect(host, "nothing listens there"), true)
        case EHOSTUNREACH, ENETUNREACH, ENETDOWN, EADDRNOTAVAIL, EAFNOSUPPORT:
            self.init(.cannotConnect(host, "there is no way to it from here"), true)
        case ETIMEDOUT where !hasHead: self.init(.cannotConnect(host, "it does not answer"), true)
        case EMFILE, ENFILE: self.init(.cannotConnect(host, "this machine has no socket left"), true)
        case ECONNRESET, EPIPE:
            self.init(.connectionLost(host, hasHead ? "was reset in the middle of the response" : "was reset"))
        default: self.init(.connectionLost(host, "broke off"))
        }
    }
}

extension TransportError {
    static func cannotConnect(_ host: String, _ why: String) -> Self {
        Self(
            .cannotConnect, "\(host) cannot be reached: \(why). Check that it runs and that the address is right.",
            host: host)
    }

    static func nameNotFound(_ host: String) -> Self {
        Self(
            .nameNotFound, "The name \(host) is not known. Check the address and the connection to the network.",
            host: host)
    }

    static func tlsFailed(_ host: String) -> Self {
        Self(
            .tlsFailed,
            "\(host) could not prove who it is: its certificate or the TLS handshake was not accepted. Nothing was sent. "
                + "For a server of your own, add its authority to the settings.",
            host: host)
    }

    static func proxyFailed(_ host: String) -> Self {
        Self(
            .proxyFailed,
            "The proxy did not open a way to \(host). Check the proxy's address and password in the settings.",
            host: host)
    }

    static func badResponse(_ host: String) -> Self {
        Self(.badResponse, "\(host) did not answer in HTTP. Check the address and the port.", host: host)
    }

    static func compressed(_ host: String) -> Self {
        Self(
            .badResponse, "\(host) sent a compressed answer although none was asked for. Turn compression off there.",
            host: host)
    }
}
