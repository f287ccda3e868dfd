import Testing

/// JSON Schema through the real binary.
@Suite struct SchemaTests {
    @Test func whatDoesNotMatchIsToldWhereAndWhy() throws {
        let hearth = try HearthProgram()
        try hearth.write("s.json", #"{"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}"#)
        try hearth.write("good.txt", #"{"n": 1}"#)
        try hearth.write("bad.txt", #"{"n": "x"}"#)
        let good = try hearth.run("schema", "match", "s.json", "good.txt", "--json")
        #expect(good.status == 0 && good.lines.first?["matches"] as? Bool == true)
        #expect(good.lines.first?["deviation"] == nil)

        let bad = try hearth.run("schema", "match", "s.json", "bad.txt", "--json")
        #expect(bad.status == 1)
        let line = try #require(bad.lines.first)
        let place = try #require(line["deviation"] as? [String: Any])
        #expect(place["offset"] as? Int == 6 && place["line"] as? Int == 1 && place["column"] as? Int == 7, "\(place)")
        #expect(place["found"] as? String == "\"")
        #expect(line["path"] as? String == "/n" && line["message"] is String, "\(line)")

        let told = try hearth.run("schema", "match", "s.json", "bad.txt").output
        #expect(told.hasPrefix("does not match: line 1, column 7 (byte 6): `\"` cannot stand there"), "\(told)")
        #expect(told.contains("/n: "))
    }

    @Test func aGrammarTellsWhatItExpected() throws {
        let hearth = try HearthProgram()
        try hearth.write("g.gbnf", "root ::= \"yes\" | \"no\"")
        try hearth.write("t.txt", "nay")
        let told = try hearth.run("schema", "match", "g.gbnf", "t.txt")
        #expect(
            told.status == 1
                && told.output == "does not match: line 1, column 2 (byte 1): `a` cannot stand there; expected `o`\n")
        try hearth.write("rows.jsonl", #"{"id": 1, "grammar": "root ::= \"yes\"", "text": "ye"}"#)
        let row = try #require(try hearth.run("schema", "match", "--batch", "rows.jsonl", "--json").lines.first)
        let place = row["deviation"] as? [String: Any]
        #expect(row["matches"] as? Bool == false && place?["offset"] as? Int == 2 && place?["found"] == nil)
        #expect(place?["expected"] as? [String] == ["s"])
    }

    /// The same in all commands that take rows.
    @Test func aRowWithoutAnIDHasTheNumberOfItsLine() throws {
        let hearth = try HearthProgram()
        let row = #"{"text": "A boat.", "grammar": "root ::= \"A boat.\""}"#
        try hearth.write("rows.jsonl", "\n\(row)\n \n\(row)\n")
        for command in [["schema", "match"], ["text", "sentences"]] {
            let rows = try hearth.run(command + ["--batch", "rows.jsonl", "--json"]).lines
            #expect(rows.map { $0["id"] as? Int } == [2, 4], "\(command)")
        }
    }
}
