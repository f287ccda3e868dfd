import Foundation
import HearthCore
import HearthStore
import HearthTesting
import Testing

@testable import HearthKnowledge

/// Pictures are read behind everything else, and what waits is never lost.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/tesseract"), "needs tesseract-ocr"))
struct PictureQueueTests {
    private let store: TemporaryStore
    private let database: HearthDatabase
    private let folder: URL

    init() throws {
        store = try TemporaryStore()
        database = try store.open()
        folder = store.folder.resolvingSymlinksInPath().appending(path: "files")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private struct Enough: Error {}

    /// A TIFF with the word "HILL" in bars, as large letters as a child would draw.
    private func writePicture(_ name: String) throws {
        let letters = [
            ["#...#", "#...#", "#...#", "#####", "#...#", "#...#", "#...#"],
            [".###.", "..#..", "..#..", "..#..", "..#..", "..#..", ".###."],
            ["#....", "#....", "#....", "#....", "#....", "#....", "#####"],
            ["#....", "#....", "#....", "#....", "#....", "#....", "#####"],
        ]
        let (size, width, height) = (10, 600, 300)
        var points = [UInt8](repeating: 255, count: width * height)
        for (index, letter) in letters.enumerated() {
            for (row, line) in letter.enumerated() {
                for (column, mark) in line.utf8.enumerated() where mark == UInt8(ascii: "#") {
                    for y in 0..<size {
                        for x in 0..<size {
                            points[(100 + row * size + y) * width + 150 + index * 70 + column * size + x] = 0
                        }
                    }
                }
            }
        }
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let entries = [
            (256, width), (257, height), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1), (278, height),
            (279, points.count),
        ]
        var bytes = Array("II*\0".utf8) + little(8 + points.count, 4) + points + little(entries.count, 2)
        for (tag, value) in entries { bytes += little(tag, 2) + little(4, 2) + little(1, 4) + little(value, 4) }
        try Data(bytes + little(0, 4)).write(to: folder.appending(path: name))
    }

