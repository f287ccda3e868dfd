import HearthCore
import Testing

@testable import HearthDocuments

/// What parts of a Word document, its fields and its fonts show, and what they keep without showing it.
struct WordShownTests {
    private typealias Fixture = WordReaderTests

    private static let word = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\""

    private func run(_ text: String, _ properties: String = "") -> String {
        "<w:r><w:rPr>\(properties)</w:rPr><w:t xml:space=\"preserve\">\(text)</w:t></w:r>"
    }

    private func pieces(_ body: String) async throws -> [String] {
        try await read(Fixture.docx(body), "a.docx").pieces()
    }

    // MARK: Headers and notes

    private func header(_ id: String, _ text: String) -> (id: String, type: String, target: String, contents: String) {
        (id, "header", "\(id).xml", "<w:hdr \(Self.word)>\(Fixture.paragraph(text))</w:hdr>")
    }

    private func section(_ more: String) -> String { "<w:sectPr>\(more)</w:sectPr>" }

    private func reference(_ type: String, _ id: String) -> String {
        "<w:headerReference w:type=\"\(type)\" r:id=\"\(id)\"/>"
    }

    @Test func onlyHeadersThatAPageShowsAreRead() async throws {
        let parts = ["usual", "first", "even", "old"].map { header($0, "The \($0) one") }
        let references = reference("default", "usual") + reference("first", "first") + reference("even", "even")
        func pieces(_ body: String, _ settings: String = "") async throws -> [String] {
            let settings = (
                id: "s", type: "settings", target: "settings.xml",
                contents: "<w:settings \(Self.word)>\(settings)</w:settings>"
            )
            let document = try await read(
                Fixture.docx(Fixture.paragraph("Body") + body, parts: parts + [settings]), "a.docx")
            return document.pieces()
        }
        #expect(try await pieces(section(references)) == ["Body", "The usual one"])
        #expect(try await pieces(section(references + "<w:titlePg/>")) == ["Body", "The usual one", "The first one"])
        let even = "<w:evenAndOddHeaders/>"
        #expect(try await pieces(section(references), even) == ["Body", "The usual one", "The even one"])
        // A section without references has those of the one before it.
        let two = "<w:p><w:pPr>\(section(references))</w:pPr></w:p>" + section("<w:titlePg w:val=\"1\"/>")
        #expect(try await pieces(two) == ["Body", "The usual one", "The first one"])
    }

