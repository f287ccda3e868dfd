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

    @Test func `No program copies a library`() async throws {
        await Reader.$current.withValue(Reader(.api, name: "program", ceiling: .private)) {
            #expect(await failure { _ = try await copy("this", target) }?.code == "owner-only")
        }
    }
}
