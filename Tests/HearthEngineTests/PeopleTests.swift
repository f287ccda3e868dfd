import CPassword
import Foundation
import HearthCore
import HearthKnowledge
import HearthRegistry
import HearthTesting
import Testing

@testable import HearthEngine

/// Accounts: who may sign in, and what is kept of it.
@Suite("Accounts")
struct PeopleTests {
    private static let cheap = PasswordHash.Parameters(logarithm: 4)
    private static let word = "a walk along the river"

    private func people(_ folder: TemporaryFolder) -> People { People(folder: folder.url, parameters: Self.cheap) }

    private func code(_ work: () async throws -> Void) async -> String? {
        do {
            try await work()
            return nil
        } catch {
            return (error as? any ReadableError)?.code
        }
    }

    /// RFC 7914, 12.
    @Test(arguments: [
        ("", "", UInt64(16), UInt32(1), UInt32(1), "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"),
        ("password", "NaCl", 1024, 8, 16, "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"),
        (
            "pleaseletmein", "SodiumChloride", 16384, 8, 1,
            "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
        ),
    ]) func `scrypt gives what its standard says`(
        password: String, salt: String, n: UInt64, r: UInt32, p: UInt32, begins: String
    ) {
        var key = [UInt8](repeating: 0, count: 64)
        let (word, grains) = (Array(password.utf8), Array(salt.utf8))
        #expect(hearth_scrypt(word, word.count, grains, grains.count, n, r, p, 1 << 28, &key, key.count) == 1)
        #expect(key.prefix(32).map { String(format: "%02x", $0) }.joined() == begins)
        // Neither what is no power of two nor what takes more memory than may be taken.
        #expect(hearth_scrypt(word, word.count, grains, grains.count, n + 1, r, p, 1 << 28, &key, key.count) == 0)
        #expect(hearth_scrypt(word, word.count, grains, grains.count, n, r, p, 16, &key, key.count) == 0)
    }

    @Test func `Of a password only what knows it again is kept, of each another one`() throws {
        let secret = Secret(Self.word)
        let (first, second) = (
            try PasswordHash(of: secret, parameters: Self.cheap), try PasswordHash(of: secret, parameters: Self.cheap)
        )
        #expect(first != second)
        #expect(try first.isOf(secret) && second.isOf(secret))
        #expect(try !first.isOf(Secret("a walk along the rivers")))
        let text = String(decoding: try JSONEncoder().encode([first]), as: UTF8.self)
        #expect(text.contains("scrypt") && !text.contains("river"))
        // The usual one names what OWASP names first.
        #expect(PasswordHash.Parameters() == PasswordHash.Parameters(logarithm: 17, blockSize: 8, parallelism: 1))
        // One that was planted takes no memory that the machine has not.
        for planted in ["[\"$scrypt$ln=40,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA==$AAAA\"]", "[\"plain\"]", "[\"$scrypt$$$\"]"]
        {
            let hash = try JSONDecoder().decode([PasswordHash].self, from: Data(planted.utf8))
            #expect(throws: EngineError.self) { try hash[0].isOf(secret) }
        }
    }

    @Test func `Whoever has an account signs in, by a name in any letters`() async throws {
        let folder = try TemporaryFolder()
        let people = people(folder)
        #expect(!people.isShared && !people.admitsPeople)
        let made = try await people.add(" Mira ", password: Self.word)
        #expect(made.name == "Mira" && made.role == .member && people.isShared)
        #expect(try await people.signIn("mira", password: Self.word).id == made.id)
        #expect(try people.list().first?.signedInAt != nil)
        for (name, password) in [("Mira", "a walk along the road"), ("Mira", ""), ("Nobody", Self.word)] {
            #expect(await code { _ = try await people.signIn(name, password: password) } == "wrong-password")
        }
        #expect(await code { _ = try await people.add("MIRA", password: Self.word) } == "name-taken")
        #expect(await code { _ = try await people.add("a\u{202E}b", password: Self.word) } == "bad-name")
        for weak in ["short", "aaaaaaaaaaaaaaa", "passwordpassword", "123456789012"] {
            #expect(await code { _ = try await people.add("Ann", password: weak) } == "weak-password", "\(weak)")
        }
        #expect(try folder.mode("people.json") == 0o600)
        #expect(try !folder.text("people.json").contains("river"))
        // Another object reads the same file, as another process does.
        #expect(try await self.people(folder).signIn("Mira", password: Self.word).id == made.id)
    }

