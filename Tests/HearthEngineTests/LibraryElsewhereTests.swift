import Foundation
import HearthCore
import HearthPostgres
import Testing

@testable import HearthEngine

/// A library on another machine: who agreed to it, when nothing goes there, and what is written down before there is a ledger.
@Suite struct LibraryElsewhereTests {
    private let home: TemporaryFolder
    private let address = "postgres://hearth@db.example.org:6432/hearth"

    init() throws { home = try TemporaryFolder() }

    private func hearth(_ flags: [SettingKey: String] = [:]) throws -> Hearth {
        try Hearth(folder: home.url, flags: flags.merging([.library: address]) { given, _ in given })
    }

    private func gate(offline: Bool = false) throws -> LibraryGate {
        LibraryGate(try LibraryAddress(address), folder: home.url, isOffline: offline)
    }

    @Test func `Nothing goes to a host that nobody agreed to`() async throws {
        let hearth = try hearth()
        let refused = await failure { _ = try await hearth.library() }
        #expect(refused?.code == "library-not-agreed")
        #expect(refused?.message.contains("db.example.org:6432") == true)
        let consent = try hearth.privacy.grantLibrary()
        #expect(consent.host == "db.example.org:6432")
        #expect(try hearth.privacy.grantLibrary(at: "DB.example.org:6432").id == consent.id, "it holds already")
        try gate().check()
        #expect(try hearth.privacy.revokeLibraryConsent(id: consent.id))
        #expect(failure { try gate().check() }?.code == "library-not-agreed")
        #expect(try hearth.privacy.libraryConsents().isEmpty)
        #expect(try hearth.privacy.libraryConsents(revoked: true).map(\.id) == [consent.id])
        #expect(try home.mode("library-consents.json") == 0o600)
    }

    @Test func `A password is of one user, host and database, and no other machine is offered it`() throws {
        #expect(try hearth().privacy.setLibraryPassword(Secret("salt and pepper")))
        func kept(_ address: String) throws -> String? {
            try LibraryPassword(LibraryAddress(address), folder: home.url).read()?.exposedText()
        }
        #expect(try kept(address) == "salt and pepper")
        for other in ["hearth@other.example.org/hearth", "hearth@localhost/hearth", "ann@db.example.org:6432/hearth"] {
            #expect(try kept("postgres://" + other) == nil, "\(other)")
        }
        #expect(failure { try hearth().privacy.setLibraryPassword(Secret("")) }?.code == "usage")
        #expect(try hearth().privacy.setLibraryPassword(nil))
        #expect(try kept(address) == nil)
        #expect(try !hearth().privacy.setLibraryPassword(nil))
    }

    @Test func `A consent is for one host and one port, and for no engine`() throws {
        let hearth = try hearth()
        _ = try hearth.privacy.grantLibrary(at: "db.example.org")
        #expect(failure { try gate().check() }?.code == "library-not-agreed")
        for host in ["localhost", "127.0.0.1", "", "db.example.org/x", "a,b", "user@db.example.org", "db example"] {
            #expect(failure { _ = try hearth.privacy.grantLibrary(at: host) }?.code == "usage", "\(host)")
        }
        let local = try Hearth(folder: home.url)
        #expect(failure { _ = try local.privacy.grantLibrary() }?.code == "usage")
    }

    @Test func `No program agrees for its owner`() throws {
        let hearth = try hearth()
        Reader.$current.withValue(Reader(.api, name: "program", ceiling: .private)) {
            #expect(failure { _ = try hearth.privacy.grantLibrary() }?.code == "owner-only")
        }
    }

    @Test func `Offline it is refused, agreed to or not`() async throws {
        let hearth = try hearth([.offline: "true", .enforce: "policy"])
        _ = try hearth.privacy.grantLibrary()
        let refused = await failure { _ = try await hearth.library() }
        #expect(refused?.code == "library-offline")
        #expect(failure { _ = try gate(offline: true).begin() }?.code == "library-offline")
    }

