import Crypto
import Foundation
import HearthCore
import HearthTesting
import Synchronization
import Testing

@testable import HearthEngine

/// Signing in by a provider of identities, which is in this process: who comes in, as whom, and what of an attempt is good once.
@Suite("Signing in by a provider")
struct IdentityDeskTests {
    private static let word = "a walk along the river"

    private let folder: TemporaryFolder
    private let people: People
    private let service: ScriptedIdentityProvider
    private let ledger = MemoryLibrary()
    private let clock = Clock()
    private let desk: IdentityDesk

    /// A clock that a test moves.
    private final class Clock: Sendable {
        private let moment = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { moment.withLock { $0 } }
        func pass(_ duration: Duration) { moment.withLock { $0 += duration } }
    }

    init() throws {
        folder = try TemporaryFolder()
        let people = People(folder: folder.url, parameters: PasswordHash.Parameters(logarithm: 4))
        let service = ScriptedIdentityProvider(try SigningKey.shared.get())
        let (ledger, clock) = (ledger, clock)
        let caches = IdentityCaches { clock.now }
        (self.people, self.service) = (people, service)
        desk = IdentityDesk(people: people, now: { clock.now }) { provider in
            IdentityExchange(
                provider: provider, secret: Secret("a secret"), transport: service, ledger: ledger,
                cache: caches.cache(of: provider))
        }
        try people.setSignInProvider(try Self.provider())
    }

    private static func provider(
        _ issuer: String = ScriptedIdentityProvider.issuer, domains: [String] = ["example.org"]
    ) throws -> IdentityProvider {
        try IdentityProvider(issuer: issuer, clientID: "hearth", label: "Home", domains: domains)
    }

    private func code(_ work: () async throws -> Void) async -> String? {
        do {
            try await work()
            return nil
        } catch {
            return (error as? any ReadableError)?.code
        }
    }

    private func begin(_ wish: IdentityWish = .enter, from network: String? = nil) async throws -> IdentityStart {
        try await desk.begin(wish, redirect: ScriptedIdentityProvider.redirect, from: network)
    }

    /// The whole way, with a browser that does as it should.
    private func go(
        _ wish: IdentityWish = .enter, as claims: JSONObject = [:], signedIn person: String? = nil
    ) async throws -> Account {
        service.script.claims = claims
        let start = try await begin(wish)
        let ticket = try await desk.arrive(service.open(start.url), at: .default, binding: start.binding)
        return try await desk.finish(ticket, proof: start.proof, as: person)
    }

    private static let mira: JSONObject = [
        "sub": "mira", "name": "Mira", "email": "mira@example.org", "email_verified": true,
    ]

    @Test func `A network that brings every attempt back at once has no more than others`() async throws {
        var last: (ticket: String, proof: String)?
        for _ in 0..<40 {
            let start = try await begin(from: "192.0.2.0")
            last = (try await desk.arrive(service.open(start.url), at: .default, binding: start.binding), start.proof)
        }
        // More than there is room for in all, had each been kept.
        for number in 0..<490 { _ = try await begin(from: "198.51.100.\(number)") }
        // The last one is there still, and good.
        let (ticket, proof) = try #require(last)
        service.script.claims = Self.mira
        #expect(try await desk.finish(ticket, proof: proof, as: nil).name == "Mira")
    }

    // MARK: - Who comes in

