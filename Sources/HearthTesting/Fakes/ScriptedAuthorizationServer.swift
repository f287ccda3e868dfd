public import Foundation
public import HearthCore
import Synchronization

/// A server of tools that wants its owner to sign in, and the authorization server that lets people in there, in this process: what they say
/// of themselves, registration, codes that are good once and bound to PKCE, tokens that run out, refresh tokens that rotate. It opens no
/// connection, and keeps the requests.
///
/// What a test wants otherwise is changed in ``script``.
public final class ScriptedAuthorizationServer: HTTPTransport {
    public struct Script: Sendable {
        /// The server of tools.
        public var server = "https://tools.example.org/mcp"
        public var issuer = "https://auth.example.org"
        /// What the authorization server calls itself; `nil` for its issuer.
        public var namesItself: String?
        /// What it says in answers; `nil` for nothing.
        public var answersAs: String?
        public var tokenEndpoint: String?
        public var takesPKCE = true
        public var registers = true
        public var promisesIss = true
        /// Fields that stand instead of, or beside, the usual ones.
        public var resourceMetadata: JSONObject = [:]
        public var issuerMetadata: JSONObject = [:]
        /// Whether the server of tools describes itself at all.
        public var describesItself = true
        /// Of the header with 401, beside `Bearer`.
        public var challenge: String?
        /// A scope that calls need.
        public var neededScope: String?
        public var lifetime = 3_600
        /// The bytes of each description, where they are to be too many.
        public var padding = 0
        /// A status and a place with which each description is answered instead.
        public var redirect: (status: Int, location: String)?

        public init() {}
    }

    fileprivate struct State {
        var script = Script()
        var requests: [HTTPRequest] = []
        /// Code to challenge, scope and redirect.
        var codes: [String: (challenge: String, scope: String?, redirect: String)] = [:]
        var access: [String: String?] = [:]
        var refresh: Set<String> = []
        /// Tokens that were renewed; whoever comes with one has a copy.
        var spent: Set<String> = []
        var count = 0
    }

    private let state = Mutex(State())

    public init(_ script: Script = Script()) { state.withLock { $0.script = script } }

    public var script: Script {
        get { state.withLock { $0.script } }
        set { state.withLock { $0.script = newValue } }
    }

    /// Every request so far, in order.
    public var requests: [HTTPRequest] { state.withLock { $0.requests } }
    /// `GET https://…`, in order.
    public var asked: [String] { requests.map { "\($0.method.rawValue) \($0.url.absoluteString)" } }

    /// Every access token that is good now ends, as after its time.
    public func endTokens() { state.withLock { $0.access = [:] } }

    // MARK: The owner's browser

    /// Signs in at the page of the authorization server, and gives what the browser brings back.
    public func open(_ url: URL, overriding changes: [String: String?] = [:]) -> [String: String] {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        let query = Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
        return state.withLock { state in
            state.count += 1
            let code = "code-\(state.count)"
            state.codes[code] = (query["code_challenge"] ?? "", query["scope"], query["redirect_uri"] ?? "")
            var answer = ["code": code, "state": query["state"] ?? ""]
            if state.script.promisesIss { answer["iss"] = state.script.answersAs ?? state.script.issuer }
            for (name, value) in changes { answer[name] = value }
            return answer
        }
    }

    // MARK: The servers

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await request.mayLeave?()
        let (status, headers, body) = state.withLock { state in
            state.requests.append(request)
            return state.answer(request)
        }
        let text = Array(body.description.utf8)
        let pieces = EventStream<[UInt8]> { emit in try await emit(text) }
        return HTTPResponse(
            status: status, headers: [("Content-Type", "application/json")] + headers, body: HTTPBody(pieces))
    }
}

extension ScriptedAuthorizationServer.State {
    private typealias Answer = (status: Int, headers: [(name: String, value: String)], body: JSONValue)

    fileprivate mutating func answer(
        _ request: HTTPRequest
    ) -> (status: Int, headers: [(name: String, value: String)], body: JSONValue) {
        let address = request.url.absoluteString
        if address == script.server { return tools(request) }
        if address.contains("/.well-known/") {
            if let (status, location) = script.redirect { return (status, [("Location", location)], [:]) }
            if address.contains("oauth-protected-resource") { return resource(address) }
            return issuer(address)
        }
        switch (request.method, address) {
        case (.post, script.issuer + "/register"):
            guard script.registers else { return (403, [], ["error": "invalid_client_metadata"]) }
            return (201, [], ["client_id": "client-1", "token_endpoint_auth_method": "none"])
        case (.post, script.tokenEndpoint ?? script.issuer + "/token"): return token(request)
        case (.post, script.issuer + "/revoke"):
            let fields = Self.form(request)
            refresh.remove(fields["token"] ?? "")
            return (200, [], [:])
        default: return (404, [], [:])
        }
    }

