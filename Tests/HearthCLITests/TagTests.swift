import Foundation
import Testing
import TinyModels

/// `hearth text tag`, with a tagger of random weights: what it says is nonsense, where and how it says it is not.
@Suite struct TagTests {
    private func program() throws -> HearthProgram {
        let hearth = try HearthProgram()
        var encoder = TinyEncoder()
        encoder.tags = true
        try hearth.write("tagger.gguf", encoder.encoded())
        return hearth
    }

    @Test func sentencesAndNamesAreTheBytesThatAreNamed() throws {
        let hearth = try program()
        let text = "Ada saw 12 ducks on the river. Where is the bank?"
        let outcome = try hearth.run("text", "tag", "--model", "tagger.gguf", "--text", text, "--json")
        #expect(outcome.status == 0)
        let sentences = try #require(outcome.lines.first?["sentences"] as? [[String: Any]])
        #expect(sentences.count == 2)
        let bytes = Array(text.utf8)
        for sentence in sentences {
            let (start, end) = (try #require(sentence["start"] as? Int), try #require(sentence["end"] as? Int))
            let own = try #require(sentence["text"] as? String)
            #expect(String(decoding: bytes[start..<end], as: UTF8.self) == own)
            #expect(sentence["bytesRead"] as? Int == own.utf8.count)
            for name in try #require(sentence["names"] as? [[String: Any]]) {
                let (start, end) = (try #require(name["start"] as? Int), try #require(name["end"] as? Int))
                #expect(String(decoding: Array(own.utf8)[start..<end], as: UTF8.self) == name["text"] as? String)
            }
            #expect((sentence["acts"] as? [String: Any])?.count == 9)
            #expect((sentence["emotions"] as? [String: Any])?.count == 12)
            let act = (sentence["acts"] as? [String: [String: Any]])?["question"]
            #expect((0...1).contains(act?["probability"] as? Double ?? -1))
        }
        let shown = try hearth.run("text", "tag", "--model", "tagger.gguf", "--text", text)
        #expect(shown.status == 0 && shown.output.contains("valence"))
    }

    @Test func rowsMayGiveATextOrSentencesWithTheirSpeakers() throws {
        let hearth = try program()
        let rows = """
            {"id": 1, "text": "12 ducks on the river"}
            {"id": 2, "sentences": [{"text": "the bank", "speaker": "Ada"}, {"text": ""}, {"text": "12 ducks"}]}
            {"id": 3}
            """
        let outcome = try hearth.run("text", "tag", "--model", "tagger.gguf", "--batch", "-", "--json", input: rows)
        #expect(outcome.status == 0)
        #expect(outcome.lines.map { ($0["sentences"] as? [Any])?.count ?? -1 } == [1, 3, -1])
        #expect(outcome.lines.last?["error"] != nil)
    }

    @Test func whatIsMissingIsSaid() throws {
        let hearth = try program()
        #expect(try hearth.run("text", "tag", "--text", "12 ducks", "--batch", "rows.jsonl").status == 2)
        let none = try hearth.run("text", "tag", "--model", "nowhere.gguf", "--text", "b")
        #expect(none.status == 1)
        #expect(none.errors.contains("nowhere.gguf"))
    }
}
