import AsyncHTTPClient
public import Foundation
public import HearthCore
import NIOCore
import NIOHTTP1
import NIOSSL

/// How far a connection may go now.
public enum NetworkReach: String, Hashable, Sendable {
    case everywhere
    /// This machine only: 127.0.0.0/8, `::1` and `localhost`.
    case loopback
    /// No connection at all.
    case nowhere
}

/// The server through which requests to other machines go. It comes from the settings, never from the environment.
public struct NetworkProxy: Sendable {
    public enum Kind: String, Hashable, Sendable {
        /// An HTTP proxy with `CONNECT`: the proxy sees the host, not the content.
        case http
        case socks5
    }

    public var kind: Kind
    public var host: String
    public var port: Int
    /// For ``Kind/http`` only.
    public var user: String?
    public var password: Secret?

    public init(kind: Kind = .http, host: String, port: Int, user: String? = nil, password: Secret? = nil) {
        self.kind = kind
        self.host = host
        self.port = port
        self.user = user
        self.password = password
    }
}

extension AsyncHTTPTransport {
    /// Limits and policy of a transport. The defaults suit calls to language models.
    public struct Configuration: Sendable {
        /// For the connection with its TLS handshake. A handshake is done within a second even over a slow line; ten leave
        /// room for lost packets.
        public var connectTimeout: Duration = .seconds(10)
        /// From there to the response's head. A model that does not stream answers only when it has written everything, and
        /// a server on this machine may read a long prompt for minutes.
        public var firstByteTimeout: Duration = .seconds(300)
        /// The longest silence within a body. Models that reason begin their stream at once and then send nothing for minutes.
        public var idleTimeout: Duration = .seconds(300)
        /// For everything, waits and retries included, unless the request has a limit of its own.
        public var totalTimeout: Duration = .seconds(1_200)
        public var retries = RetryPolicy()
        public var circuitBreaker = CircuitBreaker.Configuration()
        /// Requests to one origin at a time, their bodies included; more wait. Eight keep a provider's limits out of reach
        /// and a local server from swapping between prompts.
        public var maximumConnectionsPerOrigin = 8
        /// Origins that take another number: servers of the owner's own, of which that is known.
        public var connectionsByOrigin: [Origin: Int] = [:]
        /// How long an unused connection is kept. Shorter than the five seconds after which common servers close theirs: a
        /// request written into a connection that is just being closed is lost and cannot be repeated safely.
        public var keepAlive: Duration = .seconds(4)
        /// The most bytes of a response's header fields together.
        public var maximumHeaderBytes = 64 << 10
        public var maximumRedirects = 5
        /// Used for other machines only, never for loopback.
        public var proxy: NetworkProxy?
        /// Files in PEM form with authorities that are trusted besides the system's, for servers of one's own.
        public var certificateAuthorityFiles: [String] = []
        /// Asked before each connection, retries and redirects included.
        public var reach: @Sendable () -> NetworkReach = { .everywhere }
        public var clock = TransportClock()
        /// Between 0 and 1; spreads the retries of many clients.
        public var jitter: @Sendable () -> Double = { .random(in: 0..<1) }

        public init() {}
    }
}

/// Where the transport takes its time from; tests bring their own.
public struct TransportClock: Sendable {
    /// The time of day, for records and `Retry-After`.
    public var now: @Sendable () -> Date
    /// A time that only ever moves forward, for limits.
    public var uptime: @Sendable () -> Duration
    /// Waits before a retry. Throws `CancellationError` when the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    @usableFromInline static let start = ContinuousClock.now

    public init(
        now: @escaping @Sendable () -> Date = { Date() },
        uptime: @escaping @Sendable () -> Duration = { ContinuousClock.now - TransportClock.start },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.now = now
        self.uptime = uptime
        self.sleep = sleep
    }
}

extension AsyncHTTPTransport {
    /// The settings of the library below: nothing that it could do by itself is left on.
    static func clientConfiguration(
        _ configuration: Configuration
    ) throws(TransportError) -> HTTPClient.Configuration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.certificateVerification = .fullVerification
        tls.minimumTLSVersion = .tlsv12
        for path in configuration.certificateAuthorityFiles {
            do {
                tls.additionalTrustRoots.append(.certificates(try NIOSSLCertificate.fromPEMFile(path)))
            } catch {
                throw TransportError(
                    .tlsFailed,
                    "The certificates of the settings could not be read from \(path). They must be in PEM form.")
            }
        }
        var client = HTTPClient.Configuration(tlsConfiguration: tls)
        client.redirectConfiguration = .disallow
        client.decompression = .disabled
        // A stream that is dropped closes its connection; with HTTP/2 it would share one.
        client.httpVersion = .http1Only
        client.networkFrameworkWaitForConnectivity = false
        client.timeout = .init(connect: configuration.connectTimeout.timeAmount)
        client.connectionPool = .init(
            idleTimeout: configuration.keepAlive.timeAmount,
            concurrentHTTP1ConnectionsPerHostSoftLimit: max(
                1, configuration.maximumConnectionsPerOrigin, configuration.connectionsByOrigin.values.max() ?? 0))
        // Repeating is decided, counted and recorded here.
        client.connectionPool.retryConnectionEstablishment = false
        // Whatever the hosts file says: plain http to this name never leaves the machine.
        client.dnsOverride = ["localhost": "127.0.0.1"]
        return client
    }
}

extension NetworkProxy {
    var clientProxy: HTTPClient.Configuration.Proxy {
        switch kind {
        case .socks5: return .socksServer(host: host, port: port)
        case .http:
            guard let user else { return .server(host: host, port: port) }
            return .server(
                host: host, port: port,
                authorization: .basic(username: user, password: password?.exposedText() ?? ""))
        }
    }
}

extension CheckedRequest {
    func clientRequest(_ upload: UploadBody) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: address)
        request.method = HTTPMethod(rawValue: method.rawValue)
        request.headers = HTTPHeaders(headers)
        // To leave it out would allow any (RFC 9110, 12.5.3).
        request.headers.add(name: "accept-encoding", value: "identity")
        if !body.isEmpty { request.body = .stream(upload, length: .known(Int64(body.count))) }
        return request
    }
}
