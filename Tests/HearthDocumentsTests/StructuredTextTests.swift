import HearthCore
import Testing

@testable import HearthDocuments

@Suite struct NotebookReaderTests {
    static let everything = """
        {"cells": [{"cell_type": "markdown", "source": ["# One\\n", "\\n", "two"], "attachments": {"a.png": {}}},
        {"cell_type": "code", "source": "x = 1", "outputs": [{"output_type": "stream", "text": ["a\\n", "b\\rc\\n"]},
        {"output_type": "display_data", "data": {"text/html": "<b>x</b>"}}, {"output_type": "error", "ename": "E", "evalue": "v"}]},
        {"cell_type": "raw", "source": "raw"}], "metadata": {"title": "T"}, "nbformat": 4}
        """

    @Test func aNotebookOfAnotherProgramIsReadCellByCell() async throws {
        let document = try await read(fixture("costs.ipynb"), "costs.ipynb")
        #expect(document.format == .ipynb && document.title == "House costs")
        #expect(
            document.pieces() == [
                "# House costs", "What the *roof* costs.", "total = sum([920.5, 282])\nprint('Total', total)\ntotal",
                "Output:\nTotal 1202.5\n1202.5", "plot()", "Output: a picture (image/png)", "## Next", "- ask Müller",
                "1/0", "Output:\nZeroDivisionError: division by zero", "raw words",
            ])
        #expect(document.blocks[0].kind == .heading(level: 1) && document.blocks[3].kind == .code)
        #expect(document.warnings.map(\.message) == ["1 picture is named and was left out."])
    }

    @Test func outputsAreReadAsFarAsTheyAreText() async throws {
        let document = try await read(Self.everything, "notes")
        #expect(document.format == .ipynb && document.title == "T")
        #expect(document.pieces() == ["# One", "two", "x = 1", "Output:\na\nc\nE: v", "raw"])
        #expect(
            document.warnings.map(\.message) == [
                "1 picture is named and was left out.", "1 output that is no text was left out.",
            ])
    }

    @Test func theFormerVersionIsRead() async throws {
        let document = try await read(
            "{\"worksheets\": [{\"cells\": [{\"cell_type\": \"heading\", \"level\": 2, \"source\": [\"H\"]}, {\"cell_type\": \"code\", \"input\": [\"x\"],"
                + " \"outputs\": [{\"output_type\": \"pyout\", \"text\": [\"7\"], \"png\": \"AAAA\"}]}]}], \"nbformat\": 3}",
            "a.ipynb")
        #expect(document.pieces() == ["H", "x", "Output:\n7", "Output: a picture (png)"])
        #expect(document.blocks[0].kind == .heading(level: 2))
    }

    @Test func longOutputsAndCellsBeyondTheLimitAreCounted() async throws {
        let long = String(repeating: "ä", count: 9_000)
        let cell =
            "{\"cell_type\": \"code\", \"source\": \"x\", \"outputs\": [{\"output_type\": \"stream\", \"text\": \"\(long)\"}]}"
        let cells = [String](repeating: cell, count: 9).joined(separator: ",")
        var configuration = DocumentReader.Configuration()
        configuration.maximumTextBytes = 50_000
        let document = try await DocumentReader(configuration: configuration).read(
            Array("{\"cells\": [\(cells)], \"nbformat\": 4}".utf8), name: "a.ipynb")
        document.checkSpans()
        #expect(
            document.warnings.prefix(2).map(\.message) == [
                "4 cells at the end were not read, beyond what is kept.",
                "5 cells have long outputs, which were cut off.",
            ])
    }

    @Test(arguments: ["{\"cells\": [{\"cell_type\": ", "{\"cell_type\": 1, \"cells\": 2}", "{\"a\": \"b\"}"])
    func whatIsNoNotebookIsReadAsText(_ text: String) async throws {
        let document = try await read(text, "a.ipynb")
        #expect(document.format == .text && document.text == text)
        #expect(document.warnings.map(\.kind) == [.damaged])
    }

    @Test func otherThingsThatHaveCellsAreNoNotebooks() async throws {
        let text = "{\"cells\": [{\"cell_type\": \"neuron\", \"count\": 12}]}"
        let document = try await read(text, "brain.json")
        #expect(document.format == .text && document.text == text && document.warnings.isEmpty)
        #expect(document.pieces() == [text])
    }

    @Test(arguments: [
        ("a\u{1B}[0;31mb\u{1B}[0mc", "abc"), ("1%\r50%\r100%\nx", "100%\nx"), ("a\r\nb", "a\nb"), ("\u{1B}[", ""),
        ("a\u{1B}x", "a\u{1B}x"), ("", ""), ("a\r", "a"), ("a\r\r\nb", "a\nb"),
        ("a\r\u{1B}[K\nb", "a\nb"), ("a\r\rb", "b"),
    ])
    func whatIsForATerminalIsLeftOut(_ text: String, _ plain: String) {
        #expect(TerminalText.plain(text) == Array(plain.utf8))
    }
}

@Suite struct StructuredTextTests {
    @Test(arguments: ["a.yaml", "b.py", "c.json", "d.XML"])
    func nobodySpeaksInSourceCode(_ name: String) async throws {
        let text = "Ann: words\nBob: more\nAnn: words again\nBob: yes\n\n  Ann: no\n"
        let document = try await read(text, name)
        #expect(document.text == text && document.format == .text && document.warnings.isEmpty)
        #expect(document.blocks.map(\.kind) == [.code, .code])
        #expect(document.pieces().last == "Ann: no")
        // Unless somebody says so, or the name promises nothing.
        #expect(try await read(text, "a.txt").blocks.first?.speaker == "Ann")
        var configuration = DocumentReader.Configuration()
        configuration.readsTurns = true
        let said = try await DocumentReader(configuration: configuration).read(Array(text.utf8), name: name)
        #expect(said.blocks.first?.speaker == "Ann")
    }

    @Test func offsetsHoldInTheFile() async throws {
        let document = try await read([0xEF, 0xBB, 0xBF] + Array("x = 1\n\n    y = 2\n".utf8), "a.py")
        #expect(document.pieces() == ["x = 1", "y = 2"] && document.text.hasPrefix("\u{FEFF}x"))
    }

    @Test func transcriptsInJSONStayTranscripts() async throws {
        let text = "{\"segments\": [{\"start\": 0, \"end\": 2, \"text\": \"Hello there.\"}]}"
        #expect(try await read(text, "a.json").blocks.map(\.kind) == [.utterance])
    }
}
