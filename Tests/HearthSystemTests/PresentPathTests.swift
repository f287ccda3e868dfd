import Foundation
import HearthCore
import HearthSystem
import Testing

@Suite struct PresentPathTests {
    private func document(_ paths: [String]) -> StoredDocument {
        StoredDocument(
            id: "1", contentHash: ContentHash(of: [1]), processing: "", format: .text, title: nil, language: nil,
            label: .personal, createdAt: nil, ingestedAt: Date(timeIntervalSince1970: 0), byteCount: 1, pageCount: 1,
            chunkCount: 0, chunkIDs: 0..<0, warnings: [], paths: paths)
    }

    @Test func aFileThatWasMovedIsNamedWhereItIs() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-present-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (former, now) = (folder.appending(path: "former.txt").path, folder.appending(path: "now.txt").path)
        try Data("a".utf8).write(to: URL(filePath: now))
        #expect(document([former, now]).presentPath == now)
        #expect(document([former]).presentPath == former, "the only one there is")
        #expect(document([former, former + "2"]).presentPath == former, "where none is there")
    }

    @Test func aNameThatIsNoPathIsTakenForThere() {
        #expect(document(["/nowhere/a.txt", "uploads/a.txt"]).presentPath == "uploads/a.txt")
        #expect(document([]).presentPath == nil)
    }
}
