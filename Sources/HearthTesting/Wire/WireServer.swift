public import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server on loopback, in this process, that answers what a test tells it to, byte by byte, and remembers what came.
///
/// ```swift
/// let server = try await WireServer.start(script: [.http(429, headers: [("retry-after", "0")]), .http(body: answer)])
/// // … send two requests to server.url …
/// #expect(server.log.requests.count == 2)
/// await server.stop()
/// ```
public final class WireServer: Sendable {
    /// What the server has seen so far.
    public struct Log: Sendable {
        public internal(set) var requests: [ReceivedRequest] = []
        public internal(set) var connections: [WireConnection] = []

        /// Requests for an answer, in either interface; not those by which a server is asked of itself.
        public var prompts: [ReceivedRequest] {
            requests.filter {
                $0.method == "POST" && ($0.target.hasSuffix("/chat/completions") || $0.target.hasSuffix("/messages"))
            }
        }

        public var openConnectionCount: Int { connections.count { $0.closedBy == nil } }
    }

    /// A certificate and its key, both in PEM form, for a server that speaks TLS.
    public struct Identity: Sendable {
        public var certificate: String
        public var key: String

        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    public let port: Int
    /// `http://127.0.0.1:PORT`, or `https://` with an identity.
    public let url: URL
    private let channel: any Channel
    private let journal: WireJournal

    private init(channel: any Channel, port: Int, url: URL, journal: WireJournal) {
        self.channel = channel
        self.port = port
        self.url = url
        self.journal = journal
    }

    public var log: Log { journal.log }

    /// Starts a server that asks for each answer.
    ///
    /// - Parameters:
    ///   - identity: for TLS; `nil` speaks plain HTTP.
    ///   - respond: called for each complete request, in their order on a connection.
    /// - Throws: what the system says when there is no port, or the library of TLS about the identity.
    public static func start(
        identity: Identity? = nil, _ respond: @escaping @Sendable (ReceivedRequest) -> WireResponse
    ) async throws -> WireServer {
        let tls = try identity.map { identity in
            let certificates = try NIOSSLCertificate.fromPEMBytes(Array(identity.certificate.utf8))
            let key = try NIOSSLPrivateKey(bytes: Array(identity.key.utf8), format: .pem)
            return try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(key)))
        }
        let journal = WireJournal()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 512)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    try channel.pipeline.syncOperations.addHandler(WireHandler(journal: journal, respond: respond))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        guard let port = channel.localAddress?.port,
            let url = URL(string: "\(tls == nil ? "http" : "https")://127.0.0.1:\(port)")
        else { throw ChannelError.unknownLocalAddress }
        return WireServer(channel: channel, port: port, url: url, journal: journal)
    }

    /// Starts a server that gives these answers one after the other; the last one again and again.
    public static func start(identity: Identity? = nil, script: [WireResponse]) async throws -> WireServer {
        let place = WireScript(script)
        return try await start(identity: identity) { _ in place.next() }
    }

    /// Waits for something to have happened.
    ///
    /// - Returns: `false` when it has not after `timeout`.
    public func waitUntil(
        timeout: Duration = .seconds(30), _ condition: @escaping @Sendable (Log) -> Bool
    ) async -> Bool {
        await journal.waitUntil(timeout: timeout, condition)
    }

    /// Closes every connection and the port.
    public func stop() async {
        try? await channel.close().get()
        await journal.closeAll()
    }
}

/// Answers in their order; the last one again and again.
final class WireScript: Sendable {
    private let responses: [WireResponse]
    private let position = Mutex(0)

    init(_ responses: [WireResponse]) {
        self.responses = responses.isEmpty ? [.hangUp] : responses
    }

    func next() -> WireResponse {
        let index = position.withLock { position in
            defer { position += 1 }
            return position
        }
        return responses[min(index, responses.count - 1)]
    }
}

/// What a server has seen, and who waits for something to be seen.
final class WireJournal: Sendable {
    private struct Waiter {
        let condition: @Sendable (WireServer.Log) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var log = WireServer.Log()
        var channels: [Int: any Channel] = [:]
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
    }

    private let state = Mutex(State())

    var log: WireServer.Log { state.withLock { $0.log } }

    /// - Returns: the number of the connection.
    func opened(_ channel: any Channel) -> Int {
        change { state in
            let id = state.log.connections.count
            state.log.connections.append(WireConnection(id: id))
            state.channels[id] = channel
            return id
        }
    }

    func received(_ bytes: Int, on id: Int) { change { $0.log.connections[id].bytesReceived += bytes } }
    func sent(_ bytes: Int, on id: Int) { change { $0.log.connections[id].bytesSent += bytes } }
    func received(_ request: ReceivedRequest) { change { $0.log.requests.append(request) } }

