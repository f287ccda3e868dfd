import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthDocuments

struct FormatDetectionTests {
    @Test(arguments: [
        ("notes.txt", "Hello", DocumentFormat.text), ("notes.md", "# Hello", .markdown), ("README", "Hello", .text),
        ("page.txt", "<!DOCTYPE html><p>Hi</p>", .html), ("page.txt", "<!-- x -->\n<HTML><body>Hi", .html),
        ("song.mp3", "<html><body>No song</body></html>", .html),
        ("talk.txt", "WEBVTT\n\n00:01.000 --> 00:02.000\nHi", .vtt),
        ("talk.txt", "1\n00:00:01,000 --> 00:00:02,000\nHi", .srt), ("page.html", "just words", .html),
        ("report.html", "%PDF-1.4\n", .pdf), ("data.json", "{\"a\": 1}", .text), (".md", "x", .text),
        ("a.doc", "\n{\\rtf1 Hi}", .rtf), ("a.doc", "\u{FEFF}{\\rtf1 Hi}", .rtf),
        ("a.csv", "Name,City\nAnn,Rome", .csv), ("a.tsv", "Name\tCity\nAnn\tRome", .csv),
        ("a.csv", "Only words, really.", .text),
        ("export", "Day;Paid\n2024-03-01;12\n2024-03-02;13\n2024-03-03;14", .csv),
        ("README", "one, two\nthree, 4\nfive, 6", .text),
    ])
    func contentsDecideBeforeTheName(_ name: String, _ contents: String, _ expected: DocumentFormat) {
        #expect(DocumentReader.format(ofFile: name, head: Array(contents.utf8)) == expected)
    }

    @Test func archivesAreToldByTheirEntries() async {
        let odt = ZipWriter.archive([("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", "")])
        #expect(DocumentReader.format(ofFile: "x.zip", head: odt) == .odt)
        let book = ZipWriter.archive([("xl/workbook.xml", ""), ("[Content_Types].xml", "")])
        #expect(await errorCode(book, "x.docx") == "damaged-document")
        #expect(DocumentReader.format(ofFile: "x.zip", head: book) == .xlsx)
        #expect(await errorCode(ZipWriter.archive([("a.txt", "hello")]), "x.docx") == "unsupported-format")
    }

    @Test(arguments: [
        ("xl\\workbook.xml", "xl/workbook.xml", DocumentFormat.xlsx), ("XL/Workbook.xml", "xl/workbook.xml", .xlsx),
        ("xl/workbook2.xml", "xl/workbook2.xml", .xlsx), ("PPT/presentation.xml", "ppt/presentation.xml", .pptx),
    ])
    func partsAreFoundHoweverTheyAreSpelled(_ written: String, _ named: String, _ format: DocumentFormat) throws {
        let archive = ZipWriter.archive([("[Content_Types].XML", ""), (written, "<x/>")])
        #expect(try ContainerFormat.detect(in: archive) == format)
        #expect(try OfficePackage(archive).contains(named))
    }

    @Test func whatIsNoDocumentIsRefusedWithAReason() async {
        var random = SeededGenerator(seed: 5)
        let junk = (0..<5_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        #expect(await errorCode([], "a.txt") == "empty-file")
        #expect(await errorCode([UInt8](repeating: 0, count: 3_000), "a.pdf") == "empty-file")
        #expect(await errorCode(junk, "a.txt") == "not-text")
        #expect(await errorCode(junk, "a.txt", format: .markdown) == "not-text")
        #expect(
            await errorCode([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0], "a.png") == "damaged-document")
        #expect(await errorCode(Array("GIF89a\u{1}\0\u{1}\0".utf8), "a.gif") == "unsupported-format")
        #expect(await errorCode([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "a.doc") == "unsupported-format")
    }

