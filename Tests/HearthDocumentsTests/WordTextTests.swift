import HearthCore
import Testing

@testable import HearthDocuments

/// What a reader of a Word document sees and the file does not hold as text, or holds and does not show.
struct WordTextTests {
    private typealias Fixture = WordReaderTests

    private static let word = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\""

    private func pieces(_ body: String) async throws -> [String] {
        try await read(Fixture.docx(body), "a.docx").pieces()
    }

    private func run(_ text: String, _ properties: String = "") -> String {
        "<w:r><w:rPr>\(properties)</w:rPr><w:t xml:space=\"preserve\">\(text)</w:t></w:r>"
    }

    // MARK: Lists

    /// A document whose numbering part is given; items are (list, level, text).
    private func list(_ numbering: String, _ items: [(Int, Int, String)], styles: String = "") async throws -> [String]
    {
        let body = items.map { list, level, text in
            Fixture.paragraph(text, "<w:numPr><w:ilvl w:val=\"\(level)\"/><w:numId w:val=\"\(list)\"/></w:numPr>")
        }
        let document = try await read(
            Fixture.docx(
                body.joined(),
                parts: [
                    ("n", "numbering", "numbering.xml", "<w:numbering \(Self.word)>\(numbering)</w:numbering>"),
                    ("s", "styles", "styles.xml", "<w:styles \(Self.word)>\(styles)</w:styles>"),
                ]), "a.docx")
        return document.pieces()
    }

    private func level(_ index: Int, _ format: String, _ text: String, start: Int = 1, _ more: String = "") -> String {
        "<w:lvl w:ilvl=\"\(index)\"><w:start w:val=\"\(start)\"/><w:numFmt w:val=\"\(format)\"/>\(more)"
            + "<w:lvlText w:val=\"\(text)\"/></w:lvl>"
    }

    private func definition(_ id: Int, _ levels: String...) -> String {
        "<w:abstractNum w:abstractNumId=\"\(id)\">\(levels.joined())</w:abstractNum>"
    }

    private func number(_ id: Int, _ definition: Int, _ overrides: String = "") -> String {
        "<w:num w:numId=\"\(id)\"><w:abstractNumId w:val=\"\(definition)\"/>\(overrides)</w:num>"
    }

    @Test func itemsHaveTheNumbersThatWordShows() async throws {
        let numbering =
            definition(0, level(0, "decimal", "%1."), level(1, "lowerLetter", "%1.%2)"), level(2, "bullet", "o"))
            + number(1, 0)
        let read = try await list(
            numbering,
            [(1, 0, "one"), (1, 1, "a"), (1, 1, "b"), (1, 2, "dot"), (1, 0, "two"), (1, 1, "a again")])
        #expect(read == ["1. one", "1.a) a", "1.b) b", "dot", "2. two", "2.a) a again"])
    }

