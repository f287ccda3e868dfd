import Foundation
import HearthCore
import HearthSystem
import Testing

@testable import HearthDocuments

/// PDFs are written by hand here, so that each test shows what is in its file.
///
/// One after the other: some look for processes that another one may have.
@Suite(.serialized, .enabled(if: ToolLocator.path(of: "pdftotext") != nil, "needs poppler-utils"))
struct PDFReaderTests {
    /// A PDF of one page for each content stream, plus further objects (numbered from 100).
    static func pdf(_ contents: [String], resources: String = "", objects: [String] = []) -> [UInt8] {
        var body = "%PDF-1.4\n"
        var offsets: [(Int, Int)] = []
        func add(_ number: Int, _ object: String) {
            offsets.append((number, body.utf8.count))
            body += "\(number) 0 obj\n\(object)\nendobj\n"
        }
        let kids = contents.indices.map { "\(10 + 2 * $0) 0 R" }.joined(separator: " ")
        add(1, "<</Type/Catalog/Pages 2 0 R>>")
        add(2, "<</Type/Pages/Kids[\(kids)]/Count \(contents.count)>>")
        add(3, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>")
        add(4, "<</Title(A Title)>>")
        for (index, content) in contents.enumerated() {
            add(
                10 + 2 * index,
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents \(11 + 2 * index) 0 R/Resources<</Font<</F 3 0 R>>\(resources)>>>>"
            )
            add(11 + 2 * index, "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream")
        }
        for (index, object) in objects.enumerated() { add(100 + index, object) }
        let start = body.utf8.count
        body += "xref\n0 1\n0000000000 65535 f \n"
        for (number, offset) in offsets {
            let digits = String(offset)
            body += "\(number) 1\n" + String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
        }
        body += "trailer<</Size 1000/Root 1 0 R/Info 4 0 R>>\nstartxref\n\(start)\n%%EOF\n"
        return Array(body.utf8)
    }

    static func lines(_ lines: [String]) -> String {
        "BT /F 12 Tf 14 TL 50 750 Td " + lines.map { "(\($0)) Tj T* " }.joined() + "ET"
    }

    @Test func pagesKeepTheirNumbersAndTheirText() async throws {
        let pages = [
            Self.lines([
                "A heading", "This is a full line of running text, which ends in an exam-",
                "ple of a cut word. It stops here.", "Next paragraph of some text with words.",
            ]),
            "", Self.lines(["Last page."]),
        ]
        var reader = DocumentReader()
        reader.configuration.recognition = .never
        let document = try await reader.read(Self.pdf(pages), name: "a.pdf")
        #expect(document.format == .pdf)
        #expect(document.title == "A Title")
        #expect(document.pages.map(\.number) == [1, 2, 3])
        #expect(document.pieces().first == "A heading")
        #expect(document.text.contains("an example\nof a cut word. It stops here.\n\nNext paragraph"))
        #expect(document.pages.last.map { document.text.text(in: $0.span) } == "Last page.")
        #expect(
            document.warnings == [
                ExtractionWarning(.noTextLayer, "Page 2 has no text; it may be a scan.", page: 2)
            ])
    }

