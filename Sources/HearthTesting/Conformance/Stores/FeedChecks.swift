import Foundation
import HearthCore

extension StoreRun {
    func feeds() async throws {
        try equal(try await library.keepFeed(Data([1]), named: "b", replacing: nil), 1, "the first version")
        try await library.keepFeed(Data([2]), named: "a", replacing: nil)
        try equal(try await library.feeds().map(\.name), ["a", "b"], "their order")
        try equal(try await library.keepFeed(Data([3]), named: "b", replacing: 1), 2, "the second version")
        try await fails(.busy, "a change of an older version") {
            try await library.keepFeed(Data([4]), named: "b", replacing: 1)
        }
        try await fails(.busy, "a new one of a name that is taken") {
            try await library.keepFeed(Data([4]), named: "b", replacing: nil)
        }
        try await fails(.busy, "a change of one that is gone") {
            try await library.keepFeed(Data([4]), named: "c", replacing: 1)
        }
        try await fails(.invalidInput, "one without a name") {
            try await library.keepFeed(Data([4]), named: "", replacing: nil)
        }
        try equal(
            try await library.feeds().last, StoredFeed(name: "b", version: 2, value: Data([3])), "what is kept")
        try await asProgram(upTo: .personal) {
            try equal(try await library.feeds().count, 0, "what a program sees")
            try await fails(.notAllowed, "a program's change") {
                try await library.keepFeed(Data([4]), named: "d", replacing: nil)
            }
            try await fails(.notAllowed, "a program's removal") { try await library.removeFeed(named: "a") }
        }
        try equal(try await library.removeFeed(named: "b"), true, "one that is removed")
        try equal(try await library.removeFeed(named: "b"), false, "one that is gone")
        try equal(try await library.feeds().map(\.name), ["a"], "what is left")
        try equal(try await library.keepFeed(Data(), named: "b", replacing: nil), 1, "one of the same name later")
    }
}
