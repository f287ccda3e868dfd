import Foundation
import HearthCore
import HearthKnowledge
import HearthMCP

/// How the owner signs in at a server of tools, as far as the owner says so.
public struct ToolSignInSettings: Hashable, Sendable {
    /// A client that was given to the owner; an address, where the authorization server takes those. `nil` registers one.
    public var clientID: String?
    /// What to ask for, with spaces between; `nil` asks for what the server says.
    public var scope: String?
    /// Hosts beside the server's own that may take part, such as that of the authorization server; as the ledger names them.
    public var hosts: Set<String>

    public init(clientID: String? = nil, scope: String? = nil, hosts: Set<String> = []) {
        (self.clientID, self.scope, self.hosts) = (clientID, scope, hosts)
    }

    var isEmpty: Bool { self == ToolSignInSettings() }
}

/// What is kept of a server that the owner signed in at; in the place for keys.
struct ToolTokens: Codable, Sendable {
    /// The address that it is for: tokens go nowhere else, whatever stands in the settings.
    var server: String
    var resource: String
    var issuer: OAuthIssuer
    var client: OAuthClient
    var tokens: OAuthTokens
}

/// Signs in at one server of tools, by the authorization of the Model Context Protocol (2025-11-25, and 2025-06-18): what a server
/// says of itself, who lets people in, a client there, a code by way of the owner's browser, and tokens for that server alone.
///
/// All that is read comes from others, and leads on to addresses. So each address is held against what may be asked
/// (``check(_:_:)``) and what the owner allowed (``allow(_:)``) before anything goes there; none is followed by a redirect.
struct ToolSignIn: Sendable {
    let name: EndpointName
    let server: URL
    let settings: ToolSignInSettings
    let transport: any HTTPTransport
    let ledger: any RoutingLedger
    var now: @Sendable () -> Date = { Date() }

    /// Of what servers say of themselves, and of tokens.
    private static let mostBytes = 64 << 10

    // MARK: Signing in

    /// Finds out where the owner signs in, and as which client.
    ///
    /// - Parameters:
    ///   - redirect: Where the owner's browser brings the code.
    ///   - secret: Of the client that the settings name.
    ///   - before: What signing in gave before, with the secret of a client.
    ///   - wanted: Scopes that the server refused a call for.
    /// - Throws: ``ToolServerError``; what the transport and the ledger throw.
    func begin(
        redirect: String, secret: String?, before: ToolTokens? = nil, wanted: Set<String> = []
    ) async throws -> OAuthAttempt {
        try check(server, "Its own address")
        let challenge = try await challenge()
        let resource = try await resource(challenge)
        let issuer = try await issuer(of: resource)
        try check(issuer.authorization, "Its page to sign in")
        let scope = scope(challenge, resource, issuer, wanted)
        var secret = secret
        // A secret of before is for the one who gave it: the server may name another one by now, itself for one.
        if secret == nil, let before, before.client.id == settings.clientID,
            OAuthIssuer.isSame(before.issuer.issuer, issuer.issuer)
        {
            secret = before.client.secret
        }
        let client = try await client(redirect: redirect, secret: secret, scope: scope, at: issuer)
        return OAuthAttempt(
            issuer: issuer, client: client, resource: resource.resource, redirect: redirect, scope: scope)
    }

    /// Has the code of an answer exchanged for tokens.
    func finish(_ attempt: OAuthAttempt, _ answer: [String: String]) async throws -> ToolTokens {
        let code: String
        do throws(MCPAnswerProblem) {
            code = try attempt.code(in: answer)
        } catch {
            throw failed(error.message)
        }
        let tokens = try await tokens(attempt.exchange(code), attempt.client, attempt.issuer)
        return ToolTokens(
            server: server.absoluteString, resource: attempt.resource, issuer: attempt.issuer, client: attempt.client,
            tokens: tokens)
    }