    @Test(arguments: [
        ("talk.mp3", "ID3\u{3}\0\0\0\0\0\0\0\0"), ("talk.wav", "RIFF\u{4}\0\0\0WAVEfmt "),
        ("talk.m4a", "\0\0\0\u{18}ftypM4A \0\0\0\0"), ("talk.ogg", "OggS\0\u{2}\0\0\0\0\0\0"),
    ])
    func aRecordingIsToBeTranscribed(_ name: String, _ contents: String) async throws {
        let error = await #expect(throws: DocumentError.self) {
            try await DocumentReader().read(Array(contents.utf8), name: name)
        }
        #expect(error?.reason == .unsupportedFormat)
        #expect(error?.message.contains("Transcribe it") == true)
    }

    @Test func onlyRegularFilesAreOpened() async throws {
        let reader = DocumentReader()
        let folder = FileManager.default.temporaryDirectory
        await #expect(throws: DocumentError.self) { try await reader.read(contentsOf: folder) }
        await #expect(throws: DocumentError.self) {
            try await reader.read(contentsOf: URL(fileURLWithPath: "/dev/zero"))
        }
        await #expect(throws: DocumentError.self) {
            try await reader.read(contentsOf: folder.appendingPathComponent("hearth-no-such-file"))
        }
    }

    @Test func filesAreReadWithTheirName() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString).md")
        try Data("# Title\n\ntext".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let document = try await DocumentReader().read(contentsOf: file)
        #expect(document.format == .markdown)
        #expect(document.title == "Title")
    }

    @Test(arguments: [
        (
            "invoice.pdf", "Not a PDF at all, only words.",
            "Its name says PDF, but it is plain text and was read as that."
        ),
        (
            "letter.docx", "<html><body>A page.</body></html>",
            "Its name says Word, but it is a web page and was read as that."
        ),
        ("song.mp3", "Words – and no song.", "Its name says recording, but it is plain text and was read as that."),
        ("old.doc", "\u{FEFF}Only words.", "Its name says Word, but it is plain text and was read as that."),
        (
            "page.html", "WEBVTT\n\n00:01.000 --> 00:02.000\nHi",
            "Its name says web page, but it is subtitles and was read as that."
        ),
    ])
    func whatIsNotWhatItsNameSaysIsToldFirst(_ name: String, _ contents: String, _ message: String) async throws {
        let document = try await DocumentReader().read(Array(contents.utf8), name: name)
        #expect(document.warnings.first == ExtractionWarning(.otherFormat, message))
        // Who says how to read it has looked.
        let asked = try await DocumentReader().read(Array(contents.utf8), format: document.format, name: name)
        #expect(asked.warnings.contains { $0.kind == .otherFormat } == false)
    }

    @Test(arguments: [
        ("notes.txt", "Hello"), ("notes.md", "Hello"), ("page.txt", "<!DOCTYPE html><p>Hi</p>"), ("page.html", "words"),
        ("talk.txt", "WEBVTT\n\n00:01.000 --> 00:02.000\nHi"), ("talk.srt", "WEBVTT\n\n00:01.000 --> 00:02.000\nHi"),
        ("README", "Hello"), ("data.json", "{\"a\": 1}"), ("", "Hello"),
    ])
    func namesThatAreRightAreNotRemarkedUpon(_ name: String, _ contents: String) async throws {
        #expect(try await DocumentReader().read(Array(contents.utf8), name: name).warnings.isEmpty)
    }

    @Test func rubbishThatOnlyLooksLikeTextIsRefusedUnderANameOfSomethingElse() async {
        // High bytes alone pass for letters of some old encoding.
        let rubbish = (0..<400).map { UInt8(truncatingIfNeeded: 0x80 + $0 * 37 % 0x80) }
        for name in ["a.pdf", "b.docx", "c.png", "d.doc"] { #expect(await errorCode(rubbish, name) == "not-text") }
    }

    @Test func limitsHold() async throws {
        var configuration = DocumentReader.Configuration()
        configuration.maximumBytes = 100
        configuration.maximumTextBytes = 50
        let reader = DocumentReader(configuration: configuration)
        await #expect(throws: DocumentError.self) {
            try await reader.read([UInt8](repeating: 0x61, count: 101), name: "a.txt")
        }
        let cut = try await reader.read(Array(String(repeating: "äö\n\n", count: 12).utf8), name: "a.txt")
        #expect(cut.text.utf8.count <= 50)
        #expect(cut.warnings.map(\.kind) == [.truncated])
        cut.checkSpans()
    }
}
