import AsyncHTTPClient
import Foundation
public import HearthCore
import NIOCore
import NIOHTTP1
import NIOSSL
import Synchronization

/// The only code of Hearth that opens a connection to another host.
///
/// Before anything is opened it checks the address, the headers, the host that the credential is bound to and how far
/// connections may go now; every attempt that is made ends in one record of the ledger, however it ends. Failures before the
/// first byte of a successful body are retried where that is safe: a `POST` only when its body had not begun to leave, or when
/// the server refused it with a status. Whether it may leave is asked before each attempt (``HTTPRequest/mayLeave``); one that may
/// not any more has opened no connection, so it has no record here: whoever decided about it writes how it ended.
///
/// A record's `bytesOut` and `bytesIn` count bodies. Statuses from 400 on are its error as `http-503`; a body that was dropped
/// or whose reader was cancelled is `cancelled`.
///
/// Certificates are always verified. Compression is not asked for, so that what arrives has the size it is counted with.
public final class AsyncHTTPTransport: HTTPTransport {
    let configuration: Configuration
    /// For loopback, and for everything when there is no proxy.
    private let direct: HTTPClient
    private let proxied: HTTPClient?
    private let recorder: ConnectionRecorder
    private let limiter: FairSemaphore<Origin>
    private let health: HostHealth
    let inFlight = InFlight()
    private let ending = Mutex<Task<Void, Never>?>(nil)

    /// How much of an error's body is read to judge whether it is worth repeating.
    private static let maximumPeek = 64 << 10

