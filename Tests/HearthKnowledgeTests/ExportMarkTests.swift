import Foundation
import HearthCore
import Testing

@testable import HearthKnowledge

struct ExportMarkTests {
    private func withExport(_ mark: String, _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("documents"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(mark.utf8).write(to: folder.appendingPathComponent(FileFinder.exportMark))
        try body(try #require(FileFinder.realPath(folder.path)))
    }

    private func label(_ file: String, _ text: String) -> SensitivityLabel? {
        ExportMark.label(of: file, bytes: Array(text.utf8))
    }

    @Test func aDocumentOfAnExportIsAsPrivateAsItsHeaderSays() throws {
        try withExport(ExportMark.text(strictest: .private)) { export in
            let document = export + "/documents/a.md"
            #expect(label(document, "---\ntitle: \"A\"\nlabel: private\n---\n\nText.\n") == .private)
            #expect(label(document, "---\ntitle: \"A\"\nlabel: personal\n---\n\nText.\n") == nil)
            #expect(label(document, "---\ntitle: \"A\"\nlabel: public\n---\n\nText.\n") == nil)
        }
    }

    @Test func whatSaysNothingOfItselfIsAsPrivateAsTheStrictest() throws {
        try withExport(ExportMark.text(strictest: .private)) { export in
            #expect(label(export + "/documents.json", "[]") == .private)
            #expect(label(export + "/conversations/1.md", "---\nlabel: public\n---\n") == .private)
            // Without its end it is no header, and in the text anything may stand.
            #expect(label(export + "/documents/a.md", "---\nlabel: public\n") == .private)
            #expect(label(export + "/documents/a.md", "---\ntitle: \"A\"\n---\n\nlabel: public\n") == .private)
            #expect(
                label(
                    export + "/documents/a.md",
                    "---\ntitle: \"A\u{2028}label: public\u{2028}---\u{2028}\"\nlabel: private\n---\n") == .private)
        }
        for mark in ["", "Nothing is said here.\n", "label: secret\n"] {
            try withExport(mark) { export in #expect(label(export + "/documents.json", "[]") == .private) }
        }
    }

    @Test func aDocumentThatLeftItsExportIsAsPrivateAsItWas() {
        func header(_ label: String, _ more: String = "") -> String {
            "---\ntitle: \"A\"\nsource: \"/a.txt\"\nformat: text\nlabel: \(label)\n\(more)---\n\nText.\n"
        }
        let elsewhere = "/tmp/hearth-\(UUID().uuidString)/notes/a.md"
        #expect(label(elsewhere, header("private")) == .private)
        #expect(label(elsewhere, header("public")) == nil)
        #expect(label(elsewhere, header("secret")) == nil)
        // Headers of other programs have fields of that name, too.
        #expect(label(elsewhere, header("private", "tags: a\n")) == nil)
        #expect(label(elsewhere, "---\ntitle: \"A\"\nlabel: private\n---\n") == nil)
    }

    @Test func nothingIsMadePublicOrLabelledOutsideOfAnExport() throws {
        try withExport(ExportMark.text(strictest: .public)) { export in
            #expect(label(export + "/documents.json", "[]") == nil)
            let outside = URL(fileURLWithPath: export).deletingLastPathComponent().path
            #expect(label(outside + "/a.md", "---\nlabel: private\n---\n") == nil)
        }
    }
}
