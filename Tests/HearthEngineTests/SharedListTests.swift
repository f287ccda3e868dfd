import Foundation
import HearthCore
import Testing

@testable import HearthEngine

/// What is kept as one list that is read, changed and written back, by several processes at the same time.
@Suite("Lists that several processes change")
struct SharedListTests {
    /// Two processes that have one library open.
    private func withTwo(_ body: (Hearth, Hearth) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let (one, other) = (try Hearth(folder: folder.url), try Hearth(folder: folder.url))
        // The library, and its key, are made by the first.
        for hearth in [one, other] { try await hearth.open() }
        try await body(one, other)
        for hearth in [one, other] { await hearth.shutdown() }
    }

    @Test(.timeLimit(.minutes(3))) func `What two processes keep and change at the same time is all there`()
        async throws
    {
        try await withTwo { one, other in
            try await one.deposits.keep(Deposit(id: "count", kind: .set, label: .personal), value: Data([0]))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (first, hearth) in [(0, one), (12, other)] {
                    for number in first..<(first + 12) {
                        group.addTask {
                            // Its length stays, so that the list says the same of it as before.
                            try await hearth.deposits.update("count", .set) { _, value in
                                value = Data([(value.first ?? 0) + 1])
                            }
                            _ = try await hearth.deposits.keep(
                                Deposit(id: "\(number)", kind: .file, label: .personal), value: Data([UInt8(number)]))
                        }
                    }
                }
                try await group.waitForAll()
            }
            for hearth in [one, other] {
                let count = try #require(try await hearth.deposits.find("count", .set))
                #expect(try await hearth.deposits.value(of: count) == Data([24]))
                #expect(Set(try await hearth.deposits.list(.file).map(\.id)) == Set((0..<24).map { "\($0)" }))
            }
        }
    }

    @Test(.timeLimit(.minutes(3))) func `What is removed and replaced at the same time leaves no part behind`()
        async throws
    {
        try await withTwo { one, other in
            let long = Data(count: 2 * Deposit.partBytes + 1)
            for number in 0..<6 {
                try await one.deposits.keep(Deposit(id: "\(number)", kind: .file, label: .personal), value: long)
            }
            try await one.deposits.keep(Deposit(id: "kept", kind: .file, label: .personal), value: long)
            let removed = try await withThrowingTaskGroup(of: Bool.self) { group in
                for hearth in [one, other] {
                    for number in 0..<6 {
                        group.addTask { try await hearth.deposits.remove("\(number)", .file) }
                    }
                    group.addTask {
                        try await hearth.deposits.keep(
                            Deposit(id: "kept", kind: .file, label: .personal), value: Data([1]))
                        return false
                    }
                }
                var removed = 0
                for try await wasThere in group where wasThere { removed += 1 }
                return removed
            }
            // Each is removed once, and what has become shorter has no more parts than that.
            #expect(removed == 6)
            #expect(try await other.deposits.list(.file).map(\.id) == ["kept"])
            let rows = try await one.library().rows(of: .analysis, after: nil, limit: 100)
            #expect(rows.count == 2, "the list and one part")
        }
    }

    @Test(.timeLimit(.minutes(3))) func `What has had its time goes in the same step as what comes`() async throws {
        try await withTwo { one, other in
            let past = Date(timeIntervalSinceNow: -1)
            try await one.deposits.keep(
                Deposit(id: "old", kind: .file, label: .personal, expiresAt: past),
                value: Data(count: Deposit.partBytes + 1))
            try await other.deposits.keep(Deposit(id: "new", kind: .file, label: .personal), value: Data([1]))
            #expect(try await one.library().rows(of: .analysis, after: nil, limit: 100).count == 2)
            // What is kept anew under an id that has had its time is there as a whole.
            try await one.deposits.keep(
                Deposit(id: "new", kind: .file, label: .personal, expiresAt: past), value: Data([2]))
            let again = try await other.deposits.keep(
                Deposit(id: "new", kind: .file, label: .personal), value: Data([3]))
            #expect(try await one.deposits.value(of: again) == Data([3]))
        }
    }

    @Test func `A list of a version before is read, and changed`() async throws {
        try await withTwo { one, other in
            let list = try JSONEncoder().encode([Deposit(id: "a", kind: .file, label: .personal)])
            #expect(!String(decoding: list, as: UTF8.self).contains("stamp"))
            try await one.library().keepAnalysisNodes([Hearth.Deposits.listKey: list], source: nil)
            try await other.deposits.keep(Deposit(id: "b", kind: .file, label: .personal), value: Data([1]))
            #expect(try await one.deposits.list(.file).map(\.id) == ["b", "a"])
        }
    }

    @Test(.timeLimit(.minutes(3))) func `Collections that two processes change at once are all there`()
        async throws
    {
        try await withTwo { one, other in
            let house = try await one.collections.make("House")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (name, hearth) in [("One", one), ("Other", other)] {
                    for number in 0..<12 {
                        group.addTask {
                            _ = try await hearth.collections.make("\(name) \(number)")
                            try await hearth.collections.put("/\(name)/\(number).txt", into: house.id)
                        }
                    }
                }
                try await group.waitForAll()
            }
            for hearth in [one, other] {
                #expect(try await hearth.collections.list().count == 25)
                #expect(try await hearth.collections.find("House").places.count == 24)
            }
            // One name is taken once, whoever is quicker.
            let made = await withTaskGroup(of: Bool.self) { group in
                for hearth in [one, other] {
                    group.addTask { (try? await hearth.collections.make("Garden")) != nil }
                }
                var made = 0
                for await isMade in group where isMade { made += 1 }
                return made
            }
            #expect(made == 1)
        }
    }

    @Test func `Whoever is never quick enough is told so as of a conflict`() {
        #expect(DepositError.Reason.changed.kind == .conflict)
        #expect(CollectionError.Reason.changed.kind == .conflict)
    }
}