    /// Others in the place of tokens that are spent.
    ///
    /// - Returns: `nil` where they cannot be renewed.
    /// - Throws: `OAuthRefusal` where the authorization server says no.
    func renew(_ kept: ToolTokens) async throws -> ToolTokens? {
        guard let fields = kept.tokens.renewal(of: kept.resource) else { return nil }
        var kept = kept
        kept.tokens = try await tokens(fields, kept.client, kept.issuer, former: kept.tokens, refusing: true)
        return kept
    }

    /// Tells the authorization server that the tokens are not needed any more (RFC 7009).
    ///
    /// - Returns: Whether it took that.
    func revoke(_ kept: ToolTokens) async -> Bool {
        guard let url = kept.issuer.revocation else { return false }
        let (token, kind) =
            kept.tokens.refresh.map { ($0, "refresh_token") } ?? (kept.tokens.access, "access_token")
        let answer = try? await post([("token", token), ("token_type_hint", kind)], to: url, kept.client)
        return answer.map { (200..<300).contains($0.status) } ?? false
    }

    // MARK: The steps

    /// What the server says to somebody who has not signed in. Nothing of the owner's is in the question.
    private func challenge() async throws -> OAuthChallenge? {
        var state = MCPClientState()
        let question = state.initialize(name: "hearth", version: Version.current).message
        let response = try await errand(server) { record in
            var request = HTTPRequest(
                .post, server,
                headers: [
                    ("Accept", "application/json, text/event-stream"), ("Content-Type", "application/json"),
                ], body: Array(question.description.utf8), ledgerRecord: record, purpose: "tool",
                maximumResponseBytes: Self.mostBytes)
            request.timeLimit = .seconds(30)
            let response = try await transport.send(request)
            await response.body.discardRest()
            return response
        }
        return OAuthChallenge(response.header("www-authenticate"))
    }

    private func resource(_ challenge: OAuthChallenge?) async throws -> OAuthResource {
        for address in OAuthResource.addresses(of: server, named: challenge?.metadata) {
            guard let found = try await metadata(address) else { continue }
            do throws(MCPAnswerProblem) {
                return try OAuthResource(found, of: server)
            } catch {
                throw ToolServerError.badAnswer(name, error.message)
            }
        }
        guard let plain = OAuthResource(undescribed: server) else {
            throw ToolServerError.badAnswer(name, "its address has no host")
        }
        return plain
    }

    private func issuer(of resource: OAuthResource) async throws -> OAuthIssuer {
        // One that may be asked already; else the first, which the owner then may allow.
        let urls = resource.issuers.compactMap { text in URL(string: text).map { (text, $0) } }
        let usable = urls.first { (try? check($0.1, "")) != nil && (try? allow([$0.1])) != nil }
        guard let (text, url) = usable ?? urls.first, url.query() == nil, url.fragment() == nil else {
            throw ToolServerError.badAnswer(name, "it names nobody who could let you in")
        }
        try check(url, "Who lets people in there")
        try allow([url])
        for address in OAuthIssuer.addresses(of: url) {
            guard let found = try await metadata(address) else { continue }
            let issuer: OAuthIssuer
            do throws(MCPAnswerProblem) {
                issuer = try OAuthIssuer(found, named: text)
            } catch {
                throw ToolServerError.badAnswer(name, "of who lets people in: \(error.message)")
            }
            return issuer
        }
        throw ToolServerError(
            .signInFailed, "The server \(name) says nowhere how to sign in; perhaps it takes a key.",
            help: [.giveKey(service: KeyProvider.tools(name).rawValue)])
    }

    private func scope(
        _ challenge: OAuthChallenge?, _ resource: OAuthResource, _ issuer: OAuthIssuer, _ wanted: Set<String>
    ) -> String? {
        var scopes = OAuthText.scopes(in: settings.scope)
        if scopes.isEmpty { scopes = OAuthText.scopes(in: challenge?.scope) }
        if scopes.isEmpty { scopes = resource.scopes }
        for scope in wanted.sorted() where !scopes.contains(scope) { scopes.append(scope) }
        // So that it need not be done again each hour.
        if !scopes.isEmpty, issuer.scopes.contains("offline_access"), !scopes.contains("offline_access") {
            scopes.append("offline_access")
        }
        return scopes.isEmpty ? nil : scopes.joined(separator: " ")
    }

