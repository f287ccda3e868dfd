import Foundation
import HearthCore
import HearthStore
import Testing

@testable import HearthEngine

/// A library that goes from one machine to another, each a data folder of its own.
@Suite struct LibraryMoveTests {
    private static let passphrase = "seven quiet hornbeams"

    private struct Machine {
        let data: TemporaryFolder
        let hearth: Hearth

        init() async throws {
            data = try TemporaryFolder()
            hearth = try Hearth(folder: data.url)
            await hearth.workQueue.stop()
        }

        var key: Secret? { get throws { try DatabaseKey.load(from: SecretStores.preferred(folder: data.url)) } }

        func end() async throws {
            await hearth.shutdown()
            try await hearth.close()
        }
    }

    /// A copy, as it is carried over: what is packed goes when nobody holds it.
    private func carried(_ packed: PackedLibrary, into folder: TemporaryFolder) throws -> URL {
        let file = folder.url.appending(path: UUID().uuidString)
        try FileManager.default.copyItem(at: packed.file, to: file)
        return file
    }

    private func machineWithPaper(_ files: TemporaryFolder) async throws -> Machine {
        let machine = try await Machine()
        try files.write("lease.txt", "The tenant pays a deposit of 2300 euros.")
        for try await _ in try await machine.hearth.documents.ingest([files.url.appending(path: "lease.txt").path]) {}
        return machine
    }

    @Test func `Everything comes along, with the key that opens it, and the numbers tell`() async throws {
        let files = try TemporaryFolder()
        let (old, new) = (try await machineWithPaper(files), try await Machine())
        try await new.hearth.open()
        let oldKey = try old.key
        #expect(try new.key != oldKey)
        let packed = try await old.hearth.data.pack(under: Self.passphrase)
        #expect(packed.amount == LibraryAmount(documents: 1, conversations: 0, journalEntries: 0))
        let file = try carried(packed, into: files)
        #expect(try Data(contentsOf: file).count == packed.byteCount)
        let result = try await new.hearth.data.unpack(file, under: Self.passphrase)
        #expect(result.packed == packed.amount && result.found == packed.amount)
        #expect(try new.key == oldKey)
        #expect(try await new.hearth.documents.list().first?.title == old.hearth.documents.list().first?.title)
        // The old one goes on as it was.
        #expect(try await old.hearth.data.amount() == packed.amount)
        try await old.end()
        try await new.end()
    }