    @Test func rowsOfFiguresAreOneTable() async throws {
        let rows = ["Consolidated results", "Sales 1,200 1,100", "Costs (800) (700)", "Profit $ 400 $ 400"]
            .map { $0.replacingOccurrences(of: "(", with: "\\(").replacingOccurrences(of: ")", with: "\\)") }
        let document = try await read(Self.pdf([Self.lines(rows)]), "a.pdf")
        #expect(
            document.pieces() == ["Consolidated results", "Sales 1,200 1,100\nCosts (800) (700)\nProfit $ 400 $ 400"])
        #expect(document.blocks.last?.kind == .table)
    }

    @Test func manyPagesAreReadInPortions() async throws {
        let document = try await read(Self.pdf((1...230).map { Self.lines(["Page number \($0)"]) }), "a.pdf")
        #expect(document.pages.count == 230)
        for number in [1, 100, 101, 230] {
            #expect(document.text.text(in: document.pages[number - 1].span) == "Page number \(number)")
        }
    }

    @Test func damagedFilesAreRefused() async {
        let whole = Self.pdf([Self.lines(["text"])])
        #expect(await errorCode(Array("%PDF-1.4\ngarbage".utf8), "a.pdf") == "damaged-pdf")
        #expect(await errorCode(Array(whole.prefix(60)), "a.pdf") == "damaged-pdf")
        #expect(await errorCode(Array("<html>".utf8), "a.pdf", format: .pdf) == "damaged-pdf")
    }

    @Test func aPasswordIsReported() async throws {
        let bytes = try Array(#require(Data(base64Encoded: Self.encrypted)))
        #expect(await errorCode(bytes, "a.pdf") == "encrypted-pdf")
    }

    /// A stream, whatever its bytes are; the guard asks for no table of objects.
    private static func stream(_ dictionary: String, _ data: [UInt8]) -> [UInt8] {
        Array("9 0 obj\n<<\(dictionary)/Length \(data.count)>>\nstream\r\n".utf8) + data
            + Array("\nendstream\nendobj\n".utf8)
    }

    @Test func aStreamThatUnpacksToVeryMuchIsRefusedBeforeItIsRead() async throws {
        let zeros = [0x78, 0x9C] + ZipWriter.deflatedZeros(matches: 300_000)  // 77 MB in half a MB
        let text = Self.pdf([Self.lines(["Good page."])])
        #expect(await errorCode(text + Self.stream("/Filter/FlateDecode", zeros), "a.pdf") == "too-large")
        #expect(await errorCode(text + Self.stream("/Filter [/Fl]", zeros), "a.pdf") == "too-large")
        // Names may be written otherwise, and dictionaries be long.
        #expect(await errorCode(text + Self.stream("/Filter/Fl#61teDecode", zeros), "a.pdf") == "too-large")
        let padded = "/Note (" + String(repeating: "#", count: 3) + String(repeating: "x", count: 5_000) + ")"
        #expect(await errorCode(text + Self.stream("/Filter/FlateDecode" + padded, zeros), "a.pdf") == "too-large")
        // A picture may be large and plain, and what is small may be packed as well as it likes.
        let picture = Self.stream("/Type/XObject/Subtype/Image/Filter/FlateDecode", zeros)
        #expect(try await read(text + picture, "a.pdf").text == "Good page.")
        let small = [0x78, 0x9C] + ZipWriter.deflatedZeros(matches: 60_000)
        #expect(try await read(text + Self.stream("/Filter/FlateDecode", small), "a.pdf").text == "Good page.")
        // Words that only look like streams, and data that end early.
        for junk in ["stream\n", ">>stream", "<</Filter/FlateDecode>>stream\n", "endstream\r\n"] {
            #expect(try await read(text + Array(junk.utf8), "a.pdf").text == "Good page.")
        }
    }

    @Test func dataThatWereDeflatedTwiceAreMeasuredToTheEnd() throws {
        // Stored, so that the outer layer is known to the byte: 0x78 0x01, one block, its length and that inverted.
        let inner = [0x78, 0x9C] + ZipWriter.deflatedZeros(matches: 200)
        let count = inner.count
        let outer: [UInt8] =
            [0x78, 0x01, 1, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255)]
            + inner
        let measure = try outer.withUnsafeBytes {
            try Inflater.measure($0, layers: 2, limit: 1 << 20) { _, _ in true }
        }
        #expect(measure.output == 200 * 258 + 1 && measure.isWithin)
        let bounded = try outer.withUnsafeBytes {
            try Inflater.measure($0, layers: 2, limit: 1 << 20) { _, output in output < 1_000 }
        }
        #expect(!bounded.isWithin)
    }

    @Test func aPageThatNeverEndsTimesOutAndLeavesNoProcess() async throws {
        // Ten forms, each of which draws the next ten times: ten thousand million texts.
        let forms = (0..<10).map { level -> String in
            let content = level == 9 ? Self.lines(["x"]) : String(repeating: "/X Do ", count: 10)
            return
                "<</Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F 3 0 R>>/XObject<</X \(101 + level) 0 R>>>>"
                + "/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
        }
        let bomb = Self.pdf(
            [Self.lines(["Good page."]), "/X Do"], resources: "/XObject<</X 100 0 R>>", objects: forms)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-bomb-\(UUID().uuidString).pdf")
        try Data(bomb).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var configuration = DocumentReader.Configuration()
        configuration.pdfSeconds = 15
        let document = try await DocumentReader(configuration: configuration).read(contentsOf: file)
        #expect(document.text.contains("Good page."))
        #expect(document.warnings.contains { $0.page == 2 })
        #expect(Self.readers().isEmpty)
    }

    @Test func cancellingEndsTheProcess() async throws {
        let form =
            "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 101 0 R>>>>/Length 60>>stream\n"
            + String(repeating: "/X Do ", count: 10) + "\nendstream"
        let forms = (0..<12).map { form.replacingOccurrences(of: "101 0 R", with: "\(101 + $0) 0 R") }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "hearth-cancel-\(UUID().uuidString).pdf")
        try Data(Self.pdf(["/X Do"], resources: "/XObject<</X 100 0 R>>", objects: forms)).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        // Long enough that it is not the time limit that ends the work.
        var configuration = DocumentReader.Configuration()
        configuration.pdfSeconds = 100
        let reader = DocumentReader(configuration: configuration)
        let task = Task { try await reader.read(contentsOf: file) }
        try await Task.sleep(for: .milliseconds(300))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(Self.readers().isEmpty)
    }

    /// The processes of poppler that this one has started and that are busy with these tests' bombs; none where the system has
    /// no /proc. Other tests read small files meanwhile, which takes milliseconds.
    private static func readers() -> [String] {
        let own = ProcessInfo.processInfo.processIdentifier
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.filter { name in
            guard Int(name) != nil,
                let status = FileManager.default.contents(atPath: "/proc/\(name)/stat")
                    .map({ String(decoding: $0, as: UTF8.self) }), status.contains("(pdftotext)")
            else { return false }
            let fields = status.split(separator: ")").last?.split(separator: " ") ?? []
            // After the name: state, parent, …, and user time as the 12th, in hundredths of a second.
            return fields.count > 12 && Int32(fields[1]) == own && (Int(fields[11]) ?? 0) > 50
        }
    }

    /// An empty page with the user password "secret", made with pypdf.
    private static let encrypted =
        "JVBERi0xLjMKJeLjz9MKMSAwIG9iago8PAovUHJvZHVjZXIgPGFlNDdiYWMyOWQ+Cj4+CmVuZG9iagoyIDAgb2JqCjw8Ci9UeXBl"
        + "IC9QYWdlcwovQ291bnQgMQovS2lkcyBbIDQgMCBSIF0KPj4KZW5kb2JqCjMgMCBvYmoKPDwKL1R5cGUgL0NhdGFsb2cKL1BhZ2Vz"
        + "IDIgMCBSCj4+CmVuZG9iago0IDAgb2JqCjw8Ci9UeXBlIC9QYWdlCi9SZXNvdXJjZXMgPDwKPj4KL01lZGlhQm94IFsgMC4wIDAu"
        + "MCA1MCA1MCBdCi9QYXJlbnQgMiAwIFIKPj4KZW5kb2JqCjUgMCBvYmoKPDwKL1YgMgovUiAzCi9MZW5ndGggMTI4Ci9QIDQyOTQ5"
        + "NjcyOTIKL0ZpbHRlciAvU3RhbmRhcmQKL08gPDBlNTIyOTI1YTNlNGU4NzRjM2NmYWNiZWY1MTFhNzNhYzRlYzJiZDg2NWRjZDNk"
        + "NDYyNzYxNDkxN2FiZmQ3ZTQ+Ci9VIDw1MmYyOWEyYTQ3NDZmMDdkZTUzZDRlNjU4NTg5NzZjNDI4YmY0ZTVlNGU3NThhNDE2NDAw"
        + "NGU1NmZmZmEwMTA4Pgo+PgplbmRvYmoKeHJlZgowIDYKMDAwMDAwMDAwMCA2NTUzNSBmIAowMDAwMDAwMDE1IDAwMDAwIG4gCjAw"
        + "MDAwMDAwNTkgMDAwMDAgbiAKMDAwMDAwMDExOCAwMDAwMCBuIAowMDAwMDAwMTY3IDAwMDAwIG4gCjAwMDAwMDAyNTkgMDAwMDAg"
        + "biAKdHJhaWxlcgo8PAovU2l6ZSA2Ci9Sb290IDMgMCBSCi9JbmZvIDEgMCBSCi9JRCBbIDwyNGY3MGM2MWQ5NjkzMDBlYTQyMjBi"
        + "MGE3NDFmNGY4OT4gPDI0ZjcwYzYxZDk2OTMwMGVhNDIyMGIwYTc0MWY0Zjg5PiBdCi9FbmNyeXB0IDUgMCBSCj4+CnN0YXJ0eHJl"
        + "Zgo0NzQKJSVFT0YK"
}
