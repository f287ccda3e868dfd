import AsyncHTTPClient
import HearthCore
import NIOCore
import NIOHTTP1
import Synchronization

/// A response that is coming in: its body is pulled piece by piece, under the limits of time and size.
///
/// When the last reference goes, the connection is closed and the record is written, unless both were done before.
final class Exchange: Sendable {
    private struct State {
        var bytesIn = 0
        /// Read ahead, and not handed out yet.
        var ahead: [[UInt8]] = []
        var hasEnded = false
        var failure: (any Error)?
        /// The pull that waits for bytes now, and since when.
        var pull: Task<ByteBuffer?, any Error>?
        var waitingSince: Duration?
        var hasTimedOut = false
        var timer: Scheduled<Void>?
    }

    let status: Int
    let headers: [(name: String, value: String)]
    private let host: String
    private let reader: BodyReader
    private let attempt: Attempt
    private let configuration: AsyncHTTPTransport.Configuration
    private let maximumBytes: Int
    /// What the header announces; `nil` when it announces nothing or there is no body by definition.
    private let expectedBytes: Int?
    private let deadline: Duration
    private let eventLoop: any EventLoop
    private let state = Mutex(State())

    init(
        _ response: HTTPClientResponse, to request: CheckedRequest, attempt: Attempt, maximumBytes: Int,
        deadline: Duration,
        configuration: AsyncHTTPTransport.Configuration, eventLoop: any EventLoop
    ) {
        status = Int(response.status.code)
        headers = response.headers.map { ($0.name, $0.value) }
        host = request.host
        reader = BodyReader(response.body)
        self.attempt = attempt
        self.maximumBytes = maximumBytes
        self.deadline = deadline
        self.configuration = configuration
        self.eventLoop = eventLoop
        let hasNoBody = request.method == .head || status == 204 || status == 304
        expectedBytes = hasNoBody ? nil : response.headers.first(name: "content-length").flatMap { Int($0) }
        scheduleCheck(in: min(configuration.idleTimeout, deadline - configuration.clock.uptime()))
    }

    deinit {
        state.withLock { $0.timer?.cancel() }
        attempt.finish(bytesIn: state.withLock { $0.bytesIn }, errorCode: "cancelled")
    }

    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// - Throws: `response-too-large` or `bad-response`, after which the connection is closed.
    func checkHead() async throws {
        let headerBytes = headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
        guard headerBytes <= configuration.maximumHeaderBytes else {
            throw await end(with: TransportError.responseTooLarge(host, limit: configuration.maximumHeaderBytes))
        }
        if let encoding = header("content-encoding"), encoding.lowercased() != "identity" {
            throw await end(with: TransportError.compressed(host))
        }
        guard expectedBytes ?? 0 <= maximumBytes else {
            throw await end(with: TransportError.responseTooLarge(host, limit: maximumBytes))
        }
    }

    /// The response for whoever asked; this object lives as long as its stream.
    func response() -> HTTPResponse {
        HTTPResponse(status: status, headers: headers, body: HTTPBody { try await self.next() })
    }

    /// The next piece, or `nil` at the end of a complete body.
    func next() async throws -> [UInt8]? {
        let ahead = state.withLock { $0.ahead.isEmpty ? nil : $0.ahead.removeFirst() }
        if let ahead { return ahead }
        return try await fetch()
    }

    /// Reads the start of the body without taking it out: ``next()`` gives it again.
    func peek(upTo limit: Int) async throws -> [UInt8] {
        var start: [UInt8] = []
        do {
            while start.count < limit, let piece = try await fetch() {
                start += piece
                state.withLock { $0.ahead.append(piece) }
            }
        } catch let error as TransportError where error.reason != .ledgerFailed {
            // What came is enough to judge by; the failure is met again at that place of the body.
        }
        return Array(start.prefix(limit))
    }

    /// Closes the connection without reading on; that is no failure.
    func discard() async throws {
        state.withLock { $0.hasEnded = true }
        await reader.close()
        try await finish(statusCode)?.value
    }

    private var statusCode: String? { status >= 400 ? "http-\(status)" : nil }

    private func fetch() async throws -> [UInt8]? {
        let (hasEnded, failure) = state.withLock { ($0.hasEnded, $0.failure) }
        if let failure { throw failure }
        guard !hasEnded else { return nil }
        do {
            while true {
                guard let buffer = try await pull() else { break }
                guard buffer.readableBytes > 0 else { continue }
                let total = state.withLock { state in
                    state.bytesIn += buffer.readableBytes
                    return state.bytesIn
                }
                guard total <= maximumBytes else { throw TransportError.responseTooLarge(host, limit: maximumBytes) }
                return Array(buffer.readableBytesView)
            }
            if let expectedBytes, expectedBytes != state.withLock({ $0.bytesIn }) {
                throw TransportError.connectionLost(host, "ended before the response was complete")
            }
        } catch {
            throw await end(with: error)
        }
        state.withLock { $0.hasEnded = true }
        try await finish(statusCode)?.value
        return nil
    }

