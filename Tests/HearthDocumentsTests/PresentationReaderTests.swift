import HearthCore
import Testing

@testable import HearthDocuments

@Suite struct PresentationReaderTests {
    static let everything =
        shape("title", "<a:p><a:r><a:t>Big </a:t></a:r><a:br/><a:r><a:t>plan</a:t></a:r></a:p>")
        + shape(
            nil,
            "<a:p><a:pPr><a:buNone/></a:pPr><a:r><a:t>First &amp; last</a:t></a:r></a:p><a:p><a:r><a:t>item</a:t></a:r></a:p>"
        )
        + shape("sldNum", "<a:p><a:fld type='slidenum'><a:t>7</a:t></a:fld></a:p>")
        + shape("ftr", "<a:p><a:r><a:t>Our firm</a:t></a:r></a:p>")
        + "<p:sp><p:txBody><a:p><a:r><a:t>box </a:t></a:r><a:fld type='slidenum'><a:t>7</a:t></a:fld></a:p></p:txBody></p:sp>"
        + "<mc:AlternateContent><mc:Choice><p:sp><p:txBody><a:p><a:r><a:t>new</a:t></a:r></a:p></p:txBody></p:sp></mc:Choice>"
        + "<mc:Fallback><p:sp><p:txBody><a:p><a:r><a:t>old</a:t></a:r></a:p></p:txBody></p:sp></mc:Fallback></mc:AlternateContent>"
        + "<p:graphicFrame><a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>1</a:t></a:r></a:p></a:txBody></a:tc>"
        + "<a:tc><a:txBody><a:p><a:r><a:t>2</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>"

    private static func shape(_ type: String?, _ text: String) -> String {
        let kind = type.map { " type='\($0)'" } ?? ""
        return "<p:sp><p:nvSpPr><p:nvPr><p:ph\(kind)/></p:nvPr></p:nvSpPr><p:txBody>\(text)</p:txBody></p:sp>"
    }

    /// A presentation whose slides' shapes are given, shown in the order of their relationships' ids turned round.
    static func pptx(_ slides: [String], hidden: Set<Int> = [], notes: String? = nil) -> [UInt8] {
        let order = slides.indices.reversed().map { "<p:sldId id='\(256 + $0)' r:id='r\($0)'/>" }.joined()
        let targets = slides.indices.map { "<Relationship Id='r\($0)' Type='x/slide' Target='slides/slide\($0).xml'/>" }
            .joined()
        var entries = [
            ("[Content_Types].xml", "<Types/>"),
            ("ppt/presentation.xml", "<p:presentation xmlns:p='p'><p:sldIdLst>\(order)</p:sldIdLst></p:presentation>"),
            ("ppt/_rels/presentation.xml.rels", "<Relationships>\(targets)</Relationships>"),
        ]
        for (index, slide) in slides.enumerated() {
            let show = hidden.contains(index) ? " show='0'" : ""
            entries.append(
                ("ppt/slides/slide\(index).xml", "<p:sld\(show)><p:cSld><p:spTree>\(slide)</p:spTree></p:cSld></p:sld>")
            )
        }
        if let notes {
            entries.append(
                (
                    "ppt/slides/_rels/slide0.xml.rels",
                    "<Relationships><Relationship Id='n' Type='x/notesSlide' Target='../notesSlides/n.xml'/></Relationships>"
                ))
            entries.append(
                (
                    "ppt/notesSlides/n.xml",
                    "<p:notes>\(shape("sldNum", "<a:p><a:r><a:t>9</a:t></a:r></a:p>"))\(shape("body", notes))</p:notes>"
                ))
        }
        return ZipWriter.archive(entries)
    }

    @Test func aPresentationOfAnotherProgramIsReadSlideBySlide() async throws {
        let document = try await read(fixture("roof.pptx"), "roof.pptx")
        #expect(document.format == .pptx && document.title == "Roof works")
        #expect(
            document.pieces() == [
                "The roof", "Plan for spring", "Slide 2", "Week\tWork\n12\tScaffold up", "Weather permitting", "Costs",
                "Tiles: £3,200", "Scaffold: £900", "Notes", "Ask Müller for a second offer.", "Spare (hidden slide)",
            ])
        #expect(document.pages.count == 4)
        #expect(document.text.text(in: document.pages[2].span)?.hasPrefix("Costs") == true)
        #expect(document.blocks[8].kind == .heading(level: 3))
        #expect(document.warnings.isEmpty)
    }

    @Test func shapesTablesAndNotesAreReadInTheOrderShown() async throws {
        let document = try await read(
            Self.pptx([Self.everything, ""], hidden: [1], notes: "<a:p><a:r><a:t>say it</a:t></a:r></a:p>"), "a.pptx")
        #expect(
            document.pieces() == [
                "Slide 1 (hidden slide)", "Big plan", "First & last", "item", "box", "new", "1\t2", "Our firm", "Notes",
                "say it",
            ])
        #expect(document.blocks[2].kind == .paragraph && document.blocks[3].kind == .listItem)
    }

    @Test func oneSlideUnderManyNumbersIsReadOnce() async throws {
        let document = try await read(
            ZipWriter.archive([
                ("[Content_Types].xml", ""), ("ppt/presentation.xml", "<p><sldId r:id='a'/><sldId r:id='a'/></p>"),
                ("ppt/_rels/presentation.xml.rels", "<a><Relationship Id='a' Type='x/slide' Target='s.xml'/></a>"),
                ("ppt/s.xml", "<p:sld/>"),
            ]), "a.pptx")
        #expect(document.pieces() == ["Slide 1"] && document.pages.count == 2)
        #expect(document.warnings.map(\.kind) == [.damaged])
    }

    @Test func aMissingSlideIsReported() async throws {
        var writer = ZipWriter()
        writer.add("[Content_Types].xml", [])
        writer.add("ppt/presentation.xml", Array("<p><sldId r:id='a'/></p>".utf8))
        #expect(try await read(writer.finish(), "a.pptx").warnings.map(\.kind) == [.damaged])
        #expect(await errorCode(Self.pptx([]), "a.pptx") == "damaged-document")
    }
}
