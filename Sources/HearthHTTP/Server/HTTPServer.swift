import HTTPTypes
public import HearthCore
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// Listens, and answers requests by a table of routes. It opens no connection of its own.
public final class HTTPServer: Sendable {
    public let configuration: Configuration
    public let metrics: ServerMetrics

    private let responder: RequestResponder
    private let stopping = Stopping()
    private let draining = Draining()
    private let running = Mutex<Server<AnyServerChannel>?>(nil)
    private let isReady: @Sendable () async -> Bool

    /// - Parameters:
    ///   - routes: What is served beside signing in and the three places that tell how the server is.
    ///   - isReady: Whether requests can be served now; asked by `/readyz`.
    ///   - gauges: What else `/metrics` tells, as of when it is asked. Nothing of people's words.
    ///   - log: Gets a record of every request that was answered.
    public init(
        _ configuration: Configuration, routes: [ServerRoute], metrics: ServerMetrics = ServerMetrics(),
        isReady: @escaping @Sendable () async -> Bool = { true },
        gauges: @escaping @Sendable () async -> [ServerMetrics.Value] = { [] },
        log: @escaping @Sendable (RequestRecord) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.metrics = metrics
        self.isReady = isReady
        responder = RequestResponder(
            configuration: configuration, routes: routes,
            health: HealthRoutes(metrics: metrics, draining: draining, isReady: isReady, gauges: gauges),
            metrics: metrics, stopping: stopping, draining: draining, log: log)
    }

    /// Listens until ``stop()`` is called and everything that was under way has ended, or was given up.
    ///
    /// - Parameters:
    ///   - onReady: Called once the server listens; then requests are answered.
    ///   - onListening: Called before that, when the socket is open. When it throws, the server ends with that error, and
    ///     nothing that came in was looked at.
    /// - Throws: ``ServerError`` when it cannot listen there, and what `onListening` throws.
    public func run(
        onReady: @escaping @Sendable (Place) async -> Void = { _ in },
        onListening: @escaping @Sendable () async throws -> Void = {}
    ) async throws {
        let failure = Mutex<(any Error)?>(nil)
        let server = try makeServer { [self] place in
            do {
                try await onListening()
                await onReady(place)
            } catch {
                failure.withLock { $0 = error }
                stopping.begin()
                // Not waited for: it ends when this, in which it was begun, has ended.
                Task { await stop() }
            }
        }
        let wasStopped = running.withLock { running in
            running = server
            return stopping.hasBegun
        }
        if wasStopped { return }
        defer { running.withLock { $0 = nil } }
        do {
            try await server.run()
            if let error = failure.withLock({ $0 }) { throw error }
        } catch let error as IOError {
            throw Self.cannotListen(configuration, error)
        } catch let error as SocketAddressError {
            throw Self.cannotListen(configuration, error)
        } catch let error as SocketAddressError.UnknownHost {
            throw Self.cannotListen(configuration, error)
        }
    }

    /// Requests that are being worked on, those of who watches the server left out.
    public var requestsUnderWay: Int { draining.count }

    /// Takes no more requests, ends the streams with an error that says why, lets the others end, and returns then; after
    /// ``Limits/shutdownTimeout`` their connections are closed.
    ///
    /// - Parameter drain: How long everything that is under way may go on before that, streams included. Meanwhile the server listens,
    ///   refuses what comes (503 with `Retry-After`), and says that it is not ready.
    public func stop(finishingWithin drain: Duration = .zero) async {
        if drain > .zero { await draining.begin(atMost: drain) }
        stopping.begin()
        guard let server = running.withLock({ $0 }) else { return }
        let limit = configuration.limits.shutdownTimeout
        let responder = responder
        // A bare task, because it must outlive a wait that is given up.
        let giveUp = Task {
            try await Task.sleep(for: limit)
            responder.abandon()
        }
        try? await server.shutdownGracefully()
        giveUp.cancel()
    }

    /// A link that signs a browser in, once.
    public func signInLink(at place: Place) -> String { "\(place.url)/sign-in?code=\(responder.access.links.make())" }

    /// Ends the sessions of somebody whose account was removed, with what is under way for them.
    package func endSessions(of person: String) { _ = try? responder.access.sessions.endAll(except: nil, of: person) }

    // MARK: - Assembly

