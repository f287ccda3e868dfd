#if os(Linux)
import Foundation
import HearthCore
import HearthSystem
import HearthTesting
import Testing

@testable import HearthDocuments

/// Whether the tests here have a program that reads pictures, and one that draws them.
private let canRead: Bool =
    ToolLocator.path(of: "tesseract") != nil && ToolLocator.path(of: "pdftoppm") != nil
    && FileManager.default.fileExists(atPath: "/usr/share/tesseract-ocr")

/// Pages that are drawn here from PDFs of our own, made worse, and read.
@Suite(.serialized, .enabled(if: canRead, "needs tesseract-ocr and poppler-utils"))
struct PictureReadingTests {
    private static let english = [
        "Boiler service report", "The burner was taken out and cleaned. The ignition electrode was worn and",
        "has been replaced. The expansion vessel had lost its charge and was pumped up.",
        "The flue seal is hardening and should be replaced at the next visit; the part",
        "costs 38 pounds. The condensate pipe outside the back door has no lagging.",
        "The next service is due before 12 September 2026.",
    ]
    private static let german = [
        "Der Mietvertrag beginnt am 1. Oktober und gilt f\\374r ein Jahr.",
        "Die Miete betr\\344gt 920 Euro im Monat und wird am ersten Tag \\374berwiesen.",
        "Wer k\\374ndigen m\\366chte, schreibt dem Vermieter drei Monate vorher einen Brief.",
        "Die Schl\\374ssel werden bei der \\334bergabe gez\\344hlt und aufgeschrieben.",
    ]

