import HearthCore
import HearthSystem
import HearthTesting
import Testing

@testable import HearthDocuments

/// Files that are too large for one document say in their pieces what they say as a whole.
@Suite struct FilePartTests {
    private static func limits(mail: Int = 100_000_000) -> FileSplitter.Limits {
        var limits = FileSplitter.Limits()
        limits.mailbox = (whole: 1_000, part: 400)
        limits.mail = mail
        limits.table = (whole: 120_000, part: 40_000)
        limits.smallTable = 1_000
        limits.row = 50_000
        return limits
    }

    private func parts(
        _ bytes: [UInt8], _ name: String, _ limits: FileSplitter.Limits = limits()
    ) async throws -> [(part: FilePart, document: ExtractedDocument)]? {
        let file = try OpenFile(holding: bytes)
        guard let parts = try FileSplitter(limits: limits).parts(of: file, name: name) else { return nil }
        var read: [(FilePart, ExtractedDocument)] = []
        for part in parts {
            let document = try await DocumentReader().read(part, part.bytes(of: file), name: name)
            document.checkSpans()
            read.append((part, document))
        }
        return read
    }

    private func whole(_ bytes: [UInt8], _ name: String) async throws -> ExtractedDocument {
        try await DocumentReader().read(bytes, name: name)
    }

    // MARK: Tables

    private static func table(_ random: inout SeededGenerator, rows: Int, hasGaps: Bool = true) -> String {
        let end = ["\n", "\r\n", "\r"][Int.random(in: 0..<3, using: &random)]
        let mark = [",", ";", "\t"][Int.random(in: 0..<3, using: &random)]
        var text = ["Day", "Who", "Note", "Amount"].joined(separator: mark) + end
        for row in 0..<rows {
            let note =
                switch Int.random(in: 0..<6, using: &random) {
                case 0: "\"two\(end)lines and \"\"marks\"\"\""
                case 1: "\"a \(mark) mark\" behind"
                case 2: "12\" wide"
                case 3: ""
                case 4: " \"spaced\" "
                default: "plain Überzug"
                }
            text += ["2024-03-\(row % 28 + 1)", "Person \(row)", note, "\(row * 7).50"].joined(separator: mark) + end
            if hasGaps, Int.random(in: 0..<40, using: &random) == 0 { text += end }
        }
        return text
    }

    @Test(arguments: 0..<12) func rowsOfPiecesAreThoseOfTheWhole(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
        var text = Self.table(&random, rows: 2_500, hasGaps: seed % 2 == 0)
        // From a mark that nothing closes on, marks are characters.
        if seed % 3 == 0 {
            text += "2024-04-01,\"never closed,x,1\n" + Self.table(&random, rows: 50).filter { $0 != "\"" }
        }
        let bytes = (seed % 4 == 1 ? [0xEF, 0xBB, 0xBF] : []) + Array(text.utf8)
        let pieces = try #require(try await parts(bytes, "a.csv"))
        #expect(pieces.count > 2 && pieces.allSatisfy { $0.document.format == .csv })
        let expected = try await whole(bytes, "a.csv").text
        #expect(pieces.map(\.document.text).joined(separator: "\n") == expected)
        #expect(pieces.map(\.part.count) == Array(repeating: pieces.count, count: pieces.count))
    }

    @Test func whatIsAddedChangesTheLastPieceAlone() async throws {
        var random = SeededGenerator(seed: 5)
        let text = Self.table(&random, rows: 3_000).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        let before = try #require(try await parts(Array(text.utf8), "a.csv"))
        let mark = text.contains("Day;") ? ";" : text.contains("Day,") ? "," : "\t"
        let line = ["2025-01-01", "Ann", "new", "1"].joined(separator: mark) + "\n"
        let after = try #require(try await parts(Array((text + line).utf8), "a.csv"))
        #expect(after.dropLast().map(\.part.range) == before.dropLast().map(\.part.range))
        #expect(after.last?.document.text.hasSuffix("Who: Ann · Note: new · Amount: 1") == true)
    }

    @Test func whatIsSmallOrOneRowStaysWhole() async throws {
        var random = SeededGenerator(seed: 7)
        let text = Self.table(&random, rows: 500)
        #expect(try await parts(Array(text.utf8), "a.csv") == nil)
        let wide = text + Self.table(&random, rows: 3_000)
        let endless = text + "\"" + String(repeating: "x\n", count: 60_000) + "\"\n"
        #expect(try await parts(Array(endless.utf8), "a.csv") == nil)
        #expect(try await parts(Array(wide.utf8), "a.txt") == nil)
    }

