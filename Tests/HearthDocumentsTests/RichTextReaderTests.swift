import HearthCore
import Testing

@testable import HearthDocuments

@Suite struct RichTextReaderTests {
    static let everything =
        #"{\rtf1\ansi\ansicpg1252\uc1\deff0{\fonttbl{\f0\fnil\fcharset0 Arial;}{\f1\fcharset204 Arial Cyr;}}{\stylesheet{\ql Normal;}"#
        + #"{\s1\outlinelevel0 heading 1;}{\*\cs2 x;}}{\info{\title A {\b letter}}{\author Ann}}{\*\generator none;}"#
        + #"{\header\pard Our firm\par}{\footer\pard 7\par}\pard\plain\s1 Head\par\pard\plain Gr\'f6\'dfe \u8212\'97 \{x\}\~y\line z"#
        + #"{\footnote\pard\plain A note\par} end\par{\f1\'cf\'f0\'e8}\par{\v secret}{\deleted gone}kept\par"#
        + #"\pard{\listtext\tab 1.\tab}\ls1 first\par{\listtext\'b7\tab}second\par"#
        + #"\trowd\cellx1\cellx2\pard\intbl a\cell b\par c\cell\row\trowd\pard\intbl\cell d\cell\row\pard"#
        + #"{\pict\wmetafile8 0102}{\object{\*\objdata 00}{\result shown}}\par{\field{\*\fldinst PAGE}{\fldrslt 12}} pages\par}"#

    private func pieces(_ text: String) async throws -> [String] { try await read(text, "a.rtf").pieces() }

    @Test func aFileOfAnotherProgramIsRead() async throws {
        let document = try await read(fixture("lease.rtf"), "lease.rtf")
        #expect(document.format == .rtf)
        #expect(
            document.pieces() == [
                "The lease", "Rent", "The rent is £920 — due on the first. Größe: 40 m², 😀.",
                "Or the next working day.",
                "heating", "water", "Item\tAmount\nRent\t920\nGas\t41", "See the site.",
            ])
        #expect(
            document.blocks.map(\.kind) == [
                .paragraph, .heading(level: 1), .paragraph, .paragraph, .listItem, .listItem, .table, .paragraph,
            ])
        #expect(document.warnings.isEmpty)
    }

    @Test func structureAndCharactersAreRead() async throws {
        let document = try await read(Self.everything, "a.rtf")
        #expect(document.title == "A letter")
        #expect(
            document.pieces() == [
                "Head", "Größe — {x}\u{A0}y\nz end", "A note", "При", "kept", "1. first", "second", "a\tb c\n\td",
                "shown",
                "12 pages", "Our firm",
            ])
        #expect(document.blocks[0].kind == .heading(level: 1))
        #expect(document.blocks[5].kind == .listItem && document.blocks[6].kind == .listItem)
        #expect(document.warnings.map(\.kind) == [.skipped, .skipped])
    }

    @Test(arguments: [
        // What stands behind a character for older programs: none, two, a word, in hexadecimal, cut off by a group.
        (#"{\rtf1\uc0 \u246x}"#, "öx"), (#"{\rtf1\uc2\u246abx}"#, "öx"), (#"{\rtf1\u8217\rquote s}"#, "’s"),
        (#"{\rtf1\u246\'f6x}"#, "öx"), (#"{\rtf1{\u246}x}"#, "öx"), (#"{\rtf1{\uc0\u246}\u246?x}"#, "ööx"),
        (#"{\rtf1\u-10179?\u-8704?}"#, "😀"), (#"{\rtf1\u-10179?x}"#, "\u{FFFD}x"),
        // Characters of two bytes; a code page that nobody knows; a document that says everything twice.
        (#"{\rtf1\ansicpg932 \'93\'fa\'96\'7b}"#, "日本"), (#"{\rtf1\ansicpg4711 \'e4}"#, "ä"),
        (#"{\rtf1{\upr{a}{\*\ud{\u246?}}}b}"#, "öb"), (#"{\rtf1 a{\*\unknown b{c}}d}"#, "ad"),
        (#"{\rtf1 a\bin3 }{}b}"#, "ab"), (#"{\rtf1 a\'zzb\'}"#, "azzb"), ("{\\rtf1 a\\\nb}", "a\n\nb"),
    ])
    func charactersAreReadAsTheyAreMeant(_ text: String, _ expected: String) async throws {
        #expect(try await read(text, "a.rtf").text == expected)
    }

    @Test func whatIsBrokenIsReadAsFarAsItGoes() async throws {
        let cut = try await read(#"{\rtf1 one\par two"#, "a.rtf")
        #expect(cut.pieces() == ["one", "two"] && cut.warnings.map(\.kind) == [.damaged])
        let deep = try await read(#"{\rtf1 one "# + String(repeating: "{", count: 100_000), "a.rtf")
        #expect(deep.pieces() == ["one"] && deep.warnings.map(\.kind) == [.damaged])
        let more = try await read(#"{\rtf1 one}{\rtf1 two}"#, "a.rtf")
        #expect(more.pieces() == ["one"] && more.warnings.map(\.kind) == [.damaged])
        let rows = try await read(#"{\rtf1\cell\row\trowd\cell\cell\nestcell\row\intbl a\cell b\par\pard c}"#, "a.rtf")
        #expect(rows.pieces() == ["a\tb", "c"])
    }

    /// All that stood before was decoded again at the end of each group: hours.
    @Test func groupsInALongHeaderTakeNoTime() async throws {
        let text = String(repeating: "x", count: 500_000) + String(repeating: #"{\*\a}"#, count: 100_000)
        #expect(
            try await read(#"{\rtf1{\header "# + text + #"}y}"#, "a.rtf").pieces().map(\.utf8.count) == [1, 500_000])
    }

    @Test func charactersWithoutAMeaningAreSaid() async throws {
        let symbols = try await read(#"{\rtf1 a\u-4000?\u-3913?\u61473?b{\v\u-4000?}}"#, "a.rtf")
        #expect(symbols.text == "a•b")
        #expect(symbols.warnings.map(\.message) == ["2 characters of fonts of symbols were left out."])
        let unknown = try await read(#"{\rtf1\ansicpg4711 \'e4}"#, "a.rtf")
        #expect(unknown.warnings.map(\.kind) == [.undecodableBytes])
        #expect(try await read("\u{FEFF}" + #"{\rtf1 a}"#, "a.rtf").pieces() == ["a"])
    }
}