    private func tools(_ request: HTTPRequest) -> Answer {
        let token = request.credential?.key.exposedText() ?? ""
        guard let scope = access[token] else {
            let more = script.challenge.map { " \($0)" } ?? ""
            return (401, [("WWW-Authenticate", "Bearer\(more)")], [:])
        }
        if let needed = script.neededScope, !(scope ?? "").split(separator: " ").contains(Substring(needed)) {
            return (
                403, [("WWW-Authenticate", "Bearer error=\"insufficient_scope\", scope=\"\(needed)\"")], [:]
            )
        }
        let message = (try? JSONValue(parsing: request.body)) ?? .null
        guard let id = message["id"] else { return (202, [], .null) }
        let result: JSONValue =
            switch message["method"]?.stringValue {
            case "initialize": ["protocolVersion": "2025-06-18", "capabilities": ["tools": [:]]]
            case "tools/list": ["tools": [["name": "look", "inputSchema": ["type": "object"]]]]
            default: ["content": [["type": "text", "text": "found"]]]
            }
        return (200, [], ["jsonrpc": "2.0", "id": id, "result": result])
    }

    private func resource(_ address: String) -> Answer {
        let own = URL(string: script.server)?.path() ?? ""
        guard script.describesItself, address.hasSuffix("/.well-known/oauth-protected-resource\(own)") else {
            return (404, [], [:])
        }
        let usual: JSONObject = [
            "resource": .string(script.server), "authorization_servers": [.string(script.issuer)],
            "scopes_supported": ["look"],
        ]
        return (200, [], padded(usual, script.resourceMetadata))
    }

    private func issuer(_ address: String) -> Answer {
        guard address == script.issuer + "/.well-known/oauth-authorization-server" else { return (404, [], [:]) }
        var usual: JSONObject = [
            "issuer": .string(script.namesItself ?? script.issuer),
            "authorization_endpoint": .string(script.issuer + "/authorize"),
            "token_endpoint": .string(script.tokenEndpoint ?? script.issuer + "/token"),
            "registration_endpoint": .string(script.issuer + "/register"),
            "revocation_endpoint": .string(script.issuer + "/revoke"),
            "response_types_supported": ["code"], "token_endpoint_auth_methods_supported": ["none"],
            "authorization_response_iss_parameter_supported": .bool(script.promisesIss),
        ]
        if script.takesPKCE { usual["code_challenge_methods_supported"] = ["S256"] }
        return (200, [], padded(usual, script.issuerMetadata))
    }

    private func padded(_ usual: JSONObject, _ others: JSONObject) -> JSONValue {
        var object = usual
        for (name, value) in others { object[name] = value }
        if script.padding > 0 { object["padding"] = .string(String(repeating: "x", count: script.padding)) }
        return .object(object)
    }

    private mutating func token(_ request: HTTPRequest) -> Answer {
        let fields = Self.form(request)
        guard fields["resource"] == script.server else { return (400, [], ["error": "invalid_target"]) }
        switch fields["grant_type"] {
        case "authorization_code":
            // Good once.
            guard let code = codes.removeValue(forKey: fields["code"] ?? ""),
                Self.challenge(fields["code_verifier"] ?? "") == code.challenge,
                fields["redirect_uri"] == code.redirect
            else { return (400, [], ["error": "invalid_grant"]) }
            return given(code.scope)
        case "refresh_token":
            let former = fields["refresh_token"] ?? ""
            if spent.contains(former) { (access, refresh) = ([:], []) }
            guard refresh.remove(former) != nil else { return (400, [], ["error": "invalid_grant"]) }
            spent.insert(former)
            return given("look")
        default: return (400, [], ["error": "unsupported_grant_type"])
        }
    }

    private mutating func given(_ scope: String?) -> Answer {
        count += 1
        access["access-\(count)"] = .some(scope)
        refresh.insert("refresh-\(count)")
        var answer: JSONObject = [
            "access_token": .string("access-\(count)"), "token_type": "Bearer",
            "expires_in": .number(JSONNumber(script.lifetime)), "refresh_token": .string("refresh-\(count)"),
        ]
        answer["scope"] = scope.map { .string($0) }
        return (200, [], .object(answer))
    }

    private static func challenge(_ verifier: String) -> String {
        Base64URL.encoded(ContentHash(of: Array(verifier.utf8)).bytes)
    }

    private static func form(_ request: HTTPRequest) -> [String: String] {
        var parts = URLComponents()
        parts.percentEncodedQuery = String(decoding: request.body, as: UTF8.self)
        return Dictionary((parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }
}
