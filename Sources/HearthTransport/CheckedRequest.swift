import Foundation
import HearthCore
import NIOCore

/// A request that may be sent as it is: its address, headers and credential have been checked, and nothing was opened for it.
struct CheckedRequest: Sendable {
    let method: HTTPRequest.Method
    let origin: Origin
    let isLoopback: Bool
    /// Scheme, host, port, path and query, built from the parts that were checked.
    let address: String
    /// The credential's header is among them.
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    /// `api.example.org`, `127.0.0.1:8080`: for messages and records.
    var host: String { Self.name(of: origin) }

    /// The longest address; longer ones are refused by servers anyway.
    private static let maximumAddressBytes = 16 << 10
    /// Set by the transport, or by the credential, which is bound to a host.
    private static let reservedNames: Set<String> = [
        "accept-encoding", "authorization", "connection", "content-length", "cookie", "expect", "host", "keep-alive",
        "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "x-api-key",
    ]

    /// - Throws: `bad-url`, `bad-header`, `needs-tls`, `wrong-origin`.
    init(_ request: HTTPRequest) throws(TransportError) {
        guard let origin = Origin(request.url),
            let parts = URLComponents(url: request.url.absoluteURL, resolvingAgainstBaseURL: true)
        else { throw .badURL("it must begin with https:// or http:// and name a host") }
        guard parts.user == nil, parts.password == nil else { throw .badURL("it must not hold a user or password") }
        guard (1...65_535).contains(origin.port) else { throw .badURL("its port is not between 1 and 65535") }
        let name = Self.bareName(origin)
        let isAddress = (try? SocketAddress(ipAddress: name, port: 0)) != nil
        guard name.utf8.count <= 253, isAddress || name.utf8.allSatisfy(Self.isHostByte) else {
            throw .badURL("its host holds other characters than letters, digits, dots and hyphens")
        }
        self.origin = origin
        isLoopback = HostAddress.isLoopback(name)
        guard isLoopback || origin.scheme == "https" else { throw .needsTLS(Self.name(of: origin)) }

        let path = parts.percentEncodedPath
        let query = parts.percentEncodedQuery.map { "?" + $0 } ?? ""
        address =
            "\(origin.scheme)://\(name.contains(":") ? "[\(name)]" : name):\(origin.port)"
            + (path.hasPrefix("/") ? path : "/" + path) + query
        guard address.utf8.count <= Self.maximumAddressBytes else { throw .badURL("it is too long") }
        guard address.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw .badURL("it holds spaces, control characters or letters that are not percent-encoded")
        }

        method = request.method
        body = request.body
        headers = try Self.checked(request.headers, request.credential, origin: origin)
    }

    /// `api.example.org`, `127.0.0.1:8080`.
    static func name(of origin: Origin) -> String {
        let bare = bareName(origin)
        let name = bare.contains(":") ? "[\(bare)]" : bare
        return origin.port == (origin.scheme == "https" ? 443 : 80) ? name : "\(name):\(origin.port)"
    }

    private static func bareName(_ origin: Origin) -> String {
        origin.host.hasPrefix("[") && origin.host.hasSuffix("]")
            ? String(origin.host.dropFirst().dropLast()) : origin.host
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func checked(
        _ headers: [(name: String, value: String)], _ credential: Credential?, origin: Origin
    ) throws(TransportError) -> [(name: String, value: String)] {
        var result = headers
        for (name, value) in headers {
            guard isToken(name) else { throw .badHeader("the name of a header is not one") }
            guard isFieldValue(value) else { throw .badHeader("the header \(name) holds control characters") }
            let lower = name.lowercased()
            guard !reservedNames.contains(lower), lower != credential?.header.lowercased() else {
                throw .badHeader("the header \(name) is not set by hand; a key is given as a credential")
            }
        }
        guard let credential else { return result }
        guard credential.origin == origin else {
            throw .credentialForOtherOrigin(name(of: origin), bound: credential.origin)
        }
        guard isToken(credential.header) else { throw .badHeader("the name of the key's header is not one") }
        guard let key = credential.key.exposedText(), !key.isEmpty, isFieldValue(credential.prefix + key) else {
            throw .badHeader("the key is empty or holds characters that no key has. Set it again")
        }
        result.append((credential.header, credential.prefix + key))
        return result
    }

    /// RFC 9110, 5.6.2.
    private static func isToken(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    /// No control characters: a line end would begin a header of its own.
    private static func isFieldValue(_ value: String) -> Bool {
        value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
    }
}

/// The request that a redirect asks for, or why it is not made.
enum Redirection {
    static func isRedirect(status: Int) -> Bool {
        [301, 302, 303, 307, 308].contains(status)
    }

    /// - Parameter location: the header as it came; `nil` or an unusable one is an error.
    /// - Throws: `bad-response`; `wrong-origin` when the target is less safe than where it comes from, or when a body would
    ///   go to another origin: the decision to send it was made for this one.
    static func request(
        after request: HTTPRequest, from current: CheckedRequest, status: Int, location: String?
    ) throws(TransportError) -> HTTPRequest {
        // An empty one would be this page again, and again.
        guard let location, !location.isEmpty, let target = URL(string: location, relativeTo: request.url)?.absoluteURL,
            let origin = Origin(target)
        else {
            throw TransportError(
                .badResponse, "\(current.host) redirects without saying where to. Check the address.",
                host: current.host)
        }
        var next = request
        next.url = target
        // 303 always, 301 and 302 by the custom that RFC 9110, 15.4, describes.
        if status <= 303, request.method != .get, request.method != .head {
            next.method = .get
            next.body = []
            next.headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
        }
        guard origin != current.origin else { return next }
        guard current.origin.scheme == "http" || origin.scheme == "https" else {
            throw .redirectElsewhere(current.host, why: "from https:// to http://")
        }
        let isLocal = HostAddress.isLoopback(origin.host)
        guard current.isLoopback || !isLocal else {
            throw .redirectElsewhere(current.host, why: "to this machine")
        }
        guard next.body.isEmpty else {
            throw .redirectElsewhere(current.host, why: "what was sent to another host")
        }
        next.credential = nil
        return next
    }
}
