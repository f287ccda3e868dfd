import Foundation
import HearthCore
import HearthSystem
import HearthTesting
import HostileTexts
import Testing

@testable import HearthDocuments

/// Thousands of damaged files, the same on every run: each must end in a document whose spans hold, or in a
/// ``DocumentError``.
struct DocumentFuzzTests {
    static let seeds: [(name: String, bytes: [UInt8], rounds: Int)] = [
        (
            "a.docx",
            WordReaderTests.docx(
                WordReaderTests.paragraph("Hello &amp; welcome", "<w:pStyle w:val='x'/><w:numPr/>")
                    + "<w:tbl><w:tr><w:tc>\(WordReaderTests.paragraph("cell"))</w:tc><w:tc/></w:tr></w:tbl>",
                [("word/styles.xml", "<w:styles><w:style w:styleId='x'><w:basedOn w:val='x'/></w:style></w:styles>")]),
            400
        ),
        (
            "b.docx",
            WordReaderTests.docx(
                WordReaderTests.paragraph("one", "<w:pStyle w:val='x'/><w:rPr><w:del/></w:rPr>")
                    + "<w:p><w:r><w:fldChar w:fldCharType='begin'><w:ffData><w:ddList><w:listEntry w:val='e'/></w:ddList></w:ffData>"
                    + "</w:fldChar></w:r><w:r><w:fldChar w:fldCharType='end'/></w:r><m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num>"
                    + "<m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath><w:r><w:rPr><w:vanish/></w:rPr><w:t>no</w:t></w:r></w:p>"
                    + "<w:tbl><w:tr><w:trPr><w:del/></w:trPr><w:tc><w:p/></w:tc></w:tr></w:tbl>",
                parts: [
                    (
                        "s", "styles", "styles.xml",
                        "<w:styles><w:style w:styleId='x'><w:numPr><w:numId w:val='1'/></w:numPr></w:style></w:styles>"
                    ),
                    (
                        "n", "numbering", "numbering.xml",
                        "<w:numbering><w:abstractNum w:abstractNumId='0'><w:lvl w:ilvl='0'><w:start w:val='3'/><w:lvlText w:val='%1.%9'/>"
                            + "</w:lvl></w:abstractNum><w:num w:numId='1'><w:abstractNumId w:val='0'/></w:num></w:numbering>"
                    ),
                ]), 400
        ),
        ("a.epub", EPUBReaderTests.epub([("one", "<h1>One</h1><p>First.</p>")], spine: "<itemref idref='one'/>"), 300),
        (
            "a.odt",
            OpenDocumentReaderTests.odt(
                "<text:h text:outline-level='2'>H</text:h><table:table><table:table-row><table:table-cell><text:p>x<text:s text:c='3'/>"
                    + "</text:p></table:table-cell></table:table-row></table:table>"), 400
        ),
        (
            "a.vtt",
            Array(
                "WEBVTT\n\n1\n00:01.000 --> 00:02.000\n<v Ann>Hi &amp; <b>you</b>\n\n00:02.000 --> 00:03.000\nx".utf8),
            500
        ),
        (
            "a.srt",
            Array("1\n00:00:01,000 --> 00:00:02,000\n<i>Hi</i> {\\an8}\n\n2\n00:00:03,000 --> 00:00:04,000\nx".utf8),
            500
        ),
        (
            "a.md",
            Array(
                "---\ntitle: x\n---\n# H\n\n- a\n  b\n\n1. c\n\n> q\n\n```\ncode\n```\n\n|a|b|\n|-|-|\n|1|2|\n\nT\n=\n**Ann:** \\[00:01\\] x"
                    .utf8),
            500
        ),
        (
            "a.csv",
            Array("Date;Payee;Amount\n2024-03-01;\"Rent, \"\"flat\"\"\n2\";920,00\n\n2024-04-01;Größe;1\n".utf8), 500
        ),
        (
            "a.xlsx",
            WorkbookReaderTests.xlsx(
                [
                    (
                        "One",
                        "<row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1' s='1'><v>45352.5</v></c></row><mergeCell ref='A1:A9'/>"
                    )
                ],
                strings: ["a &amp; b"]), 400
        ),
        (
            "a.pptx",
            PresentationReaderTests.pptx(
                [PresentationReaderTests.everything], notes: "<a:p><a:r><a:t>n</a:t></a:r></a:p>"), 400
        ),
        (
            "a.ods",
            SpreadsheetReaderTests.ods([
                (
                    "One",
                    SpreadsheetReaderTests.row(
                        SpreadsheetReaderTests.cell(
                            "1.3.24",
                            "office:value-type='date' office:date-value='2024-03-01T10:00:00' table:number-rows-spanned='2'"
                        )
                            + SpreadsheetReaderTests.cell(
                                "x", "table:number-columns-repeated='3' office:value-type='float' office:value='7'"),
                        "table:number-rows-repeated='4'")
                )
            ]), 400
        ), ("a.odp", OpenDocumentSlidesTests.odp([OpenDocumentSlidesTests.everything]), 400),
        ("a.rtf", Array(RichTextReaderTests.everything.utf8), 700),
        ("a.mbox", Array(MailboxReaderTests.two.utf8), 500),
        (
            "a.eml",
            Array(
                ("From: Ann\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nHi\n--b\nContent-Type: text/csv; name=a.csv\n"
                    + "Content-Transfer-Encoding: base64\n\nTmFtZSxQYWlkClJlbnQsOTIwCkdhcyw0MAo=\n--b\nContent-Disposition: attachment; filename=b.md\n\n# H\n--b--\n")
                    .utf8), 400
        ),
        ("a.ipynb", Array(NotebookReaderTests.everything.utf8), 500),
        ("a.rst", Array("====\nHäuser\n====\n\nOne\n===\ntext\n\nTwo\n---\n====\nA\n====\n1\n====\n".utf8), 400),
        ("b.rst", MarkupReaderTests.sample("boiler.rst"), 400), ("a.org", MarkupReaderTests.sample("house.org"), 400),
        ("a.tex", Array("\\title{A}\n\\section*[s]{One {two}}\ntext\n\\chapter{Ü".utf8), 300),
        ("b.tex", MarkupReaderTests.sample("roof.tex"), 400),
        ("a.ics", Array(CalendarReaderTests.everything.utf8), 700), ("a.vcf", Array(ContactReaderTests.old.utf8), 500),
        ("chat.txt", Array(WhatsAppReaderTests.android.utf8), 250),
        ("_chat.txt", Array(WhatsAppReaderTests.apple.utf8), 250),
        ("result.json", Array(ChatExportTests.telegram.utf8), 200),
        ("messages.html", Array(ChatExportTests.telegramPage.utf8), 150),
        ("conversations.json", Array(ChatExportTests.chatGPT.utf8), 200),
        ("c.json", Array(ChatExportTests.claude.utf8), 200), ("d.json", Array(ChatExportTests.discord.utf8), 200),
        ("main.jsonl", Array(ChatExportTests.signal.utf8), 200),
        ("message_1.json", Array(MetaReaderTests.facebook.utf8), 200),
        ("k.json", Array(KeepReaderTests.note.utf8), 200),
        ("j.json", Array(NotesExportTests.dayOne.utf8), 200), ("a.enex", Array(NotesExportTests.evernote.utf8), 200),
        ("My Clippings.txt", Array(NotesExportTests.kindle.utf8), 200),
        ("bookmarks.html", Array(BrowserExportTests.bookmarks.utf8), 200),
        ("History.json", Array(BrowserExportTests.history.utf8), 200),
        ("slack.zip", ZipWriter.archive(ArchiveReaderTests.slack), 150),
        (
            "a.zip",
            ZipWriter.archive([
                ("a/b.md", "# H\n\ntext"), ("a/c.csv", "a,b\n1,2"), ("a/_chat.txt", WhatsAppReaderTests.apple),
            ]), 150
        ),
        ("a.tar", TarWriter.archive(TarArchiveTests.papers), 200),
        ("a.tar.gz", TarWriter.gzipped(TarWriter.archive(TarArchiveTests.papers)), 200),
        ("a.jex", TarWriter.archive(JoplinReaderTests.export), 150), ("n.md", Array(JoplinReaderTests.note.utf8), 200),
        ("x.zip", ZipWriter.archive(XReaderTests.archive), 150), ("tweets.js", Array(XReaderTests.tweets.utf8), 200),
        ("direct-messages.js", Array(XReaderTests.messages.utf8), 200),
        ("g.json", Array(GoogleChatReaderTests.messages.utf8), 200),
        ("Hangouts.json", Array(GoogleChatReaderTests.hangouts.utf8), 200),
        ("s.txt", Array(StandardNotesReaderTests.backup.utf8), 200),
        ("a.fb2", Array(FictionBookTests.book.utf8), 300), ("a.gpx", Array(MeasuredReaderTests.gpx.utf8), 300),
        ("a.kml", Array(MeasuredReaderTests.kml.utf8), 300),
        ("export.xml", Array(MeasuredReaderTests.health.utf8), 300),
        ("a.txt", Array("Ann: Hi\n\nBob (00:12): Größe 日本語\n\nAnn  0:15\nyes\n\n[00:01 - 00:02] Bob: x".utf8), 500),
    ]

