import Foundation
import HearthCore
import HearthHTTP
import Testing

@testable import HearthEngine
@testable import HearthServer

/// Libraries are opened when their people come, a few at a time, and closed when they rest.
@Suite("Libraries of people")
struct PersonLibrariesTests {
    private func with(
        mostOpen: Int, idle: Duration = .seconds(600),
        _ body: @escaping @Sendable (PersonLibraries, [Account], People) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-libraries-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let hearth = try Hearth(folder: folder)
        let people = People(folder: folder, parameters: .init(logarithm: 4))
        var accounts: [Account] = []
        for name in ["Ann", "Ben", "Cid"] {
            accounts.append(try await people.add(name, password: "a walk along the river"))
        }
        let libraries = PersonLibraries(server: hearth, people: people, mostOpen: mostOpen, idle: idle) { hearth, _ in
            [ServerRoute(.get, "/api/documents") { _ in .text(hearth.folder.lastPathComponent) }]
        }
        try await body(libraries, accounts, people)
        await libraries.closeAll()
    }

    @Test func `One more than may be open closes the one that rested longest, and none at work`() async throws {
        try await with(mostOpen: 2) { libraries, accounts, _ in
            let first: PersonLease? = try await libraries.lease(accounts[0].person)
            let id = accounts[0].id
            _ = try await libraries.lease(accounts[1].person)
            #expect(await libraries.openCount == 2)
            let third = try await libraries.lease(accounts[2].person)
            #expect(await libraries.openCount == 2 && first?.library.isOpen == true)
            await #expect(throws: ServerError.self) { _ = try await libraries.lease(accounts[1].person) }
            #expect(first?.library.hearth.folder.lastPathComponent == id)
            withExtendedLifetime(third) {}
        }
    }

    @Test func `What rests is closed, and opened again`() async throws {
        try await with(mostOpen: 8, idle: .seconds(60)) { libraries, accounts, _ in
            let kept = try await libraries.lease(accounts[0].person)
            _ = try await libraries.lease(accounts[1].person).library.hearth.documents.list()
            await libraries.sweep(now: .now + .seconds(61))
            #expect(await libraries.openCount == 1 && kept.library.isOpen)
            #expect(try await libraries.lease(accounts[1].person).library.hearth.documents.list().isEmpty)
        }
    }

    @Test func `Only those that are open are asked for their numbers, and stay open meanwhile`() async throws {
        try await with(mostOpen: 8, idle: .seconds(60)) { libraries, accounts, _ in
            let kept = try await libraries.lease(accounts[0].person)
            _ = try await libraries.lease(accounts[1].person)
            await libraries.sweep(now: .now + .seconds(61))
            let asked = await libraries.ofOpen { [kept] hearth in
                (hearth.folder.lastPathComponent, kept.library.users)
            }
            #expect(asked.map { $0.0 } == [accounts[0].id] && asked.map { $0.1 } == [2])
            #expect(kept.library.users == 1)
        }
    }

    @Test(.timeLimit(.minutes(5))) func `What another server left undone is gone on with where the library is open`()
        async throws
    {
        try await with(mostOpen: 8) { libraries, accounts, _ in
            let hearth = try await libraries.lease(accounts[0].person).library.hearth
            #expect(try await hearth.documents.list().isEmpty)
            let other = try Hearth(folder: hearth.folder)
            await other.workQueue.stop()
            let file = hearth.folder.appending(path: "sent.txt")
            try Data("The lease ends on 31 March 2027.".utf8).write(to: file)
            let work = UploadWork(
                files: [
                    .init(name: "sent.txt", last: "sent.txt", place: "uploads/sent.txt", beside: nil, isPrivate: false)
                ], label: nil, areTranscripts: false)
            _ = try await other.work.add(
                .ingest, title: "sent.txt", payload: work, floor: .personal, files: [file.path])
            await other.shutdown()
            await libraries.sweep()
            while try await hearth.documents.document(at: "uploads/sent.txt") == nil {
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// The library of somebody who does not come.
    @Test(.timeLimit(.minutes(5))) func `What was sent before the server began is done though nobody comes`()
        async throws
    {
        try await with(mostOpen: 8) { libraries, accounts, people in
            let folder = people.folder.appending(path: "people/\(accounts[1].id)")
            let before = try Hearth(folder: folder)
            await before.workQueue.stop()
            let file = people.folder.appending(path: "sent.txt")
            try Data("The lease ends on 31 March 2027.".utf8).write(to: file)
            let work = UploadWork(
                files: [
                    .init(name: "sent.txt", last: "sent.txt", place: "uploads/sent.txt", beside: nil, isPrivate: false)
                ], label: nil, areTranscripts: false)
            _ = try await before.work.add(
                .ingest, title: "sent.txt", payload: work, floor: .personal, files: [file.path])
            await before.shutdown()
            try await before.close()
            await libraries.goOnWithAll()
            #expect(await libraries.openCount == 1, "who never came has no library to look into")
            let hearth = try await libraries.lease(accounts[1].person).library.hearth
            while try await hearth.documents.document(at: "uploads/sent.txt") == nil {
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    @Test func `Nobody without an account has one`() async throws {
        try await with(mostOpen: 8) { libraries, accounts, people in
            let hearth = try await libraries.lease(accounts[0].person).library.hearth
            _ = try await hearth.documents.list()
            try people.remove(accounts[0].id)
            await #expect(throws: ServerError.self) { _ = try await libraries.lease(accounts[0].person) }
            await libraries.sweep()
            #expect(await libraries.openCount == 0)
            // Whoever still works for it does not open it again, so that it can be removed.
            await #expect(throws: EngineError.self) { _ = try await hearth.documents.list() }
            try people.removeLibrary(of: accounts[0].id)
        }
    }
}
