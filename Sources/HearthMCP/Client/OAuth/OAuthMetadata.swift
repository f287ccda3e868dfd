package import Foundation
package import HearthCore

/// What a server of tools says of who lets people in (RFC 9728).
package struct OAuthResource: Hashable, Sendable {
    /// By which name tokens for it are asked for (RFC 8707).
    package var resource: String
    /// The issuers whose tokens it takes, as it lists them.
    package var issuers: [String]
    package var scopes: [String]

    private static let mostIssuers = 16

    /// - Parameters:
    ///   - metadata: What was found at one of ``addresses(of:named:)``.
    ///   - server: The address that the owner added.
    /// - Throws: ``MCPAnswerProblem`` where it is about another server, or names nobody.
    package init(_ metadata: JSONObject, of server: URL) throws(MCPAnswerProblem) {
        guard let resource = metadata["resource"]?.stringValue, resource.utf8.count <= 2048,
            let url = URL(string: resource), Self.covers(url, server)
        else {
            // A token for another resource could be used there.
            throw MCPAnswerProblem("its metadata is about another server than the one that was asked")
        }
        self.resource = resource
        issuers = (metadata["authorization_servers"]?.arrayValue ?? []).prefix(Self.mostIssuers)
            .compactMap(\.stringValue)
        scopes = OAuthText.scopes(metadata["scopes_supported"])
        guard !issuers.isEmpty else { throw MCPAnswerProblem("it names nobody who could let you in") }
    }

    /// Of a server that has no such description: whoever is at its own origin lets people in, as it was before there were any.
    package init?(undescribed server: URL) {
        guard let origin = OAuthAddress.origin(of: server) else { return nil }
        (resource, issuers, scopes) = (OAuthAddress.resource(of: server), [origin], [])
    }

    /// Whether a resource is the server's own, or a place above it at the same origin.
    private static func covers(_ resource: URL, _ server: URL) -> Bool {
        guard let origin = Origin(resource), origin == Origin(server), resource.fragment() == nil else { return false }
        func parts(_ url: URL) -> [Substring] { url.path(percentEncoded: true).split(separator: "/") }
        return parts(server).starts(with: parts(resource))
    }

    /// Where a server of tools may describe itself, the likeliest first.
    ///
    /// - Parameter named: What its challenge names; it has to be at the server's own origin, since that is who speaks.
    package static func addresses(of server: URL, named: String?) -> [URL] {
        var found: [URL] = []
        if let named, let url = URL(string: named), Origin(url) == Origin(server) { found.append(url) }
        let known = OAuthAddress.wellKnown("oauth-protected-resource", server)
        return found + known.filter { !found.contains($0) }
    }
}

