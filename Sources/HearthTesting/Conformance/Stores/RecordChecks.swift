import Foundation
import HearthCore

extension StoreRun {
    func records(of kind: StoredRecord.Kind) async throws {
        func keep(_ byte: UInt8, named name: String, replacing version: Int?) async throws -> Int {
            try await library.keepRecord(Data([byte]), of: kind, named: name, replacing: version)
        }
        try equal(try await keep(1, named: "b", replacing: nil), 1, "the first version")
        _ = try await keep(2, named: "a", replacing: nil)
        try equal(try await library.records(of: kind).map(\.name), ["a", "b"], "their order")
        try equal(try await keep(3, named: "b", replacing: 1), 2, "the second version")
        try await fails(.busy, "a change of an older version") { _ = try await keep(4, named: "b", replacing: 1) }
        try await fails(.busy, "a new one of a name that is taken") {
            _ = try await keep(4, named: "b", replacing: nil)
        }
        try await fails(.busy, "a change of one that is gone") { _ = try await keep(4, named: "c", replacing: 1) }
        try await fails(.invalidInput, "one without a name") { _ = try await keep(4, named: "", replacing: nil) }
        let kept = StoredRecord(name: "b", version: 2, value: Data([3]))
        try equal(try await library.records(of: kind).last, kept, "what is kept")
        for other in StoredRecord.Kind.allCases where other != kind {
            try equal(try await library.records(of: other), [], "another kind")
        }
        try await asProgram(upTo: kind == .feed ? .personal : .private) {
            try equal(try await library.records(of: kind).count, 0, "what a program sees")
            try await fails(.notAllowed, "a program's change") { _ = try await keep(4, named: "d", replacing: nil) }
            try await fails(.notAllowed, "a program's removal") {
                _ = try await library.removeRecord(of: kind, named: "a")
            }
        }
        try equal(try await library.removeRecord(of: kind, named: "b"), true, "one that is removed")
        try equal(try await library.removeRecord(of: kind, named: "b"), false, "one that is gone")
        try equal(try await library.records(of: kind).map(\.name), ["a"], "what is left")
        try equal(
            try await library.keepRecord(Data(), of: kind, named: "b", replacing: nil), 1, "one of the same name later")
    }
}
