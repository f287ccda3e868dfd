import Foundation
import HearthCore
import HearthTransport
import Synchronization

/// The transport of one environment, made when something is first to be sent: most runs never open a connection, and should
/// not pay for the threads of a network library. It is shut down when nothing uses it any more.
final class LazyTransport: HTTPTransport {
    private let settings: Settings
    private let ledger: any RoutingLedger
    private let made = Mutex<AsyncHTTPTransport?>(nil)

    init(settings: Settings, ledger: any RoutingLedger) {
        self.settings = settings
        self.ledger = ledger
    }

    deinit {
        if let transport = made.withLock({ $0 }) { OpenTransports.end(transport) }
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var response = try await transport().send(request)
        let body = response.body
        // Whoever reads what comes uses this, too: it must not end under an answer.
        response.body = HTTPBody { [self] in
            defer { withExtendedLifetime(self) {} }
            var pieces = body.makeAsyncIterator()
            return try await pieces.next()
        }
        return response
    }

    /// Closes every connection and returns when every record of them is in the ledger.
    func shutdown() async {
        let transport = made.withLock { transport in
            defer { transport = nil }
            return transport
        }
        guard let transport else { return }
        await transport.shutdown()
        OpenTransports.all.withLock { $0.removeAll { $0 === transport } }
    }

    private func transport() throws -> AsyncHTTPTransport {
        try made.withLock { made in
            if let made { return made }
            let transport = try AsyncHTTPTransport(configuration: configuration(), ledger: ledger)
            made = transport
            OpenTransports.all.withLock { $0.append(transport) }
            return transport
        }
    }

    private func configuration() -> AsyncHTTPTransport.Configuration {
        var configuration = AsyncHTTPTransport.Configuration()
        configuration.connectTimeout = .seconds(settings.timeouts.connect)
        configuration.firstByteTimeout = .seconds(settings.timeouts.firstByte)
        configuration.totalTimeout = .seconds(settings.timeouts.total)
        configuration.connectionsByOrigin = settings.connections(usual: configuration.maximumConnectionsPerOrigin)
        if let proxy = settings.proxy, let host = proxy.host() {
            configuration.proxy = NetworkProxy(host: host, port: proxy.port ?? 80)
        }
        let isOffline = settings.offline
        configuration.reach = {
            if KernelOffline.status == .enforced { return .nowhere }
            return isOffline ? .loopback : .everywhere
        }
        return configuration
    }
}

extension Settings {
    /// How many requests the owner's endpoints take at a time, by where they are: what an endpoint says of itself; else what the pools of
    /// its groups let through, which the transport must not hold back. Of several at one address, the most.
    ///
    /// - Parameter usual: As many as any other server is sent.
    func connections(usual: Int) -> [Origin: Int] {
        var counts: [Origin: Int] = [:]
        for (name, endpoint) in endpoints {
            guard let origin = Origin(endpoint.baseURL) else { continue }
            let grouped = groups.values.filter { $0.members.contains { $0.name == name } }.map(\.parallel).max()
            counts[origin] = max(counts[origin] ?? 0, endpoint.parallel ?? max(usual, grouped ?? 0))
        }
        return counts
    }
}

/// Every transport of this process that may have a connection.
enum OpenTransports {
    static let all = Mutex<[AsyncHTTPTransport]>([])

    /// Shuts one down that nothing uses any more. Until it has ended it counts as open, so that a program that ends meanwhile
    /// waits for its records.
    static func end(_ transport: AsyncHTTPTransport) {
        Task {
            await transport.shutdown()
            all.withLock { $0.removeAll { $0 === transport } }
        }
    }
}

/// A transport for as long as something uses it.
struct WeakTransport {
    private(set) weak var transport: LazyTransport?

    init(_ transport: LazyTransport) { self.transport = transport }
}

extension Hearth {
    /// Closes every connection of this process, and returns when their ends are recorded in the ledger. Call it in programs that
    /// end without running their exit handlers.
    public static func endConnections() async {
        let open = OpenTransports.all.withLock { open in
            defer { open = [] }
            return open
        }
        for transport in open { await transport.shutdown() }
    }
}