    @Test func `After a few wrong passwords a name has to wait, and others do not`() async throws {
        let folder = try TemporaryFolder()
        let people = people(folder)
        try await people.add("Mira", password: Self.word)
        try await people.add("Noah", password: Self.word)
        for _ in 0..<GuessLimit.free {
            #expect(await code { _ = try await people.signIn("Mira", password: "wrong") } == "wrong-password")
        }
        // The right one is not looked at either, so that nobody learns of it by trying. On a busy machine a first, short wait may be over
        // before the next try, and then it begins anew.
        var isRefused = false
        for _ in 0..<40 where !isRefused {
            guard await code({ _ = try await people.signIn("Mira", password: "wrong") }) == "too-many-guesses" else {
                continue
            }
            isRefused = await code { _ = try await people.signIn("mira", password: Self.word) } == "too-many-guesses"
        }
        #expect(isRefused)
        #expect(try await people.signIn("Noah", password: Self.word).name == "Noah")
    }

    @Test(.timeLimit(.minutes(10)))
    func `Whoever floods the desk for passwords from one place keeps out nobody of another`() async throws {
        let (desk, gate) = (PasswordDesk(), ThreadGate())
        func isRefused(_ place: String?) async -> Bool {
            await code { try await desk.run(from: place) {} } == "too-many-guesses"
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            // One is looked at, and the others wait.
            for _ in 0..<PasswordDesk.mostOfPlace {
                group.addTask { try await desk.run(from: "203.0.113.7") { gate.block() } }
            }
            while desk.waitingCount < PasswordDesk.mostOfPlace { try await Task.sleep(for: .milliseconds(5)) }
            #expect(await isRefused("203.0.113.7"))
            for place in ["203.0.113.8", "2001:db8:0:1::/64", nil] {
                group.addTask { try await desk.run(from: place) {} }
            }
            gate.open()
            try await group.waitForAll()
        }
        #expect(await !isRefused("203.0.113.7"))
    }

