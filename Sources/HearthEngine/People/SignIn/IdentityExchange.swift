import Foundation
import HearthCore
import HearthMCP
import Synchronization

/// What a provider says of itself (OpenID Connect Discovery 1.0, 3), as far as it is used.
struct IdentityMetadata: Sendable, Hashable {
    let authorization: URL
    let token: URL
    let keys: URL
    /// Whether its answers name it, so that one without a name is somebody else's (RFC 9207).
    let namesItself: Bool
    /// Whether the secret goes into the form, because it does not take it in a header.
    let takesSecretInForm: Bool

    /// - Throws: ``AccountError`` `sign-in-failed`, `bad-sign-in-provider`, `sign-in-host-not-allowed`.
    init(_ object: JSONObject, of provider: IdentityProvider) throws {
        guard object["issuer"]?.stringValue == provider.issuer else {
            throw IdentityExchange.failed(
                provider, "it calls itself by another name than \(OAuthText.shown(provider.issuer))")
        }
        func url(_ key: String) -> URL? {
            guard let text = object[key]?.stringValue, text.utf8.count <= 2048 else { return nil }
            return URL(string: text)
        }
        func texts(_ key: String) -> [String]? {
            object[key]?.arrayValue.map { $0.prefix(64).compactMap(\.stringValue) }
        }
        guard let authorization = url("authorization_endpoint"), let token = url("token_endpoint"),
            let keys = url("jwks_uri")
        else {
            throw IdentityExchange.failed(provider, "it does not say where people sign in, or by which keys it signs")
        }
        if let known = texts("id_token_signing_alg_values_supported") {
            guard known.contains(where: { IdentityAlgorithm(rawValue: $0) != nil }) else {
                throw IdentityExchange.failed(provider, "it signs in no way that is taken here")
            }
        }
        guard texts("response_types_supported")?.contains("code") ?? true else {
            throw IdentityExchange.failed(provider, "it gives out no codes to sign in with")
        }
        (self.authorization, self.token, self.keys) = (authorization, token, keys)
        namesItself = object["authorization_response_iss_parameter_supported"]?.boolValue ?? false
        let methods = texts("token_endpoint_auth_methods_supported") ?? ["client_secret_basic"]
        takesSecretInForm = !methods.contains("client_secret_basic") && methods.contains("client_secret_post")
        // The page where people sign in is opened by their browsers; it is held to the same, since passwords are typed there. Its host need not
        // be allowed: this machine asks nothing there.
        guard let origin = Origin(authorization), origin.scheme == "https" || HostAddress.isLoopback(origin.host) else {
            throw IdentityProvider.refused("The provider names a page to sign in that is not encrypted.")
        }
        try provider.check(token)
        try provider.check(keys)
    }
}

/// What was learned of each provider. Nothing of one is ever taken for another's, nor keeps another waiting.
final class IdentityCaches: Sendable {
    private let caches = Mutex<[String: IdentityCache]>([:])
    private let now: @Sendable () -> ContinuousClock.Instant

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    func cache(of provider: IdentityProvider) -> IdentityCache {
        caches.withLock { caches in
            if let known = caches[provider.issuer] { return known }
            // Providers come and go; of those that stay all is learned anew.
            if caches.count >= People.mostProviders { caches.removeAll() }
            let made = IdentityCache(now: now)
            caches[provider.issuer] = made
            return made
        }
    }
}

/// What was learned of a provider, for a while.
final class IdentityCache: Sendable {
    private struct State {
        var metadata:
            (of: IdentityProvider, value: Result<IdentityMetadata, any Error>, until: ContinuousClock.Instant)?
        var keys: (at: URL, value: [IdentityKey], fetchedAt: ContinuousClock.Instant)?
    }

    /// How long what is known holds: a key that was taken out of use signs nobody in for longer.
    static let lifetime = Duration.seconds(3600)
    /// How often at most keys are fetched because a token names one that is not known, which anybody may write.
    static let rotation = Duration.seconds(60)
    /// How long a provider that failed is left alone: whoever asks to sign in needs to be nobody.
    static let patience = Duration.seconds(15)
    private let state = Mutex(State())
    let now: @Sendable () -> ContinuousClock.Instant

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    func metadata(of provider: IdentityProvider) throws -> IdentityMetadata? {
        let known = state.withLock { $0.metadata }
        guard let known, known.of == provider, now() < known.until else { return nil }
        return try known.value.get()
    }

    func keep(_ value: Result<IdentityMetadata, any Error>, of provider: IdentityProvider) {
        let isThere = if case .success = value { true } else { false }
        let until = now() + (isThere ? Self.lifetime : Self.patience)
        state.withLock { $0.metadata = (provider, value, until) }
    }

    /// - Parameter isMissing: Whether one is wanted that is not among those that are known.
    /// - Returns: `nil` where they are to be fetched.
    func keys(at url: URL, isMissing: Bool) -> [IdentityKey]? {
        guard let known = state.withLock({ $0.keys }), known.at == url else { return nil }
        return now() - known.fetchedAt < (isMissing ? Self.rotation : Self.lifetime) ? known.value : nil
    }

    func keep(_ keys: [IdentityKey], at url: URL) {
        let moment = now()
        state.withLock { $0.keys = (url, keys, moment) }
    }
}

