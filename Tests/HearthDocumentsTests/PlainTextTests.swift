import HearthCore
import Testing

@testable import HearthDocuments

struct PlainTextTests {
    @Test func paragraphsArePartedByEmptyLinesAndTheTextStaysAsItIs() async throws {
        let text = "First line\nsecond line\r\n\r\n  Größe zählt \n \n\nlast"
        let document = try await read(text, "a.txt")
        #expect(document.text == text)
        #expect(document.pieces() == ["First line\nsecond line", "Größe zählt", "last"])
        #expect(document.pages == [Page(number: 1, span: TextSpan(start: 0, end: text.utf8.count))])
        #expect(document.warnings.isEmpty)
    }

    @Test func linesOfValuesAreATable() async throws {
        for (name, text) in [
            ("a.txt", "Item,Amount\nRent,\"£1,140\"\nGas,£40"), ("a.txt", "Item\tDue\nRent, flat\t1st\nGas\t9th"),
            ("a.txt", "Stadt;Preis\r\nRom;1,50\r\nKiel;3\r\n"),
        ] {
            let document = try await read("Costs.\n\n" + text, name)
            #expect(document.blocks.map(\.kind) == [.paragraph, .table], "\(name)")
            #expect(document.text == "Costs.\n\n" + text)
        }
        for prose in ["Dear Anna, Ben,\nhello, both,\nyours, Carl,", "a,b\nc", "one\ntwo\nthree", "a,b\nc,d,e\nf,g"] {
            #expect(try await read(prose, "a.csv").blocks.map(\.kind) == [.paragraph])
        }
    }

    @Test(arguments: ["\u{FEFF}", "\u{FEFF}\u{FEFF}"])
    func aByteOrderMarkIsNoTextInAnyFormatButPlacesAreThoseOfTheFile(_ mark: String) async throws {
        for name in ["a.txt", "a.md", "a.csv", "a.json", "a.yaml"] {
            let document = try await read(mark + "# One\n\ntwo", name)
            #expect(document.text.utf8.elementsEqual((mark + "# One\n\ntwo").utf8), "\(name)")
            #expect(document.pieces() == ["# One", "two"])
            #expect(document.blocks.first?.span.start == mark.utf8.count)
        }
        let page = try await read(mark + "<html><body><p>One.</p></body></html>", "a.html")
        #expect(page.text.utf8.elementsEqual("One.".utf8))
        let known = try await read(mark + "---\ntitle: Notes\ntags: [a]\n---\n\nWords.\n", "a.md")
        #expect(known.title == "Notes" && known.pieces().last == "Words.")
        let cues = "00:00:01,000 --> 00:00:02,000\nHi"
        for (name, text) in [
            ("a.srt", "1\n" + cues), ("a.vtt", "WEBVTT\n\n" + cues.replacing(",", with: ".")),
            ("a.txt", "[{\"start\": 1, \"end\": 2, \"text\": \"Hi\"}]"),
        ] {
            let document = try await read(mark + text, name)
            #expect(document.pieces() == ["Hi"], "\(name)")
            #expect(document.warnings.isEmpty, "\(name): \(document.warnings)")
        }
    }

    @Test func oldMacLineEndsCount() async throws {
        #expect(try await read("one\rtwo\r\rthree", "a.txt").pieces() == ["one\rtwo", "three"])
    }

    @Test func oneHugeLineIsOneParagraph() async throws {
        let line = String(repeating: "word ", count: 200_000)
        let document = try await read(line, "a.txt")
        #expect(document.blocks.count == 1)
        #expect(document.blocks[0].span == TextSpan(start: 0, end: line.utf8.count - 1))
    }

    @Test func aWrittenTranscriptGivesTurns() async throws {
        let text = """
            Minutes of the weekly meeting

            Anna Smith: Good morning.
            Shall we begin?

            Bob: Yes. Note: I have little time.

            Anna Smith: [00:12] The budget first.

            Bob: Agreed.
            """
        let document = try await read(text, "meeting.txt")
        #expect(document.text == text)
        let pieces = document.pieces()
        #expect(pieces.count == 5)
        #expect(pieces[1] == "Anna Smith: Good morning.\nShall we begin?")
        #expect(document.blocks.map(\.speaker) == [nil, "Anna Smith", "Bob", "Anna Smith", "Bob"])
        #expect(document.blocks[0].kind == .paragraph)
        #expect(document.blocks[3].kind == .utterance)
        #expect(document.blocks[3].startTime == 12)
    }

    @Test(arguments: [
        "Anna: Hello\nBen: Hi there", "Anna: Hello\n\nBen: Hi there,\nhow are you?\n\nAnna: Fine.\n",
        "Anna (00:05): Hello\nBen (00:09): Hi there\n", "**Anna:** Hello\n\n**Ben:** Hi there\n",
    ])
    func aFewTurnsAndNothingElseAreATranscript(_ text: String) async throws {
        let document = try await read(text, "a.txt")
        #expect(document.blocks.allSatisfy { $0.kind == .utterance })
        #expect(Array(document.blocks.map(\.speaker).prefix(2)) == ["Anna", "Ben"])
    }

    @Test func whatSomebodySaysIsATranscriptIsReadInTurns() async throws {
        var configuration = DocumentReader.Configuration()
        configuration.readsTurns = true
        let reader = DocumentReader(configuration: configuration)
        for name in ["a.txt", "a.md"] {
            let turns = try await reader.read(Array("Price: buy milk\nNext: call Ben\n".utf8), name: name)
            #expect(turns.blocks.map(\.kind) == [.utterance, .utterance])
            #expect(turns.blocks.map(\.speaker) == ["Price", "Next"])
            let words = try await reader.read(Array("One of us.\n\nAnother one.\n".utf8), name: name)
            #expect(words.blocks.map(\.kind) == [.utterance, .utterance])
        }
    }

    @Test(arguments: [
        "Notes: buy milk\nTodo: call Ben\n", "From: Anna\nTo: Ben\nSubject: The boats\n", "Anna: Hello\n",
        "Anna: Hello\nBen: Hi there\n\nThat was all that they said on this day.\n", "Anna:\nBen:\n",
        "Name: Anna\nStreet: Main Road\nTown: Springfield\nCountry: Nowhere\n",
        "He said: come.\n\nShe said: no.\n\nThen it ended at 12:30. See http://x.y\n",
        "Title: A Book\nAuthor: Someone\n\nIt was a dark night.\n\nAnd: nobody came.\n\nSo they waited.\n",
    ])
    func keysAndColonsAreNoTurns(_ text: String) async throws {
        let document = try await read(text, "a.txt")
        #expect(document.blocks.allSatisfy { $0.kind == .paragraph })
    }
}