    private func makeServer(_ onReady: @escaping @Sendable (Place) async -> Void) throws -> Server<AnyServerChannel> {
        let limits = configuration.limits
        let responder = responder
        let isEncrypted = configuration.identity != nil
        var decoder = HTTP1Channel.Configuration.DecoderConfiguration()
        decoder.maxHeaderFieldSize = limits.headerBytes
        decoder.maxHeaderListSize = limits.headerBytes
        decoder.maxHeaderFieldCount = 100
        let table = responder.connections
        let plain = HTTP1Channel(
            responder: { try await responder.respond($0, $1, $2) },
            configuration: .init(
                additionalChannelHandlers: [
                    ConnectionWatch(table: table, strangerTimeout: TimeAmount(limits.strangerTimeout))
                ],
                idleTimeout: TimeAmount(limits.idleTimeout), httpDecoderConfiguration: decoder))
        var logger = Logger(label: "hearth") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        let address = configuration.address
        return Server(
            childChannelSetup: try AnyServerChannel(plain, tls: tls(), limits: limits),
            configuration: ServerConfiguration(
                address: .hostname(address, port: configuration.port), backlog: 512,
                availableConnectionsDelegate: .maximum(limits.connections, logger: logger)),
            onServerRunning: { channel in
                let place = Place(
                    host: address, port: channel.localAddress?.port ?? 0, isEncrypted: isEncrypted)
                await onReady(place)
            },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
    }

    private func tls() throws -> TLSConfiguration? {
        guard let identity = configuration.identity else { return nil }
        do {
            let certificates = try NIOSSLCertificate.fromPEMFile(identity.certificateFile)
            let key = try NIOSSLPrivateKey(file: identity.keyFile, format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(key))
            // Earlier versions are broken, and no client of this decade needs them.
            configuration.minimumTLSVersion = .tlsv12
            // Made once here, because it is what finds out whether the two belong together.
            _ = try NIOSSLContext(configuration: configuration)
            return configuration
        } catch {
            throw ServerError(
                .badIdentity,
                "The certificate \(identity.certificateFile) and key \(identity.keyFile) cannot be used. Both have to be "
                    + "PEM files, and belong together.")
        }
    }

    private static func cannotListen(_ configuration: Configuration, _ error: any Error) -> ServerError {
        var reason = "\(error)"
        var option = "listen"
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE: (reason, option) = ("the port is in use", "port")
        case EACCES: (reason, option) = ("the system lets only its own services have that port", "port")
        case EADDRNOTAVAIL: reason = "this machine has no such address"
        default: if error is SocketAddressError.UnknownHost { reason = "that is no address, and no name that is known" }
        }
        return ServerError(
            .cannotListen,
            "The server cannot listen at \(configuration.address), port \(configuration.port): \(reason). "
                + "Choose another one.", help: [.give(option: option)])
    }
}

/// Whether the server is about to stop, and what then has to be told.
final class Stopping: Sendable {
    private struct State {
        var hasBegun = false
        var actions: [Int: @Sendable () -> Void] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    var hasBegun: Bool { state.withLock { $0.hasBegun } }

    /// Calls `action` when the server stops; at once when it does already. Returns what ``forget(_:)`` takes.
    func whenBegun(_ action: @escaping @Sendable () -> Void) -> Int {
        let id = state.withLock { state -> Int? in
            guard !state.hasBegun else { return nil }
            state.next += 1
            state.actions[state.next] = action
            return state.next
        }
        guard let id else {
            action()
            return 0
        }
        return id
    }

    func forget(_ id: Int) { state.withLock { _ = $0.actions.removeValue(forKey: id) } }

    func begin() {
        let actions = state.withLock { state in
            state.hasBegun = true
            defer { state.actions = [:] }
            return Array(state.actions.values)
        }
        for action in actions { action() }
    }
}

// MARK: - Configuration

extension HTTPServer {
    /// Where to listen, whom to let in, and how much to take.
    public struct Configuration: Sendable {
        /// The address to listen at: a number, or `localhost`.
        public var address = "127.0.0.1"
        /// The port; 0 lets the system choose.
        public var port = 0
        /// What its owner knows: a browser is signed in with it. Clients may come with it, too.
        public var token: Secret
        /// What programs have to know, which signs nobody in; `nil` where they come with ``token``. Another one than that.
        public var programToken: Secret?
        /// Further names by which the server may be addressed, beside those of this machine and ``address``.
        public var hosts: Set<String> = []
        /// Pages of these origins may use the interfaces of OpenAI, Anthropic, Ollama and MCP, with the token; such as
        /// `https://chat.example.org`.
        public var origins: Set<String> = []
        /// Whether programs of this machine that cannot send the token may use the models that run here. Holds only where the
        /// server listens at this machine alone.
        public var opensModels = false
        /// The certificate and key for TLS; `nil` speaks plain HTTP.
        public var identity: Identity?
        public var limits = Limits()
        /// Where browsers that were signed in are kept; in memory they are signed out when the server ends.
        public var sessions: any SessionStore = MemorySessionStore()
        public var sessionLimits = SessionLimits()
        /// Who has an account; `nil` where the server is its owner's alone.
        public var people: (any PersonDirectory)?
        /// Who else may say who somebody is that has an account; `nil` where nobody may.
        public var identities: (any IdentitySignIn)?
        /// What the server says of itself.
        public var version = ""