    /// Per cent of the rounds that are done. Whoever changes a reader sets HEARTH_TEST_FUZZ_PERCENT to some thousand.
    private static let percent =
        ProcessInfo.processInfo.environment["HEARTH_TEST_FUZZ_PERCENT"].flatMap { Int($0) } ?? 50

    @Test(arguments: seeds.indices)
    func mutatedFilesNeverTrap(_ index: Int) async throws {
        let seed = Self.seeds[index]
        var random = SeededGenerator(seed: UInt64(index) + 100)
        for _ in 0..<seed.rounds * Self.percent / 100 {
            let bytes = mutate(seed.bytes, &random)
            await Task.yield()
            do {
                let document = try await read(bytes, seed.name)
                for block in document.blocks { #expect(document.text.text(in: block.span) != nil) }
                for page in document.pages { #expect(document.text.text(in: page.span) != nil) }
            } catch {
                #expect(error is DocumentError)
            }
            _ = try? TranscriptReader().read(bytes, name: seed.name)
        }
    }

    /// Formats that are written as text take any text.
    static let written: [DocumentFormat] = [
        .csv, .rtf, .mbox, .ics, .vcf, .ipynb, .chat, .notes, .bookmarks,
    ]

    @Test(arguments: HostileTexts.all.indices, written)
    func anyTextIsReadOrRefused(_ number: Int, _ format: DocumentFormat) async throws {
        do {
            try await read(Array(HostileTexts.all[number].utf8), "a", format: format).checkSpans()
        } catch {
            #expect(error is DocumentError)
        }
    }

    @Test(arguments: HostileTexts.all.indices, ["a.org", "a.rst", "a.tex"])
    func anyTextIsReadAsMarkup(_ number: Int, _ name: String) async throws {
        do {
            try await read(Array(("\\x " + HostileTexts.all[number]).utf8), name).checkSpans()
        } catch {
            #expect(error is DocumentError)
        }
    }

    /// Each name would be looked up among all of them.
    @Test(.timeLimit(.minutes(1))) func prefixesWithoutEndTakeNoTime() throws {
        struct Counter: XMLHandler {
            var elements = 0
            mutating func start(_ name: XMLName, _ attributes: XMLAttributes) { elements += 1 }
            mutating func end(_ name: XMLName) {}
            mutating func text(_ bytes: ArraySlice<UInt8>) {}
        }
        let declared = (0..<30_000).map { " xmlns:a\($0)='u'" }.joined()
        let xml = "<r\(declared)>" + String(repeating: "<b/>", count: 30_000) + "</r>"
        var counter = Counter()
        let outcome = try XMLScanner.scan(Array(xml.utf8), &counter)
        #expect(outcome == .complete)
        #expect(counter.elements == 30_001)
    }

    @Test func mutatedXMLIsClosedProperly() throws {
        struct Counter: XMLHandler {
            var depth = 0
            mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
                depth += 1
                _ = attributes["a"]
            }
            mutating func end(_ name: XMLName) { depth -= 1 }
            mutating func text(_ bytes: ArraySlice<UInt8>) { if depth <= 0 { depth = -1_000 } }
        }
        let xml = Array(
            "<?xml version='1.0'?><!DOCTYPE r [<!ENTITY a 'b'>]><r xmlns:x='u' a='1&amp;2'><x:p a=\"2\"/>t&#65;<![CDATA[x]]><!-- c --></r>"
                .utf8)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            var counter = Counter()
            _ = try XMLScanner.scan(mutate(xml, &random), &counter)
            #expect(counter.depth == 0)
        }
    }