/// What an authorization server says of itself (RFC 8414; OpenID Connect Discovery 1.0).
package struct OAuthIssuer: Hashable, Codable, Sendable {
    /// By which name it calls itself; what it says in answers is compared with this.
    package var issuer: String
    package var authorization: URL
    package var token: URL
    package var registration: URL?
    package var revocation: URL?
    /// Whether its answers name it, so that one without a name is somebody else's (RFC 9207).
    package var namesItself: Bool
    /// How clients say who they are at its token endpoint.
    package var authenticationMethods: [String]
    /// Whether an address can be a client's id (Client ID Metadata Documents).
    package var takesClientAddresses: Bool
    package var scopes: [String]

    /// - Parameter issuer: The name by which the server of tools knows it.
    /// - Throws: ``MCPAnswerProblem`` where it calls itself otherwise, or cannot do what is needed here.
    package init(_ metadata: JSONObject, named issuer: String) throws(MCPAnswerProblem) {
        guard let name = metadata["issuer"]?.stringValue, Self.isSame(name, issuer) else {
            throw MCPAnswerProblem("it calls itself by another name than the one under which it was looked for")
        }
        func url(_ key: String) -> URL? {
            guard let text = metadata[key]?.stringValue, text.utf8.count <= 2048 else { return nil }
            return URL(string: text)
        }
        func texts(_ key: String) -> [String]? {
            metadata[key]?.arrayValue.map { $0.prefix(64).compactMap(\.stringValue) }
        }
        guard let authorization = url("authorization_endpoint"), let token = url("token_endpoint") else {
            throw MCPAnswerProblem("it says no place to sign in, or none for tokens")
        }
        // Without it a code that somebody else gets hold of could be used; so the protocol wants clients to refuse.
        guard texts("code_challenge_methods_supported")?.contains("S256") == true else {
            throw MCPAnswerProblem("it does not say that it takes PKCE with S256, without which signing in is not safe")
        }
        guard texts("response_types_supported")?.contains("code") ?? true else {
            throw MCPAnswerProblem("it gives out no codes to sign in with")
        }
        self.issuer = name
        (self.authorization, self.token) = (authorization, token)
        (registration, revocation) = (url("registration_endpoint"), url("revocation_endpoint"))
        namesItself = metadata["authorization_response_iss_parameter_supported"]?.boolValue ?? false
        authenticationMethods = texts("token_endpoint_auth_methods_supported") ?? ["client_secret_basic"]
        takesClientAddresses = metadata["client_id_metadata_document_supported"]?.boolValue ?? false
        scopes = OAuthText.scopes(metadata["scopes_supported"])
    }

    /// The places to which something is sent that signs in, without the one that the owner's browser opens.
    package var endpoints: [URL] { [token] + [registration, revocation].compactMap(\.self) }

    /// Names are compared as they are; only the slash of an empty path makes no other address (RFC 3986, 6.2.3).
    package static func isSame(_ a: String, _ b: String) -> Bool {
        guard a != b else { return true }
        func withoutSlash(_ text: String) -> String {
            guard text.hasSuffix("/"), let url = URL(string: text), url.path(percentEncoded: true) == "/" else {
                return text
            }
            return String(text.dropLast())
        }
        return withoutSlash(a) == withoutSlash(b)
    }

    /// Where one describes itself, in the order in which the protocol wants them tried.
    package static func addresses(of issuer: URL) -> [URL] {
        let plain = OAuthAddress.wellKnown("oauth-authorization-server", issuer).first
        let openID = OAuthAddress.wellKnown("openid-configuration", issuer).first
        var behind: URL?
        if var parts = URLComponents(url: issuer, resolvingAgainstBaseURL: true) {
            let path = OAuthAddress.path(parts)
            parts.percentEncodedPath = path + "/.well-known/openid-configuration"
            parts.query = nil
            behind = path.isEmpty ? nil : parts.url
        }
        return [plain, openID, behind].compactMap(\.self)
    }
}

/// Addresses as the protocol makes them from others.
package enum OAuthAddress {
    /// With the address's own path behind it, and, where it has one, also without.
    static func wellKnown(_ name: String, _ url: URL) -> [URL] {
        guard var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true) else { return [] }
        let path = path(parts)
        (parts.query, parts.fragment) = (nil, nil)
        return (path.isEmpty ? [""] : [path, ""]).compactMap { behind in
            parts.percentEncodedPath = "/.well-known/\(name)\(behind)"
            return parts.url
        }
    }

    /// Without a slash at its end.
    static func path(_ parts: URLComponents) -> String {
        var path = parts.percentEncodedPath
        while path.hasSuffix("/") { path.removeLast() }
        return path
    }

    static func origin(of url: URL) -> String? {
        guard let origin = Origin(url), var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true)
        else { return nil }
        (parts.scheme, parts.percentEncodedPath, parts.query, parts.fragment) = (origin.scheme, "", nil, nil)
        return parts.string
    }

    /// The name of a server that does not say its own (RFC 8707, 2): its address without what belongs to a place on it.
    package static func resource(of server: URL) -> String {
        guard var parts = URLComponents(url: server.absoluteURL, resolvingAgainstBaseURL: true) else {
            return server.absoluteString
        }
        (parts.scheme, parts.fragment) = (parts.scheme?.lowercased(), nil)
        if let host = parts.percentEncodedHost { parts.percentEncodedHost = host.lowercased() }
        if parts.percentEncodedPath == "/" { parts.percentEncodedPath = "" }
        return parts.string ?? server.absoluteString
    }
}

/// Texts of others that go into requests and messages.
package enum OAuthText {
    /// Scopes of a list, as far as they are any (RFC 6749, 3.3).
    static func scopes(_ value: JSONValue?) -> [String] {
        (value?.arrayValue ?? []).prefix(64).compactMap(\.stringValue).filter(isScope)
    }

    /// The scopes of a text that has them with spaces between.
    package static func scopes(in text: String?) -> [String] {
        (text ?? "").split(separator: " ").prefix(64).map(String.init).filter(isScope)
    }

    private static func isScope(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
    }

    /// Something that somebody else says, for a person: short, and without what would steer a terminal.
    package static func shown(_ text: String) -> String {
        var shown = ""
        for scalar in text.unicodeScalars.prefix(200) where (0x20...0x7E).contains(scalar.value) {
            shown.unicodeScalars.append(scalar)
        }
        return shown
    }
}