    @Test(.timeLimit(.minutes(10)))
    func `More than a few that wait are sent away, wherever they come from`() async throws {
        let (desk, gate) = (PasswordDesk(), ThreadGate())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<PasswordDesk.mostWaiting {
                group.addTask { try await desk.run { gate.block() } }
            }
            while desk.waitingCount < PasswordDesk.mostWaiting { try await Task.sleep(for: .milliseconds(5)) }
            #expect(await code { try await desk.run(from: "203.0.113.7") {} } == "too-many-guesses")
            gate.open()
            try await group.waitForAll()
        }
        try await desk.run(from: "203.0.113.7") {}
    }

    @Test func `Waiting doubles up to a minute, ends by itself, and a right password ends it`() throws {
        let (limit, start) = (GuessLimit(), ContinuousClock.now)
        for _ in 0..<(GuessLimit.free + 3) { limit.wasWrong("a", now: start) }
        #expect(throws: AccountError.self) { try limit.check("a", now: start + .seconds(7)) }
        try limit.check("a", now: start + .seconds(9))
        for _ in 0..<20 { limit.wasWrong("a", now: start) }
        #expect(throws: AccountError.self) { try limit.check("a", now: start + .seconds(59)) }
        try limit.check("a", now: start + .seconds(61))
        try limit.check("b", now: start)
        limit.wasRight("a")
        try limit.check("a", now: start)
    }

    @Test func `An invitation is good for one account, for a while`() async throws {
        let folder = try TemporaryFolder()
        let people = people(folder)
        let (invitation, code) = try people.invite("Mira", role: .administrator)
        #expect(people.admitsPeople && !people.isShared)
        #expect(try !folder.text("people.json").contains(code))
        let other = code.hasPrefix("0") ? "1" : "0"
        #expect(
            await self.code { _ = try await people.accept(other + code.dropFirst(), name: nil, password: Self.word) }
                == "invitation-void")
        let account = try await people.accept(code, name: "Somebody else", password: Self.word)
        #expect(account.name == "Mira" && account.role == .administrator)
        #expect(
            await self.code { _ = try await people.accept(code, name: "Eve", password: Self.word) } == "invitation-void"
        )
        #expect(try people.invitations().isEmpty)
        #expect(throws: AccountError.self) { try people.withdraw(invitation.id) }
        let open = try people.invite()
        #expect(
            await self.code { _ = try await people.accept(open.code, name: nil, password: Self.word) } == "bad-name")
        #expect(
            await self.code { _ = try await people.accept(open.code, name: "mira", password: Self.word) }
                == "name-taken")
        try people.withdraw(open.invitation.id)
        #expect(
            await self.code { _ = try await people.accept(open.code, name: "Eve", password: Self.word) }
                == "invitation-void")
        #expect(throws: EngineError.self) { _ = try people.invite(days: 1000) }
    }

    @Test func `A new password, another role and a removal end what was begun before`() async throws {
        let folder = try TemporaryFolder()
        let people = people(folder)
        let account = try await people.add("Mira", password: Self.word)
        let renewed = try await people.setPassword("another walk, up the hill", of: "mira")
        #expect(renewed.epoch > account.epoch)
        #expect(await code { _ = try await people.signIn("Mira", password: Self.word) } == "wrong-password")
        #expect(try people.setRole(.administrator, of: account.id).epoch > renewed.epoch)
        let own = try await people.changePassword(
            of: account.id, from: "another walk, up the hill", to: "a third walk, home")
        #expect(own.epoch > renewed.epoch + 1)
        #expect(
            await code { _ = try await people.changePassword(of: account.id, from: "no", to: Self.word) }
                == "wrong-password")
        try people.remove("Mira")
        #expect(try people.account(account.id) == nil)
        #expect(throws: AccountError.self) { try people.remove("Mira") }
    }

    @Test func `A token is found by what it is, and revoked`() async throws {
        let folder = try TemporaryFolder()
        let people = people(folder)
        let account = try await people.add("Mira", password: Self.word)
        let (token, text) = try people.makeToken("editor", for: account.id, scope: .ask, ceiling: .public)
        #expect(try !folder.text("people.json").contains(text))
        let found = try #require(try people.holder(ofToken: text))
        #expect(found.account.id == account.id && found.token.scope == .ask && found.token.usedAt == nil)
        people.wasUsed(found.token, of: found.account)
        #expect(try people.tokens(of: account.id).first?.usedAt != nil)
        #expect(try people.holder(ofToken: text + "0") == nil)
        #expect(try people.holder(ofToken: "hearth_") == nil)
        try people.revokeToken(token.id, of: account.id)
        #expect(try people.holder(ofToken: text) == nil)
    }

    @Test func `Who asks for what lets others in shows that it is them`() async throws {
        let folder = try TemporaryFolder()
        let people = people(folder)
        let mira = try await people.add("Mira", password: Self.word)
        let (now, longAgo) = (Date(), Date().addingTimeInterval(-3_600))
        // By the password, whenever they signed in; having signed in just now is not enough where there is one.
        try await people.confirm(mira.id, password: Self.word, began: longAgo)
        for password in [nil, "a guess of somebody"] as [String?] {
            #expect(
                await code { try await people.confirm(mira.id, password: password, began: now) } == "not-confirmed")
        }
        // Who has none signs in again.
        let open = try people.invite("Noah").code
        let noah = try people.accept(
            open, name: nil, as: Identity(issuer: "https://login.example.org", subject: "n", names: ["Noah"]))
        try await people.confirm(noah.id, password: nil, began: now)
        for began in [longAgo, now.addingTimeInterval(3_600)] {
            #expect(
                await code { try await people.confirm(noah.id, password: "anything at all", began: began) }
                    == "not-confirmed")
        }
        #expect(await code { try await people.confirm("nobody", password: nil, began: now) } == "unknown-person")
        // Guesses are counted as where one signs in. Each is to wait twice as long as the last one, on a busy machine less than a guess takes.
        var last: String?
        for _ in 0..<40 where last != "too-many-guesses" {
            last = await code { try await people.confirm(mira.id, password: "a guess", began: now) }
        }
        #expect(last == "too-many-guesses")
    }

    @Test func `What is whose to do of accounts`() async throws {
        let folder = try TemporaryFolder()
        let people = people(folder)
        let mira = try await people.add("Mira", password: Self.word)
        let noah = try await people.add("Noah", password: Self.word, role: .administrator)
        try await Person.$current.withValue(noah.person) {
            _ = try people.list()
            _ = try people.invite()
            _ = try people.setRole(.member, of: mira.id)
            // Whoever sets a password can sign in with it, and a token reads.
            #expect(
                await code { _ = try await people.setPassword("a password of his own", of: mira.id) } == "owner-only")
            #expect(await code { _ = try await people.add("Eve", password: Self.word) } == "owner-only")
            #expect(await code { _ = try people.makeToken("x", for: mira.id, scope: .read) } == "owner-only")
            #expect(await code { _ = try people.tokens(of: mira.id) } == "owner-only")
            _ = try people.makeToken("x", for: noah.id, scope: .read)
        }
        try await Person.$current.withValue(mira.person) {
            for act in [
                { _ = try people.list() }, { _ = try people.invite() }, { _ = try people.remove(noah.id) },
                { _ = try people.setRole(.administrator, of: mira.id) }, { _ = try people.invitations() },
                { _ = try people.tokens(of: noah.id) }, { try people.removeLibrary(of: noah.id) },
            ] as [@Sendable () throws -> Void] {
                #expect(await code { try act() } == "owner-only")
            }
            _ = try people.tokens(of: mira.id)
        }
        await Reader.$current.withValue(Reader(.api, ceiling: .private)) {
            #expect(await code { _ = try people.list() } == "owner-only")
            #expect(await code { _ = try people.makeToken("x", for: mira.id, scope: .write) } == "owner-only")
        }
    }

    @Test func `A file that cannot be read lets nobody in, and is not written over`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("people.json", "not JSON")
        let people = people(folder)
        #expect(await code { _ = try await people.signIn("Mira", password: Self.word) } == "bad-settings")
        #expect(await code { _ = try await people.add("Mira", password: Self.word) } == "bad-settings")
        #expect(try folder.text("people.json") == "not JSON")
        // Whoever looks why is told by the command that looks at everything, too.
        let finding = try #require(Doctor.people(folder.url))
        #expect(finding.state == .bad && finding.detail.contains("people.json is not valid"))
        try FileManager.default.removeItem(at: folder.url.appending(path: "people.json"))
        #expect(Doctor.people(folder.url) == nil)
        _ = try await people.add("Mira", password: Self.word)
        #expect(Doctor.people(folder.url)?.detail == "1 person has one")
    }

    @Test func `Why another's library cannot be opened is not told to whom it is shared with`() async throws {
        let folder = try TemporaryFolder()
        let server = try Hearth(folder: folder.url)
        let people = people(folder)
        let mira = try await people.add("Mira", password: Self.word)
        try people.share("0123456789abcdef", of: mira.id, with: .everyone)
        server.sharing.reachOthers(among: people) { _ in throw EngineError(.usage, "No file /home/mira/hearth.sqlite.")
        }
        let reading = try #require(try await server.sharing.reading(beside: server.library()))
        #expect(reading.ledgers.isEmpty && reading.notes.count == 1)
        #expect(reading.notes.first?.contains("Mira") == true && reading.notes.first?.contains("/home") == false)
        // A program is not told either that there is something.
        let program = try await Reader.$current.withValue(Reader(.api, ceiling: .private)) {
            try await server.sharing.reading(beside: server.library())
        }
        #expect(program == nil)
        try await server.close()
    }

    @Test func `Each has a library of their own with the settings of the server`() async throws {
        let folder = try TemporaryFolder()
        let server = try Hearth(folder: folder.url)
        let people = people(folder)
        let (mira, noah) = (
            try await people.add("Mira", password: Self.word), try await people.add("Noah", password: Self.word)
        )
        let first = await server.library(of: mira.id, among: people)
        let second = await server.library(of: noah.id, among: people)
        #expect(Set([server.folder, first.folder, second.folder]).count == 3)
        _ = try await first.journal.add([JournalSession(id: "a", date: nil, title: nil, text: "The lease ends in May.")]
        )
        #expect(try await first.journal.heads().count == 1)
        for other in [second, server] { #expect(try await other.journal.heads().isEmpty) }
        try server.environments.current.editor.set(.redact, to: "true")
        #expect(first.settings.redact && second.settings.redact)
        #expect(first.models.registry.folder == server.models.registry.folder)
        let settings = first.environments.current
        #expect(settings.with(settings.settings).dataFolder == first.folder)
        // Servers of tools that are for programs are for those of whoever runs the server.
        try await server.tools.set("files", to: ToolServer(.program(ToolProgram("/bin/true")), isForPrograms: true))
        #expect(await code { _ = try await first.tools.openForProgram(["files"]) } == "unknown-tool-server")
        // In PostgreSQL under owners of their own.
        try server.environments.current.editor.set(.library, to: "postgres://hearth@localhost/hearth?owner=me")
        #expect(Set([server, first, second].compactMap { SettingKey.library.text(in: $0.settings) }).count == 3)
        try server.environments.current.editor.unset(.library)
        try people.remove(mira.id)
        #expect(throws: EngineError.self) { try people.removeLibrary(of: noah.id) }
        #expect(throws: EngineError.self) { try people.removeLibrary(of: "../models") }
        try await first.close()
        try people.removeLibrary(of: mira.id)
        #expect(!FileManager.default.fileExists(atPath: first.folder.path))
        // Before its account, so that an account is left where the library cannot be removed.
        await #expect(throws: StoreError.self) { try await server.removeLibrary(of: noah.id, keepsAccount: true) }
        #expect(try people.account(noah.id) != nil && people.hasLibrary(of: noah.id))
        try await second.close()
        try await server.removeLibrary(of: noah.id, keepsAccount: true)
        #expect(!people.hasLibrary(of: noah.id) && !people.hasLibrary(of: "../models"))
    }

    @Test func `Everything that is deleted is everybody's, with the accounts`() async throws {
        let folder = try TemporaryFolder()
        let server = try Hearth(folder: folder.url)
        let people = people(folder)
        let mira = try await people.add("Mira", password: Self.word)
        let library = await server.library(of: mira.id, among: people)
        _ = try await library.journal.add([
            JournalSession(id: "a", date: nil, title: nil, text: "The lease ends in May.")
        ])
        try await library.close()
        await #expect(throws: EngineError.self) { _ = try await server.data.deleteEverything() }
        #expect(
            people.hasLibrary(of: mira.id), "what is others' is not deleted by a word that may be meant for one's own")
        _ = try await server.data.deleteEverything(withPeople: true)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(!left.contains("people") && !left.contains("people.json"), "\(left)")
    }

    @Test func `Nobody is called as another's id is written`() async throws {
        let folder = try TemporaryFolder()
        let people = people(folder)
        let mira = try await people.add("Mira", password: Self.word)
        for name in [mira.id, mira.id.uppercased(), " \(mira.id) "] {
            await #expect(throws: AccountError.self) { try await people.add(name, password: Self.word) }
            #expect(throws: AccountError.self) { try people.invite(name) }
        }
    }

    /// Two servers that know the same people link to one file.
    @Test func `What several folders link to is changed by one at a time`() async throws {
        let (shared, one, two) = (try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder())
        let file = shared.url.appendingPathComponent("people.json")
        for folder in [one, two] {
            try FileManager.default.createSymbolicLink(
                at: folder.url.appendingPathComponent("people.json"), withDestinationURL: file)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                let people = people(number % 2 == 0 ? one : two)
                group.addTask { _ = try people.invite("Guest \(number)") }
            }
            try await group.waitForAll()
        }
        #expect(try people(one).invitations().count == 40)
    }
}

