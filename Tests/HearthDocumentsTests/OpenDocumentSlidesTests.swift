import HearthCore
import Testing

@testable import HearthDocuments

@Suite struct OpenDocumentSlidesTests {
    private static let namespaces = ["office", "text", "table", "style", "presentation"]
        .map { "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\"" }.joined(separator: " ")

    static let everything =
        frame("title", "<text:p>Big<text:line-break/>plan</text:p>")
        + frame("outline", "<text:list><text:list-item><text:p>item</text:p></text:list-item></text:list>")
        + frame("page-number", "<text:p>7</text:p>") + "<draw:custom-shape><text:p>box</text:p></draw:custom-shape>"
        + "<draw:frame><table:table><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell>"
        + "<table:table-cell><text:p>2</text:p></table:table-cell></table:table-row></table:table><draw:image/></draw:frame>"
        + "<office:annotation><text:p>remark</text:p></office:annotation><draw:frame><draw:image/></draw:frame>"
        + "<presentation:notes><draw:page-thumbnail/>\(frame("header", "<text:p>no</text:p>"))"
        + "\(frame("notes", "<text:p>say it</text:p>"))</presentation:notes>"

    private static func frame(_ kind: String, _ text: String) -> String {
        "<draw:frame presentation:class='\(kind)'><draw:text-box>\(text)</draw:text-box></draw:frame>"
    }

    static func odp(_ slides: [String]) -> [UInt8] {
        let pages = slides.map {
            "<draw:page draw:name='p' presentation:use-footer-name='f'>\($0)</draw:page>"
        }.joined()
        return ZipWriter.archive([
            ("mimetype", "application/vnd.oasis.opendocument.presentation"),
            (
                "content.xml",
                "<office:document-content \(namespaces) xmlns:draw='urn:oasis:names:tc:opendocument:xmlns:drawing:1.0'><office:body>"
                    + "<office:presentation><presentation:footer-decl presentation:name='f'>Our firm</presentation:footer-decl>"
                    + "\(pages)</office:presentation></office:body></office:document-content>"
            ),
        ])
    }

    @Test func aPresentationOfAnotherProgramIsReadSlideBySlide() async throws {
        let document = try await read(fixture("roof.odp"), "roof.odp")
        #expect(document.format == .odp && document.title == "Roof works")
        #expect(
            document.pieces() == [
                "The roof", "Plan for spring", "Our firm", "Slide 2", "Week\tWork\n12\tScaffold up", "Costs",
                "Tiles: £3,200", "Scaffold: £900", "Notes", "Ask Müller for a second offer.", "Spare (hidden slide)",
            ])
        #expect(document.pages.count == 4)
        #expect(document.text.text(in: document.pages[2].span)?.hasPrefix("Costs") == true)
        #expect(document.blocks[8].kind == .heading(level: 3))
        #expect(document.warnings.isEmpty)
    }

    @Test func shapesTablesAndNotesAreRead() async throws {
        let document = try await read(Self.odp([Self.everything, ""]), "a.odp")
        #expect(
            document.pieces() == ["Big plan", "item", "box", "1\t2", "Our firm", "Notes", "say it", "Slide 2"])
        #expect(document.blocks[1].kind == .listItem && document.pages.count == 2)
        #expect(
            document.warnings.map(\.message) == [
                "The pictures, charts and objects of 1 slide were left out.", "The comments on 1 slide were left out.",
            ])
    }

    @Test func aPresentationWithoutSlidesIsDamaged() async {
        #expect(await errorCode(Self.odp([]), "a.odp") == "damaged-document")
    }

    @Test func slidesBeyondTheLimitAreCounted() async throws {
        let count = OpenDocumentSlides.mostSlides + 3
        let document = try await read(Self.odp([String](repeating: "", count: count)), "a.odp")
        #expect(document.pages.count == OpenDocumentSlides.mostSlides)
        #expect(document.warnings.map(\.message) == ["Only the first 5000 of \(count) slides were read."])
    }
}
