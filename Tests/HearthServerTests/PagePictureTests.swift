import Foundation
import HearthCore
import HearthEngine
import HearthKnowledge
import Testing

@testable import HearthServer

@Suite("Pages as pictures")
struct PagePictureTests {
    private static let example = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Examples/Library/house/boiler-service.pdf")

    private static let canDraw = FileManager.default.isExecutableFile(atPath: "/usr/bin/pdftoppm")

    /// Ingests a copy of the example; gives its id and the copy.
    private func ingest(_ hearth: Hearth, _ folder: URL) async throws -> (id: String, file: URL) {
        // Beside the data folder, of which nothing is read.
        let place = folder.resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "files-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let file = place.appending(path: "boiler.pdf")
        try FileManager.default.copyItem(at: Self.example, to: file)
        var id: String?
        for try await event in try await hearth.documents.ingest([file.path]) {
            if case .file(let report) = event { id = report.documentID }
        }
        return (try #require(id), file)
    }

    @Test(.enabled(if: canDraw, "needs poppler-utils"))
    func `A page is shown, and where a quote stands on it, to whoever may read the document`() async throws {
        try await ServerClient.with { client, hearth, folder in
            let (id, file) = try await ingest(hearth, folder)
            defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
            let picture = try await client.send("GET", "/api/documents/\(id)/pages/1/picture")
            #expect(picture.status == 200 && picture.bytes.starts(with: [0xFF, 0xD8, 0xFF]), "\(picture.head)")
            #expect(picture.head.lowercased().contains("content-type: image/jpeg"))
            let text = try #require(try await hearth.documents.text(of: id))
            let start = try #require(ByteSearch.first(Array("0.75 bar".utf8), in: Array(text.utf8)))
            let places = try await client.send("GET", "/api/documents/\(id)/places?start=\(start)&end=\(start + 8)")
                .json
            let place = try #require(places["places"]?.arrayValue?.first)
            #expect(place["page"] == 1 && place["boxes"]?.arrayValue?.count == 1, "\(places)")
            for target in ["pages/0/picture", "pages/99/picture", "pages/x/picture"] {
                #expect(try await client.send("GET", "/api/documents/\(id)/\(target)").status == 404)
            }
            #expect(try await client.send("GET", "/api/documents/\(id)/places?start=9&end=3").status == 422)

            // What is above the ceiling is not there for a program, and another file is not the document's.
            try await hearth.documents.setLabel(.private, of: id)
            #expect(try await client.program.send("GET", "/api/documents/\(id)/pages/1/picture").status == 404)
            #expect(try await client.program.send("GET", "/api/documents/\(id)/places?start=0&end=3").status == 404)
            try await hearth.documents.setLabel(.personal, of: id)
            try Data("%PDF-1.4 something else".utf8).write(to: file)
            #expect(try await client.send("GET", "/api/documents/\(id)/pages/2/picture").status == 404)
        }
    }
}
