import Crypto
import CryptoExtras
import Foundation
import HearthCore
import Synchronization

@testable import HearthEngine

/// A key with which a provider in this process signs.
enum SigningKey: Sendable {
    case rsa(_RSA.Signing.PrivateKey)
    case p256(P256.Signing.PrivateKey)

    /// One for all tests: making one takes a while.
    static let shared = Result { SigningKey.rsa(try _RSA.Signing.PrivateKey(keySize: .bits2048)) }

    func publicKey(_ id: String) throws -> JSONValue {
        switch self {
        case .rsa(let key):
            let parts = try key.publicKey.getKeyPrimitives()
            return [
                "kty": "RSA", "kid": .string(id), "use": "sig", "alg": "RS256",
                "n": .string(Base64URL.encoded(Array(parts.modulus))),
                "e": .string(Base64URL.encoded(Array(parts.publicExponent))),
            ]
        case .p256(let key):
            let point = Array(key.publicKey.x963Representation)
            return [
                "kty": "EC", "crv": "P-256", "kid": .string(id), "x": .string(Base64URL.encoded(Array(point[1..<33]))),
                "y": .string(Base64URL.encoded(Array(point[33...]))),
            ]
        }
    }

    func signed(_ claims: JSONValue, header: JSONObject) throws -> String {
        let text = [JSONValue.object(header), claims].map { Base64URL.encoded(Array($0.description.utf8)) }
            .joined(separator: ".")
        let bytes = Array(text.utf8)
        let signature =
            switch self {
            case .rsa(let key):
                try key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5).rawRepresentation
            case .p256(let key): try key.signature(for: bytes).rawRepresentation
            }
        return text + "." + Base64URL.encoded(Array(signature))
    }
}

/// A provider of identities in this process: describes itself, shows its keys, and gives an ID token for each code.
final class ScriptedIdentityProvider: HTTPTransport {
    static let issuer = "https://login.example.org/realms/home"
    static let redirect = "http://localhost:8427/oauth/sign-in"

    struct Script: Sendable {
        /// By which name it calls itself.
        var issuer: String
        var key: SigningKey
        var keyID = "first"
        var algorithm = "RS256"
        /// The claims of the next token that stand instead of, or beside, the usual ones.
        var claims: JSONObject = [:]
        var metadata: JSONObject = [:]
        /// A status for all that is asked; `nil` answers.
        var status: Int?
    }

    fileprivate struct State {
        /// Where it is.
        let place: String
        var script: Script
        var requests: [HTTPRequest] = []
        var codes: [String: (nonce: String, challenge: String, redirect: String)] = [:]
    }

    private let state: Mutex<State>

    init(_ key: SigningKey, at issuer: String = ScriptedIdentityProvider.issuer) {
        state = Mutex(State(place: issuer, script: Script(issuer: issuer, key: key)))
    }

    var script: Script {
        get { state.withLock { $0.script } }
        set { state.withLock { $0.script = newValue } }
    }

    var requests: [HTTPRequest] { state.withLock { $0.requests } }
    var asked: [String] { requests.map { "\($0.method.rawValue) \($0.url.path())" } }

    /// What a person's browser brings back after they signed in at the page of an address.
    func open(_ url: URL) -> [String: String] {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        let query = Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
        let code = "code-\(UUID().uuidString)"
        state.withLock {
            $0.codes[code] = (query["nonce"] ?? "", query["code_challenge"] ?? "", query["redirect_uri"] ?? "")
        }
        return ["state": query["state"] ?? "", "code": code]
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let answer = Result { try state.withLock { try $0.answer(request) } }
        let (status, value) = try answer.get()
        let text = Array(value.description.utf8)
        let pieces = EventStream<[UInt8]> { emit in try await emit(text) }
        return HTTPResponse(
            status: status, headers: [("Content-Type", "application/json")], body: HTTPBody(pieces))
    }
}

extension ScriptedIdentityProvider.State {
    fileprivate mutating func answer(_ request: HTTPRequest) throws -> (status: Int, JSONValue) {
        requests.append(request)
        if let status = script.status { return (status, ["error": "server_error"]) }
        let issuer = place
        switch request.url.absoluteString {
        case issuer + "/.well-known/openid-configuration":
            var object: JSONObject = [
                "issuer": .string(script.issuer), "authorization_endpoint": .string(issuer + "/auth?kind=web"),
                "token_endpoint": .string(issuer + "/token"), "jwks_uri": .string(issuer + "/keys"),
                "id_token_signing_alg_values_supported": ["RS256", "ES256"],
            ]
            for (key, value) in zip(script.metadata.keys, script.metadata.values) { object[key] = value }
            return (200, .object(object))
        case issuer + "/keys": return (200, ["keys": [try script.key.publicKey(script.keyID)]])
        case issuer + "/token": return try token(request)
        default: return (404, [:])
        }
    }

    private mutating func token(_ request: HTTPRequest) throws -> (status: Int, JSONValue) {
        var parts = URLComponents()
        parts.percentEncodedQuery = String(decoding: request.body, as: UTF8.self)
        let items = parts.queryItems ?? []
        func field(_ name: String) -> String? { items.first { $0.name == name }?.value }
        guard let known = field("code").flatMap({ codes.removeValue(forKey: $0) }),
            let verifier = field("code_verifier"),
            Base64URL.encoded(ContentHash(of: Array(verifier.utf8)).bytes) == known.challenge,
            field("redirect_uri") == known.redirect
        else { return (400, ["error": "invalid_grant"]) }
        let now = Int(Date().timeIntervalSince1970)
        var claims: JSONObject = [
            "iss": .string(place), "aud": "hearth", "sub": "subject-1",
            "nonce": .string(known.nonce), "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + 300)),
        ]
        for (key, value) in zip(script.claims.keys, script.claims.values) { claims[key] = value }
        let token = try script.key.signed(
            .object(claims), header: ["alg": .string(script.algorithm), "kid": .string(script.keyID)])
        return (200, ["access_token": "access", "token_type": "Bearer", "id_token": .string(token)])
    }
}