    @Test(.enabled(if: ToolLocator.path(of: "pdftotext") != nil, "needs poppler-utils"))
    func mutatedPDFsNeverTrap() async throws {
        let seed = PDFReaderTests.pdf([PDFReaderTests.lines(["Hello", "world"]), PDFReaderTests.lines(["Two"])])
        var random = SeededGenerator(seed: 9)
        for _ in 0..<15 {
            let bytes = mutate(seed, &random)
            do {
                try await read(bytes, "a.pdf", format: .pdf).checkSpans()
            } catch {
                #expect(error is DocumentError)
            }
        }
    }

    private func mutate(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            guard !bytes.isEmpty else { return bytes }
            let position = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[position] = UInt8.random(in: .min ... .max, using: &random)
            case 1: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes.remove(at: position)
            case 3: bytes.insert(Array("<>&\"'/:-\n#*|`[]".utf8).randomElement(using: &random) ?? 0, at: position)
            case 4:
                let end = min(bytes.count, position + Int.random(in: 1...40, using: &random))
                bytes.insert(contentsOf: bytes[position..<end], at: Int.random(in: 0...bytes.count, using: &random))
            default: if Int.random(in: 0..<4, using: &random) == 0 { bytes.removeSubrange(position...) }
            }
        }
        return bytes
    }
}