    /// - Throws: `tls-failed` when a file of certificate authorities cannot be read.
    public init(configuration: Configuration = Configuration(), ledger: any RoutingLedger) throws(TransportError) {
        self.configuration = configuration
        let client = try Self.clientConfiguration(configuration)
        direct = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: client)
        proxied = configuration.proxy.map { proxy in
            var client = client
            client.proxy = proxy.clientProxy
            return HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: client)
        }
        recorder = ConnectionRecorder(ledger)
        limiter = FairSemaphore(
            limit: configuration.maximumConnectionsPerOrigin, limits: configuration.connectionsByOrigin)
        health = HostHealth(configuration.circuitBreaker)
    }

    deinit {
        // The library wants to be shut down before it goes; ``shutdown(grace:)`` has done so unless it was forgotten.
        let clients = [direct, proxied].compactMap { $0 }
        Task { for client in clients { try? await client.shutdown() } }
    }

    /// Takes no more requests, waits for those under way, then closes every connection and returns when every record is
    /// written.
    ///
    /// - Parameter grace: how long requests under way may go on; after that they end with an error.
    public func shutdown(grace: Duration = .seconds(5)) async {
        // Whoever asks a second time waits for the same end.
        let ending = ending.withLock { ending in
            let task = ending ?? Task { await end(grace) }
            ending = task
            return task
        }
        await ending.value
    }

    private func end(_ grace: Duration) async {
        guard inFlight.close() else { return }
        let timer = Task { [inFlight] in
            try await Task.sleep(for: grace)
            inFlight.stopWaiting()
        }
        await inFlight.waitUntilIdle()
        timer.cancel()
        for client in [direct, proxied].compactMap({ $0 }) { try? await client.shutdown() }
        await recorder.waitUntilWritten()
    }

    /// Requests that hold a place among the connections, for tests.
    var heldPlaces: Int { limiter.activeCount }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let deadline = configuration.clock.uptime() + (request.timeLimit ?? configuration.totalTimeout)
        var request = request
        var redirects = 0
        while true {
            let checked = try CheckedRequest(request)
            let exchange = try await sendRepeatedly(request, checked, deadline: deadline)
            guard request.followsRedirects, Redirection.isRedirect(status: exchange.status) else {
                return exchange.response()
            }
            try await exchange.discard()
            redirects += 1
            guard redirects <= configuration.maximumRedirects else {
                throw TransportError.tooManyRedirects(checked.host, limit: configuration.maximumRedirects)
            }
            request = try Redirection.request(
                after: request, from: checked, status: exchange.status, location: exchange.header("location"))
        }
    }

    private func sendRepeatedly(
        _ request: HTTPRequest, _ checked: CheckedRequest, deadline: Duration
    ) async throws -> Exchange {
        let attempts = request.mayRetry ? max(1, configuration.retries.maximumAttempts) : 1
        let bodyHash = Attempt.hash(of: checked.body)
        var number = 1
        while true {
            let backoff = configuration.retries.delay(afterAttempt: number, jitter: configuration.jitter())
            do {
                let exchange = try await open(request, checked, bodyHash: bodyHash, deadline: deadline)
                guard number < attempts,
                    let delay = try await waitBeforeRepeating(exchange, request, checked, backoff: backoff),
                    configuration.clock.uptime() + delay < deadline
                else { return exchange }
                try await exchange.discard()
                try await configuration.clock.sleep(delay)
            } catch let failure as FailedAttempt {
                let isHarmless = failure.isBeforeSending || request.method != .post
                guard number < attempts, isHarmless, failure.isTransient,
                    configuration.clock.uptime() + backoff < deadline
                else { throw failure.error }
                try await configuration.clock.sleep(backoff)
            }
            number += 1
        }
    }

    /// - Returns: `nil` when the response is the answer to give.
    /// - Throws: `rate-limited` or `server-busy` when the server asks for a longer wait than is allowed.
    private func waitBeforeRepeating(
        _ exchange: Exchange, _ request: HTTPRequest, _ checked: CheckedRequest, backoff: Duration
    ) async throws -> Duration? {
        guard RetryPolicy.isTransient(status: exchange.status) else { return nil }
        if let isWorthRetrying = request.isWorthRetrying {
            let start = try await exchange.peek(upTo: Self.maximumPeek)
            guard isWorthRetrying(exchange.status, start) else { return nil }
        }
        let now = configuration.clock.now()
        guard let wanted = RetryAfter.wait(exchange.header("retry-after"), now: now) else { return backoff }
        guard wanted <= configuration.retries.maximumRetryAfter else {
            try await exchange.discard()
            throw TransportError.retryLater(
                checked.host, status: exchange.status, at: now.addingTimeInterval(wanted.seconds))
        }
        return max(wanted, backoff)
    }

    /// One attempt, up to the response's head.
    ///
    /// - Throws: `FailedAttempt` for a connection that failed, `TransportError` for one that was not allowed, `CancellationError`.
    private func open(
        _ request: HTTPRequest, _ checked: CheckedRequest, bodyHash: String?, deadline: Duration
    ) async throws -> Exchange {
        try checkReach(checked)
        try await waitForRoom(checked, deadline: deadline)
        var isHolding = true
        defer { if isHolding { limiter.release(checked.origin) } }
        try await recorder.writeBacklog()
        // Again: while this waited, the offline mode may have been turned on, and what is sent may have become private.
        try checkReach(checked)
        try await request.mayLeave?()
        try inFlight.enter()
        if case .refused(let wait) = health.requestPermission(for: checked.origin, at: configuration.clock.uptime()) {
            inFlight.leave()
            throw TransportError.coolingDown(
                checked.host, until: configuration.clock.now().addingTimeInterval(wait.seconds))
        }

        let upload = UploadBody(checked.body)
        let entry = LedgerEntry(
            kind: .connection, time: configuration.clock.now(), task: TaskKind(rawValue: request.purpose),
            engine: request.engine, model: request.model, host: checked.host, purpose: request.purpose,
            decision: request.ledgerRecord, bodyHash: bodyHash)
        let attempt = Attempt(entry, upload: upload.progress, clock: configuration.clock, recorder: recorder) {
            [limiter, inFlight] in
            limiter.release(checked.origin)
            inFlight.leave()
        }
        isHolding = false
        let client = checked.isLoopback ? direct : proxied ?? direct
        let limit = min(
            configuration.connectTimeout + configuration.firstByteTimeout, deadline - configuration.clock.uptime())
        let response: HTTPClientResponse
        do {
            response = try await client.execute(
                checked.clientRequest(upload), deadline: .now() + limit.timeAmount)
        } catch {
            throw await fail(attempt, error, checked)
        }
        var limits = configuration
        limits.totalTimeout = request.timeLimit ?? configuration.totalTimeout
        limits.idleTimeout = request.silenceLimit ?? configuration.idleTimeout
        let exchange = Exchange(
            response, to: checked, attempt: attempt, maximumBytes: request.maximumResponseBytes, deadline: deadline,
            configuration: limits, eventLoop: client.eventLoopGroup.any())
        if exchange.status >= 500 {
            health.reportFailure(of: checked.origin, at: configuration.clock.uptime())
        } else {
            health.reportSuccess(of: checked.origin)
        }
        try await exchange.checkHead()
        return exchange
    }

    private func fail(_ attempt: Attempt, _ cause: any Error, _ checked: CheckedRequest) async -> any Error {
        if cause is CancellationError || Task.isCancelled {
            health.reportAbandoned(checked.origin, at: configuration.clock.uptime())
            _ = await attempt.finish(bytesIn: 0, errorCode: "cancelled")?.result
            return CancellationError()
        }
        health.reportFailure(of: checked.origin, at: configuration.clock.uptime())
        let failure = ConnectionFailure(cause, host: checked.host, hasHead: false, limits: configuration)
        let isBeforeSending = failure.isBeforeSending || (!checked.body.isEmpty && attempt.bytesOut == 0)
        _ = await attempt.finish(bytesIn: 0, errorCode: failure.error.code)?.result
        return FailedAttempt(error: failure.error, isBeforeSending: isBeforeSending)
    }

    private func checkReach(_ checked: CheckedRequest) throws(TransportError) {
        let reach = configuration.reach()
        guard reach == .everywhere || (reach == .loopback && checked.isLoopback) else {
            throw .refusedByPolicy(checked.host, reach: reach)
        }
    }

    /// Waits for a place among the connections to an origin; it is owed back.
    private func waitForRoom(_ checked: CheckedRequest, deadline: Duration) async throws {
        if limiter.acquireNow(checked.origin) { return }
        let rest = max(.zero, deadline - configuration.clock.uptime())
        let hasRoom = await withTaskGroup(of: Bool.self) { [limiter] group in
            group.addTask {
                do { try await limiter.acquire(checked.origin) } catch { return false }
                return true
            }
            group.addTask {
                try? await Task.sleep(for: rest)
                return false
            }
            // Both are asked: a place that came in the same moment as the end of the time must not be lost.
            var hasRoom = false
            for await result in group {
                hasRoom = hasRoom || result
                group.cancelAll()
            }
            return hasRoom
        }
        guard !hasRoom else { return }
        try Task.checkCancellation()
        throw TransportError.timedOut(
            checked.host, waiting: "with other requests", seconds: rest)
    }
}

