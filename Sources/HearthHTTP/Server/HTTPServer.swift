import HTTPTypes
import HearthCore
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// Listens, and answers requests by a table of routes. It opens no connection of its own.
public final class HTTPServer: Sendable {
    public let configuration: Configuration
    public let metrics: ServerMetrics

    private let responder: RequestResponder
    private let stopping = Stopping()
    private let running = Mutex<Server<AnyServerChannel>?>(nil)
    private let isReady: @Sendable () async -> Bool

    /// - Parameters:
    ///   - routes: What is served beside signing in and the three places that tell how the server is.
    ///   - isReady: Whether requests can be served now; asked by `/readyz`.
    ///   - log: Gets a record of every request that was answered.
    public init(
        _ configuration: Configuration, routes: [ServerRoute], metrics: ServerMetrics = ServerMetrics(),
        isReady: @escaping @Sendable () async -> Bool = { true },
        log: @escaping @Sendable (RequestRecord) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.metrics = metrics
        self.isReady = isReady
        responder = RequestResponder(
            configuration: configuration, routes: routes, health: HealthRoutes(metrics: metrics, isReady: isReady),
            metrics: metrics, stopping: stopping, log: log)
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

    /// Takes no more requests, ends the streams with an error that says why, lets the others end, and returns then; after
    /// ``Limits/shutdownTimeout`` their connections are closed.
    public func stop() async {
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
                .serviceUnavailable, "bad-identity",
                "The certificate \(identity.certificateFile) and key \(identity.keyFile) cannot be used. Both have to be "
                    + "PEM files, and belong together.", kind: .badSettings)
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
            .serviceUnavailable, "cannot-listen",
            "The server cannot listen at \(configuration.address), port \(configuration.port): \(reason). "
                + "Choose another one.", kind: .systemFailed, help: [.give(option: option)])
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
