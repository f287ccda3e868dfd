import AsyncHTTPClient
import Foundation
import HearthCore
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

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