    @Test func notesThatNothingRefersToAreLeftOut() async throws {
        let notes = ["1": "cited", "2": "deleted", "3": "orphan"].sorted { $0.key < $1.key }.map {
            "<w:footnote w:id=\"\($0.key)\">\(Fixture.paragraph($0.value))</w:footnote>"
        }
        func pieces(_ body: String) async throws -> [String] {
            let part = "<w:footnotes \(Self.word)>\(notes.joined())</w:footnotes>"
            let document = try await read(
                Fixture.docx(body, parts: [("n", "footnotes", "n.xml", part)]), "a.docx")
            return document.pieces()
        }
        let cite = { (id: Int) in "<w:r><w:footnoteReference w:id=\"\(id)\"/></w:r>" }
        #expect(
            try await pieces("<w:p>\(run("Body"))\(cite(1))<w:del>\(cite(2))</w:del></w:p>") == ["Body", "cited"])
        // Where nothing is cited at all, the body may be cut off, and the notes stay.
        #expect(try await pieces(Fixture.paragraph("Body")) == ["Body", "cited", "deleted", "orphan"])
    }

    @Test func aLargeInitialBeginsItsParagraph() async throws {
        let initial = Fixture.paragraph("O", "<w:framePr w:dropCap=\"drop\" w:lines=\"3\"/>")
        #expect(try await pieces(initial + Fixture.paragraph("nce upon a time.")) == ["Once upon a time."])
        let frame = Fixture.paragraph("Aside", "<w:framePr w:w=\"100\"/>")
        #expect(try await pieces(frame + Fixture.paragraph("Text.")) == ["Aside", "Text."])
    }

    // MARK: Numbers

    private func numbered(_ levels: String, _ styles: String, _ body: String) async throws -> [String] {
        let numbering =
            "<w:abstractNum w:abstractNumId=\"0\">\(levels)</w:abstractNum>"
            + "<w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>"
        return try await read(
            Fixture.docx(
                body,
                parts: [
                    ("n", "numbering", "numbering.xml", "<w:numbering \(Self.word)>\(numbering)</w:numbering>"),
                    ("s", "styles", "styles.xml", "<w:styles \(Self.word)>\(styles)</w:styles>"),
                ]), "a.docx"
        ).pieces()
    }

    private func level(_ index: Int, _ text: String, _ more: String) -> String {
        "<w:lvl w:ilvl=\"\(index)\"><w:start w:val=\"1\"/>\(more)<w:lvlText w:val=\"\(text)\"/></w:lvl>"
    }

    @Test func theListSaysWhichOfItsLevelsAStyleIs() async throws {
        let list = "<w:pPr><w:numPr><w:numId w:val=\"1\"/></w:numPr></w:pPr>"
        let read = try await numbered(
            level(0, "%1", "<w:pStyle w:val=\"Part\"/>") + level(1, "%1.%2", "<w:pStyle w:val=\"Clause\"/>"),
            "<w:style w:styleId=\"Part\">\(list)</w:style><w:style w:styleId=\"Clause\">\(list)</w:style>"
                + "<w:style w:styleId=\"Mine\"><w:basedOn w:val=\"Clause\"/></w:style>",
            Fixture.paragraph("Rent", "<w:pStyle w:val=\"Part\"/>")
                + Fixture.paragraph("It is due.", "<w:pStyle w:val=\"Clause\"/>")
                + Fixture.paragraph("It is paid.", "<w:pStyle w:val=\"Mine\"/>"))
        #expect(read == ["1 Rent", "1.1 It is due.", "1.2 It is paid."])
    }

    @Test func numbersMayStandCloseAndHaveZeros() async throws {
        let custom =
            "<mc:AlternateContent><mc:Choice Requires=\"w14\"><w:numFmt w:val=\"custom\" w:format=\"001, 002, 003, ...\"/>"
            + "</mc:Choice><mc:Fallback><w:numFmt w:val=\"decimal\"/></mc:Fallback></mc:AlternateContent>"
        let read = try await numbered(
            level(0, "第%1章", "<w:numFmt w:val=\"chineseCounting\"/><w:suff w:val=\"nothing\"/>")
                + level(1, "%2", custom),
            "",
            Fixture.paragraph("租金", "<w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"1\"/></w:numPr>")
                + Fixture.paragraph("a", "<w:numPr><w:ilvl w:val=\"1\"/><w:numId w:val=\"1\"/></w:numPr>"))
        #expect(read == ["第一章租金", "001 a"])
        #expect(ListNumber.text(21, format: "chineseLegalSimplified") == "贰拾壹")
        #expect(ListNumber.text(12, format: "0000") == "0012")
    }

    // MARK: Fields that show their instruction

    @Test(arguments: [
        ("MACROBUTTON NoMacro [Click here] \\* MERGEFORMAT", "[Click here]"),
        ("SYMBOL 97 \\f \"Symbol\" \\s 12", "α"), ("SYMBOL 0xE0 \\f Wingdings", "→"), ("XE \"Index entry\"", ""),
        ("EQ \\f(a+b,2)", "(a+b)/2"), ("EQ \\r(3,x)", "3√x"), ("EQ \\b\\bc\\[(a)", "[a]"),
        ("EQ \\* jc2 \\* \"Font:MS Mincho\" \\* hps10 \\o\\ad(\\s\\up 11(かんじ),漢字)", "漢字"),
        ("EQ \\i\\su(i=1,n,i)", "∑_(i=1)^n i"), ("EQ f(x) = \\s\\up8(2)", "f(x) = 2"), ("EQ \\(", "("),
    ])
    func instructionsThatAreShown(_ instruction: String, _ text: String) async throws {
        #expect(WordInstruction.shown(" \(instruction) ") ?? "" == text)
        let body =
            "<w:p>\(run("a "))<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText>\(instruction)</w:instrText></w:r>"
            + "<w:r><w:fldChar w:fldCharType=\"end\"/></w:r>\(run("|"))</w:p>"
        #expect(try await pieces(body) == ["a \(text)|"])
    }

    @Test func anInstructionIsShownOnlyWithoutAResult() async throws {
        func field(_ instruction: String, _ result: String?) -> String {
            let mark = { (type: String) in "<w:r><w:fldChar w:fldCharType=\"\(type)\"/></w:r>" }
            return mark("begin") + "<w:r><w:instrText>\(instruction)</w:instrText></w:r>"
                + (result.map { mark("separate") + $0 } ?? "") + mark("end")
        }
        let nested = field("EQ \\r(2)", field("SEQ x", run("root")))
        #expect(try await pieces("<w:p>\(nested)</w:p>") == ["root"])
        let argument = field("EQ \\r(" + "</w:instrText></w:r>" + field("SEQ x", run("7")) + "<w:r><w:instrText>)", nil)
        #expect(try await pieces("<w:p>\(argument)</w:p>") == ["√7"])
    }

    @Test(.timeLimit(.minutes(1))) func formulasWithoutEndAreNoTrap() {
        for part in ["\\f(", "(", "\\o\\ad(\\s\\up 8(", "\\b\\bc\\", "\\* \""] {
            _ = WordInstruction.shown("EQ \\x(" + String(repeating: part, count: 2_000))
        }
    }

    // MARK: Fonts and styles

    @Test func lettersOfFontsOfPicturesAreNoLetters() async throws {
        let font = "<w:rFonts w:ascii=\"Wingdings\" w:hAnsi=\"Wingdings\"/>"
        let body = "<w:p>\(run("l", font))\(run(" done "))\(run("J\u{F0FC}q漢", font))\(run("a"))</w:p>"
        #expect(try await pieces(body) == ["● done ☺✓❑漢a"])
    }

    @Test func whatAStyleWasBeforeAChangeDoesNotCount() async throws {
        let styles =
            "<w:style w:styleId=\"S\"><w:rPr><w:rPrChange w:id=\"1\"><w:rPr><w:vanish/></w:rPr></w:rPrChange></w:rPr></w:style>"
        let document = try await read(
            Fixture.docx(
                Fixture.paragraph("seen", "<w:pStyle w:val=\"S\"/>"),
                parts: [("s", "styles", "styles.xml", "<w:styles \(Self.word)>\(styles)</w:styles>")]), "a.docx")
        #expect(document.pieces() == ["seen"])
    }

    // MARK: Parts of their own

    @Test func aPageInAWebArchiveIsRead() async throws {
        let archive =
            "MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n type=\"text/html\"; boundary=\"----=x\"\r\n\r\n"
            + "preamble\r\n------=x\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n"
            + "------=x\r\nContent-Type: text/html; charset=\"utf-8\"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
            + "<html><body><p class=3D\"a\">Caf=C3=A9 on the cor=\r\nner</p></body></html>\r\n------=x--\r\n"
        let document = try await read(
            Fixture.docx("<w:altChunk r:id=\"r1\"/>", parts: [("r1", "aFChunk", "afchunk.mht", archive)]), "a.docx")
        #expect(document.pieces() == ["Café on the corner"])
        #expect(document.warnings.isEmpty)
    }

    @Test func aPartThatCannotBeUnpackedCostsOnlyItself() async throws {
        let whole = Fixture.docx(Fixture.paragraph("Body"), parts: [header("h", "Head")])
        #expect(try await read(whole, "a.docx").pieces() == ["Body", "Head"])
        /// Says of an entry that it is packed in a way that nobody knows.
        func spoiled(_ name: String) -> [UInt8] {
            var bytes = whole
            for start in 46..<(bytes.count - name.utf8.count)
            where bytes[start..<(start + name.utf8.count)].elementsEqual(name.utf8) {
                if bytes[(start - 30)...].starts(with: "PK\u{3}\u{4}") { bytes[start - 22] = 77 }
                if bytes[(start - 46)...].starts(with: "PK\u{1}\u{2}") { bytes[start - 36] = 77 }
            }
            return bytes
        }
        let document = try await read(spoiled("word/h.xml"), "a.docx")
        #expect(document.pieces() == ["Body"])
        #expect(document.warnings.map(\.kind) == [.damaged])
        #expect(await errorCode(spoiled("word/document.xml"), "a.docx") == "damaged-zip")
    }

    @Test func titlesOfChartsMayComeFromCells() async throws {
        let names =
            "xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\" xmlns:r=\"http://x/r\""
        let cell = { (text: String) in
            "<c:tx><c:strRef><c:f>A1</c:f><c:strCache><c:pt idx=\"0\"><c:v>\(text)</c:v></c:pt></c:strCache></c:strRef></c:tx>"
        }
        let chart =
            "<c:chartSpace \(names)><c:chart><c:title>\(cell("Sales"))</c:title><c:ser>\(cell("Rome"))"
            + "<c:dLbls><c:dLbl>\(cell("Record"))</c:dLbl></c:dLbls><c:val><c:pt idx=\"0\"><c:v>5</c:v></c:pt></c:val></c:ser>"
            + "</c:chart></c:chartSpace>"
        let document = try await read(
            Fixture.docx(
                "<w:p><w:r><w:drawing><c:chart \(names) r:id=\"r1\"/></w:drawing></w:r></w:p>",
                parts: [("r1", "chart", "chart.xml", chart)]), "a.docx")
        #expect(document.pieces() == ["Sales", "Record", "Rome\n\t5"])
    }
}