    @Test func `Whoever linked their account comes in by it, and an address of mail leads to no account`() async throws
    {
        let mira = try await people.add("Mira", password: Self.word)
        #expect(
            await code { _ = try await go(as: ["sub": "m", "email": "mira@elsewhere.org", "email_verified": true]) }
                == "not-linked")
        let linked = try await go(.link(person: mira.id), as: ["sub": "m"], signedIn: mira.id)
        #expect(linked.id == mira.id && linked.linkedIdentities.count == 1 && linked.epoch == mira.epoch)
        let entered = try await go(as: ["sub": "m"])
        #expect(entered.id == mira.id && entered.signedInAt != nil && entered.linkedIdentities[0].usedAt != nil)
        // Another one of the same name and address is somebody else.
        let other = try await go(as: Self.mira)
        #expect(other.id != mira.id && other.name == "Mira 2")
        // Nobody takes what is another's.
        #expect(
            await code { _ = try await go(.link(person: mira.id), as: Self.mira, signedIn: mira.id) }
                == "linked-elsewhere")
        #expect(try await people.signIn("Mira", password: Self.word).id == mira.id)
    }

    @Test func `Somebody of a domain that is let in becomes a member, and once removed comes in no more`() async throws
    {
        let mira = try await go(as: Self.mira)
        #expect(mira.role == .member && mira.name == "Mira" && !mira.hasPassword)
        #expect(try await go(as: Self.mira).id == mira.id)
        for claims: JSONObject in [
            ["sub": "a", "email": "a@example.org", "email_verified": false], ["sub": "a", "email": "a@example.org"],
            ["sub": "a", "email": "a@sub.example.org", "email_verified": true],
            ["sub": "a", "email": "a@notexample.org", "email_verified": true], ["sub": "a"],
        ] {
            #expect(await code { _ = try await go(as: claims) } == "not-linked", "\(claims)")
        }
        // No password lets in where there is none.
        #expect(await code { _ = try await people.signIn("Mira", password: "") } == "wrong-password")
        try people.remove(mira.id)
        #expect(await code { _ = try await go(as: Self.mira) } == "not-linked")
        let invitation = try people.invite(role: .administrator)
        let again = try await go(.accept(invitation: invitation.code, name: nil), as: Self.mira)
        #expect(again.id != mira.id && again.role == .administrator)
        #expect(try await go(as: Self.mira).id == again.id)
        // Where no domain is let in, nobody is new.
        try people.setSignInProvider(try Self.provider(domains: []))
        #expect(
            await code { _ = try await go(as: ["sub": "b", "email": "b@example.org", "email_verified": true]) }
                == "not-linked")
    }

    @Test func `An invitation is accepted with the provider once, by a name that is free`() async throws {
        try people.setSignInProvider(try Self.provider(domains: []))
        let first = try people.invite("Noah")
        let noah = try await go(.accept(invitation: first.code, name: "another"), as: ["sub": "n"])
        #expect(noah.name == "Noah" && noah.linkedIdentities.count == 1)
        #expect(
            await code { _ = try await go(.accept(invitation: first.code, name: nil), as: ["sub": "x"]) }
                == "invitation-void")
        let second = try people.invite()
        // Nothing is used up by what fails.
        #expect(
            await code { _ = try await go(.accept(invitation: second.code, name: "noah"), as: ["sub": "x"]) }
                == "name-taken")
        #expect(
            await code { _ = try await go(.accept(invitation: second.code, name: "Ann"), as: ["sub": "n"]) }
                == "linked-elsewhere")
        #expect(try await go(.accept(invitation: second.code, name: "Ann"), as: ["sub": "x"]).name == "Ann")
        #expect(try people.invitations().isEmpty)
    }

    /// What somebody is refused with; `nil` where they are let.
    private func refusal(_ person: Person? = nil, _ work: () throws -> Void) -> String? {
        Person.$current.withValue(person) { failure(work)?.code }
    }

    private func unlink(_ link: String, of id: String, as person: Person?) throws -> Account {
        try Person.$current.withValue(person) { try people.unlink(link, of: id) }
    }

    @Test func `A link that is taken away lets nobody in; another's sessions end by it`() async throws {
        let mira = try await people.add("Mira", password: Self.word)
        let linked = try await go(.link(person: mira.id), as: Self.mira, signedIn: mira.id)
        let link = try #require(linked.linkedIdentities.first)
        let stranger = Person(id: "x", name: "Noah", role: .member)
        #expect(refusal(stranger) { _ = try people.links(of: mira.id) } == "owner-only")
        #expect(refusal(stranger) { _ = try people.unlink(link.id, of: mira.id) } == "owner-only")
        let program = await Reader.$current.withValue(Reader(.api, ceiling: .personal)) {
            await code { _ = try people.unlink(link.id, of: mira.id) }
        }
        #expect(program == "owner-only")
        let own = try unlink(link.id, of: mira.id, as: mira.person)
        #expect(own.epoch == mira.epoch && own.linkedIdentities.isEmpty)
        // Their own, so nothing is held against them.
        let other = try await go(as: Self.mira)
        let its = try #require(other.linkedIdentities.first)
        #expect(refusal(other.person) { _ = try people.unlink(its.id, of: other.id) } == "last-way-in")
        let after = try unlink(its.id, of: other.id, as: nil)
        #expect(after.epoch == other.epoch + 1)
        #expect(refusal { _ = try people.unlink(its.id, of: other.id) } == "unknown-link")
        #expect(await code { _ = try await go(as: Self.mira) } == "not-linked")
    }

    // MARK: - What is good once

    @Test func `An answer is good once, for the browser and the page that asked`() async throws {
        service.script.claims = Self.mira
        let start = try await begin()
        let answer = service.open(start.url)
        // Another browser brings it, or one without a cookie: the attempt is over by that.
        #expect(await code { _ = try await desk.arrive(answer, at: .default, binding: "another") } == "unknown-sign-in")
        #expect(
            await code { _ = try await desk.arrive(answer, at: .default, binding: start.binding) } == "unknown-sign-in")
        for wrong in [[:], ["state": "wrong", "code": "x"], ["code": "x"]] {
            #expect(
                await code { _ = try await desk.arrive(wrong, at: .default, binding: start.binding) }
                    == "unknown-sign-in")
        }
        let second = try await begin()
        let brought = service.open(second.url)
        #expect(await code { _ = try await desk.arrive(brought, at: .default, binding: nil) } == "unknown-sign-in")
        // Another page shows the ticket, and it is nobody's any more.
        let third = try await begin()
        let ticket = try await desk.arrive(service.open(third.url), at: .default, binding: third.binding)
        #expect(await code { _ = try await desk.finish(ticket, proof: second.proof, as: nil) } == "unknown-sign-in")
        #expect(await code { _ = try await desk.finish(ticket, proof: third.proof, as: nil) } == "unknown-sign-in")
        #expect(!service.asked.contains { $0.hasSuffix("/token") })
        // All is as it should be, and then once more.
        let fourth = try await begin()
        let last = service.open(fourth.url)
        let good = try await desk.arrive(last, at: .default, binding: fourth.binding)
        #expect(try await desk.finish(good, proof: fourth.proof, as: nil).name == "Mira")
        #expect(await code { _ = try await desk.finish(good, proof: fourth.proof, as: nil) } == "unknown-sign-in")
        #expect(
            await code { _ = try await desk.arrive(last, at: .default, binding: fourth.binding) } == "unknown-sign-in")
        #expect(service.asked.filter { $0.hasSuffix("/token") }.count == 1)
    }

    @Test func `An attempt ends by itself, and a link is made by nobody but who began it`() async throws {
        let start = try await begin()
        clock.pass(.seconds(601))
        let late = service.open(start.url)
        #expect(
            await code { _ = try await desk.arrive(late, at: .default, binding: start.binding) } == "unknown-sign-in")
        let second = try await begin()
        let ticket = try await desk.arrive(service.open(second.url), at: .default, binding: second.binding)
        clock.pass(.seconds(121))
        #expect(await code { _ = try await desk.finish(ticket, proof: second.proof, as: nil) } == "unknown-sign-in")
        let mira = try await people.add("Mira", password: Self.word)
        for other in [nil, "somebody"] {
            #expect(
                await code { _ = try await go(.link(person: mira.id), as: ["sub": "m"], signedIn: other) }
                    == "unknown-sign-in")
        }
        #expect(try people.find(mira.id)?.linkedIdentities.isEmpty == true)
    }

    @Test func `What the provider says no to, or says wrong, lets nobody in, and many tries wait`() async throws {
        func answered(_ change: ([String: String]) -> [String: String]) async throws -> String? {
            let start = try await begin()
            let ticket = try await desk.arrive(
                change(service.open(start.url)), at: .default, binding: start.binding)
            return await code { _ = try await desk.finish(ticket, proof: start.proof, as: nil) }
        }
        service.script.claims = Self.mira
        #expect(try await answered { ["state": $0["state"] ?? "", "error": "access_denied"] } == "sign-in-failed")
        #expect(try await answered { $0.merging(["code": "another"]) { $1 } } == "sign-in-failed")
        #expect(try await answered { $0.merging(["iss": "https://evil.example.org"]) { $1 } } == "sign-in-failed")
        #expect(try await answered { $0.merging(["iss": ScriptedIdentityProvider.issuer]) { $1 } } == nil)
        for wrong: JSONObject in [
            ["nonce": "another"], ["aud": "another"], ["exp": 1], ["iss": "https://evil.example.org"],
        ] {
            #expect(await code { _ = try await go(as: wrong) } == "sign-in-failed", "\(wrong)")
        }
        // From one place; another one is let try.
        var last: String?
        for _ in 0..<(GuessLimit.free + 2) {
            last = await code {
                let start = try await begin(from: "203.0.113.7")
                let ticket = try await desk.arrive(
                    ["state": service.open(start.url)["state"] ?? "", "code": "x"], at: .default,
                    binding: start.binding)
                _ = try await desk.finish(ticket, proof: start.proof, as: nil)
            }
        }
        #expect(last == "too-many-guesses")
        _ = try await begin(from: "203.0.113.8")
    }

    // MARK: - What is asked

    @Test func `Each question is in the ledger, goes to the provider alone, and the secret to where tokens are`()
        async throws
    {
        _ = try await go(as: Self.mira)
        #expect(
            service.asked == [
                "GET /realms/home/.well-known/openid-configuration", "POST /realms/home/token", "GET /realms/home/keys",
            ])
        #expect(service.requests.allSatisfy { !$0.followsRedirects && $0.ledgerRecord > 0 && $0.purpose == "sign-in" })
        let post = try #require(service.requests.first { $0.method == .post })
        #expect(
            !post.mayRetry && post.credential?.origin.host == "login.example.org" && post.credential?.prefix == "Basic "
        )
        #expect(!String(decoding: post.body, as: UTF8.self).contains("secret"))
        let decisions = try await ledger.ledger().map(\.entry).filter { $0.kind == .decision }
        #expect(
            decisions.count == 3 && decisions.allSatisfy { $0.purpose == "sign-in" && $0.host == "login.example.org" })
        let start = try await begin()
        let query = URLComponents(url: start.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        let names = Set(query.map(\.name))
        #expect(names.isSuperset(of: ["kind", "state", "nonce", "code_challenge", "redirect_uri", "client_id"]))
        #expect(query.first { $0.name == "code_challenge_method" }?.value == "S256")
    }

    @Test func `Keys are kept, and fetched for one that is not known once a minute at most`() async throws {
        func fetched() -> Int { service.asked.count(where: { $0.hasSuffix("/keys") }) }
        _ = try await go(as: Self.mira)
        _ = try await go(as: Self.mira)
        #expect(fetched() == 1)
        // The provider signs by another one now.
        (service.script.key, service.script.keyID, service.script.algorithm) =
            (.p256(P256.Signing.PrivateKey()), "second", "ES256")
        #expect(await code { _ = try await go(as: Self.mira) } == "sign-in-failed")
        #expect(fetched() == 1)
        clock.pass(IdentityCache.rotation)
        _ = try await go(as: Self.mira)
        #expect(fetched() == 2)
        // Whoever makes up keys has nothing fetched.
        service.script.keyID = "third"
        for _ in 0..<3 { #expect(await code { _ = try await go(as: Self.mira) } == "sign-in-failed") }
        #expect(fetched() == 2)
        clock.pass(IdentityCache.lifetime)
        _ = try await go(as: Self.mira)
        #expect(fetched() == 3)
    }

    @Test func `A provider that fails is left alone for a while, whoever asks to sign in`() async throws {
        service.script.status = 500
        for _ in 0..<3 { #expect(await code { _ = try await begin() } == "sign-in-failed") }
        #expect(service.asked.count == 1)
        service.script.status = nil
        clock.pass(IdentityCache.patience)
        _ = try await begin()
    }

    @Test func `Nothing is asked at a host that was not allowed, or without encryption`() async throws {
        for (field, address, expected) in [
            ("token_endpoint", "https://tokens.example.net/token", "sign-in-host-not-allowed"),
            ("jwks_uri", "http://login.example.org/keys", "bad-sign-in-provider"),
            ("jwks_uri", "https://127.0.0.1:9000/keys", "bad-sign-in-provider"),
            ("jwks_uri", "https://10.0.0.5/keys", "bad-sign-in-provider"),
            ("authorization_endpoint", "http://login.example.org/auth", "bad-sign-in-provider"),
            ("issuer", "https://login.example.org/realms/other", "sign-in-failed"),
        ] {
            service.script.metadata = [field: .string(address)]
            #expect(await code { _ = try await begin() } == expected, "\(field)")
            clock.pass(IdentityCache.patience)
        }
        #expect(!service.asked.contains { $0.hasPrefix("POST") })
        for issuer in [
            "http://login.example.org", "ftp://login.example.org", "login.example.org", "https://u:p@login.example.org",
            "https://login.example.org/?a=b", "https://login.example.org/#a", "",
        ] {
            #expect(await code { _ = try Self.provider(issuer) } == "bad-sign-in-provider", "\(issuer)")
        }
        for domain in ["", "org", "@example.org", "exa mple.org", "*.example.org", "example..org"] {
            #expect(await code { _ = try Self.provider(domains: [domain]) } == "bad-sign-in-provider", "\(domain)")
        }
        #expect(try Self.provider("http://127.0.0.1:9000/realms/home").host == "127.0.0.1:9000")
        try people.removeSignInProvider(.default)
        #expect(await code { _ = try await begin() } == "no-sign-in-provider")
    }

    @Test func `Accounts of before there were providers are read, and none is in the file that is not`() async throws {
        try await people.add("Mira", password: Self.word)
        try people.removeSignInProvider(.default)
        let text = try folder.text("people.json")
        #expect(!text.contains("links") && !text.contains("provider") && !text.contains("barred"))
        #expect(try People(folder: folder.url).list().first?.hasPassword == true)
    }
}
