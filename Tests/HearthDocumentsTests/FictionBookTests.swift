import Foundation
import HearthCore
import Testing

@testable import HearthDocuments

/// E-books as readers of many countries exchange them.
@Suite struct FictionBookTests {
    static let book = """
        <?xml version="1.0" encoding="utf-8"?>
        <FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">
        <description><title-info><genre>prose</genre>
        <author><first-name>Иван</first-name><last-name>Петров</last-name></author>
        <book-title>Зимняя дорога</book-title><annotation><p>О поезде.</p></annotation><lang>ru</lang></title-info>
        <document-info><author><nickname>scanner</nickname></author><program-used>Editor</program-used></document-info></description>
        <body><title><p>Зимняя</p><p>дорога</p></title><epigraph><p>Всё дорога.</p><text-author>Кто-то</text-author></epigraph>
        <section><title><p>Глава 1</p></title><image l:href="#c.jpg"/>
        <p>Поезд пришёл в полночь.<a l:href="#n1" type="note">[1]</a></p><empty-line/>
        <p>На <emphasis>станции</emphasis> никого\nне было.</p>
        <section><title><p>Утро</p></title><poem><stanza><v>Снег идёт,</v><v>снег идёт.</v></stanza></poem></section>
        <table><tr><th>День</th><th>Градусы</th></tr><tr><td>1</td><td>-20</td></tr></table></section>
        <section><title><p>Глава 2</p></title><subtitle>* * *</subtitle><p>Весна &amp; лето.</p></section></body>
        <body name="notes"><section id="n1"><title><p>1</p></title><p>В январе.</p></section></body>
        <binary id="c.jpg" content-type="image/jpeg">/9j/4AAQSkZJRgABAQ==</binary>
        </FictionBook>
        """

    @Test func chaptersArePagesAndPicturesAreNoText() async throws {
        let document = try await read(Self.book, "book.fb2")
        document.checkSpans()
        #expect(document.title == "Зимняя дорога")
        #expect(!document.text.contains("9j/4") && !document.text.contains("<") && !document.text.contains("scanner"))
        #expect(document.text.contains("На станции никого не было."))
        #expect(document.text.contains("День\tГрадусы\n1\t-20"))
        let pages = document.pages.map { document.text.text(in: $0.span) ?? "" }
        #expect(pages.first { $0.hasPrefix("Глава 1") }?.contains("Поезд пришёл в полночь.[1]") == true)
        #expect(pages.first { $0.hasPrefix("Глава 2") }?.hasSuffix("Весна & лето.") == true)
        #expect(pages.last == "1\n\nВ январе.")
        let headings = document.blocks.compactMap { block -> (Int, String)? in
            guard case .heading(let level) = block.kind else { return nil }
            return (level, document.text.text(in: block.span) ?? "")
        }
        #expect(headings.contains { $0 == (2, "Глава 1") } && headings.contains { $0 == (3, "Утро") })
        #expect(document.blocks.contains { $0.kind == .quote && document.text.text(in: $0.span) == "Всё дорога." })
        #expect(document.warnings.map(\.message) == ["1 picture was not read."])
    }

    @Test func anotherEncodingAndADamagedEndAreRead() async throws {
        let text = Self.book.replacing("utf-8", with: "windows-1251")
        let bytes = [UInt8](try #require(text.data(using: .windowsCP1251)))
        let document = try await read(bytes, "book.fb2")
        #expect(document.text.contains("Поезд пришёл в полночь."))
        let half = try await read(String(Self.book.prefix(900)), "book.fb2")
        #expect(half.warnings.contains { $0.kind == .damaged } && half.title == "Зимняя дорога")
    }

    @Test func whatOnlySpeaksOfItStaysText() async throws {
        let document = try await read("<note>A FictionBook is an e-book.</note>", "note.xml")
        #expect(document.text.contains("<note>"))
    }
}