    func closed(_ id: Int, by end: WireConnection.End) {
        change { state in
            state.log.connections[id].closedBy = end
            state.channels[id] = nil
        }
    }

    func closeAll() async {
        for channel in state.withLock({ Array($0.channels.values) }) { try? await channel.close().get() }
    }

    func waitUntil(timeout: Duration, _ condition: @escaping @Sendable (WireServer.Log) -> Bool) async -> Bool {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let timer = Task {
            try await Task.sleep(for: timeout)
            state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume(returning: false)
        }
        defer { timer.cancel() }
        return await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if condition(state.log) { return true }
                state.waiters[id] = Waiter(condition: condition, continuation: continuation)
                return false
            }
            if isDone { continuation.resume(returning: true) }
        }
    }

    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, done): (Result, [Waiter]) = state.withLock { state in
            let result = body(&state)
            var done: [Waiter] = []
            for (id, waiter) in state.waiters where waiter.condition(state.log) {
                done.append(waiter)
                state.waiters[id] = nil
            }
            return (result, done)
        }
        for waiter in done { waiter.continuation.resume(returning: true) }
        return result
    }
}

// MARK: - Connections

/// One connection of a ``WireServer``: reads requests, and does the steps of each answer in turn.
final class WireHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let journal: WireJournal
    private let respond: @Sendable (ReceivedRequest) -> WireResponse
    private var id = 0
    private var parser = WireRequestParser(connection: 0)
    private var requests: [ReceivedRequest] = []
    /// What is still to be done for the request that is being answered; `nil` between requests.
    private var steps: ArraySlice<WireResponse.Step>?
    private var closesItself = false

    init(journal: WireJournal, respond: @escaping @Sendable (ReceivedRequest) -> WireResponse) {
        self.journal = journal
        self.respond = respond
    }

    func channelActive(context: ChannelHandlerContext) {
        id = journal.opened(context.channel)
        parser = WireRequestParser(connection: id)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        journal.closed(id, by: closesItself ? .server : .client)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        journal.received(buffer.readableBytes, on: id)
        parser.append(buffer.readableBytesView)
        do {
            while let request = try parser.next() {
                journal.received(request)
                requests.append(request)
            }
        } catch {
            return close(context)
        }
        if steps == nil { answerNext(context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A reset by the client, or a handshake that it refused: its doing.
        context.close(promise: nil)
    }

    private func answerNext(_ context: ChannelHandlerContext) {
        guard !requests.isEmpty else {
            steps = nil
            return
        }
        steps = respond(requests.removeFirst()).steps[...]
        doNext(context)
    }

    /// Each step calls this again when it is done.
    private func doNext(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        guard let step = steps?.popFirst() else { return answerNext(context) }
        let loop = context.eventLoop.assumeIsolated()
        switch step {
        case .bytes(let bytes):
            write(bytes[...], context)
        case .zeros(let count): writeZeros(count, context)
        case .pause(let pause):
            let (seconds, attoseconds) = pause.components
            loop.scheduleTask(in: .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)) {
                self.doNext(context)
            }
        case .close: close(context)
        case .reset:
            guard let options = context.channel as? any SocketOptionProvider else { return close(context) }
            options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).assumeIsolated().whenComplete { _ in
                self.closesItself = true
                // From below TLS, which would say goodbye first.
                let tls = try? context.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self)
                (tls ?? context).close(promise: nil)
            }
        case .hold: break
        }
    }

    /// In parts, so that the count of what was sent follows what the client takes.
    private func write(_ bytes: ArraySlice<UInt8>, _ context: ChannelHandlerContext) {
        let part = bytes.prefix(64 << 10)
        guard !part.isEmpty else { return doNext(context) }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: part))).assumeIsolated().whenComplete { result in
            guard case .success = result else { return }
            self.journal.sent(part.count, on: self.id)
            // Later, not now: a write that is done at once would otherwise call itself as often as there are parts.
            context.eventLoop.assumeIsolated().execute { self.write(bytes.dropFirst(part.count), context) }
        }
    }

    private func writeZeros(_ count: Int, _ context: ChannelHandlerContext) {
        guard count > 0 else { return doNext(context) }
        let part = min(count, 64 << 10)
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(repeating: 0, count: part))).assumeIsolated().whenComplete {
            guard case .success = $0 else { return }
            self.journal.sent(part, on: self.id)
            context.eventLoop.assumeIsolated().execute { self.writeZeros(count - part, context) }
        }
    }

    private func close(_ context: ChannelHandlerContext) {
        closesItself = true
        context.close(promise: nil)
    }
}
