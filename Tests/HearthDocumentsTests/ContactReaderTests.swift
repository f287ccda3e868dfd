import HearthCore
import Testing

@testable import HearthDocuments

@Suite struct ContactReaderTests {
    static let old = """
        BEGIN:VCARD
        VERSION:2.1
        N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Wei=DF;Anna
        TEL;HOME;VOICE:0221 12
        ADR;WORK;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:;;Kirchgasse=0A4;K=C3=B6ln;;=
        50667;
        NOTE:folded
          here
        PHOTO;ENCODING=BASE64;JPEG:
         AAAA

        END:VCARD

        """

    @Test func anAddressBookOfAnotherProgramIsReadContactByContact() async throws {
        let document = try await read(fixture("people.vcf"), "people.vcf")
        #expect(document.format == .vcf)
        #expect(
            document.pieces() == [
                "Dr. Anna Weiß",
                """
                Address (home): Kirchgasse 4, 50667 Köln, Germany
                Birthday: 1980-05-14
                Email: anna@example.org
                Organisation: Müller & Söhne, Roofs
                Phone (work): +49 221 1234567
                Phone (cell): +49 170 7654321
                """,
                """
                Knows the roof; ask for the plan.
                Prefers mail, and calls back in the evening, because she is on roofs all day long.
                """, "Bo", "Phone (home): 112",
            ])
        #expect(document.pages.count == 2)
        #expect(document.warnings.map(\.message) == ["1 picture, sound or key was left out."])
    }

    @Test func theOldVersionIsReadInItsEncodings() async throws {
        let document = try await read(Self.old, "a.vcf")
        #expect(
            document.pieces() == [
                "Anna Weiß", "Phone (home): 0221 12\nAddress (work): Kirchgasse 4, 50667 Köln", "folded  here",
            ])
    }

    @Test func aTextInPrintableCharactersKeepsItsSpacesWhereItGoesOn() async throws {
        let document = try await read(
            "BEGIN:VCARD\nVERSION:3.0\nFN:Ann\nNOTE;ENCODING=QUOTED-PRINTABLE:Gr=C3=BC=C3=9Fe an=\n alle =\n hier\nEND:VCARD",
            "a.vcf")
        #expect(document.pieces() == ["Ann", "Grüße an alle  hier"])
    }

    @Test func theNewVersionAndLabelsOfPeoplesOwnAreRead() async throws {
        let document = try await read(
            "BEGIN:VCARD\nVERSION:4.0\nN:;;;;\nORG:Firm\nTEL;VALUE=uri;TYPE=\"voice,cell\":tel:+44-20\nBDAY:--0514\nitem1.EMAIL:a@b.example\n"
                + "item1.X-ABLabel:_$!<Club>!$_\nANNIVERSARY:20100607\nX-THING:x\nCATEGORIES:One,Two\\, three\nURL:https://firm.example\nEND:VCARD\n",
            "contacts")
        #expect(document.format == .vcf)
        #expect(
            document.pieces() == [
                "Firm",
                """
                Organisation: Firm
                Phone (cell): +44-20
                Birthday: 05-14
                Email (Club): a@b.example
                Anniversary: 2010-06-07
                Categories: One, Two, three
                Web: https://firm.example
                """,
            ])
    }

    @Test(arguments: [
        ("FN:Ann", "Ann"), ("N:Weiß;Anna;Maria;Dr.;MdB", "Dr. Anna Maria Weiß MdB"), ("EMAIL:a@b", "a@b"),
        ("NOTE:x", "(no name)"), ("FN:a\\nb", "a b"), ("fn;charset=utf-8:Ann", "Ann"), ("FN: ", "(no name)"),
    ])
    func aContactHasAName(_ line: String, _ name: String) async throws {
        #expect(try await read("BEGIN:VCARD\n\(line)\nEND:VCARD", "a.vcf").pieces().first == name)
    }

    @Test func whatIsCutOffOrInsideAnotherIsReadAndSaid() async throws {
        let document = try await read(
            "BEGIN:VCARD\nFN:Ann\nAGENT:\nBEGIN:VCARD\nFN:Bo\nEND:VCARD\nnothing\nTEL:1", "a.vcf")
        #expect(document.pieces() == ["Bo", "Ann", "Phone: 1"])
        #expect(
            document.warnings.map(\.message) == [
                "The file ends inside its last contact.", "1 line could not be read.",
            ])
        #expect(await errorCode(Array("Ann".utf8), "a.vcf", format: .vcf) == "damaged-document")
        #expect(try await read([0x0A], "a.vcf", format: .vcf).blocks.isEmpty)
    }

    @Test func contactsWithoutEndsAreAllRead() async throws {
        let cards = (1...20).map { "BEGIN:VCARD\nFN:Person \($0)\n" }.joined()
        let document = try await read(cards, "a.vcf")
        #expect(Set(document.pieces()) == Set((1...20).map { "Person \($0)" }))
        #expect(document.warnings.contains { $0.message.hasSuffix("contacts have no end.") })
    }

    @Test func whatAContactHasBeyondMeasureIsCounted() async throws {
        let lines = String(repeating: "TEL:1\n", count: 1_002)
        let document = try await read("BEGIN:VCARD\nFN:Ann\n\(lines)END:VCARD\n", "a.vcf")
        #expect(
            document.warnings.map(\.message) == ["2 lines of contacts were not read, beyond what is kept."])
    }

    @Test func theLabelOfAnAddressIsNoSecondAddress() async throws {
        let document = try await read(
            "BEGIN:VCARD\nFN:Ann\nADR;TYPE=home:;;Kirchgasse 4;K;;;\nLABEL;TYPE=home:Kirchgasse 4\\nK\nEND:VCARD",
            "a.vcf")
        #expect(document.pieces() == ["Ann", "Address (home): Kirchgasse 4, K"])
    }

    @Test func contactsBeyondTheLimitAreCounted() async throws {
        var configuration = DocumentReader.Configuration()
        configuration.maximumTextBytes = 2_000
        let cards = String(repeating: "BEGIN:VCARD\nFN:Somebody\nEND:VCARD\n", count: 900)
        let document = try await DocumentReader(configuration: configuration).read(Array(cards.utf8), name: "a.vcf")
        #expect(
            document.warnings.contains {
                $0.message.hasSuffix("contacts at the end were not read, beyond what is kept.")
            })
    }

    @Test(arguments: [
        ("a.ics", "BEGIN:VCALENDAR\nEND:VCALENDAR", DocumentFormat.ics), ("a", " \nbegin:vcard\nfn:x", .vcf),
        ("a.md", "BEGIN:VCALENDAR opens a calendar.\n", .markdown), ("a.txt", "begin:vcards\nwords", .text),
        ("a.ics", "BEGIN:VCALENDAR \r\nX:y", .ics), ("a.md", "\u{FEFF}BEGIN:VCARD\nFN:x", .vcf),
        ("a.ics", "Only words.", .text), ("a.vcf", "Only words.", .text),
    ])
    func contentsTellCalendarsAndContacts(_ name: String, _ contents: String, _ format: DocumentFormat) {
        #expect(DocumentReader.format(ofFile: name, head: Array(contents.utf8)) == format)
    }

    @Test(arguments: [
        ("a;b\\;c;", ["a", "b;c", ""]), ("\\\\;x", ["\\", "x"]), ("", [""]), ("a\\nb", ["a\nb"]), ("a\\", ["a\\"]),
        ("\\x", ["\\x"]),
    ])
    func partsOfAValueArePartedWhereNothingIsEscaped(_ value: String, _ parts: [String]) {
        #expect(ContentLine.parts(value, by: UInt8(ascii: ";")) == parts)
    }
}