    private func page(_ lines: [String]) async throws -> TestPicture {
        let bytes = PDFReaderTests.pdf([PDFReaderTests.lines(lines)])
        let drawn = try #require(
            try await PagePicture.gray(of: try OpenFile(holding: bytes), page: 1, seconds: 60))
        // The quarter that is written on: 600 × 200 points of 1/72 inch.
        let picture = try #require(TestPicture(pgm: drawn.bytes))
        return picture.upperQuarter()
    }

    private func reader() -> DocumentReader {
        var reader = DocumentReader()
        reader.configuration.identifiesLanguage = { $0.contains(" und ") || $0.contains("Der ") ? "de" : "en" }
        return reader
    }

    private func read(_ picture: TestPicture) async throws -> ExtractedDocument {
        try await reader().read(picture.tiff(copies: 1), name: "scan.tif")
    }

    /// Wrong, missing and superfluous characters for one of the text (Levenshtein), white space aside.
    private func errorRate(_ read: String, _ lines: [String]) -> Double {
        func plain(_ text: String) -> [Character] { text.filter { !$0.isWhitespace } }
        let (a, b) = (plain(read), plain(lines.joined()))
        var row = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, y) in b.enumerated() {
                let next = min(row[j] + 1, row[j + 1] + 1, diagonal + (x == y ? 0 : 1))
                diagonal = row[j + 1]
                row[j + 1] = next
            }
        }
        return Double(row[b.count]) / Double(max(b.count, 1))
    }

    @Test func cleanPagesAreReadAlmostWithoutFault() async throws {
        let picture = try await page(Self.english)
        let document = try await read(picture)
        #expect(document.format == .image && document.pages.count == 1)
        #expect(errorRate(document.text, Self.english) < 0.02, "\(document.text)")
        #expect(document.warnings.first?.kind == .recognized)
        document.checkSpans()
        // A word's place is where it was drawn: the first line 50 points from the left and 41 from the top of 600 × 200.
        let words = try #require(document.layouts.first?.words(from: 0))
        let first = try #require(words.first { document.text.text(in: $0.span) == "Boiler" }).box
        #expect(abs(first.left - 10_000 * 50 / 600) < 100 && abs(first.top - 10_000 * 41 / 200) < 500, "\(first)")
        #expect(words.count >= 60)
    }

    @Test(arguments: [
        (rotation: 1.5, grain: 0, isHalf: false), (0, 60, false), (0, 0, true), (-2, 30, false), (1, 30, true),
    ])
    func worsePagesAreStillRead(rotation: Double, grain: Int, isHalf: Bool) async throws {
        var picture = try await page(Self.english)
        if rotation != 0 { picture = picture.rotated(rotation) }
        if isHalf { picture = picture.halved() }
        if grain > 0 { picture = picture.noisy(grain, seed: 5) }
        let document = try await read(picture)
        #expect(errorRate(document.text, Self.english) < 0.08, "\(document.text)")
    }

    @Test func aPageThatLiesOnItsSideIsReadAndItsWordsAreWhereTheyAreSeen() async throws {
        let document = try await read(try await page(Self.english).turned())
        #expect(errorRate(document.text, Self.english) < 0.05, "\(document.text)")
        let words = try #require(document.layouts.first?.words(from: 0))
        let first = try #require(words.first { document.text.text(in: $0.span) == "Boiler" }).box
        #expect(first.left > 7_000 && first.height > first.width / 4, "\(first)")
    }

    @Test func eachPictureOfATIFFIsAPage() async throws {
        let picture = try await page(Self.english)
        let document = try await reader().read(picture.tiff(copies: 2), name: "fax.tif")
        #expect(document.pages.count == 2 && document.layouts.map(\.page) == [1, 2])
        for page in document.pages {
            let text = try #require(document.text.text(in: page.span))
            #expect(errorRate(text, Self.english) < 0.02, "\(text)")
        }
    }

    @Test func theLanguageIsFound() async throws {
        let document = try await read(try await page(Self.german))
        let packs = try #require(try await Tesseract.installed()).languages
        guard packs.contains("deu") else {
            #expect(document.warnings.contains { $0.missingPackage == "tesseract-ocr-deu" })
            return
        }
        #expect(document.text.contains("überwiesen") && document.text.contains("Schlüssel"), "\(document.text)")
        #expect(document.warnings.first?.message.contains("de") == true)
    }

    /// A PDF whose pages are pictures, and one page with a text of its own between them.
    private func scan(_ pictures: [TestPicture]) -> [UInt8] {
        var bytes = Array("%PDF-1.4\n".utf8)
        var offsets: [Int: Int] = [:]
        func add(_ number: Int, _ dictionary: String, stream: [UInt8]? = nil) {
            offsets[number] = bytes.count
            bytes += Array("\(number) 0 obj\n\(dictionary)\n".utf8)
            if let stream { bytes += Array("stream\n".utf8) + stream + Array("\nendstream\n".utf8) }
            bytes += Array("endobj\n".utf8)
        }
        let kids = pictures.indices.map { "\(10 + 3 * $0) 0 R" }.joined(separator: " ")
        add(1, "<</Type/Catalog/Pages 2 0 R>>")
        add(2, "<</Type/Pages/Kids[\(kids)]/Count \(pictures.count)>>")
        for (index, picture) in pictures.enumerated() {
            let number = 10 + 3 * index
            let drawing = Array("600 0 0 200 0 0 cm /I Do".utf8)
            add(
                number,
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 200]/Contents \(number + 1) 0 R/Resources<</XObject<</I \(number + 2) 0 R>>>>>>"
            )
            add(number + 1, "<</Length \(drawing.count)>>", stream: drawing)
            add(
                number + 2,
                "<</Type/XObject/Subtype/Image/Width \(picture.width)/Height \(picture.height)/ColorSpace/DeviceGray"
                    + "/BitsPerComponent 8/Length \(picture.points.count)>>", stream: picture.points)
        }
        let start = bytes.count
        var table = "xref\n0 1\n0000000000 65535 f \n"
        for (number, offset) in offsets.sorted(by: { $0.key < $1.key }) {
            let digits = String(offset)
            table += "\(number) 1\n" + String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
        }
        return bytes + Array("\(table)trailer<</Size 1000/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n".utf8)
    }

    @Test func scannedPagesOfAPDFAreReadAndCoverageIsTold() async throws {
        let picture = try await page(Self.english).halved()
        let blank = TestPicture(width: 300, height: 100)
        let document = try await reader().read(scan([picture, blank, picture]), name: "scan.pdf")
        #expect(document.format == .pdf && document.pages.map(\.number) == [1, 2, 3])
        for number in [1, 3] {
            let text = try #require(document.text.text(in: document.pages[number - 1].span))
            #expect(errorRate(text, Self.english) < 0.05, "\(text)")
        }
        document.checkSpans()
        #expect(document.layouts.map(\.page) == [1, 3])
        #expect(document.warnings.first { $0.kind == .recognized }?.message.contains("pages 1, 3") == true)
        #expect(document.warnings.first { $0.kind == .noTextLayer }?.page == 2)
        // Words of the third page stand in the third page.
        let third = try #require(document.layouts.last?.words(from: document.pages[2].span.start)?.first)
        #expect(document.text.text(in: third.span) == "Boiler")
    }

    @Test func whatIsLeftForLaterIsTold() async throws {
        var later = reader()
        later.configuration.recognition = .later
        let document = try await later.read(TestPicture(width: 300, height: 400).tiff(copies: 3), name: "a.tif")
        #expect(document.pages.count == 3 && document.blocks.isEmpty)
        #expect(document.warnings.map(\.kind) == [.recognitionPending])
        var never = reader()
        never.configuration.recognition = .never
        let untouched = try await never.read(TestPicture(width: 300, height: 400).tiff(copies: 1), name: "a.tif")
        #expect(untouched.warnings.map(\.kind) == [.noTextLayer])
    }

    @Test func aPictureWithoutTextIsADocumentWithoutText() async throws {
        let grain = TestPicture(width: 600, height: 400).noisy(255, seed: 9)
        let document = try await read(grain)
        #expect(document.blocks.isEmpty, "\(document.text)")
        #expect(document.warnings.contains { $0.kind == .noTextLayer })
    }

    /// A file that only begins like a picture costs its text, and nothing else.
    @Test func aDamagedPictureIsNoFailure() async throws {
        let head = PictureHeaderTests.png(400, 400)
        let document = try await reader().read(head + Array(repeating: 7, count: 500), name: "a.png")
        #expect(document.blocks.isEmpty)
        #expect(document.warnings.contains { $0.kind == .damaged || $0.kind == .noTextLayer })
    }

    @Test func pagesAreShownAndQuotesOfOrdinaryPDFsAreFoundOnThem() async throws {
        let bytes = PDFReaderTests.pdf([PDFReaderTests.lines(Self.english)])
        let file = try OpenFile(holding: bytes)
        let picture = try #require(try await DocumentReader.picture(of: file, format: .pdf, page: 1, side: 800))
        #expect(picture.type == "image/jpeg")
        let size = try #require(try PictureHeader.read(picture.bytes).frames.first)
        #expect(max(size.width, size.height) == 800)
        #expect(try await DocumentReader.picture(of: file, format: .pdf, page: 9, side: 800) == nil)
        let document = try await reader().read(bytes, name: "a.pdf")
        let text = Array(document.text.utf8)
        let start = try #require(ByteSearch.first(Array("costs 38 pounds".utf8), in: text))
        let words = try #require(try await PageWords.read(file, page: 1))
        let boxes = words.lines(of: start..<(start + 15), in: text)
        #expect(boxes.count == 1, "\(boxes)")
        // The fifth line, 14 points apart.
        #expect(abs((boxes.first?.top ?? 0) - 10_000 * (41 + 4 * 14) / 800) < 150)
    }
}
#endif
