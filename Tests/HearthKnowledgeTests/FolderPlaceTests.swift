import Foundation
import Testing

@testable import HearthKnowledge

/// The folders of this machine, as somebody looks through them for one to keep in step.
struct FolderPlaceTests {
    private let base: FolderFixture

    init() throws { base = try FolderFixture() }

    private func place(_ name: String, own: String? = nil) throws -> FolderPlace {
        let own = own.map(base.path)
        return try FolderPlace(at: base.path(name), isOwn: { $0 == own })
    }

    @Test func `Folders are named; files, hidden folders, links and what is Hearth's own are not`() throws {
        for name in ["letters", "Bills", ".cache", "hearth"] { try base.makeFolder(name) }
        try base.write("note.md", "A note.")
        try base.link("elsewhere", to: "letters")
        let found = try place("", own: "hearth")
        #expect(found.folders == ["Bills", "letters"] && found.isWhole)
        #expect(found.path == base.path("") && found.path.hasPrefix(found.parent ?? "none"))
    }

    @Test func `A link that is named leads to where it leads`() throws {
        try base.makeFolder("letters/old")
        try base.link("elsewhere", to: "letters")
        let found = try place("elsewhere")
        #expect(found.path == base.path("letters") && found.parent == base.path("") && found.folders == ["old"])
    }

    @Test func `The root lies in nothing`() throws {
        #expect(try FolderPlace(at: "/", isOwn: { _ in false }).parent == nil)
    }

    @Test func `Of very many folders the first are told, and that there are more`() throws {
        for number in 0...FolderPlace.mostFolders { try base.makeFolder("many/\(number)") }
        let found = try place("many")
        #expect(found.folders.count == FolderPlace.mostFolders && !found.isWhole)
    }

    @Test func `What is no folder, and what lies in Hearth's own, is refused`() throws {
        try base.makeFolder("hearth/models")
        try base.write("note.md", "A note.")
        for (name, reason) in [
            ("note.md", FolderError.Reason.noFolder), ("nothing", .noFolder), ("hearth/models", .own),
        ] {
            let error = #expect(throws: FolderError.self) { _ = try place(name, own: "hearth") }
            #expect(error?.reason == reason)
        }
    }
}