    @Test func textFilesAreStoredFirstAndAPictureFollows() async throws {
        try writePicture("a.tif")
        try Data("The heron stands in the marsh.".utf8).write(to: folder.appending(path: "b.txt"))
        var order: [String] = []
        var last: IngestSummary?
        for try await event in Ingestor(library: database, embedder: nil).ingest([folder.path]) {
            switch event {
            case .file(let report):
                order.append("\(report.status) \((report.path as NSString).lastPathComponent)")
                if report.format == .image { #expect(report.warnings.map(\.kind) == [.recognitionPending]) }
            case .pictures(_, let left): order.append("pictures \(left)")
            case .recognized(let report): order.append("read \((report.path as NSString).lastPathComponent)")
            case .summary(let summary): last = summary
            case .progress, .vectors, .note: break
            }
        }
        #expect(order == ["added a.tif", "added b.txt", "pictures 1", "read a.tif"])
        #expect(last?.recognized == 1 && last?.added == 2)
        let documents = try await database.documents(matching: .everything, limit: 10, offset: 0)
        #expect(documents.count == 2 && documents.allSatisfy { !$0.awaitsPictures })
        let picture = try #require(documents.first { $0.format == .image })
        #expect(!picture.processing.hasSuffix(DocumentPreparer.awaitingPictures))
        let content = try #require(try await database.content(ofDocument: picture.id))
        #expect(content.text.isEmpty || !content.layouts.isEmpty)
        // Nothing is read twice.
        for try await event in Ingestor(library: database, embedder: nil).ingest([folder.path]) {
            if case .recognized = event { Issue.record("it was read before") }
            if case .file(let report) = event { #expect(report.status == .unchanged) }
        }
    }

    @Test(.timeLimit(.minutes(2))) func whileScansOfAFolderAreReadAnotherFolderIsLookedAt() async throws {
        for name in ["scans", "notes"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        try writePicture("scans/a.tif")
        try Data("The heron stands in the marsh.".utf8).write(to: folder.appending(path: "notes/b.txt"))
        var configuration = FolderService.Configuration()
        configuration.settling = 0
        let service = FolderService(
            library: database, ingestor: Ingestor(library: database, embedder: nil), configuration: configuration)
        for name in ["scans", "notes"] {
            _ = try await service.add(FolderAddition(path: folder.appending(path: name).path))
        }
        var order: [String] = []
        try await service.refresh(["scans"]) { event in
            switch event {
            case .report(let report): order.append("looked at \(report.name)")
            case .document(let report) where report.status == .updated:
                order.append("read a picture")
                // Were the turn not free, this would wait for itself.
                try await service.refresh(["notes"]) { event in
                    if case .report(let report) = event { order.append("looked at \(report.name)") }
                }
            default: break
            }
        }
        #expect(order == ["looked at scans", "read a picture", "looked at notes"])
        let documents = try await database.documents(matching: .everything, limit: 10, offset: 0)
        #expect(documents.count == 2 && documents.allSatisfy { !$0.awaitsPictures })
    }

    @Test func aRunThatEndsEarlyLeavesWhatWaitsToTheNext() async throws {
        try writePicture("a.tif")
        let ingestor = Ingestor(library: database, embedder: nil)
        do {
            for try await event in ingestor.ingest([folder.path]) {
                if case .pictures = event { throw Enough() }
            }
            Issue.record("there was a picture to read")
        } catch is Enough {}
        let waiting = try #require(try await database.documents(matching: .everything, limit: 1, offset: 0).first)
        #expect(waiting.awaitsPictures && waiting.processing.hasSuffix(DocumentPreparer.awaitingPictures))
        // Called something else meanwhile, it stays so.
        try await database.setLabel(.private, ofDocument: waiting.id)
        var read = 0
        for try await event in ingestor.ingest([folder.path]) {
            if case .recognized = event { read += 1 }
        }
        #expect(read == 1)
        let document = try #require(try await database.document(id: waiting.id))
        #expect(!document.awaitsPictures && document.label == .private)
    }

    /// Whether the program for HEIC is here or not: what a reading can add nothing to is not stored anew by each run.
    @Test func whatAProgramIsMissingForIsLeftAsItIs() async throws {
        let box: [UInt8] = [0, 0, 0, 20] + Array("ftypheic".utf8) + [0, 0, 0, 0] + Array("mif1".utf8)
        let size: [UInt8] = [0, 0, 0, 20] + Array("ispe".utf8) + [0, 0, 0, 0, 0, 0, 1, 0x90, 0, 0, 1, 0x2C]
        try Data(box + size).write(to: folder.appending(path: "a.heic"))
        let ingestor = Ingestor(library: database, embedder: nil)
        for try await event in ingestor.ingest([folder.path]) {
            if case .file(let report) = event { #expect(report.status == .added && report.format == .image) }
        }
        let before = try #require(try await database.documents(matching: .everything, limit: 1, offset: 0).first)
        #expect(before.chunkCount == 0 && !before.awaitsPictures && !before.warnings.isEmpty)
        for try await event in ingestor.ingest([folder.path]) {
            if case .recognized = event { Issue.record("nothing is there that was not before") }
        }
        #expect(try await database.document(id: before.id)?.warnings == before.warnings)
    }

    @Test func whatIsRemovedWhileItWaitsDoesNotComeBack() async throws {
        try writePicture("a.tif")
        var id: String?
        for try await event in Ingestor(library: database, embedder: nil).ingest([folder.path]) {
            if case .file(let report) = event { id = report.documentID }
            if case .pictures = event { _ = try await database.removeDocument(id: try #require(id)) }
            if case .recognized = event { Issue.record("it was removed") }
        }
        #expect(try await database.counts().documents == 0)
    }
}