    private func client(
        redirect: String, secret: String?, scope: String?, at issuer: OAuthIssuer
    ) async throws -> OAuthClient {
        if let id = settings.clientID {
            guard !id.hasPrefix("https://") || issuer.takesClientAddresses else {
                throw failed("who lets people in there takes no address as the name of a program")
            }
            try prepare([issuer.token], at: issuer)
            return OAuthClient(id: id, secret: secret, at: issuer)
        }
        guard let url = issuer.registration else {
            throw ToolServerError(
                .signInFailed,
                "Who lets people in at the server \(name) registers no programs by itself. Register one there, with a redirect to "
                    + "\(redirect), and give its client id.", help: [.give(option: "client-id")])
        }
        try prepare([issuer.token, url], at: issuer)
        let body = OAuthClient.registration(redirect: redirect, scope: scope, at: issuer)
        let (status, answer) = try await errand(url) { record in
            try await exchange(
                HTTPRequest(
                    .post, url, headers: [("Accept", "application/json"), ("Content-Type", "application/json")],
                    body: Array(body.description.utf8), ledgerRecord: record, purpose: "tool",
                    maximumResponseBytes: Self.mostBytes, mayRetry: false))
        }
        guard (200..<300).contains(status), let answer else {
            let refusal = OAuthRefusal(answer, status: status)
            throw ToolServerError(
                .signInFailed,
                "This program was not registered at \(Self.host(url)): \(refusal.code) \(refusal.message). Register one there, and "
                    + "give its client id.", help: [.give(option: "client-id")])
        }
        do throws(MCPAnswerProblem) {
            return try OAuthClient(registered: answer)
        } catch {
            throw failed(error.message)
        }
    }

    private func prepare(_ urls: [URL], at issuer: OAuthIssuer) throws {
        for url in urls { try check(url, "What \(OAuthText.shown(issuer.issuer)) names") }
        try allow(urls)
    }

    // MARK: What is sent

    /// What stands at an address as a JSON object; `nil` where there is nothing.
    private func metadata(_ url: URL) async throws -> JSONObject? {
        try check(url, "Where it describes itself")
        let (status, object) = try await errand(url) { record in
            try await exchange(
                HTTPRequest(
                    .get, url, headers: [("Accept", "application/json")], ledgerRecord: record, purpose: "tool",
                    maximumResponseBytes: Self.mostBytes))
        }
        return status == 200 ? object : nil
    }

    private func tokens(
        _ fields: [(String, String)], _ client: OAuthClient, _ issuer: OAuthIssuer, former: OAuthTokens? = nil,
        refusing: Bool = false
    ) async throws -> OAuthTokens {
        let (status, answer) = try await post(fields, to: issuer.token, client)
        guard status == 200, let answer else {
            let refusal = OAuthRefusal(answer, status: status)
            // That somebody is busy says nothing of the tokens.
            if refusing, (400..<500).contains(status), status != 429 { throw refusal }
            throw failed("it gave no token (\(refusal.code) \(refusal.message))")
        }
        do throws(MCPAnswerProblem) {
            return try OAuthTokens(answer, now: now(), former: former)
        } catch {
            throw failed(error.message)
        }
    }

