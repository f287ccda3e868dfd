import HearthCore
import HearthSchema
import Testing

@Suite struct GrammarTests {
    @Test(arguments: [
        (#"root ::= "a" | "b" root"#, "bba", true), (#"root ::= "a" | "b" root"#, "bb", false),
        (#"root ::= [^a-c\]]+"#, "xyz", true),
        (#"root ::= [^a-c\]]+"#, "x]", false), ("root ::= . .", "é😀", true),
        (#"root ::= ("ab" "c"?){2,3}"#, "abcab", true),
        (#"root ::= ("ab" "c"?){2,3}"#, "ab", false), (#"root ::= "ab"{2}"#, "abab", true),
        (#"root ::= "ab"{2}"#, "abb", false),
        (#"root ::= [a]{,2} "b""#, "aab", true), (#"root ::= [a]{2,}"#, "aaaa", true),
        (#"root ::= "\x41\u00e9\U0001F600\n""#, "Aé😀\n", true),
        ("root ::= # comment\n  x\nx ::= (\n \"a\" |\n \"b\")\n | \"c\"", "c", true), (#"root ::= "" | "a""#, "", true),
        (#"root ::= ("a"*)* "b""#, "aab", true), (#"root ::= ("a"?){3}"#, "aa", true),
        ("root ::= \"(\" root? \")\" root?", "(()())()", true),
        ("root ::= \"(\" root? \")\" root?", "(()", false),
    ])
    func matchingIsOfTheWholeText(grammar: String, text: String, expected: Bool) throws {
        #expect(try Grammar(grammar).matches(text) == expected)
    }

    @Test(arguments: [
        (#"root ::= "ab" ("\n" [0-9]+)*"#, "ab\n12x", 5, 2, 3, "x", 11),
        (#"root ::= "ab" "c" | "ad""#, "ae", 1, 1, 2, "e", 2), (#"root ::= "é" "b" | "é" "c""#, "éx", 2, 1, 2, "x", 2),
        (#"root ::= "abc""#, "ab", 2, 1, 3, nil, 1), (#"root ::= "abc""#, "abcd", 3, 1, 4, "d", 0),
        (#"root ::= [^x]+ "x""#, "ab", 2, 1, 3, nil, 0), (#"root ::= "a""#, "", 0, 1, 1, nil, 1),
    ])
    func aTextThatDoesNotMatchIsToldWhere(
        grammar: String, text: String, offset: Int, line: Int, column: Int, found: String?, expected: Int
    ) throws {
        let place = try #require(try Grammar(grammar).deviation(in: text))
        #expect((place.offset, place.line, place.column) == (offset, line, column))
        #expect(place.found == found && place.expected.count == expected, "\(place)")
    }

    @Test func aTextThatMatchesDeviatesNowhere() throws {
        #expect(try Grammar(#"root ::= "a" | "b" root"#).deviation(in: "bba") == nil)
        #expect(try Grammar(#"root ::= "ab" | "ad""#).deviation(in: "ax")?.expected == ["b", "d"])
    }

    @Test(arguments: [
        "", "root ::= ", "root ::= x", "start ::= \"a\"", "root ::= \"a", "root ::= [a", "root ::= (\"a\"",
        "root ::= *", "root = \"a\"",
        "root ::= root \"a\" | \"b\"", "root ::= a\na ::= \"x\"? b\nb ::= root", "root ::= \"a\"{3,2}",
        "root ::= \"\\q\"", "root ::= <[12]>",
        "root ::= \"a\" root ::= \"b\"", "root ::= [z-a]",
    ])
    func malformedGrammarsAreErrors(grammar: String) {
        // An empty rule is a grammar of the empty text; all the others are none.
        if grammar == "root ::= " {
            #expect((try? Grammar(grammar).matches("")) == true)
        } else {
            #expect(throws: SchemaError.self) { try Grammar(grammar) }
        }
    }

    @Test(.timeLimit(.minutes(10))) func longTextsTakeTimeInProportion() throws {
        let grammar = try Grammar(#"root ::= ([a-z] | "a" [b-z] | [a-z]{2,100000})*"#)
        #expect(throws: Never.self) { try grammar.matches(String(repeating: "ab", count: 200)) }
        let words = try Grammar(#"root ::= (word " "*)*"# + "\n" + "word ::= [a-z]+")
        #expect(try words.matches(String(repeating: "some words ", count: 20_000)))
    }

    @Test(.timeLimit(.minutes(10))) func ambiguityWithoutEndStopsWithAnError() throws {
        let grammar = try Grammar("root ::= x\nx ::= \"a\" x x | \"a\"")
        do {
            _ = try grammar.matches(String(repeating: "a", count: 1_500))
        } catch let error as SchemaError {
            #expect(error.reason == .tooCostly)
        }
    }
}