/// What of a server is whose to do: the rule stands where the thing is done.
@Suite("Acts of those who have an account")
struct PersonActTests {
    private typealias Act = (what: String, work: @Sendable (Hearth) async throws -> Void)

    /// Of whoever runs the server alone: they reach its files, its programs or all data folders.
    private static let machines: [Act] = [
        (
            "an environment",
            { try EnvironmentRegistry(folder: $0.environments.current.baseFolder).remove("production") }
        ),
        ("the change", { try $0.environments.use("production") }),
        ("a path", { try $0.environments.current.editor.set(.localModel, to: "/etc/passwd") }),
        ("the library", { try $0.environments.current.editor.set(.library, to: "postgres://a@localhost/b") }),
        ("all settings", { try SettingsFile(folder: $0.environments.current.baseFolder).remove() }),
        ("a server of tools", { try await $0.tools.set("theirs", to: ToolServer(.program(ToolProgram("/bin/sh")))) }),
        ("a call", { _ = try await $0.tools.call("a", of: "theirs", arguments: "{}") }),
        ("a look at a file", { _ = try await $0.models.inspect(.file("/etc/passwd")) }),
        ("a backup", { try await $0.data.backUp(to: URL(fileURLWithPath: "/tmp/theirs.backup")) }),
        ("the key", { try await $0.data.writeKey(to: URL(fileURLWithPath: "/tmp/theirs.key")) }),
        ("a backup put back", { try await $0.data.restore(from: URL(fileURLWithPath: "/tmp/theirs.backup")) }),
        ("a library packed", { _ = try await $0.data.pack(under: "seven quiet hornbeams") }),
        (
            "a library unpacked",
            { _ = try await $0.data.unpack(URL(fileURLWithPath: "/tmp/theirs"), under: "seven quiet hornbeams") }
        ),
        ("the end", { _ = try await $0.data.deleteEverything() }),
        ("a file", { _ = try await $0.documents.ingest(["/etc/passwd"]) }),
        ("a watch", { _ = try await $0.documents.watch(["/etc"]) }),
        ("a list of feeds", { _ = try await $0.feeds.list() }),
    ]