    /// Excel's "Unicode text", and what databases export.
    @Test(arguments: [true, false], [2, 4])
    func rowsOfUTF16And32AreReadInPieces(_ isBigEndian: Bool, _ width: Int) async throws {
        var random = SeededGenerator(seed: 11)
        let text = Self.table(&random, rows: 2_500) + "x\t\"東京 \u{1F600}\"\n"
        let units = width == 2 ? text.utf16.map { UInt32($0) } : text.unicodeScalars.map(\.value)
        let bytes = ([0xFEFF] + units).flatMap { unit -> [UInt8] in
            let little = (0..<width).map { UInt8(truncatingIfNeeded: unit >> (8 * UInt32($0))) }
            return isBigEndian ? little.reversed() : little
        }
        let pieces = try #require(try await parts(bytes, "a.csv"))
        #expect(pieces.count > 2 && pieces.allSatisfy { $0.document.warnings.isEmpty })
        let expected = try await whole(bytes, "a.csv").text
        #expect(pieces.map(\.document.text).joined(separator: "\n") == expected)
    }

    // MARK: Mailboxes

    private static func mail(_ number: Int, lines: Int) -> String {
        """
        From ann\(number)@example.org Mon May 13 10:00:0\(number % 10) 2024
        From: Ann \(number) <ann\(number)@example.org>
        Date: Mon, 13 May 2024 10:00:00 +0000
        Subject: Mail \(number)

        Said in mail \(number).
        >From here it is quoted.
        From now on, too.

        \(String(repeating: "One more line of it.\n", count: lines))

        """
    }

    @Test(arguments: [1, 3, 7]) func mailsOfPiecesAreThoseOfTheWhole(_ lines: Int) async throws {
        for end in ["\n", "\r\n"] {
            let text = (0..<40).map { Self.mail($0, lines: $0 % 5 * lines) }.joined().replacing("\n", with: end)
            let bytes = Array(text.utf8)
            let pieces = try #require(try await parts(bytes, "All mail.mbox"))
            #expect(pieces.count > 5)
            let expected = try await whole(bytes, "All mail.mbox")
            func pages(_ document: ExtractedDocument) -> [String] {
                document.pages.map { document.text.text(in: $0.span)?.trimmingPrefix("\n").description ?? "" }
            }
            let found = pieces.flatMap { pages($0.document) }
            #expect(found.count == 40)
            #expect(
                found.map { $0.trimmingSuffix("\n") } == pages(expected).map { $0.trimmingSuffix("\n") })
        }
    }

    @Test func aMailThatIsTooLargeIsCutAndTheNextOnesAreRead() async throws {
        let text =
            Self.mail(1, lines: 1) + Self.mail(2, lines: 3_000) + Self.mail(3, lines: 1) + Self.mail(4, lines: 40)
        let pieces = try #require(try await parts(Array(text.utf8), "mail", Self.limits(mail: 5_000)))
        let said = pieces.map(\.document.text).joined()
        for number in 1...4 { #expect(said.contains("Said in mail \(number).")) }
        let cut = try #require(pieces.first { $0.part.leftOut > 0 })
        #expect(cut.document.warnings.contains { $0.kind == .truncated })
        #expect(pieces.count { $0.part.leftOut > 0 } == 1)
    }

    @Test func aFileThatIsWrittenMeanwhileIsNotReadInPieces() async throws {
        let text = (0..<20).map { Self.mail($0, lines: 3) }.joined()
        let parts = try #require(
            try FileSplitter(limits: Self.limits()).parts(of: OpenFile(holding: Array(text.utf8)), name: "m.mbox"))
        let later = try OpenFile(holding: Array((text + Self.mail(21, lines: 1)).utf8))
        #expect(throws: DocumentError.self) { try parts[0].bytes(of: later) }
    }

    // MARK: Places

    @Test func piecesHavePlacesOfTheirOwnBelowTheirFile() {
        #expect(PartPlace.place(of: 1, in: "/a/b.csv") == "/a/b.csv")
        #expect(PartPlace.place(of: 12, in: "/a/b.csv") == "/a/b.csv//part 12")
        #expect(PartPlace.origin(of: "/a/b.csv//part 12") == ("/a/b.csv", 12))
        for place in [
            "/a/b.csv", "/a/part 2", "/a//part 1", "/a//part 02", "//part 2x", "", "/", "https://x.org/part 2",
        ] {
            #expect(PartPlace.origin(of: place) == (place, 1))
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(_ end: Character) -> String {
        var text = self
        while text.last == end { text.removeLast() }
        return text
    }
}
