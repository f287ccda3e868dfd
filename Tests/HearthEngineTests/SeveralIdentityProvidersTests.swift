import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthEngine

/// Several providers of identities at once: what is one's is never another's.
@Suite("Signing in by several providers")
struct SeveralIdentityProvidersTests {
    private static let word = "a walk along the river"
    private static let workIssuer = "https://work.example.net"
    private static let work = IdentityProvider.ID("work")

    private let folder: TemporaryFolder
    private let people: People
    private let home: ScriptedIdentityProvider
    private let work: ScriptedIdentityProvider
    private let ledger = MemoryLibrary()
    private let desk: IdentityDesk

    init() throws {
        folder = try TemporaryFolder()
        let people = People(folder: folder.url, parameters: PasswordHash.Parameters(logarithm: 4))
        let key = try SigningKey.shared.get()
        let (home, work) = (ScriptedIdentityProvider(key), ScriptedIdentityProvider(key, at: Self.workIssuer))
        (self.people, self.home, self.work) = (people, home, work)
        let (ledger, caches) = (ledger, IdentityCaches())
        desk = IdentityDesk(people: people) { provider in
            IdentityExchange(
                provider: provider, secret: Secret("a secret"),
                transport: provider.issuer == Self.workIssuer ? work : home, ledger: ledger,
                cache: caches.cache(of: provider))
        }
        try people.setSignInProvider(try Self.provider())
        try people.setSignInProvider(try Self.provider("work", Self.workIssuer, "Work"), isNew: true)
    }

    private static func provider(
        _ id: String = "default", _ issuer: String = ScriptedIdentityProvider.issuer, _ label: String = "Home"
    ) throws -> IdentityProvider {
        try IdentityProvider(
            id: IdentityProvider.ID(checking: id), issuer: issuer, clientID: "hearth", label: label,
            domains: ["example.org"])
    }

    private func code(_ work: () async throws -> Void) async -> String? {
        do {
            try await work()
            return nil
        } catch {
            return (error as? any ReadableError)?.code
        }
    }

    private func begin(_ wish: IdentityWish = .enter, with id: IdentityProvider.ID?) async throws -> IdentityStart {
        try await desk.begin(wish, with: id, redirect: ScriptedIdentityProvider.redirect, from: nil)
    }

    /// The whole way, with a browser that does as it should.
    private func go(
        _ wish: IdentityWish = .enter, with id: IdentityProvider.ID?, as claims: JSONObject, signedIn: String? = nil
    ) async throws -> Account {
        let service = id == Self.work ? work : home
        service.script.claims = claims
        let start = try await begin(wish, with: id)
        let ticket = try await desk.arrive(service.open(start.url), at: id, binding: start.binding)
        return try await desk.finish(ticket, proof: start.proof, as: signedIn)
    }

    private func query(_ url: URL, _ name: String) -> String? {
        URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems?.first { $0.name == name }?.value
    }

    @Test func `The same subject at two providers is two persons, each with the own account`() async throws {
        let claims: JSONObject = ["sub": "1", "name": "Mira", "email": "mira@example.org", "email_verified": true]
        let mira = try await go(with: .default, as: claims)
        let other = try await go(with: Self.work, as: claims)
        #expect(mira.id != other.id && other.name == "Mira 2")
        #expect(try await go(with: .default, as: ["sub": "1"]).id == mira.id)
        #expect(try await go(with: Self.work, as: ["sub": "1"]).id == other.id)
        // One person may be linked to both.
        let linked = try await go(.link(person: mira.id), with: Self.work, as: ["sub": "2"], signedIn: mira.id)
        #expect(linked.linkedIdentities.map(\.issuer) == [ScriptedIdentityProvider.issuer, Self.workIssuer])
        #expect(try await go(with: Self.work, as: ["sub": "2"]).id == mira.id)
    }

    @Test func `Which one is meant is said where there are several, and one that there is not is told`() async throws {
        #expect(await code { _ = try await begin(with: nil) } == "sign-in-provider-not-named")
        #expect(await code { _ = try await begin(with: IdentityProvider.ID("other")) } == "no-sign-in-provider")
        #expect(await code { _ = try people.signInProvider(named: "No such id") } == "no-sign-in-provider")
        try people.removeSignInProvider(.default)
        let start = try await begin(with: nil)
        #expect(query(start.url, "redirect_uri") == ScriptedIdentityProvider.redirect + "/work")
        #expect(await code { _ = try await begin(with: .default) } == "no-sign-in-provider")
    }