        public init(token: Secret) { self.token = token }
    }

    /// Files for TLS.
    public struct Identity: Sendable {
        /// PEM files of the certificate, with those that vouch for it, and of its private key.
        public var certificateFile: String
        public var keyFile: String

        public init(certificateFile: String, keyFile: String) {
            self.certificateFile = certificateFile
            self.keyFile = keyFile
        }
    }

    /// How much is taken before a request is refused.
    public struct Limits: Sendable {
        /// Open connections. More wait in the system's queue.
        public var connections = 1024
        /// Requests that let an engine work or wait for long, at a time; more are answered 429. Above 200 idle and 64
        /// active streams, which one person's tools and tabs may well hold.
        public var longRequests = 512
        /// Bytes of bodies that are in memory at a time, of all clients and of one. What is read from JSON takes ten times as much.
        public var bodyRoom = 24 << 20
        public var bodyRoomOfOne = 12 << 20
        /// Bodies up to this size need no room, and are worked on where everything is.
        public var smallBody = 64 << 10
        /// Tokens that engines read and write at a time, as estimated from the bytes of prompts, of all clients and of one.
        public var tokenRoom = 1 << 20
        public var tokenRoomOfOne = 1 << 19
        /// Requests that wait for room, of all clients and of one; more are answered 429.
        public var waiting = 128
        public var waitingOfOne = 32
        /// Until a request that waits for room is answered 429.
        public var patience: Duration = .seconds(20)
        /// Connections on which nobody has shown a token or a session's key. One more closes the one that has stood for longest.
        public var strangers = 128
        /// Until such a connection is closed when it is silent.
        public var strangerTimeout: Duration = .seconds(10)
        /// Until a request's body is there, or its next piece where it is taken in pieces; then 408.
        public var bodyTimeout: Duration = .seconds(30)
        /// Until a connection is closed on which a request's head does not come to its end, however much of it keeps coming.
        public var headTimeout: Duration = .seconds(30)
        /// Until a connection that is silent is closed.
        public var idleTimeout: Duration = .seconds(60)
        /// After the last answer on a connection: how long and how much is still taken from a client that is sending, and thrown
        /// away, so that it gets to read the answer. A body somewhat over the limit comes to its end within them.
        public var lingerTimeout: Duration = .seconds(2)
        public var lingerBytes = 16 << 20
        /// Bytes of all headers of a request together; more are refused. Cookies and tokens fit many times.
        public var headerBytes = 32 << 10
        /// Between two signs of life in a stream that is silent.
        public var keepAlive: Duration = .seconds(15)
        /// What requests may take to end when the server stops.
        public var shutdownTimeout: Duration = .seconds(10)

        public init() {}
    }

    /// Where the server listens.
    public struct Place: Sendable {
        public let host: String
        public let port: Int
        public let isEncrypted: Bool

        /// The address for a browser or a client, without a slash at its end.
        public var url: String {
            let name = host.contains(":") ? "[\(host)]" : host
            return (isEncrypted ? "https://" : "http://") + "\(name):\(port)"
        }
    }
}

// MARK: - Channels

/// HTTP/1.1 with or without TLS, as one type.
struct AnyServerChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    private let plain: HTTP1Channel
    private let encrypted: TLSChannel<HTTP1Channel>?
    private let limits: HTTPServer.Limits

    init(_ plain: HTTP1Channel, tls: TLSConfiguration?, limits: HTTPServer.Limits) throws {
        self.plain = plain
        self.limits = limits
        encrypted = try tls.map { try TLSChannel(plain, tlsConfiguration: $0) }
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let made = encrypted?.setup(channel: channel, logger: logger) ?? plain.setup(channel: channel, logger: logger)
        return made.flatMapThrowing { [limits] value in
            let pipeline = channel.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let deadline = HeadDeadline(limit: TimeAmount(limits.headTimeout))
            try pipeline.addHandler(deadline, position: .before(decoder))
            try pipeline.addHandler(
                LingeringClose(limit: TimeAmount(limits.lingerTimeout), bytes: limits.lingerBytes),
                position: .before(deadline))
            try pipeline.addHandler(HostHandler(deadline), position: .before(codec))
            return value
        }
    }

    func handle(value: Value, logger: Logger) async { await plain.handle(value: value, logger: logger) }
}
