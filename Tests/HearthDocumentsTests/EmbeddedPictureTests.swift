import Foundation
import HearthCore
import HearthSystem
import Testing

@testable import HearthDocuments

/// Pictures in mails and archives, as far as they are looked at without being read.
struct EmbeddedPictureTests {
    private func reader(_ recognition: DocumentReader.PictureRecognition = .never) -> DocumentReader {
        var reader = DocumentReader()
        reader.configuration.recognition = recognition
        return reader
    }

    private static func mail(_ files: [(type: String, disposition: String, contents: [UInt8])]) -> [UInt8] {
        let parts = files.map { file in
            "--b\nContent-Type: \(file.type)\nContent-Disposition: \(file.disposition)\nContent-Transfer-Encoding: base64\n\n"
                + Data(file.contents).base64EncodedString() + "\n"
        }
        return Array(
            ("From: Ann\nSubject: Files\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\n\nSee below.\n"
                + parts.joined() + "--b--\n").utf8)
    }

    @Test func whatIsTooSmallForTextIsCountedAndNotRead() async throws {
        let icons = (0..<3).map { _ in
            (type: "image/png", disposition: "inline", contents: PictureHeaderTests.png(1, 1))
        }
        let document = try await reader().read(Self.mail(icons), name: "a.eml")
        #expect(
            document.warnings.map(\.message) == ["3 pictures that are too small for text were left out."],
            "\(document.warnings)")
        #expect(EmbeddedPictures.look(at: PictureHeaderTests.png(2_000, 30)) == .small)
        #expect(EmbeddedPictures.look(at: PictureHeaderTests.png(400, 300)) == .wanted)
        #expect(EmbeddedPictures.look(at: Array("GIF89a".utf8)) == nil)
    }

    @Test func noMorePicturesAreReadThanTheBudgetHas() async throws {
        let entries = (1...5).map { ("\($0).png", PictureHeaderTests.png(400, 300 + $0)) }
        var writer = ZipWriter()
        for (name, bytes) in entries { writer.add(name, bytes) }
        writer.add("letter.txt", Array("The rent is due.".utf8))
        let bytes = writer.finish()
        let document = try await ArchiveBudget.$current.withValue(ArchiveBudget(pictures: 2)) {
            try await reader(.later).read(bytes, name: "a.zip")
        }
        #expect(document.pieces() == ["The rent is due."])
        #expect(
            document.warnings.contains {
                $0.message == "3 pictures were not read, beyond what is read of one file." && $0.kind == .truncated
            }, "\(document.warnings)")
    }

    /// A file of a few bytes could keep whoever reads pictures for hours.
    @Test func eachPictureOfAFileCounts() {
        let pages = TestPicture(width: 400, height: 300).tiff(copies: 3)
        ArchiveBudget.$current.withValue(ArchiveBudget(pictures: 4)) {
            #expect(EmbeddedPictures.look(at: pages) == .wanted)
            // One is left, and this has three: it is read, and is the last.
            #expect(EmbeddedPictures.look(at: pages) == .wanted)
            #expect(EmbeddedPictures.look(at: PictureHeaderTests.png(400, 300)) == .beyond)
        }
    }

    /// An album fills what may be unpacked; the letter beside it is read all the same.
    @Test func documentsAreReadBeforePictures() async throws {
        var writer = ZipWriter()
        writer.add("a.png", PictureHeaderTests.png(400, 300))
        writer.add("b.txt", Array("The rent is due.".utf8))
        let bytes = writer.finish()
        let document = try await ArchiveBudget.$current.withValue(ArchiveBudget(files: 1)) {
            try await reader(.later).read(bytes, name: "a.zip")
        }
        #expect(document.pieces() == ["The rent is due."])
    }

    @Test func anAlbumIsADocumentWithoutText() async throws {
        var writer = ZipWriter()
        writer.add("a.png", PictureHeaderTests.png(400, 300))
        let document = try await reader(.later).read(writer.finish(), name: "album.zip")
        #expect(document.format == .zip && document.blocks.isEmpty && document.pages.count == 1)
        // Whether a program for it is installed or not, the next run may read it.
        let kinds: Set<ExtractionWarning.Kind> = [.recognitionPending, .recognizerMissing]
        #expect(document.warnings.count == 1 && kinds.contains(document.warnings[0].kind), "\(document.warnings)")
    }

    @Test func logosKeepNoLetterOutOfAMail() async throws {
        let logos = (1...30).map { number in
            (
                type: "image/png", disposition: "inline; filename=\(number).png",
                contents: PictureHeaderTests.png(400, 300)
            )
        }
        let letter = (
            type: "text/plain", disposition: "attachment; filename=letter.txt", contents: Array("The rent is due.".utf8)
        )
        let document = try await reader(.later).read(Self.mail(logos + [letter]), name: "a.eml")
        #expect(document.text.contains("Attachment: letter.txt") && document.text.contains("The rent is due."))
        #expect(document.warnings.last?.message.hasPrefix("10 attachments are named") == true, "\(document.warnings)")
    }
}