    /// RFC 9700, 4.4: an honest provider's answer is brought to the attempt that was begun with another one, which then would be given
    /// the honest one's code.
    @Test func `An answer of one provider finishes no attempt with another`() async throws {
        for isWork in [true, false] {
            let id: IdentityProvider.ID? = isWork ? Self.work : .default
            let wrong: IdentityProvider.ID? = isWork ? .default : Self.work
            let (asked, other) = isWork ? (work, home) : (home, work)
            // The honest one sends browsers to its own address, with the state that came along.
            let start = try await begin(with: id)
            let honest = try await begin(with: wrong)
            var answer = other.open(honest.url)
            answer["state"] = query(start.url, "state")
            let brought = answer
            // The attempt is over by that, at its own address too.
            for place in [wrong, id] {
                let refused = await code { _ = try await desk.arrive(brought, at: place, binding: start.binding) }
                #expect(refused == "unknown-sign-in")
            }
            // An address of nobody's ends it as well.
            let second = try await begin(with: id)
            let own = asked.open(second.url)
            for place in [nil, id] {
                let refused = await code { _ = try await desk.arrive(own, at: place, binding: second.binding) }
                #expect(refused == "unknown-sign-in")
            }
        }
        #expect(!(home.asked + work.asked).contains { $0.hasSuffix("/token") })
    }

    @Test func `Neither a code, nor a name, nor a nonce of one counts at another`() async throws {
        // Brought to the right address, by whoever can write addresses: the code is nobody's there.
        let start = try await begin(with: Self.work)
        let honest = try await begin(with: .default)
        var answer = home.open(honest.url)
        answer["state"] = query(start.url, "state")
        let stolen = try await desk.arrive(answer, at: Self.work, binding: start.binding)
        #expect(await code { _ = try await desk.finish(stolen, proof: start.proof, as: nil) } == "sign-in-failed")
        // Where it says who answers, no code is sent at all.
        let before = work.asked.count
        let named = try await begin(with: Self.work)
        let claimed = work.open(named.url).merging(["iss": ScriptedIdentityProvider.issuer]) { $1 }
        let ticket = try await desk.arrive(claimed, at: Self.work, binding: named.binding)
        #expect(await code { _ = try await desk.finish(ticket, proof: named.proof, as: nil) } == "sign-in-failed")
        #expect(work.asked.count == before)
        // A provider that says it is another, or gives the nonce of another attempt.
        let nonce = try #require(query(honest.url, "nonce"))
        for claims: JSONObject in [["iss": .string(ScriptedIdentityProvider.issuer)], ["nonce": .string(nonce)]] {
            #expect(await code { _ = try await go(with: Self.work, as: claims) } == "sign-in-failed", "\(claims)")
        }
        #expect(try people.list().isEmpty)
    }

    @Test func `One that is removed meanwhile lets nobody in, and is told no code`() async throws {
        for isReplaced in [false, true] {
            let start = try await begin(with: Self.work)
            let ticket = try await desk.arrive(work.open(start.url), at: Self.work, binding: start.binding)
            if isReplaced {
                try people.setSignInProvider(try Self.provider("work", "https://other.example.net", "Work"))
            } else {
                try people.removeSignInProvider(try #require(Self.work))
            }
            #expect(
                await code { _ = try await desk.finish(ticket, proof: start.proof, as: nil) } == "no-sign-in-provider")
            try people.setSignInProvider(try Self.provider("work", Self.workIssuer, "Work"))
        }
        #expect(!work.asked.contains { $0.hasSuffix("/token") })
    }

