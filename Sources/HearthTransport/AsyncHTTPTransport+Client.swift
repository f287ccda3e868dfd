import AsyncHTTPClient
import HearthCore
import NIOCore
import NIOHTTP1
import NIOSSL

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
            concurrentHTTP1ConnectionsPerHostSoftLimit: max(1, configuration.maximumConnectionsPerOrigin))
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
