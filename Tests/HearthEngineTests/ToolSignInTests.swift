import Foundation
import HearthCore
import HearthMCP
import HearthTesting
import Testing

@testable import HearthEngine

/// Signing in at servers of tools, against an authorization server in this process.
@Suite("Signing in at servers of tools")
struct ToolSignInTests {
    private let service = ScriptedAuthorizationServer()
    private let ledger = MemoryLibrary()
    private static let redirect = "http://127.0.0.1:5000/callback"

    private func way(
        _ hosts: Set<String> = ["auth.example.org"], clientID: String? = nil, now: Date = Date()
    ) throws -> ToolSignIn {
        ToolSignIn(
            name: try #require(EndpointName("web")), server: try #require(URL(string: service.script.server)),
            settings: ToolSignInSettings(clientID: clientID, hosts: hosts), transport: service, ledger: ledger,
            now: { now })
    }

    private func begin(_ way: ToolSignIn) async throws -> OAuthAttempt {
        try await way.begin(redirect: Self.redirect, secret: nil)
    }

    private func signIn(_ way: ToolSignIn) async throws -> ToolTokens {
        let attempt = try await begin(way)
        return try await way.finish(attempt, service.open(try #require(attempt.address)))
    }

    private func refusal(_ body: () async throws -> Void) async -> ToolServerError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? ToolServerError
        }
    }

