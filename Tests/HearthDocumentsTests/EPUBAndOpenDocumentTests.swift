import HearthCore
import Testing

@testable import HearthDocuments

struct EPUBReaderTests {
    static func epub(_ chapters: [(String, String)], spine: String) -> [UInt8] {
        let container = "<container><rootfiles><rootfile full-path=\"OPS/book.opf\"/></rootfiles></container>"
        let items = chapters.map {
            "<item id=\"\($0.0)\" href=\"text/\($0.0)%20x.xhtml\" media-type=\"application/xhtml+xml\"/>"
        }
        let package =
            "<package xmlns=\"http://www.idpf.org/2007/opf\"><metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
            + "<dc:title>A Book</dc:title></metadata><manifest>\(items.joined())</manifest><spine>\(spine)</spine></package>"
        return ZipWriter.archive(
            [("mimetype", "application/epub+zip"), ("META-INF/container.xml", container), ("OPS/book.opf", package)]
                + chapters.map { ("OPS/text/\($0.0) x.xhtml", "<html><body>\($0.1)</body></html>") })
    }

    @Test func chaptersComeInTheOrderOfTheSpineAPageEach() async throws {
        let book = Self.epub(
            [("one", "<h1>One</h1><p>First.</p>"), ("two", "<h2>Two</h2><p>Größe.</p>"), ("three", " ")],
            spine:
                "<itemref idref=\"two\" linear=\"no\"/><itemref idref=\"one\"/><itemref idref=\"three\"/><itemref idref=\"none\"/>"
        )
        let document = try await read(book, "a.epub")
        #expect(document.format == .epub)
        #expect(document.title == "A Book")
        #expect(document.pieces() == ["One", "First.", "Two", "Größe."])
        #expect(document.blocks[0].kind == .heading(level: 1))
        #expect(document.pages.map { document.text.text(in: $0.span) } == ["One\n\nFirst.", "Two\n\nGröße."])
    }

    @Test func aMissingChapterIsReported() async throws {
        let book = Self.epub([("one", "<p>First.</p>")], spine: "<itemref idref=\"one\"/>")
        var writer = ZipWriter()
        writer.add("META-INF/container.xml", Array("<rootfile full-path='b.opf'/>".utf8))
        writer.add(
            "b.opf",
            Array("<p><item id='a' href='a.xhtml' media-type='application/xhtml+xml'/><itemref idref='a'/></p>".utf8))
        #expect(await errorCode(writer.finish(), "a.epub") == "damaged-document")
        #expect(try await read(book, "a.epub").warnings.isEmpty)
        #expect(
            await errorCode(ZipWriter.archive([("META-INF/container.xml", "<a/>")]), "a.epub") == "damaged-document")
    }
}

struct OpenDocumentReaderTests {
    private static let namespaces = ["office", "text", "table"]
        .map { "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\"" }.joined(separator: " ")

    static func odt(_ body: String, _ more: [(String, String)] = []) -> [UInt8] {
        let content =
            "<office:document-content \(namespaces)><office:body><office:text>\(body)</office:text></office:body>"
            + "</office:document-content>"
        return ZipWriter.archive(
            [("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", content)] + more)
    }

    @Test func textStructureAndWhiteSpaceAreRead() async throws {
        let body =
            "<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>"
            + "<text:h text:outline-level=\"2\">Head</text:h><text:p>a<text:s text:c=\"3\"/>b<text:tab/>c<text:line-break/>d\n e"
            + "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Note</text:p></text:note-body></text:note>"
            + " f</text:p><text:list><text:list-item><text:p>item</text:p></text:list-item></text:list>"
            + "<table:table><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell><table:table-cell>"
            + "<text:p>2</text:p></table:table-cell></table:table-row></table:table><text:p>end</text:p>"
        let styles =
            "<office:styles \(Self.namespaces)><text:p>no</text:p><office:master-styles><text:p>Header</text:p></office:master-styles></office:styles>"
        let document = try await read(Self.odt(body, [("styles.xml", styles)]), "a.odt")
        #expect(document.pieces() == ["Head", "a   b\tc\nd  e f", "Note", "item", "1\t2", "end", "Header"])
        #expect(
            document.blocks.map(\.kind) == [
                .heading(level: 2), .paragraph, .paragraph, .listItem, .table, .paragraph, .paragraph,
            ])
    }

    @Test func aPasswordIsReported() async {
        let manifest = "<m><encryption-data/></m>"
        #expect(await errorCode(Self.odt("", [("META-INF/manifest.xml", manifest)]), "a.odt") == "encrypted-document")
    }
}
