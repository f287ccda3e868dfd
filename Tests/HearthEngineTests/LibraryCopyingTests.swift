import Foundation
import HearthCore
import HearthKnowledge
import HearthStore
import HearthTesting
import Testing

@testable import HearthEngine

/// A library goes from one place to another by a name for each.
@Suite struct LibraryCopyingTests {
    private let home: TemporaryFolder
    private let other: TemporaryFolder
    private let hearth: Hearth

    init() throws {
        (home, other) = (try TemporaryFolder(), try TemporaryFolder())
        hearth = try Hearth(folder: home.url)
    }

    private func copy(_ from: String, _ to: String) async throws -> LibraryCopyReport {
        try await hearth.data.copyLibrary(from: hearth.data.place(from), to: hearth.data.place(to))
    }

    private var target: String { other.url.appendingPathComponent("copy").path }

    @Test func `The library in use goes to another folder, where it is opened as it was`() async throws {
        try await SampleLibrary.fill(try await hearth.library())
        let report = try await copy("this", target)
        #expect(report.count(of: .document) > 0)
        #expect(report.ledger.valid)
        let there = try Hearth(folder: URL(fileURLWithPath: target))
        #expect(try await there.data.extent().counts == hearth.data.extent().counts)
        #expect(
            try await there.library().messages(ofConversation: "talk", after: .min, before: .max, limit: 9)
                == hearth.library().messages(ofConversation: "talk", after: .min, before: .max, limit: 9))
        try await there.close()
    }

    @Test func `What cannot be copied, or not there, is refused before anything is written`() async throws {
        _ = try await hearth.library()
        #expect(await failure { _ = try await copy("this", home.url.path + "/.") }?.code == "usage")
        #expect(await failure { _ = try await copy(target, "this") }?.code == "no-database")
        try other.write("letter.txt", "Dear all")
        let full = await failure { _ = try await copy("this", other.url.path) }
        #expect(full?.code == "not-empty")
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.url.path) == ["letter.txt"])
        let ledger = try await hearth.library().rowCount(of: .ledgerRecord)
        let away = await failure { _ = try await copy("this", "postgres://hearth@example.com/hearth") }
        #expect(away?.code == "library-unsafe")
        #expect(try await hearth.library().rowCount(of: .ledgerRecord) == ledger, "nothing was connected")
        #expect(
            await failure { _ = try await copy("this", "postgres://hearth:secret@localhost/hearth") }?.code
                == "invalid-input")
    }

    @Test func `A library that is open elsewhere is not copied, nor one that is not whole opened`() async throws {
        _ = try await hearth.library()
        let elsewhere = try Hearth(folder: home.url)
        _ = try await elsewhere.library()
        #expect(await failure { _ = try await copy("this", target) }?.code == "busy")
        try await elsewhere.close()
        struct Stop: Error {}
        await #expect(throws: Stop.self) {
            _ = try await hearth.data.copyLibrary(from: hearth.data.place("this"), to: hearth.data.place(target)) { _ in
                throw Stop()
            }
        }
        let unfinished = try Hearth(folder: URL(fileURLWithPath: target))
        let told = await failure { _ = try await unfinished.library() }
        #expect(told?.code == "unfinished-copy")
        #expect(told?.message.contains(home.url.path) == true)
        #expect(try await copy("this", target).isResumed)
        _ = try await unfinished.library()
        try await unfinished.close()
    }

    @Test func `A library is merged into one that is in use elsewhere, with its collections`() async throws {
        try await SampleLibrary.fill(try await hearth.library())
        _ = try await hearth.collections.make("House")
        _ = try await hearth.collections.add(["/samples/3.txt"], to: "House")
        let there = try Hearth(folder: URL(fileURLWithPath: target))
        _ = try await there.collections.make("house")
        let samples = SampleDocuments()
        try await there.library().store([samples.ingestion(40, folder: "/own")])
        try await there.close()
        let places = (from: try hearth.data.place("this"), into: try hearth.data.place(target))
        let report = try await hearth.data.mergeLibrary(from: places.from, into: places.into)
        #expect(report.tally("documents").added > 0 && report.withheld > 0)
        #expect(report.tally("collections").present == 1 && report.tally("collections").conflicts == 1)
        let again = try Hearth(folder: URL(fileURLWithPath: target))
        #expect(try await again.collections.list().map(\.places) == [["/samples/3.txt"]])
        #expect(try await again.library().document(atPath: "/own/40.txt") != nil)
        #expect(try await again.library().document(atPath: "/samples/3.txt") != nil)
        #expect(try await again.library().document(atPath: "/samples/1.txt") == nil, "it is private")
        try await again.close()
        #expect(
            await failure { _ = try await hearth.data.mergeLibrary(from: places.into, into: places.into) }?.code
                == "usage")
        let away = try hearth.data.place("postgres://hearth@example.com/hearth")
        #expect(
            await failure { _ = try await hearth.data.mergeLibrary(from: places.from, into: away) }?.code
                == "library-unsafe")
        await Reader.$current.withValue(Reader(.api, name: "program", ceiling: .private)) {
            let refused = await failure {
                _ = try await hearth.data.mergeLibrary(from: places.from, into: places.into)
            }
            #expect(refused?.code == "owner-only")
        }
    }

    @Test func `No program copies a library`() async throws {
        await Reader.$current.withValue(Reader(.api, name: "program", ceiling: .private)) {
            #expect(await failure { _ = try await copy("this", target) }?.code == "owner-only")
        }
    }
}