    @Test func listsOfOneDefinitionCountOnUnlessTheyBeginAnew() async throws {
        let numbering =
            definition(0, level(0, "upperRoman", "Article %1"), level(1, "decimal", "%1.%2", "<w:isLgl/>"))
            + number(1, 0) + number(2, 0)
            + number(3, 0, "<w:lvlOverride w:ilvl=\"0\"><w:startOverride w:val=\"1\"/></w:lvlOverride>")
        let read = try await list(
            numbering,
            [(1, 0, "x"), (2, 0, "y"), (2, 1, "z"), (3, 0, "u"), (3, 0, "v"), (0, 0, "no list"), (9, 0, "w")])
        #expect(
            read == ["Article I x", "Article II y", "2.1 z", "Article I u", "Article II v", "no list", "w"])
    }

    @Test func aLevelThatNeverRestartsCountsOn() async throws {
        let numbering =
            definition(
                0, level(0, "decimal", "%1"), level(1, "decimal", "(%2)", start: 5, "<w:lvlRestart w:val=\"0\"/>"))
            + number(1, 0)
        let read = try await list(numbering, [(1, 0, "a"), (1, 1, "b"), (1, 0, "c"), (1, 1, "d")])
        #expect(read == ["1 a", "(5) b", "2 c", "(6) d"])
    }

    @Test func aListMayStandForThatOfAStyle() async throws {
        let numbering =
            definition(0, "<w:numStyleLink w:val=\"S\"/>") + definition(1, level(0, "ordinal", "%1")) + number(1, 0)
            + number(2, 1)
        let style =
            "<w:style w:styleId=\"S\"><w:pPr><w:numPr><w:numId w:val=\"2\"/></w:numPr></w:pPr></w:style>"
        #expect(try await list(numbering, [(1, 0, "a"), (1, 0, "b")], styles: style) == ["1st a", "2nd b"])
    }

    @Test func headingsAreNumberedByTheirStyleAndTitlesAreNot() async throws {
        let styles =
            "<w:style w:styleId=\"H1\"><w:name w:val=\"heading 1\"/><w:pPr><w:numPr><w:numId w:val=\"1\"/></w:numPr></w:pPr></w:style>"
            + "<w:style w:styleId=\"H2\"><w:name w:val=\"heading 2\"/><w:basedOn w:val=\"H1\"/><w:pPr><w:numPr><w:ilvl w:val=\"1\"/></w:numPr></w:pPr></w:style>"
        let numbering = definition(0, level(0, "decimal", "%1"), level(1, "decimal", "%1.%2")) + number(1, 0)
        let body =
            Fixture.paragraph("Terms", "<w:pStyle w:val=\"H1\"/>")
            + Fixture.paragraph("Rent", "<w:pStyle w:val=\"H2\"/>")
            + Fixture.paragraph("Pets", "<w:pStyle w:val=\"H2\"/>")
        let document = try await read(
            Fixture.docx(
                body,
                parts: [
                    ("n", "numbering", "numbering.xml", "<w:numbering \(Self.word)>\(numbering)</w:numbering>"),
                    ("s", "styles", "styles.xml", "<w:styles \(Self.word)>\(styles)</w:styles>"),
                ]), "a.docx")
        #expect(document.pieces() == ["1 Terms", "1.1 Rent", "1.2 Pets"])
        #expect(document.blocks.map(\.kind) == [.heading(level: 1), .heading(level: 2), .heading(level: 2)])
        #expect(document.title == "Terms")
    }

    @Test(arguments: [
        (4, "upperRoman", "IV"), (28, "lowerLetter", "bb"), (7, "decimalZero", "07"), (22, "ordinal", "22nd"),
        (13, "ordinal", "13th"), (21, "cardinalText", "Twenty-one"), (30, "ordinalText", "Thirtieth"),
        (5, "ordinalText", "Fifth"), (2, "russianLower", "б"), (105, "chineseCounting", "一百零五"),
        (12, "japaneseCounting", "十二"), (3, "hindiNumbers", "३"), (2, "ganada", "나"), (3, "decimalEnclosedCircle", "③"),
        (10, "hex", "A"), (2, "chicago", "†"), (5, "none", ""), (5_000, "upperRoman", "5000"), (6, "unheardOf", "6"),
        (999_999, "upperLetter", "999999"),
    ])
    func numbersAreWrittenInTheirFormat(_ number: Int, _ format: String, _ text: String) {
        #expect(ListNumber.text(number, format: format) == text)
    }

    // MARK: Fields

    private func mark(_ type: String, _ more: String = "") -> String {
        "<w:r><w:fldChar w:fldCharType=\"\(type)\">\(more)</w:fldChar></w:r>"
    }

    private func instruction(_ text: String) -> String { "<w:r><w:instrText>\(text)</w:instrText></w:r>" }

    @Test func onlyTheResultOfAFieldIsText() async throws {
        let inner = mark("begin") + instruction("MERGEFIELD x") + mark("separate") + run("argument") + mark("end")
        let body =
            "<w:p>" + run("a ") + mark("begin") + instruction("IF ") + inner + instruction(" = 1") + mark("separate")
            + run("result ") + mark("end") + "<w:fldSimple w:instr=\"PAGE\">\(run("7"))</w:fldSimple></w:p>"
        #expect(try await pieces(body) == ["a result 7"])
    }

    @Test func aFieldWithoutItsSeparatorHidesNoMoreThanItsParagraph() async throws {
        let body = "<w:p>" + mark("begin") + run("lost") + "</w:p>" + Fixture.paragraph("kept")
        #expect(try await pieces(body) == ["kept"])
    }

    @Test func formsShowWhatWasChosen() async throws {
        let entries = "<w:listEntry w:val=\"red\"/><w:listEntry w:val=\"blue\"/>"
        let list = mark("begin", "<w:ffData><w:ddList><w:result w:val=\"1\"/>\(entries)</w:ddList></w:ffData>")
        let box = mark("begin", "<w:ffData><w:checkBox><w:default w:val=\"0\"/><w:checked/></w:checkBox></w:ffData>")
        let body = "<w:p>" + list + instruction("FORMDROPDOWN") + mark("end") + run(" ") + box + mark("end") + "</w:p>"
        #expect(try await pieces(body) == ["blue ☒"])
    }

    // MARK: What is not shown

    @Test func hiddenTextIsLeftOutWithAWarning() async throws {
        let body =
            "<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>" + run("seen") + run(" hidden", "<w:vanish/>")
            + run(" too", "<w:vanish w:val=\"0\"/>") + "</w:p>"
        let document = try await read(Fixture.docx(body), "a.docx")
        #expect(document.pieces() == ["seen too"])
        #expect(document.warnings.map(\.kind) == [.skipped])
    }

    @Test func aStyleMayHideText() async throws {
        let styles = "<w:style w:styleId=\"Ghost\"><w:rPr><w:vanish/></w:rPr></w:style>"
        let body =
            "<w:p>" + run("seen ") + run("ghost", "<w:rStyle w:val=\"Ghost\"/>") + "</w:p>"
            + "<w:p><w:pPr><w:pStyle w:val=\"Ghost\"/></w:pPr>" + run("ghost")
            + run("shown", "<w:vanish w:val=\"false\"/>")
            + "</w:p>"
        let document = try await read(
            Fixture.docx(body, parts: [("s", "styles", "styles.xml", "<w:styles \(Self.word)>\(styles)</w:styles>")]),
            "a.docx")
        #expect(document.pieces() == ["seen", "shown"])
    }

    @Test func aParagraphWhoseEndWasDeletedGoesOnInTheNext() async throws {
        let deleted = "<w:rPr><w:del w:id=\"1\"/></w:rPr>"
        let body =
            Fixture.paragraph("The end ", deleted) + Fixture.paragraph("of it.")
            + "<w:p><w:pPr>\(deleted)</w:pPr><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>"
            + Fixture.paragraph("Next.") + Fixture.paragraph("Last.", deleted)
        #expect(try await pieces(body) == ["The end of it.", "Next.", "Last."])
    }

    @Test func deletedRowsAndCellsAreLeftOut() async throws {
        let cell = { (text: String, more: String) in
            "<w:tc><w:tcPr>\(more)</w:tcPr>\(Fixture.paragraph(text))</w:tc>"
        }
        let table =
            "<w:tbl><w:tr>\(cell("a", ""))\(cell("b", ""))</w:tr>"
            + "<w:tr><w:trPr><w:del w:id=\"1\"/></w:trPr>\(cell("c", ""))\(cell("d", ""))</w:tr>"
            + "<w:tr>\(cell("e", ""))\(cell("f", "<w:cellDel w:id=\"2\"/>"))</w:tr></w:tbl>"
        #expect(try await pieces(table) == ["a\tb\ne"])
    }

    @Test func aCellOverTwoColumnsMovesTheNextOneOn() async throws {
        let cell = { (text: String, more: String) in
            "<w:tc><w:tcPr>\(more)</w:tcPr>\(Fixture.paragraph(text))</w:tc>"
        }
        let table =
            "<w:tbl><w:tr>\(cell("Day", ""))\(cell("Who", ""))\(cell("When", ""))</w:tr>"
            + "<w:tr>\(cell("Mon", "<w:gridSpan w:val=\"2\"/>"))\(cell("9", ""))</w:tr>"
            + "<w:tr>\(cell("Tue", "<w:gridSpan w:val=\"99999999999\"/>"))\(cell("", ""))</w:tr></w:tbl>"
        #expect(try await pieces(table) == ["Day\tWho\tWhen\nMon\t\t9\nTue"])
    }

    // MARK: Shapes, formulas, symbols

    @Test func aVersionWithoutTextGivesWayToOneWithText() async throws {
        let body =
            "<w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing/></mc:Choice>"
            + "<mc:Fallback><w:txbxContent>\(Fixture.paragraph("only here"))</w:txbxContent></mc:Fallback>"
            + "</mc:AlternateContent></w:r></w:p>"
        #expect(try await pieces(body) == ["only here"])
    }

    @Test func letteringIsText() async throws {
        let shape = "<v:shape xmlns:v=\"urn:schemas-microsoft-com:vml\"><v:textpath string=\"DRAFT\"/></v:shape>"
        #expect(
            try await pieces("<w:p><w:r><w:pict>\(shape)</w:pict><w:t>Body</w:t></w:r></w:p>") == ["Body", "DRAFT"])
    }

    @Test(arguments: [
        ("<m:f><m:num>@a+b@</m:num><m:den>@2@</m:den></m:f>", "(a+b)/2"),
        ("<m:sSup><m:e>@x@</m:e><m:sup>@10@</m:sup></m:sSup>", "x^10"),
        ("<m:rad><m:deg/><m:e>@1-x@</m:e></m:rad>", "√(1-x)"),
        (
            "<m:d><m:dPr><m:begChr m:val=\"[\"/><m:endChr m:val=\"]\"/></m:dPr><m:e>@a@</m:e><m:e>@b@</m:e></m:d>",
            "[a|b]"
        ),
        (
            "<m:nary><m:naryPr><m:chr m:val=\"∑\"/></m:naryPr><m:sub>@i=1@</m:sub><m:sup>@n@</m:sup><m:e>@i@</m:e></m:nary>",
            "∑_(i=1)^n i"
        ),
        ("<m:m><m:mr><m:e>@1@</m:e><m:e>@0@</m:e></m:mr><m:mr><m:e>@0@</m:e><m:e>@1@</m:e></m:mr></m:m>", "1, 0; 0, 1"),
    ])
    func formulasAreWrittenOnALine(_ formula: String, _ text: String) async throws {
        var marked = ""
        var isOpen = false
        for character in formula {
            if character == "@" {
                marked += isOpen ? "</m:t></m:r>" : "<m:r><m:t>"
                isOpen.toggle()
            } else {
                marked.append(character)
            }
        }
        #expect(try await pieces("<w:p><m:oMath>\(marked)</m:oMath></w:p>") == [text])
    }

    @Test func charactersOfSymbolFontsAreReadByTheirFont() async throws {
        let body =
            "<w:p><w:r><w:sym w:font=\"Symbol\" w:char=\"F061\"/><w:sym w:font=\"Wingdings\" w:char=\"F0FE\"/>"
            + "<w:sym w:font=\"Webdings\" w:char=\"F061\"/></w:r>" + run("D\u{F062}", "<w:rFonts w:ascii=\"Symbol\"/>")
            + "</w:p>"
        #expect(try await pieces(body) == ["α☑Δβ"])
    }

    // MARK: Parts of their own

    @Test func chartsAndDiagramsAreReadWhereTheyStand() async throws {
        let drawing = { (id: String, tag: String) in
            "<w:p><w:r><w:drawing>\(tag.replacing("ID", with: id))</w:drawing></w:r></w:p>"
        }
        let charts = "xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\""
        let diagrams = "xmlns:d=\"http://schemas.openxmlformats.org/drawingml/2006/diagram\""
        let text = "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\""
        let points = { (values: [String]) in
            values.enumerated().map { "<c:pt idx=\"\($0)\"><c:v>\($1)</c:v></c:pt>" }.joined()
        }
        let chart =
            "<c:chartSpace \(charts) \(text)><c:chart><c:title><c:tx><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:tx></c:title>"
            + "<c:ser><c:tx>\(points(["Rome"]))</c:tx><c:cat>\(points(["2020", "2021"]))</c:cat><c:val>\(points(["5", "7"]))</c:val></c:ser>"
            + "</c:chart></c:chartSpace>"
        let point = { (type: String, text: String) in
            "<d:pt \(type)><d:t><a:p><a:r><a:t>\(text)</a:t></a:r></a:p></d:t></d:pt>"
        }
        let diagram =
            "<d:dataModel \(diagrams) \(text)>\(point("", "Plan"))\(point("type=\"pres\"", "layout"))</d:dataModel>"
        let document = try await read(
            Fixture.docx(
                drawing("r1", "<c:chart \(charts) r:id=\"ID\"/>") + drawing("r2", "<d:relIds \(diagrams) r:dm=\"ID\"/>")
                    + Fixture.paragraph("end"),
                parts: [
                    ("r1", "chart", "charts/chart1.xml", chart), ("r2", "diagramData", "diagrams/data1.xml", diagram),
                ]), "a.docx")
        #expect(document.pieces() == ["Sales", "Rome\n2020\t5\n2021\t7", "Plan", "end"])
    }

    @Test func documentsThatWereTakenInAreRead() async throws {
        let chunk = { (id: String) in "<w:altChunk r:id=\"\(id)\"/>" }
        let document = try await read(
            Fixture.docx(
                Fixture.paragraph("before") + chunk("r1") + chunk("r2") + chunk("r3") + chunk("r4")
                    + Fixture.paragraph("after"),
                parts: [
                    ("r1", "aFChunk", "chunk.html", "<html><body><p>from the web</p></body></html>"),
                    ("r2", "aFChunk", "chunk.txt", "plain"), ("r3", "aFChunk", "chunk.rtf", "{\\rtf1 rich}"),
                    ("r4", "aFChunk", "chunk.pdf", "%PDF-1.4"),
                ]), "a.docx")
        #expect(document.pieces() == ["before", "from the web", "plain", "rich", "after"])
        #expect(document.warnings.map(\.kind) == [.skipped])
    }

    @Test func contentControlsAndTagsAreTransparent() async throws {
        let sdt = { (text: String) in
            "<w:sdt><w:sdtPr><w:alias w:val=\"no\"/><w:dropDownList><w:listItem w:displayText=\"no\"/></w:dropDownList></w:sdtPr>"
                + "<w:sdtContent>\(text)</w:sdtContent></w:sdt>"
        }
        let cell = "<w:tc>\(Fixture.paragraph("cell"))</w:tc>"
        let body =
            sdt(Fixture.paragraph("block")) + "<w:p>" + sdt(run("run ")) + "<w:smartTag>\(run("tag "))</w:smartTag>"
            + "<w:customXml>\(run("xml "))</w:customXml><w:bdo>\(run("bdo"))</w:bdo></w:p>"
            + "<w:tbl>" + sdt("<w:tr>\(cell)" + sdt(cell) + "</w:tr>") + "</w:tbl>"
        #expect(try await pieces(body) == ["block", "run tag xml bdo", "cell\tcell"])
    }

    @Test func theBodyIsFoundUnderAnotherNameAndSpelling() async throws {
        let body = "<w:document \(Self.word)><w:body>\(Fixture.paragraph("found"))</w:body></w:document>"
        let package =
            "<Relationships><Relationship Id=\"r\" Type=\"x/officeDocument\" Target=\"/Word/Main.xml\"/></Relationships>"
        let other = try await read(
            ZipWriter.archive([("[Content_Types].xml", "<Types/>"), ("_rels/.rels", package), ("word\\main.xml", body)]
            ),
            "a.docx")
        #expect(other.pieces() == ["found"])
        let nameless = try await read(
            ZipWriter.archive([("[Content_Types].xml", "<Types/>"), ("word/document2.xml", body)]), "a.docx")
        #expect(nameless.pieces() == ["found"])
    }

    @Test func strictNamespacesAreRead() async throws {
        let body =
            "<w:document xmlns:w=\"http://purl.oclc.org/ooxml/wordprocessingml/main\"><w:body>\(Fixture.paragraph("strict"))</w:body></w:document>"
        let document = try await read(
            ZipWriter.archive([("[Content_Types].xml", "<Types/>"), ("word/document.xml", body)]), "a.docx")
        #expect(document.pieces() == ["strict"])
    }
}
