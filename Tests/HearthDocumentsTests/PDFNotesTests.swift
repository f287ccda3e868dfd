import HearthCore
import HearthTesting
import Testing

@testable import HearthDocuments

/// What people wrote on the pages of a PDF, and the files that lie in it.
@Suite struct PDFNotesTests {
    /// Two pages, of which the second stands first in the file.
    private static let body = """
        %PDF-1.7
        1 0 obj << /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles 9 0 R >> >> endobj
        2 0 obj << /Type /Pages /Kids [4 0 R 3 0 R] /Count 2 >> endobj
        3 0 obj << /Type /Page /Parent 2 0 R /Annots [5 0 R << /Subtype /Link /Contents (no) >>] >> endobj
        4 0 obj << /Type /Page /Parent 2 0 R /Annots 8 0 R >> endobj
        5 0 obj << /Type /Annot /Subtype /Highlight /T (Ann) /Contents (Is this \\(still\\) right?\\r\\050see p.\\0403) >> endobj
        6 0 obj << /Type /Annot /Subtype/Text /T <FEFF004F006C0067006100E9> /Contents <FEFF4F60597D> /F 4 >> endobj
        7 0 obj << /Subtype /Text /F 2 /Contents (hidden) >> endobj
        8 0 obj [ 6 0 R 7 0 R 10 0 R 11 0 R null (x) ] endobj
        9 0 obj << /Names [ (a) << /F (old.csv) /UF (sums.csv) >> (b) 12 0 R ] >> endobj
        10 0 obj << /Subtype /Text /StateModel (Review) /Contents (Accepted set by Ann) >> endobj
        11 0 obj << /Subtype /FreeText /Contents (\\200 at \\240 5) >> % drawn
        endobj
        12 0 obj << /F (letter.docx) >> endobj
        """

    private static let trailer = "\ntrailer << /Root 1 0 R /Size 13 >>\n%%EOF\n"

    @Test func notesHaveTheirPageTheirAuthorAndTheirWords() throws {
        let found = try PDFNotes.read(Array((Self.body + Self.trailer).utf8))
        #expect(
            found.notes == [
                1: [
                    .init(author: "Olgaé", text: "你好", isDrawn: false),
                    .init(author: nil, text: "• at € 5", isDrawn: true),
                ],
                2: [.init(author: "Ann", text: "Is this (still) right?\n(see p. 3", isDrawn: false)],
            ])
        #expect(found.files == ["sums.csv", "letter.docx"])
        #expect(found.warnings.map(\.message) == ["2 files that lie in the PDF were not read: sums.csv, letter.docx."])
    }

    @Test func whatWasChangedLaterInTheFileCounts() throws {
        let change = """

            5 0 obj << /Subtype /Highlight /T (Ben) /Contents (It is.) >> endobj
            8 0 obj [ ] endobj
            """
        let found = try PDFNotes.read(Array((Self.body + Self.trailer + change + Self.trailer).utf8))
        #expect(found.notes == [2: [.init(author: "Ben", text: "It is.", isDrawn: false)]])
    }

    /// Deflated as it is (RFC 1951, 3.2.4), in zlib's frame.
    private static func stored(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        let length = [UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8)]
        return [0x78, 0x01, 0x01] + length + length.map { ~$0 } + bytes + [0, 0, 0, 0]
    }

    @Test func objectsThatArePackedTogetherAreRead() throws {
        let objects = [
            (5, "<< /Subtype /Text /Contents (packed) >>"), (3, "<< /Type /Page /Annots [5 0 R] >>"),
            (2, "<< /Kids [3 0 R] >>"),
        ]
        var (index, content) = ("", "")
        for (number, text) in objects {
            index += "\(number) \(content.utf8.count) "
            content += text + " "
        }
        let stream = Self.stored(index + content)
        var bytes = Array(
            "%PDF-1.5\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n5 0 obj (older) endobj\n".utf8)
        bytes += Array(
            ("9 0 obj << /Type /ObjStm /N \(objects.count) /First \(index.utf8.count) /Filter /FlateDecode "
                + "/Length \(stream.count) >> stream\r\n").utf8)
        bytes += stream + Array("\nendstream endobj\n10 0 obj << /Type /XRef /Root 1 0 R >> stream\n".utf8)
        #expect(try PDFNotes.read(bytes).notes == [1: [.init(author: nil, text: "packed", isDrawn: false)]])
    }

    @Test func encryptedNotesAreCountedAndNotShown() throws {
        let trailer = "\ntrailer << /Root 1 0 R /Encrypt << /Filter /Standard >> >>\n"
        let found = try PDFNotes.read(Array((Self.body + trailer).utf8))
        #expect(found.notes.isEmpty && found.files == ["", ""])
        #expect(found.warnings.map(\.message).last == "3 comments could not be read: they are encrypted.")
    }

    /// Circles, depths without end and bytes in the wrong place end, and take nothing with them.
    @Test func hostileFilesEnd() throws {
        let circle = """
            1 0 obj << /Pages 2 0 R /Names << /EmbeddedFiles 4 0 R >> >> endobj
            2 0 obj << /Kids [2 0 R 3 0 R] >> endobj
            3 0 obj << /Annots 5 0 R >> endobj
            4 0 obj << /Kids [4 0 R 4 0 R] >> endobj
            5 0 obj 6 0 R endobj
            6 0 obj 5 0 R endobj
            trailer << /Root 1 0 R >>
            """
        #expect(try PDFNotes.read(Array(circle.utf8)).notes.isEmpty)
        let deep = "1 0 obj " + String(repeating: "[<<", count: 50_000) + " endobj trailer << /Root 1 0 R >>"
        #expect(try PDFNotes.read(Array(deep.utf8)).notes.isEmpty)
        let whole = Array((Self.body + Self.trailer).utf8)
        var random = SeededGenerator(seed: 11)
        for _ in 0..<400 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes.prefix(Int.random(in: 0..<40, using: &random)), at: place)
                }
            }
            _ = try PDFNotes.read(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))))
        }
    }
}