    @Test func `An owner signs in, each question is in the ledger, and nothing goes to anybody else`() async throws {
        let kept = try await signIn(try way())
        #expect(kept.tokens.access.hasPrefix("access-") && kept.tokens.refresh != nil && kept.client.id == "client-1")
        #expect(kept.resource == service.script.server && kept.server == service.script.server)
        #expect(
            service.asked == [
                "POST https://tools.example.org/mcp",
                "GET https://tools.example.org/.well-known/oauth-protected-resource/mcp",
                "GET https://auth.example.org/.well-known/oauth-authorization-server",
                "POST https://auth.example.org/register", "POST https://auth.example.org/token",
            ])
        // No redirect is followed, nothing that is good once is repeated, and no key of anybody's goes along.
        #expect(service.requests.allSatisfy { !$0.followsRedirects && $0.credential == nil && $0.ledgerRecord > 0 })
        #expect(service.requests.filter { $0.url.path() != "/mcp" && $0.method == .post }.allSatisfy { !$0.mayRetry })
        let decisions = try await ledger.ledger().map(\.entry).filter { $0.kind == .decision }
        #expect(decisions.count == 5 && decisions.allSatisfy { $0.purpose == "tool web sign-in" })
        #expect(Set(decisions.compactMap(\.host)) == ["tools.example.org", "auth.example.org"])
    }

    @Test func `Who lets people in is asked only when the owner allowed its host`() async throws {
        let error = await refusal { _ = try await begin(try way([])) }
        #expect(error?.reason == .hostNotAllowed && error?.hosts == ["auth.example.org"])
        #expect(error?.help == [.give(option: "host")])
        #expect(!service.asked.contains { $0.contains("auth.example.org") })
        // A host that it names beside its own is another one.
        service.script.tokenEndpoint = "https://tokens.example.net/token"
        let second = await refusal { _ = try await begin(try way()) }
        #expect(second?.reason == .hostNotAllowed && second?.hosts == ["tokens.example.net"])
        #expect(!service.asked.contains { $0.contains("tokens.example.net") || $0.contains("/register") })
    }

    @Test(arguments: [
        "http://auth.example.org", "https://169.254.169.254", "https://10.0.0.5", "https://router.local",
        "https://localhost", "http://127.0.0.1:9000", "https://[::1]", "https://[fe80::1]", "https://2130706433",
        "https://printer", "https://user:password@auth.example.org", "ftp://auth.example.org",
    ])
    func `A server outside has nothing asked without encryption, on this machine, or in its network`(
        _ issuer: String
    ) async throws {
        service.script.issuer = issuer
        // Whatever was allowed.
        let hosts: Set = ["auth.example.org", "169.254.169.254", "10.0.0.5", "router.local", "localhost", "printer"]
        let error = await refusal { _ = try await begin(try way(hosts)) }
        #expect(error?.reason == .unsafeAddress || error?.reason == .badAnswer, "\(String(describing: error))")
        #expect(service.requests.allSatisfy { $0.url.host() == "tools.example.org" })
    }

    @Test func `Each place that is named is held against that, not only the first`() async throws {
        for field in ["authorization_endpoint", "token_endpoint", "registration_endpoint"] {
            service.script.issuerMetadata = [field: "https://192.168.1.1/place"]
            let error = await refusal { _ = try await begin(try way(["auth.example.org", "192.168.1.1"])) }
            #expect(error?.reason == .unsafeAddress, "\(field)")
        }
        #expect(!service.asked.contains { $0.contains("192.168") })
    }

    @Test func `A server on this machine may have its own authorization server there, without encryption`() async throws
    {
        service.script.server = "http://127.0.0.1:8000/mcp"
        service.script.issuer = "http://127.0.0.1:9000"
        let kept = try await signIn(try way(["127.0.0.1:9000"]))
        #expect(kept.issuer.issuer == "http://127.0.0.1:9000")
        // The port is another program, which has to be allowed too.
        let error = await refusal { _ = try await begin(try way([])) }
        #expect(error?.hosts == ["127.0.0.1:9000"])
    }

    @Test func `Redirects are not followed, and what is too long is not read`() async throws {
        service.script.redirect = (302, "https://evil.example.org/")
        let moved = await refusal { _ = try await begin(try way()) }
        #expect(moved != nil && !service.asked.contains { $0.contains("evil") })
        service.script.redirect = nil
        service.script.padding = 70_000
        let long = await refusal { _ = try await begin(try way()) }
        #expect(long?.reason == .badAnswer && long?.message.contains("bytes") == true)
    }

    @Test func `Who calls itself otherwise, or takes no PKCE, is not trusted`() async throws {
        service.script.namesItself = "https://other.example.org"
        #expect(await refusal { _ = try await begin(try way()) }?.reason == .badAnswer)
        service.script.namesItself = nil
        service.script.takesPKCE = false
        let error = await refusal { _ = try await begin(try way()) }
        #expect(error?.reason == .badAnswer && error?.message.contains("PKCE") == true)
        service.script.takesPKCE = true
        service.script.resourceMetadata = ["resource": "https://bank.example.org"]
        #expect(await refusal { _ = try await begin(try way()) }?.reason == .badAnswer)
        #expect(!service.asked.contains { $0.contains("/register") })
    }

    @Test func `Answers of others, to others or without a name get no token, and a code is good once`() async throws {
        let way = try way()
        let attempt = try await begin(way)
        let address = try #require(attempt.address)
        for changes: [String: String?] in [
            ["state": "another"], ["iss": "https://evil.example.org"], ["iss": nil], ["code": nil],
            ["error": "access_denied"],
        ] {
            let answer = service.open(address, overriding: changes)
            #expect(await refusal { _ = try await way.finish(attempt, answer) }?.reason == .signInFailed, "\(changes)")
        }
        #expect(!service.asked.contains { $0.hasSuffix("/token") })
        let answer = service.open(address)
        _ = try await way.finish(attempt, answer)
        #expect(await refusal { _ = try await way.finish(attempt, answer) }?.reason == .signInFailed)
        // A code of one attempt is of no use in another, which has its own proof.
        let other = try await begin(way)
        var mixed = service.open(address)
        mixed["state"] = other.state
        #expect(await refusal { _ = try await way.finish(other, mixed) }?.reason == .signInFailed)
    }

    @Test func `Where nobody is registered, the owner's own client is used; an address only where those are taken`()
        async throws
    {
        service.script.registers = false
        let error = await refusal { _ = try await begin(try way()) }
        #expect(error?.reason == .signInFailed && error?.help == [.give(option: "client-id")])
        let attempt = try await begin(try way(clientID: "mine"))
        #expect(attempt.client.id == "mine" && attempt.client.method == "none")
        let address = "https://me.example.org/client.json"
        #expect(await refusal { _ = try await begin(try way(clientID: address)) }?.reason == .signInFailed)
        service.script.issuerMetadata = ["client_id_metadata_document_supported": true]
        #expect(try await begin(try way(clientID: address)).client.id == address)
    }

    @Test func `Spent tokens are renewed, each refresh token once, and a refused one is told`() async throws {
        let way = try way()
        let first = try await signIn(way)
        let second = try #require(try await way.renew(first))
        #expect(second.tokens.access != first.tokens.access && second.tokens.refresh != first.tokens.refresh)
        await #expect(throws: OAuthRefusal.self) { _ = try await way.renew(first) }
        // Whoever came with the old one may have stolen it, so by then nobody has any.
        await #expect(throws: OAuthRefusal.self) { _ = try await way.renew(second) }
        var without = first
        without.tokens.refresh = nil
        #expect(try await way.renew(without) == nil)
        #expect(await way.revoke(second))
        #expect(service.asked.last == "POST https://auth.example.org/revoke")
    }

    // MARK: Calls

    private actor Held {
        private(set) var tokens: ToolTokens
        init(_ tokens: ToolTokens) { self.tokens = tokens }
        func set(_ tokens: ToolTokens) { self.tokens = tokens }
    }

    private func link(_ access: ToolAccess) throws -> ToolServerLink {
        let name = try #require(EndpointName("web"))
        let url = try #require(URL(string: service.script.server))
        return ToolServerLink(
            name, AddressWire(name, url, transport: service, access: access),
            limits: .init(answer: .seconds(600), call: .seconds(600)))
    }

    @Test func `A call that is refused because the token ended is made once more with another, and only then`()
        async throws
    {
        let way = try way()
        let first = try await signIn(way)
        service.endTokens()
        let held = Held(first)
        let renewed = ToolAccess(isSignIn: true) {
            Secret(await held.tokens.tokens.access)
        } renewed: { _ in
            guard let next = try await way.renew(await held.tokens) else { return nil }
            await held.set(next)
            return Secret(next.tokens.access)
        }
        #expect(try await link(renewed).tools(record: 1).tools.map(\.name) == ["look"])
        let sent = service.requests.filter { $0.url.absoluteString == service.script.server }
        #expect(sent.allSatisfy { $0.credential == nil || $0.credential?.origin.host == "tools.example.org" })

        service.endTokens()
        let stuck = ToolAccess(isSignIn: true) { Secret("old") }
        let error = await refusal { _ = try await link(stuck).tools(record: 1) }
        #expect(error?.reason == .needsSignIn && error?.help.first == .signIn(server: "web"))
    }

    @Test func `What the owner did not agree to yet is told of, and asked for the next time`() async throws {
        let way = try way()
        let kept = try await signIn(way)
        service.script.neededScope = "write"
        let (scopes, told) = AsyncStream.makeStream(of: Set<String>.self)
        let access = ToolAccess {
            Secret(kept.tokens.access)
        } wants: {
            told.yield($0)
        }
        let error = await refusal { _ = try await link(access).tools(record: 1) }
        #expect(error?.reason == .needsScope && error?.message.contains("scope write") == true)
        let wanted = try #require(await scopes.first { _ in true })
        let attempt = try await way.begin(redirect: Self.redirect, secret: nil, wanted: wanted)
        #expect(attempt.scope == "look write")
    }

    @Test func `A server that wants a sign-in and has none says so`() async throws {
        service.script.challenge =
            #"resource_metadata="https://tools.example.org/.well-known/oauth-protected-resource/mcp""#
        let error = await refusal { _ = try await link(ToolAccess()).tools(record: 1) }
        #expect(error?.reason == .needsSignIn)
    }

    // MARK: What is kept of attempts

    @Test func `An attempt is answered once, by its own state, and not for ever`() async throws {
        let signIns = ToolSignIns()
        let attempt = try await begin(try way())
        let server = try #require(URL(string: service.script.server))
        let name = try #require(EndpointName("web"))
        let pending = ToolSignIns.Pending(name: name, server: server, attempt: attempt)
        await signIns.add(pending)
        #expect(await signIns.take("") == nil)
        #expect(await signIns.take(attempt.state + "x") == nil)
        #expect(await signIns.take(attempt.state)?.attempt.state == attempt.state)
        #expect(await signIns.take(attempt.state) == nil)
        await signIns.add(pending)
        #expect(await signIns.take(attempt.state, now: .now + .seconds(601)) == nil)
        // As many as somebody begins, few wait.
        for _ in 0..<40 { await signIns.add(pending) }
        var waiting = 0
        while await signIns.take(attempt.state) != nil { waiting += 1 }
        #expect(waiting == 16)
    }

    @Test func `Hosts and clients that the owner allowed are kept, and go with another address`() async throws {
        let folder = try TemporaryFolder()
        let hearth = try Hearth(folder: folder.url)
        let address = try #require(URL(string: "https://tools.example.org/mcp"))
        let settings = ToolSignInSettings(clientID: "mine", scope: "look", hosts: ["auth.example.org"])
        try await hearth.tools.set("web", to: ToolServer(.address(address), signIn: settings))
        try await hearth.tools.set("web", to: ToolServer(.address(address), ceiling: .personal))
        var state = try #require(try await hearth.tools.list().first)
        #expect(state.server.signIn == settings && !state.isSignedIn)
        let other = try #require(URL(string: "https://other.example.org/mcp"))
        try await hearth.tools.set("web", to: ToolServer(.address(other)))
        state = try #require(try await hearth.tools.list().first)
        #expect(state.server.signIn == ToolSignInSettings())
        #expect(try await hearth.tools.signOut("web").wasSignedIn == false)
        let unknown = await refusal { _ = try await hearth.tools.finishSignIn(["state": "x", "code": "y"]) }
        #expect(unknown?.reason == .unknownSignIn)
        await hearth.shutdown()
    }

    @Test func `A program signs in nowhere and out of nothing`() async throws {
        let folder = try TemporaryFolder()
        let hearth = try Hearth(folder: folder.url)
        let address = try #require(URL(string: "https://tools.example.org/mcp"))
        try await hearth.tools.set("web", to: ToolServer(.address(address)))
        await Reader.$current.withValue(Reader(.api, ceiling: .private)) {
            let begun = await failure {
                _ = try await hearth.tools.signIn("web", redirect: Self.redirect, hosts: ["auth.example.org"])
            }
            #expect(begun?.code == "owner-only")
            let ended = await failure { _ = try await hearth.tools.signOut("web") }
            #expect(ended?.code == "owner-only")
        }
        #expect(try await hearth.tools.list().first?.server.signIn.hosts.isEmpty == true)
        await hearth.shutdown()
    }

    @Test func `What signing in gave is no key that somebody types`() throws {
        let provider = try #require(KeyProvider(rawValue: "mcp-sign-in:web"))
        #expect(provider.rawValue == "mcp-sign-in:web" && !KeyProvider.allCases.contains(provider))
        let error = failure { _ = try KeyText.secret(Array("{}".utf8), for: provider) }
        #expect(error?.code == "usage")
    }
}