    @Test func `A library that is open gets nothing more once the setting is offline`() async throws {
        let hearth = try hearth()
        _ = try hearth.privacy.grantLibrary()
        let gate = try gate()
        try gate.check()
        gate.goOffline()
        #expect(failure { try gate.check() }?.code == "library-offline")
        #expect(failure { _ = try gate.begin() }?.code == "library-offline")
        // The resources that were made before the setting became another one.
        let before = hearth.environments.current
        let former = EnvironmentResources(before, pool: hearth.pool, builtIn: BuiltInModels(), sharing: hearth.sharing)
        var settings = before.settings
        settings.offline = true
        _ = EnvironmentResources(
            before.with(settings), after: former, pool: hearth.pool, builtIn: BuiltInModels(), sharing: hearth.sharing)
        #expect(await failure { _ = try await former.library() }?.code == "library-offline")
    }

    @Test func `A file of consents that cannot be read agrees to nothing`() throws {
        try home.write("library-consents.json", "[{")
        #expect(failure { try gate().check() }?.code == "bad-settings")
    }

    @Test func `What is private is not asked for there`() async throws {
        let hearth = try hearth()
        _ = try hearth.privacy.grantLibrary()
        let snapshot = hearth.environments.current
        #expect(failure { try snapshot.refusePrivate(.private, "This question") }?.code == "private-elsewhere")
        try snapshot.refusePrivate(.personal, "This question")
        try Hearth(folder: home.url).environments.current.refusePrivate(.private, "This question")
    }

    @Test func `Nothing that is private is subscribed to or fetched there`() async throws {
        let hearth = try hearth()
        _ = try hearth.privacy.grantLibrary()
        let url = "https://example.org/feed.xml"
        let feed = await failure { _ = try await hearth.feeds.add(url, label: .private) }
        #expect(feed?.code == "private-elsewhere")
        #expect(await failure { _ = try await hearth.feeds.add(listAt: "l.opml", label: .private) }?.code == feed?.code)
        #expect(await failure { _ = try await hearth.feeds.clip(url, label: .private) }?.code == feed?.code)
    }

    @Test func `No copy goes there`() async throws {
        let hearth = try hearth()
        _ = try hearth.privacy.grantLibrary()
        let (there, here) = (try hearth.data.place("this"), try hearth.data.place(home.url.path + "/copy"))
        let to = await failure { _ = try await hearth.data.copyLibrary(from: here, to: there) }
        #expect(to?.code == "library-unsafe")
        #expect(to?.message.contains("db.example.org") == true)
    }

    // MARK: Before there is a ledger

    @Test func `A connection is written down before it is made, and failed ones are told of with the next`() throws {
        _ = try hearth().privacy.grantLibrary()
        let gate = try gate()
        let first = try gate.begin()
        #expect(try home.text("library-connections.json").contains("db.example.org:6432"))
        #expect(try home.mode("library-connections.json") == 0o600)
        gate.failed(first, code: "library-unreachable")
        gate.failed(try gate.begin(), code: "library-unreachable")
        gate.failed(try gate.begin(), code: "library-unsafe")
        let made = try gate.begin()
        let records = try gate.waiting(for: made)
        #expect(records.entries.map(\.errorCode) == ["library-unreachable", "library-unsafe", nil])
        #expect(records.entries.allSatisfy { $0.purpose == "library" && $0.host == "db.example.org:6432" })
        #expect(records.entries.allSatisfy { $0.kind == .connection && $0.consentID != nil })
        #expect(records.entries.first?.text?.hasPrefix("2 times until ") == true)
        gate.recorded(records)
        #expect(!FileManager.default.fileExists(atPath: home.url.path + "/library-connections.json"))
    }

    @Test func `One that fails while others go into the ledger is not lost`() throws {
        _ = try hearth().privacy.grantLibrary()
        let gate = try gate()
        gate.failed(try gate.begin(), code: "library-unreachable")
        let made = try gate.begin()
        let records = try gate.waiting(for: made)
        gate.failed(try gate.begin(), code: "library-unreachable")
        gate.recorded(records)
        let next = try gate.begin()
        #expect(try gate.waiting(for: next).entries.map(\.errorCode) == ["library-unreachable", nil])
    }