    @Test func `One that fails keeps nobody from the others`() async throws {
        work.script.status = 500
        for _ in 0..<3 { #expect(await code { _ = try await begin(with: Self.work) } == "sign-in-failed") }
        #expect(work.asked.count == 1)
        _ = try await begin(with: .default)
    }

    @Test func `No two have one issuer, or one label, and an id is given once`() throws {
        func refused(_ id: String, _ issuer: String, _ label: String, isNew: Bool = true) -> String? {
            failure { try people.setSignInProvider(try Self.provider(id, issuer, label), isNew: isNew) }?.code
        }
        // A slash at the end makes no other provider of it.
        for issuer in [Self.workIssuer, Self.workIssuer + "/"] {
            #expect(refused("club", issuer, "Club") == "bad-sign-in-provider")
            #expect(refused("default", issuer, "Home", isNew: false) == "bad-sign-in-provider")
        }
        #expect(refused("club", "https://club.example.net", "work") == "bad-sign-in-provider")
        #expect(refused("work", "https://club.example.net", "Club") == "bad-sign-in-provider")
        for id in ["", "-a", "a-", "a--b", "Work", "w_k", "ä", String(repeating: "a", count: 21)] {
            #expect(refused(id, "https://club.example.net", "Club") == "bad-sign-in-provider", "\(id)")
        }
        // One is changed where it stands.
        #expect(refused("default", "https://club.example.net", "Club", isNew: false) == nil)
        #expect(try people.signInProviders().map(\.label) == ["Club", "Work"])
        for number in 2..<People.mostProviders {
            #expect(refused("p\(number)", "https://p\(number).example.net", "P\(number)") == nil)
        }
        #expect(refused("one-more", "https://more.example.net", "More") == "too-many-accounts")
    }

    @Test func `Who removes one is told how many have no other way in`() async throws {
        let mira = try await people.add("Mira", password: Self.word)
        _ = try await go(.link(person: mira.id), with: Self.work, as: ["sub": "mira"], signedIn: mira.id)
        let claims: JSONObject = ["sub": "noah", "name": "Noah", "email": "noah@example.org", "email_verified": true]
        let noah = try await go(with: Self.work, as: claims)
        let both = try await go(with: Self.work, as: claims.merging("sub", "ann"))
        _ = try await go(.link(person: both.id), with: .default, as: ["sub": "ann"], signedIn: both.id)
        let work = try #require(Self.work)
        #expect(try people.dependents() == [work: 1, .default: 0])
        #expect(try people.removeSignInProvider(work) == 1)
        #expect(try people.dependents() == [.default: 1])
        #expect(await code { _ = try people.removeSignInProvider(work) } == "no-sign-in-provider")
        // Their links stay for when it comes back.
        try people.setSignInProvider(try Self.provider("office", Self.workIssuer, "Office"))
        #expect(try people.find(noah.id)?.linkedIdentities.count == 1)
        #expect(try people.dependents() == [IdentityProvider.ID(checking: "office"): 1, .default: 0])
    }

    // MARK: - What is kept

    @Test func `The one provider of an earlier version is read, and written anew with the first change`() throws {
        let earlier = """
            {"version":1,"accounts":[],"invitations":[],"provider":{"issuer":"https://login.example.org/realms/home",\
            "clientID":"hearth","label":"Home","domains":["example.org"],"hosts":["keys.example.org"]}}
            """
        try folder.write("people.json", earlier)
        let people = People(folder: folder.url)
        let known = try #require(try people.signInProviders().first)
        #expect(known.id == .default && known.label == "Home" && known.hosts == ["keys.example.org"])
        #expect(known.id.redirect(from: ScriptedIdentityProvider.redirect) == ScriptedIdentityProvider.redirect)
        // Its secret has the name of before.
        #expect(KeyProvider.identityProvider(known.id).rawValue == "sign-in")
        #expect(try folder.text("people.json") == earlier)
        try people.setSignInProvider(try Self.provider("work", Self.workIssuer, "Work"), isNew: true)
        #expect(try People(folder: folder.url).signInProviders().map(\.id.text) == ["default", "work"])
        let text = try folder.text("people.json")
        // A program that would lose one of them refuses it.
        #expect(!text.contains("\"provider\"") && text.contains("\"version\":2"))
        for id in ["default", "work"] { try people.removeSignInProvider(IdentityProvider.ID(checking: id)) }
        let after = try folder.text("people.json")
        #expect(!after.contains("provider") && after.contains("\"version\":1"))
    }

    @Test func `Each has a secret of its own`() throws {
        let vault = KeyVault(
            folder: folder.url, environment: DeploymentEnvironment(name: "development"), variables: [:])
        let work = KeyProvider.identityProvider(try #require(Self.work))
        #expect(work.rawValue == "sign-in:work" && KeyProvider(rawValue: "sign-in:work") == work)
        #expect(work.variableName == "HEARTH_SIGN_IN_WORK_KEY")
        let strange = KnownVariables.strangers(in: ["HEARTH_SIGN_IN_WORK_KEY", "HEARTH_SIGN_IN_WORD"])
        #expect(strange == ["HEARTH_SIGN_IN_WORD"])
        #expect(KeyProvider(rawValue: "sign-in:default") == nil && KeyProvider(rawValue: "sign-in:") == nil)
        for provider in [KeyProvider.identityProvider(.default), work, .signIn(try #require(EndpointName("web")))] {
            for name in ["development", "production"] {
                let environment = DeploymentEnvironment(name: name)
                #expect(KeyProvider(ownKey: environment.secretName(for: provider)) == provider)
            }
        }
        try vault.set(Secret("home's"), for: .identityProvider(.default), in: .file)
        try vault.set(Secret("work's"), for: work, in: .file)
        #expect(try vault.key(for: .identityProvider(.default)) == Secret("home's"))
        #expect(try vault.key(for: work) == Secret("work's"))
        #expect(try vault.remove(work))
        #expect(try vault.key(for: .identityProvider(.default)) == Secret("home's"))
        // The longest name of a key has room for that of the longest environment.
        let longest = KeyProvider.identityProvider(
            try #require(IdentityProvider.ID(String(repeating: "a", count: IdentityProvider.ID.longest))))
        let environment = DeploymentEnvironment(name: String(repeating: "e", count: 32))
        #expect(SecretName.isValid(environment.secretName(for: longest)))
    }
}

extension JSONObject {
    /// The same with another member, or with another value for one.
    fileprivate func merging(_ key: String, _ value: JSONValue) -> JSONObject {
        var object = self
        object[key] = value
        return object
    }
}