#if os(Linux)
private let canRead: Bool =
    ToolLocator.path(of: "tesseract") != nil && ToolLocator.path(of: "pdftoppm") != nil
    && FileManager.default.fileExists(atPath: "/usr/share/tesseract-ocr")

/// The same, read.
@Suite(.serialized, .enabled(if: canRead, "needs tesseract-ocr and poppler-utils"))
struct EmbeddedPictureReadingTests {
    /// A picture on which a line is written.
    private func picture(_ line: String) async throws -> [UInt8] {
        let bytes = PDFReaderTests.pdf([
            PDFReaderTests.lines([line, "It was written by Ann Mills on the fifth of May."])
        ])
        let drawn = try #require(try await PagePicture.gray(of: try OpenFile(holding: bytes), page: 1, seconds: 60))
        return try #require(TestPicture(pgm: drawn.bytes)).upperQuarter().tiff(copies: 1)
    }

    @Test func thePicturesOfAnArchiveAreReadBesideItsFiles() async throws {
        var writer = ZipWriter()
        writer.add("Papers/1 receipt.tif", try await picture("The boiler was serviced for 140 pounds."))
        writer.add("Papers/2 letter.txt", Array("The rent is due.".utf8))
        writer.add("Papers/3 blank.tif", TestPicture(width: 400, height: 300).tiff(copies: 1))
        let bytes = writer.finish()
        var later = DocumentReader()
        later.configuration.recognition = .later
        let first = try await later.read(bytes, name: "Papers.zip")
        #expect(first.pieces() == ["The rent is due."])
        #expect(first.warnings.map(\.kind) == [.recognitionPending])
        #expect(first.warnings.first?.message == "2 pictures in it are still to be read.")
        let document = try await DocumentReader().read(bytes, name: "Papers.zip")
        #expect(document.format == .zip && document.pages.count == 2)
        #expect(document.pieces().first == "1 receipt.tif" && document.text.contains("serviced for 140 pounds"))
        #expect(document.pieces().suffix(2) == ["2 letter.txt", "The rent is due."])
        #expect(document.warnings.contains { $0.kind == .recognized && $0.message.hasPrefix("1 receipt.tif: ") })
        #expect(document.warnings.contains { $0.message == "1 picture has no text that could be read." })
        #expect(!document.warnings.contains { $0.kind == .recognitionPending })
        document.checkSpans()
    }

    @Test func thePicturesOfAMailStandBelowIt() async throws {
        let scan = try await picture("The boiler was serviced for 140 pounds.")
        let encoded = Data(scan).base64EncodedString()
        let mail =
            "From: Ann\nSubject: Boiler\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\n\nSee below.\n"
            + "--b\nContent-Type: image/tiff; name=scan.tif\nContent-ID: <1>\nContent-Transfer-Encoding: base64\n\n"
            + "\(encoded)\n--b--\n"
        var reader = DocumentReader()
        // What is read of a part of a mail is never shown as the mail.
        reader.configuration.recognized = { _ in Issue.record("a part was shown as the whole") }
        let document = try await reader.read(Array(mail.utf8), name: "a.eml")
        #expect(document.text.contains("See below.") && document.text.contains("Attachment: scan.tif"))
        #expect(document.text.contains("serviced for 140 pounds"), "\(document.text)")
        #expect(document.warnings.allSatisfy { $0.kind != .skipped }, "\(document.warnings)")
        document.checkSpans()
    }
}
#endif