/// A connection that failed, and whether the request can be sent again without being done twice.
private struct FailedAttempt: Error {
    let error: TransportError
    let isBeforeSending: Bool

    var isTransient: Bool {
        switch error.reason {
        case .cannotConnect, .timedOut, .connectionLost: true
        default: false
        }
    }
}

// MARK: - What is under way

/// Counts what is under way, and closes the door when the transport is shut down.
final class InFlight: Sendable {
    private struct State {
        var count = 0
        var isClosed = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.count } }

    func enter() throws(TransportError) {
        let isOpen = state.withLock { state in
            if !state.isClosed { state.count += 1 }
            return !state.isClosed
        }
        guard isOpen else { throw .shutDown }
    }

    func leave() {
        let waiting = state.withLock { state in
            state.count -= 1
            return state.count == 0 ? Self.takeWaiting(&state) : []
        }
        for continuation in waiting { continuation.resume() }
    }

    /// - Returns: whether this call closed it.
    func close() -> Bool {
        state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
    }

    /// Returns when nothing is under way any more, or when ``stopWaiting()`` is called.
    func waitUntilIdle() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.count > 0 { state.waiting.append(continuation) }
                return state.count == 0
            }
            if isIdle { continuation.resume() }
        }
    }

    func stopWaiting() {
        for continuation in state.withLock({ Self.takeWaiting(&$0) }) { continuation.resume() }
    }

    private static func takeWaiting(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        defer { state.waiting = [] }
        return state.waiting
    }
}