    private func post(
        _ fields: [(String, String)], to url: URL, _ client: OAuthClient
    ) async throws -> (status: Int, JSONObject?) {
        try check(url, "Where tokens are given")
        try allow([url])
        var (fields, credential) = (fields, Credential?.none)
        if client.method == "client_secret_basic", let secret = client.secret, let origin = Origin(url) {
            let pair = "\(PercentCoding.encoded(client.id)):\(PercentCoding.encoded(secret))"
            credential = Credential(
                header: "Authorization", prefix: "Basic ", key: Secret(Data(pair.utf8).base64EncodedString()),
                origin: origin)
        } else {
            fields.append(("client_id", client.id))
            if client.method == "client_secret_post", let secret = client.secret {
                fields.append(("client_secret", secret))
            }
        }
        let (body, key) = (Array(OAuthText.form(fields).utf8), credential)
        return try await errand(url) { record in
            // A code is good once, and a token that is renewed may be, so nothing is repeated.
            try await exchange(
                HTTPRequest(
                    .post, url,
                    headers: [
                        ("Accept", "application/json"), ("Content-Type", "application/x-www-form-urlencoded"),
                    ], body: body, credential: key, ledgerRecord: record, purpose: "tool",
                    maximumResponseBytes: Self.mostBytes, mayRetry: false))
        }
    }

    private func errand<Value: Sendable>(
        _ url: URL, _ work: @Sendable (Int) async throws -> Value
    ) async throws -> Value {
        try await ledger.errand("tool \(name) sign-in", host: Self.host(url)) { try await work($0) }
    }

    private func exchange(_ request: HTTPRequest) async throws -> (status: Int, JSONObject?) {
        var request = request
        request.timeLimit = .seconds(30)
        let response = try await transport.send(request)
        var bytes: [UInt8] = []
        for try await piece in response.body {
            bytes += piece
            guard bytes.count <= Self.mostBytes else {
                throw ToolServerError.badAnswer(
                    name, "\(Self.host(request.url)) says more than \(Self.mostBytes) bytes")
            }
        }
        return (response.status, (try? JSONValue(parsing: bytes))?.objectValue)
    }

    // MARK: Where it may go

    static func host(_ url: URL) -> String { WebAddress.host(of: url) ?? "an address without a host" }

    /// Holds an address against what may be asked for a stranger: nothing without encryption but on this machine, and nothing on this
    /// machine or in its network unless the server, which the owner named, is there.
    ///
    /// - Parameter what: What it is, for a person.
    func check(_ url: URL, _ what: String) throws(ToolServerError) {
        guard let origin = Origin(url), url.user() == nil, url.password() == nil else {
            throw .badAnswer(name, "\(what.lowercased()) is no address of the web")
        }
        let (host, own) = (Self.host(url), Self.host(server))
        guard origin.scheme == "https" || HostAddress.isLoopback(host) else {
            throw ToolServerError(
                .unsafeAddress, "\(what) is at \(host) without encryption (http://), so nothing is sent there.")
        }
        guard origin != Origin(server) else { return }
        let isBeyond =
            HostAddress.isLoopback(host) && !HostAddress.isLoopback(own)
            || WebAddress.isPrivate(host) && !WebAddress.isPrivate(own)
        guard !isBeyond else {
            throw ToolServerError(
                .unsafeAddress,
                "\(what) is at \(host), a place on this machine or in its network. Nothing from outside may have that asked for."
            )
        }
    }

    /// - Throws: ``ToolServerError`` `sign-in-host-not-allowed` with all hosts that the owner did not allow.
    func allow(_ urls: [URL]) throws(ToolServerError) {
        let own = Self.host(server)
        let missing = Set(urls.map(Self.host)).filter { !HostAddress.isSame($0, own) && !settings.hosts.contains($0) }
        guard !missing.isEmpty else { return }
        throw ToolServerError(
            .hostNotAllowed,
            "To sign in at the server \(name), \(missing.sorted().joined(separator: " and ")) would be asked, which you did not allow "
                + "yet. Allow it, if you trust it with that.", help: [.give(option: "host")], hosts: missing.sorted())
    }

    private func failed(_ why: String) -> ToolServerError {
        ToolServerError(.signInFailed, "Signing in at the server \(name) did not work: \(why).")
    }
}
