import HearthCore
import Testing

@testable import HearthDocuments

struct WordReaderTests {
    private static let namespaces =
        "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\""
        + " xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\""
        + " xmlns:m=\"http://schemas.openxmlformats.org/officeDocument/2006/math\""

    /// A document whose part names its parts by these relationships.
    static func docx(
        _ body: String, parts: [(id: String, type: String, target: String, contents: String)]
    ) -> [UInt8] {
        let relationships = parts.map {
            "<Relationship Id=\"\($0.id)\" Type=\"http://x/\($0.type)\" Target=\"\($0.target)\"/>"
        }
        return docx(
            body,
            [("word/_rels/document.xml.rels", "<Relationships>\(relationships.joined())</Relationships>")]
                + parts.map { ("word/\($0.target)", $0.contents) })
    }

    static func docx(_ body: String, _ more: [(String, String)] = []) -> [UInt8] {
        ZipWriter.archive(
            [
                ("[Content_Types].xml", "<Types/>"),
                ("word/document.xml", "<w:document \(namespaces)><w:body>\(body)</w:body></w:document>"),
            ] + more)
    }

    static func paragraph(_ text: String, _ properties: String = "") -> String {
        "<w:p><w:pPr>\(properties)</w:pPr><w:r><w:t xml:space=\"preserve\">\(text)</w:t></w:r></w:p>"
    }

    private func pieces(_ body: String, _ more: [(String, String)] = []) async throws -> [String] {
        try await read(Self.docx(body, more), "a.docx").pieces()
    }

    @Test func paragraphsRunsAndBreaksAreRead() async throws {
        let body =
            "<w:p><w:r><w:t>Price</w:t></w:r><w:r><w:tab/><w:t xml:space=\"preserve\">5 </w:t><w:br/><w:t>€ &amp; up</w:t>"
            + "<w:noBreakHyphen/><w:sym w:font=\"Wingdings\" w:char=\"F0E0\"/></w:r></w:p><w:p/>"
            + Self.paragraph("Größe")
        #expect(try await pieces(body) == ["Price\t5 \n€ & up-→", "Größe"])
    }