    @Test func `Of two that are made at once one tells of those that failed, and each of itself`() throws {
        _ = try hearth().privacy.grantLibrary()
        let gate = try gate()
        gate.failed(try gate.begin(), code: "library-unreachable")
        let (one, other) = (try gate.begin(), try gate.begin())
        let records = try [one, other].map { try gate.waiting(for: $0) }
        #expect(records.map { $0.entries.map(\.errorCode) } == [["library-unreachable", nil], [nil]])
        // What fails meanwhile is counted for itself, since the other is on its way.
        gate.failed(try gate.begin(), code: "library-unreachable")
        for told in records { gate.recorded(told) }
        let next = try gate.waiting(for: try gate.begin()).entries
        #expect(next.map(\.errorCode) == ["library-unreachable", nil])
        #expect(next.first?.text == nil, "it failed once")
    }

    @Test func `What was taken along by one that was killed is told of later`() throws {
        let waiting = WaitingConnections(folder: home.url, library: "l")
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        try waiting.end(
            try waiting.begin("h", consent: "c", now: start), code: "library-unreachable", now: start)
        _ = try waiting.records(for: try waiting.begin("h", consent: "c", now: start + 1), now: start + 1)
        let later = try waiting.begin("h", consent: "c", now: start + 3_600)
        #expect(
            try waiting.records(for: later, now: start + 3_600).entries.map(\.errorCode)
                == ["library-unreachable", WaitingConnections.interrupted, nil])
    }

    @Test func `What failed before a file of certificates was named is told of when one is`() throws {
        _ = try hearth().privacy.grantLibrary()
        let before = try gate()
        before.failed(try before.begin(), code: "library-unsafe")
        let named = try LibraryAddress(address + "?sslrootcert=/etc/ca.pem")
        let after = LibraryGate(named, folder: home.url, isOffline: false)
        #expect(try after.waiting(for: try after.begin()).entries.map(\.errorCode) == ["library-unsafe", nil])
    }

    @Test func `Of one whose process was killed it is said that nobody knows`() throws {
        let waiting = WaitingConnections(folder: home.url, library: "l")
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        _ = try waiting.begin("h", consent: "c", now: start)
        let soon = try waiting.begin("h", consent: "c", now: start + 5)
        #expect(try waiting.records(for: soon, now: start + 5).entries.count == 1, "it may still be at it")
        try waiting.remove([soon])
        let later = try waiting.begin("h", consent: "c", now: start + 3_600)
        #expect(
            try waiting.records(for: later, now: start + 3_600).entries.map(\.errorCode)
                == [WaitingConnections.interrupted, nil])
    }

    @Test func `Of another library nothing is told`() throws {
        let (mine, others) = (
            WaitingConnections(folder: home.url, library: "a"), WaitingConnections(folder: home.url, library: "b")
        )
        try others.end(try others.begin("h", consent: "c"), code: "library-unreachable")
        let made = try mine.begin("h", consent: "c")
        #expect(try mine.records(for: made).entries.count == 1)
    }

    @Test func `Where it cannot be written down, no connection is made`() throws {
        _ = try hearth().privacy.grantLibrary()
        try FileManager.default.createDirectory(
            at: home.url.appendingPathComponent("library-connections.json"), withIntermediateDirectories: true)
        #expect(failure { _ = try gate().begin() }?.code == "store-io")
    }

    @Test func `Deleting everything deletes these files, too`() async throws {
        let hearth = try Hearth(folder: home.url)
        _ = try hearth.privacy.grantLibrary(at: "db.example.org:6432")
        _ = try gate().begin()
        _ = try await hearth.data.deleteEverything()
        let left = try FileManager.default.contentsOfDirectory(atPath: home.url.path)
        #expect(!left.contains { $0.hasPrefix("library-") })
    }
}
