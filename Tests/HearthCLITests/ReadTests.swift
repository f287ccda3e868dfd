import Foundation
import Testing
import TinyModels

/// `hearth text read`, with a reader of random weights: what it says is nonsense, where and how it says it is not.
@Suite struct ReadTests {
    private let hearth: HearthProgram

    init() throws {
        hearth = try HearthProgram()
        var encoder = TinyEncoder()
        encoder.reads = true
        try hearth.write("reader.gguf", encoder.encoded())
    }

    @Test func theWordsAreTheBytesThatAreNamed() throws {
        let text = "12 ducks on the river, and the bank"
        let outcome = try hearth.run(
            "text", "read", "--model", "reader.gguf", "--question", "the river bank", "--text", text, "--json")
        #expect(outcome.status == 0)
        let reading = try #require((outcome.lines.first?["readings"] as? [[String: Any]])?.first)
        #expect(reading["bytesRead"] as? Int == text.utf8.count)
        for name in ["answerable", "relevance"] {
            let value = try #require(reading[name] as? Double)
            #expect((0...1).contains(value))
        }
        let spans = try #require(reading["spans"] as? [[String: Any]])
        #expect(!spans.isEmpty)
        let bytes = Array(text.utf8)
        for span in spans {
            let (start, end) = (try #require(span["start"] as? Int), try #require(span["end"] as? Int))
            #expect(String(decoding: bytes[start..<end], as: UTF8.self) == span["text"] as? String)
        }
    }

    @Test func rowsMayGiveOneTextOrSeveralPassages() throws {
        let rows = """
            {"id": 1, "question": "the river", "text": "12 ducks on the river"}
            {"id": 2, "question": "the river", "passages": ["the bank", "", "12 ducks"]}
            {"id": 3, "question": "the river"}
            """
        let outcome = try hearth.run("text", "read", "--model", "reader.gguf", "--batch", "-", "--json", input: rows)
        #expect(outcome.status == 0)
        #expect(outcome.lines.map { ($0["readings"] as? [Any])?.count ?? -1 } == [1, 3, -1])
        #expect(outcome.lines.last?["error"] != nil)
    }

    @Test func whatIsMissingIsSaid() throws {
        #expect(try hearth.run("text", "read", "--text", "12 ducks").status == 2)
        #expect(try hearth.run("text", "read", "--question", "a", "--batch", "rows.jsonl").status == 2)
        let none = try hearth.run("text", "read", "--model", "nowhere.gguf", "--question", "a", "--text", "b")
        #expect(none.status == 1)
        #expect(none.errors.contains("nowhere.gguf"))
    }
}