    @Test func `A wrong passphrase, a changed file and a cut one change nothing`() async throws {
        let files = try TemporaryFolder()
        let (old, new) = (try await machineWithPaper(files), try await Machine())
        try await new.hearth.open()
        let key = try new.key
        let packed = try await old.hearth.data.pack(under: Self.passphrase)
        let wrong = try carried(packed, into: files)
        let size = try Data(contentsOf: wrong).count
        #expect(
            await failure { _ = try await new.hearth.data.unpack(wrong, under: "seven loud hornbeams") }?.code
                == "wrong-passphrase")
        #expect(try Data(contentsOf: wrong).count == size)
        let whole = try Data(contentsOf: wrong)
        for (name, bytes) in [
            ("cut off", whole.dropLast(1)), ("without its end", whole.dropLast(LibraryTrailer.byteCount)),
            ("empty", Data()), ("something else", Data("a letter".utf8)),
        ] {
            let file = files.url.appending(path: UUID().uuidString)
            try Data(bytes).write(to: file)
            let code = await failure { _ = try await new.hearth.data.unpack(file, under: Self.passphrase) }?.code
            #expect(code == "invalid-backup", "\(name)")
        }
        var damaged = whole
        damaged[whole.count / 3] ^= 0x55
        let file = files.url.appending(path: "damaged")
        try damaged.write(to: file)
        #expect(
            await failure { _ = try await new.hearth.data.unpack(file, under: Self.passphrase) }?.code
                == "invalid-backup")
        #expect(try new.key == key)
        #expect(try await new.hearth.data.amount() == LibraryAmount(documents: 0, conversations: 0, journalEntries: 0))
        try await old.end()
        try await new.end()
    }

    @Test func `Nothing is unpacked over what somebody has`() async throws {
        let files = try TemporaryFolder()
        let (old, other) = (try await machineWithPaper(files), try await machineWithPaper(files))
        let file = try carried(try await old.hearth.data.pack(under: Self.passphrase), into: files)
        #expect(
            await failure { _ = try await other.hearth.data.unpack(file, under: Self.passphrase) }?.code == "not-empty")
        #expect(try await other.hearth.data.amount().documents == 1)
        try await old.end()
        try await other.end()
    }

    @Test func `What is no document, but somebody's all the same, is not lost either`() async throws {
        let files = try TemporaryFolder()
        let old = try await machineWithPaper(files)
        let packed = try await old.hearth.data.pack(under: Self.passphrase)
        let holders: [@Sendable (Hearth) async throws -> Void] = [
            { _ = try await $0.library().keepRecord(Data([1]), of: .feed, named: "news", replacing: nil) },
            { _ = try await $0.library().keepRecord(Data([1]), of: .watchedFolder, named: "notes", replacing: nil) },
            { try await $0.library().setLabel(.private, ofFolder: "/home/me/papers", lowers: true) },
            { _ = try await $0.collections.make("House") },
            {
                _ = try await $0.deposits.keep(
                    Deposit(id: "a", kind: .file, label: .personal), value: Data("a program's".utf8))
            },
        ]
        for holder in holders {
            let new = try await Machine()
            try await holder(new.hearth)
            let key = try new.key
            let file = try carried(packed, into: files)
            #expect(
                await failure { _ = try await new.hearth.data.unpack(file, under: Self.passphrase) }?.code
                    == "not-empty")
            #expect(try new.key == key)
            try await new.end()
        }
        try await old.end()
    }

    @Test func `Of two that come at once one comes, and it is whole`() async throws {
        let files = try TemporaryFolder()
        let (old, new) = (try await machineWithPaper(files), try await Machine())
        let packed = try await old.hearth.data.pack(under: Self.passphrase)
        let (one, other) = (try carried(packed, into: files), try carried(packed, into: files))
        async let first = failure { _ = try await new.hearth.data.unpack(one, under: Self.passphrase) }?.code
        async let second = failure { _ = try await new.hearth.data.unpack(other, under: Self.passphrase) }?.code
        let codes = await [first, second]
        #expect(codes.count { $0 == nil } == 1, "\(codes)")
        #expect(codes.allSatisfy { $0 == nil || $0 == "busy" || $0 == "not-empty" }, "\(codes)")
        #expect(try await new.hearth.data.amount() == packed.amount)
        #expect(try new.key == old.key)
        try await old.end()
        try await new.end()
    }

    @Test func `What is packed is not in clear, and goes when nobody holds it`() async throws {
        let files = try TemporaryFolder()
        let old = try await machineWithPaper(files)
        let key = try #require(try old.key)
        var packed: PackedLibrary? = try await old.hearth.data.pack(under: Self.passphrase)
        let file = try #require(packed?.file)
        let bytes = try Data(contentsOf: file)
        #expect(bytes.range(of: Data("deposit".utf8)) == nil)
        #expect(bytes.range(of: Data(key.exposedBytes())) == nil)
        #expect(bytes.range(of: Data(Data(key.exposedBytes()).base64EncodedString().utf8)) == nil)
        packed = nil
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try await old.end()
    }

    @Test(arguments: ["short", "", "aaaaaaaaaaaaaaaa"]) func `A passphrase that would be guessed packs nothing`(
        text: String
    ) async throws {
        let machine = try await Machine()
        #expect(await failure { _ = try await machine.hearth.data.pack(under: text) }?.code == "weak-password")
        try await machine.end()
    }
}