/// Speaks to a provider: its description, its keys, and a code for who somebody is.
///
/// Each question is in the ledger, with the purpose `sign-in`, before it is asked; it goes over the one transport, to hosts that an
/// administrator allowed, and no redirect is followed.
struct IdentityExchange: Sendable {
    let provider: IdentityProvider
    let secret: Secret?
    let transport: any HTTPTransport
    let ledger: any RoutingLedger
    let cache: IdentityCache
    var now: @Sendable () -> Date = { Date() }

    private static let purpose = "sign-in"
    private static let mostBytes = 256 << 10

    // MARK: - Its description

    func metadata() async throws -> IdentityMetadata {
        if let known = try cache.metadata(of: provider) { return known }
        do {
            let found = try await fetchedMetadata()
            cache.keep(.success(found), of: provider)
            return found
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            cache.keep(.failure(error), of: provider)
            throw error
        }
    }

    private func fetchedMetadata() async throws -> IdentityMetadata {
        try IdentityMetadata(try await description(), of: provider)
    }

    /// What stands where it describes itself, as it is.
    func description() async throws -> JSONObject {
        guard let url = provider.description else { throw IdentityProvider.refused("Its address is none.") }
        let (status, object) = try await get(url)
        guard status == 200, let object else {
            throw Self.failed(
                provider, "there is no description of it at \(OAuthText.shown(url.absoluteString)) (status \(status))")
        }
        return object
    }

    // MARK: - Who it is

    /// Has a code exchanged for an ID token, and gives who that is about.
    ///
    /// - Throws: ``AccountError`` `sign-in-failed`; what the transport and the ledger throw.
    func identity(code: String, verifier: String, nonce: String, redirect: String) async throws -> Identity {
        let metadata = try await metadata()
        let answer = try await tokens(code: code, verifier: verifier, redirect: redirect, metadata)
        guard let text = answer["id_token"]?.stringValue else {
            throw Self.failed(provider, "it gave no ID token")
        }
        let expected = IdentityToken.Expectation(
            issuer: provider.issuer, clientID: provider.clientID, nonce: nonce,
            accessToken: answer["access_token"]?.stringValue, now: now())
        do {
            let token = try IdentityToken(text)
            do {
                return try token.identity(try await keys(metadata), expected)
            } catch let problem as IdentityProblem where problem.reason == .unknownKey {
                // It may have changed its keys.
                return try token.identity(try await keys(metadata, isMissing: true), expected)
            }
        } catch let problem as IdentityProblem {
            throw Self.failed(provider, problem.message)
        }
    }

    private func keys(_ metadata: IdentityMetadata, isMissing: Bool = false) async throws -> [IdentityKey] {
        if let known = cache.keys(at: metadata.keys, isMissing: isMissing) { return known }
        let (status, object) = try await get(metadata.keys)
        guard status == 200, let object else {
            throw Self.failed(provider, "its keys could not be fetched (status \(status))")
        }
        let keys = IdentityKey.all(object)
        cache.keep(keys, at: metadata.keys)
        return keys
    }

    private func tokens(
        code: String, verifier: String, redirect: String, _ metadata: IdentityMetadata
    ) async throws -> JSONObject {
        var fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect),
            ("code_verifier", verifier),
        ]
        var credential: Credential?
        let word = secret?.exposedText()
        if let word, !metadata.takesSecretInForm, let origin = Origin(metadata.token) {
            let pair = "\(PercentCoding.encoded(provider.clientID)):\(PercentCoding.encoded(word))"
            credential = Credential(
                header: "Authorization", prefix: "Basic ", key: Secret(Data(pair.utf8).base64EncodedString()),
                origin: origin)
        } else {
            fields.append(("client_id", provider.clientID))
            if let word { fields.append(("client_secret", word)) }
        }
        let (body, key) = (Array(OAuthText.form(fields).utf8), credential)
        // A code is good once, so nothing is repeated.
        let (status, object) = try await exchange(metadata.token) { record in
            HTTPRequest(
                .post, metadata.token,
                headers: [
                    ("Accept", "application/json"), ("Content-Type", "application/x-www-form-urlencoded"),
                ], body: body, credential: key, ledgerRecord: record, purpose: Self.purpose,
                maximumResponseBytes: Self.mostBytes, mayRetry: false)
        }
        guard status == 200, let object else {
            let refusal = OAuthRefusal(object, status: status)
            throw Self.failed(provider, "it took the code for nobody's (\(refusal.code) \(refusal.message))")
        }
        return object
    }

    // MARK: - What is sent

    private func get(_ url: URL) async throws -> (status: Int, JSONObject?) {
        try await exchange(url) { record in
            HTTPRequest(
                .get, url, headers: [("Accept", "application/json")], ledgerRecord: record, purpose: Self.purpose,
                maximumResponseBytes: Self.mostBytes)
        }
    }

    private func exchange(
        _ url: URL, _ request: @Sendable (Int) -> HTTPRequest
    ) async throws -> (status: Int, JSONObject?) {
        try provider.check(url)
        return try await ledger.errand(Self.purpose, host: ToolSignIn.host(url)) { record in
            var request = request(record)
            request.timeLimit = .seconds(20)
            let response = try await transport.send(request)
            var bytes: [UInt8] = []
            for try await piece in response.body {
                bytes += piece
                guard bytes.count <= Self.mostBytes else { throw Self.failed(provider, "it says too much") }
            }
            return (response.status, (try? JSONValue(parsing: bytes))?.objectValue)
        }
    }

    static func failed(_ provider: IdentityProvider, _ why: String) -> AccountError {
        AccountError(.providerFailed, "Signing in with \(provider.label) did not work: \(why).")
    }
}
