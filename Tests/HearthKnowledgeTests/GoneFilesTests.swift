import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthKnowledge

/// How a document is called whose file has another name now.
struct GoneFilesTests {
    private let library = MemoryLibrary()
    private let base: FolderFixture

    init() throws { base = try FolderFixture() }

    private func ingest(_ path: String) async throws {
        for try await _ in Ingestor(library: library, embedder: nil).ingest([base.path(path)]) {}
    }

    private func title(_ path: String) async throws -> String? {
        try await library.document(atPath: base.path(path))?.title
    }

    @Test func aDocumentIsCalledAsItsFileIsNow() async throws {
        try base.write("in/roof.md", "The roof is red.\n")
        try await ingest("in")
        #expect(try await title("in/roof.md") == "roof")
        // A copy leaves it as it is.
        try base.write("in/copy.md", "The roof is red.\n")
        try await ingest("in/copy.md")
        #expect(try await title("in/copy.md") == "roof")
        try base.remove("in/copy.md")
        try base.rename("in/roof.md", "other/barn.md")
        try await ingest("other/barn.md")
        #expect(try await title("other/barn.md") == "barn")
        // With the folder that it was in.
        try base.rename("other/barn.md", "house/shed.md")
        try base.remove("other")
        try await ingest("house/shed.md")
        #expect(try await title("house/shed.md") == "shed")
    }

    @Test func whatNeverWasHereIsNotGone() throws {
        try base.write("in/mail.zip", "not really")
        #expect(GoneFiles.isGone(base.path("in/none.md")) && GoneFiles.isGone(base.path("none/none/none.md")))
        #expect(!GoneFiles.isGone(base.path("in/mail.zip")) && !GoneFiles.isGone(base.path("in/mail.zip//part 2")))
        #expect(!GoneFiles.isGone(base.path("in/mail.zip/inner/letter.md")))
        let elsewhere = UUID().uuidString
        for place in ["/\(elsewhere)/notes.md", "/\(elsewhere)/a/b/notes.md", "/tmp/\(elsewhere)/a/notes.md"] {
            #expect(!GoneFiles.isGone(place), "\(place)")
        }
    }
}