    /// Waits for bytes. The work is done in a task of its own, so that the time limit can end it without ending the caller's.
    private func pull() async throws -> ByteBuffer? {
        try Task.checkCancellation()
        let task = Task { [reader] in try await reader.next() }
        let hasTimedOut = state.withLock { state in
            state.pull = task
            state.waitingSince = configuration.clock.uptime()
            return state.hasTimedOut
        }
        if hasTimedOut { task.cancel() }
        defer {
            state.withLock { state in
                state.pull = nil
                state.waitingSince = nil
            }
        }
        do {
            let buffer = try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
            // A cancelled pull may look like an end.
            if buffer == nil, task.isCancelled { throw CancellationError() }
            return buffer
        } catch {
            if state.withLock({ $0.hasTimedOut }) { throw timeout() }
            if Task.isCancelled { throw CancellationError() }
            throw error
        }
    }

    /// Ends with a failure: closes the connection, writes the record, and returns what is to be thrown.
    private func end(with cause: any Error) async -> any Error {
        let error: any Error =
            cause is CancellationError
            ? cause : ConnectionFailure(cause, host: host, hasHead: true, limits: configuration).error
        state.withLock { state in
            state.hasEnded = true
            state.failure = error
        }
        await reader.close()
        // If the record cannot be written, the recorder keeps it and stops the next request; this error is the nearer one.
        _ = await finish((error as? TransportError)?.code ?? "cancelled")?.result
        return error
    }

    private func finish(_ errorCode: String?) -> Task<Void, any Error>? {
        let bytesIn = state.withLock { state in
            state.timer?.cancel()
            state.timer = nil
            return state.bytesIn
        }
        return attempt.finish(bytesIn: bytesIn, errorCode: errorCode)
    }

    private func timeout() -> TransportError {
        configuration.clock.uptime() >= deadline
            ? .timedOut(host, waiting: "in all", seconds: configuration.totalTimeout)
            : .timedOut(host, waiting: "to send the next part", seconds: configuration.idleTimeout)
    }
}

extension Exchange {
    /// One timer a response, set again when it goes off: setting one for each piece would cost more than reading it.
    private func scheduleCheck(in delay: Duration) {
        let timer = eventLoop.scheduleTask(in: delay.timeAmount) { [weak self] in
            guard let self else { return }
            self.checkTime()
        }
        let hasEnded = state.withLock { state in
            state.timer = timer
            return state.hasEnded
        }
        if hasEnded { timer.cancel() }
    }

    private func checkTime() {
        let now = configuration.clock.uptime()
        enum Step {
            case none
            case wait(Duration)
            case cancel(Task<ByteBuffer?, any Error>)
            case close
        }
        let step: Step = state.withLock { state in
            guard !state.hasEnded else { return .none }
            let silence = state.waitingSince.map { now - $0 } ?? .zero
            guard now >= deadline || silence >= configuration.idleTimeout else {
                return .wait(min(deadline - now, configuration.idleTimeout - silence))
            }
            state.hasTimedOut = true
            return state.pull.map { .cancel($0) } ?? .close
        }
        switch step {
        case .none: break
        case .wait(let delay): scheduleCheck(in: delay)
        case .cancel(let pull): pull.cancel()
        // Nobody reads just now: the connection is closed all the same, and the reader is told when it comes.
        case .close: Task { _ = await end(with: timeout()) }
        }
    }
}

extension Duration {
    /// Never negative, and never longer than a year.
    var timeAmount: TimeAmount {
        .nanoseconds(Int64(max(0, min(self.seconds, 366 * 86_400)) * 1e9))
    }
}

/// Holds the iterator of a response's body. Letting go of it closes the connection, unless the body has been read to its end.
actor BodyReader {
    private var iterator: HTTPClientResponse.Body.AsyncIterator?

    init(_ body: HTTPClientResponse.Body) {
        iterator = body.makeAsyncIterator()
    }

    /// - Returns: `nil` at the end.
    func next() async throws -> ByteBuffer? {
        guard var current = iterator else { return nil }
        let buffer = try await current.next(isolation: self)
        if buffer == nil { iterator = nil }
        return buffer
    }

    func close() { iterator = nil }
}