    @Test func headingsAreKnownByStyleInAnyLanguage() async throws {
        let styles =
            "<w:styles \(Self.namespaces)><w:style w:styleId=\"berschrift2\"><w:name w:val=\"heading 2\"/></w:style>"
            + "<w:style w:styleId=\"Eigen\"><w:name w:val=\"Meins\"/><w:basedOn w:val=\"berschrift2\"/></w:style>"
            + "<w:style w:styleId=\"Titel\"><w:name w:val=\"Title\"/></w:style>"
            + "<w:style w:styleId=\"A\"><w:basedOn w:val=\"B\"/></w:style><w:style w:styleId=\"B\"><w:basedOn w:val=\"A\"/></w:style>"
            + "</w:styles>"
        let relationships = "<Relationships><Relationship Type=\"x/styles\" Target=\"styles.xml\"/></Relationships>"
        let body =
            Self.paragraph("T", "<w:pStyle w:val=\"Titel\"/>") + Self.paragraph("H", "<w:pStyle w:val=\"Eigen\"/>")
            + Self.paragraph("L", "<w:numPr/>") + Self.paragraph("O", "<w:outlineLvl w:val=\"2\"/>")
            + Self.paragraph("P", "<w:pStyle w:val=\"A\"/>")
        let document = try await read(
            Self.docx(body, [("word/styles.xml", styles), ("word/_rels/document.xml.rels", relationships)]), "a.docx")
        #expect(
            document.blocks.map(\.kind) == [
                .heading(level: 1), .heading(level: 2), .listItem, .heading(level: 3), .paragraph,
            ])
        #expect(document.title == "T")
    }

    @Test func deletedTextGoesAndInsertedTextStays() async throws {
        let body =
            "<w:p><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText><w:t>old</w:t></w:r></w:del>"
            + "<w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom><w:r><w:instrText>PAGE</w:instrText></w:r></w:p>"
        #expect(try await pieces(body) == ["new"])
    }

    @Test func alternativesAreReadOnce() async throws {
        let box = { (text: String) in "<w:txbxContent>\(Self.paragraph(text))</w:txbxContent>" }
        let body =
            "<w:p><w:r><w:t>before </w:t><mc:AlternateContent><mc:Choice>\(box("in a box"))</mc:Choice>"
            + "<mc:Fallback>\(box("in a box"))</mc:Fallback></mc:AlternateContent><w:t>after</w:t></w:r></w:p>"
        #expect(try await pieces(body) == ["before after", "in a box"])
    }

    @Test func aTableIsOneBlockWithARowALine() async throws {
        let cell = { (text: String) in "<w:tc>\(Self.paragraph(text))</w:tc>" }
        let inner = "<w:tc><w:tbl><w:tr>\(cell("i"))\(cell("j"))</w:tr></w:tbl><w:p/></w:tc>"
        let table = "<w:tbl><w:tr>\(cell("Year"))\(cell("Sales"))</w:tr><w:tr>\(cell("2020"))\(inner)</w:tr></w:tbl>"
        let document = try await read(Self.docx(table + Self.paragraph("end")), "a.docx")
        #expect(document.pieces() == ["Year\tSales\n2020\ti j", "end"])
        #expect(document.blocks[0].kind == .table)
    }

    @Test func aTableThatOnlyFramesTextIsNoTable() async throws {
        let table = "<w:tbl><w:tr><w:tc>\(Self.paragraph("one"))\(Self.paragraph("two"))</w:tc></w:tr></w:tbl>"
        let document = try await read(Self.docx(table), "a.docx")
        #expect(document.pieces() == ["one", "two"])
    }

    @Test func notesHeadersAndCommentsFollowTheBody() async throws {
        let parts = ["footnotes", "endnotes", "header", "footer", "comments"]
        let relationships = parts.map { "<Relationship Type=\"http://x/\($0)\" Target=\"\($0).xml\"/>" }.joined()
        let note = { (tag: String, text: String) in "<w:\(tag) \(Self.namespaces)>\(text)</w:\(tag)>" }
        let body = Self.paragraph("Body")
        let document = try await pieces(
            body,
            [
                ("word/_rels/document.xml.rels", "<Relationships>\(relationships)</Relationships>"),
                (
                    "word/footnotes.xml",
                    note(
                        "footnotes",
                        "<w:footnote w:type=\"separator\">\(Self.paragraph("---x"))</w:footnote><w:footnote>\(Self.paragraph("Foot"))</w:footnote>"
                    )
                ),
                ("word/endnotes.xml", note("endnotes", "<w:endnote>\(Self.paragraph("End"))</w:endnote>")),
                ("word/header.xml", note("hdr", Self.paragraph("Head"))),
                ("word/footer.xml", note("ftr", Self.paragraph("12"))),
                (
                    "word/comments.xml",
                    note("comments", "<w:comment w:author=\"Ann\">\(Self.paragraph("Why?"))</w:comment>")
                ),
            ])
        #expect(document == ["Body", "Foot", "End", "Head", "Comment by Ann:", "Why?"])
    }

    @Test func formulasAreRead() async throws {
        #expect(try await pieces("<w:p><m:oMath><m:r><m:t>a+b</m:t></m:r></m:oMath></w:p>") == ["a+b"])
    }

    @Test func titleComesFromTheProperties() async throws {
        let core = "<cp xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title> The Title </dc:title></cp>"
        let package =
            "<Relationships><Relationship Type=\"x/core-properties\" Target=\"/docProps/core.xml\"/>"
            + "<Relationship Type=\"x/officeDocument\" Target=\"./word/../word/document.xml\"/></Relationships>"
        let document = try await read(
            Self.docx(Self.paragraph("x"), [("docProps/core.xml", core), ("_rels/.rels", package)]), "a.docx")
        #expect(document.title == "The Title")
    }

    @Test func aCutPartGivesWhatIsThereAndAWarning() async throws {
        let document = try await read(
            ZipWriter.archive([
                (
                    "word/document.xml",
                    "<w:document><w:body>\(Self.paragraph("whole"))<w:tbl><w:tr><w:tc><w:p><w:r><w:t>ha"
                )
            ]),
            "a.docx")
        #expect(document.pieces() == ["whole", "ha"])
        #expect(document.warnings.map(\.kind) == [.damaged])
        #expect(
            await errorCode(ZipWriter.archive([("[Content_Types].xml", "<Types/>")]), "a.docx") == "damaged-document")
    }

    @Test func deepTablesEndTheScanOnly() async throws {
        let deep = String(repeating: "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>x</w:t></w:r></w:p>", count: 2_000)
        let document = try await read(Self.docx(deep), "a.docx")
        #expect(document.warnings.map(\.kind) == [.damaged])
    }
}