    /// Of administrators too.
    private static let servers: [Act] = [
        ("a setting", { try $0.environments.current.editor.set(.redact, to: "true") }),
        ("a key less", { _ = try KeyVault($0.environments.current).remove(.openai) }),
        ("an endpoint less", { _ = try await $0.endpoints.remove("theirs") }),
        ("a library of models", { _ = try await $0.models.library() }),
    ]

    private func refusal(_ act: Act, _ hearth: Hearth, as person: Person?) async -> String? {
        do {
            try await Person.$current.withValue(person) { try await act.work(hearth) }
            return nil
        } catch {
            return (error as? any ReadableError)?.code
        }
    }

    @Test func `No account reaches the machine, and only administrators what is everybody's`() async throws {
        let folder = try TemporaryFolder()
        let hearth = try Hearth(folder: folder.url)
        let member = Person(id: "a", name: "Mira", role: .member)
        let administrator = Person(id: "b", name: "Noah", role: .administrator)
        for act in Self.machines {
            for person in [member, administrator] {
                #expect(await refusal(act, hearth, as: person) == "owner-only", "\(act.what), \(person.role)")
            }
        }
        for act in Self.servers {
            #expect(await refusal(act, hearth, as: member) == "owner-only", "\(act.what)")
            #expect(await refusal(act, hearth, as: administrator) != "owner-only", "\(act.what)")
        }
        // A transcript is looked for in the library, and not among the files of the machine.
        let code = await refusal(
            ("a transcript", { _ = try await $0.transcripts.read("/etc/hosts") }), hearth, as: member)
        #expect(code == "unknown-document")
    }
}
