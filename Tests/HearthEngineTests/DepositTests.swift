import Foundation
import HearthCore
import HearthEngine
import HearthStore
import HearthTesting
import Testing

@Suite("What programs keep beside documents")
struct DepositTests {
    private func with(_ body: (Hearth) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-deposits-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let hearth = try Hearth(folder: folder)
        try await body(hearth)
        await hearth.shutdown()
    }

    private func reading<Value>(
        _ ceiling: SensitivityLabel, _ body: () async throws -> Value
    ) async throws -> Value {
        try await Reader.$current.withValue(Reader(.api, ceiling: ceiling)) { try await body() }
    }

    @Test func `A value of any length comes back as it was kept, also after it was replaced by a shorter one`()
        async throws
    {
        try await with { hearth in
            let deposits = hearth.deposits
            let long = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 % 251) })
            for value in [long, Data([1, 2, 3]), long] {
                try await deposits.keep(Deposit(id: "a", kind: .file, label: .personal), value: value)
                let found = try #require(try await deposits.find("a", .file))
                let read = try await deposits.value(of: found)
                #expect(read == value && found.bytes == value.count)
            }
            #expect(try await deposits.list(.file).map(\.id) == ["a"])
            // What kind it is is a part of its name.
            #expect(try await deposits.find("a", .set) == nil)
            #expect(try await deposits.remove("a", .file))
            #expect(try await deposits.remove("a", .file) == false)
            #expect(try await deposits.list(.file).isEmpty)
        }
    }

    @Test func `A program finds, changes and removes what its ceiling lets it read`() async throws {
        try await with { hearth in
            let deposits = hearth.deposits
            for label in SensitivityLabel.allCases {
                try await deposits.keep(Deposit(id: label.rawValue, kind: .set, label: label), value: Data([1]))
            }
            #expect(try await deposits.list(.set).map(\.id) == ["private", "personal", "public"])
            try await reading(.personal) {
                #expect(try await deposits.list(.set).map(\.id) == ["personal", "public"])
                #expect(try await deposits.find("private", .set) == nil)
                let hidden: Void? = try await deposits.update("private", .set) { _, value in value = Data([2]) }
                #expect(hidden == nil)
                #expect(try await deposits.remove("private", .set) == false)
                let own: Void? = try await deposits.update("personal", .set) { _, value in value = Data([2]) }
                #expect(own != nil)
                let changed = try #require(try await deposits.find("personal", .set))
                #expect(try await deposits.value(of: changed) == Data([2]))
            }
            #expect(try await deposits.list(.set).count == 3)
        }
    }

    @Test func `What was made of documents is as private as they are`() async throws {
        try await with { hearth in
            let (database, samples) = (try await hearth.database(), SampleDocuments())
            let document = samples.document(1)
            let id = try await database.replaceSource(samples.source("/safe.txt", of: document), with: document)
                .documentID
            let deposits = hearth.deposits
            try await deposits.keep(
                Deposit(id: "a", kind: .file, label: .personal, of: [.document(id)]), value: Data([1]))
            try await reading(.personal) {
                let found = try #require(try await deposits.find("a", .file))
                #expect(try await deposits.value(of: found) == Data([1]))
            }
            // What it was given of the document is in the ledger.
            let reads = try await database.ledger(LedgerFilter(kind: .read))
            #expect(reads.map(\.entry.text) == ["document \(id)"])
            try await database.setLabel(.private, ofDocument: id)
            let hidden = try await reading(.personal) { try await deposits.find("a", .file) }
            #expect(hidden == nil)
            try await database.removeSources(paths: ["/safe.txt"])
            let gone = try await reading(.personal) { try await deposits.find("a", .file) }
            #expect(gone == nil)
            #expect(try await deposits.find("a", .file) != nil)
        }
    }

    @Test func `Those who change something at the same time lose nothing of each other`() async throws {
        try await with { hearth in
            let deposits = hearth.deposits
            try await deposits.keep(Deposit(id: "a", kind: .set, label: .personal), value: Data())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await deposits.update("a", .set) { _, value in value.append(UInt8(number)) }
                        try await deposits.keep(
                            Deposit(id: "\(number)", kind: .run, label: .personal), value: Data([1]))
                    }
                }
                try await group.waitForAll()
            }
            let found = try #require(try await deposits.find("a", .set))
            let value = try await deposits.value(of: found)
            #expect(value.sorted() == (0..<20).map { UInt8($0) })
            #expect(try await deposits.list(.run).count == 20)
        }
    }

    @Test func `More than there is room for is refused, and what was there stays`() async throws {
        try await with { hearth in
            let deposits = hearth.deposits
            try await deposits.keep(Deposit(id: "a", kind: .file, label: .personal), value: Data([1]))
            let tooLong = Data(count: Hearth.Deposits.mostBytes + 1)
            let error = await #expect(throws: DepositError.self) {
                try await deposits.keep(Deposit(id: "a", kind: .file, label: .personal), value: tooLong)
            }
            #expect(error?.reason == .tooLarge && error?.kind == .tooLarge)
            let found = try #require(try await deposits.find("a", .file))
            #expect(try await deposits.value(of: found) == Data([1]))
        }
    }

    @Test(arguments: ["count", "bytes", "list"])
    func `More than there is room for in all is refused, and room that is made can be used`(_ what: String) async throws
    {
        try await with { hearth in
            var deposits = hearth.deposits
            switch what {
            case "count": deposits.room.count = 2
            case "bytes": deposits.room.bytes = 20
            default: deposits.room.bytesOfList = 2_000
            }
            // A long name makes the list long, where that is what is tried.
            func deposit(_ id: String) -> Deposit {
                Deposit(
                    id: id, kind: .file, name: String(repeating: "n", count: what == "list" ? 700 : 1), label: .personal
                )
            }
            let value = Data(count: 9)
            for id in ["a", "b"] { try await deposits.keep(deposit(id), value: value) }
            let error = await #expect(throws: DepositError.self) {
                try await deposits.keep(deposit("c"), value: value)
            }
            #expect(error?.reason == .tooMuchKept && error?.kind == .tooLarge)
            #expect(error?.message.contains("Remove") == true)
            #expect(try await deposits.find("c", .file) == nil)
            // What is there may be replaced by as much.
            try await deposits.keep(deposit("a"), value: value)
            #expect(try await deposits.remove("b", .file))
            try await deposits.keep(deposit("c"), value: value)
            #expect(try await deposits.list(.file).map(\.id) == ["c", "a"])
        }
    }

    @Test func `What has had its time is not there any more, and takes up no room`() async throws {
        try await with { hearth in
            var deposits = hearth.deposits
            deposits.room.count = 2
            try await deposits.keep(
                Deposit(id: "old", kind: .file, label: .personal, expiresAt: Date(timeIntervalSinceNow: -1)),
                value: Data([1]))
            try await deposits.keep(
                Deposit(id: "young", kind: .file, label: .personal, expiresAt: Date(timeIntervalSinceNow: 3_600)),
                value: Data([2]))
            #expect(try await deposits.find("old", .file) == nil)
            let changed: Void? = try await deposits.update("old", .file) { _, _ in }
            #expect(changed == nil)
            try await deposits.keep(Deposit(id: "new", kind: .file, label: .personal), value: Data([3]))
            #expect(try await deposits.list(.file).map(\.id) == ["new", "young"])
            #expect(try await deposits.remove("old", .file) == false)
        }
    }
}
