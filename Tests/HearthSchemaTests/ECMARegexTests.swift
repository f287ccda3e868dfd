import HearthCore
import HearthSchema
import Testing

@Suite struct ECMARegexTests {
    @Test(arguments: [
        ("b+", "abbc", true), ("^b", "ab", false), ("a$", "ba\n", false), (#"^\d{2,3}$"#, "12", true),
        (#"^\d{2,3}$"#, "1234", false),
        (#"^[^\s]+$"#, "a b", false), (#"^\w+@\w+\.(com|org)$"#, "me@site.org", true), (#"\bcat\b"#, "a cat sat", true),
        (#"\bcat\b"#, "concat", false), ("^(?!foo)", "foobar", false), ("^(?!foo)", "barfoo", true),
        (#"(?<=\$)\d+"#, "cost $42", true), (#"(?<!\$)\b\d+"#, "$42", false), (#"^(a|b)\1$"#, "aa", true),
        (#"^(a|b)\1$"#, "ab", false), (#"^(?<q>['"]).*\k<q>$"#, "'x'", true), (#"^\p{Lu}\p{Ll}+$"#, "Äpfel", true),
        (#"^\u{1F600}$"#, "😀", true), (#"^\uD83D\uDE00$"#, "😀", true), ("^.$", "😀", true), ("^.$", "\n", false),
        ("^$", "", true),
        ("(a*)*b", "aaab", true), ("^(a?){3}$", "aa", true), (#"^[\w.-]+$"#, "a-b.c", true), ("a|", "", true),
        (#"^\cJ$"#, "\n", true),
    ])
    func patternsFollowECMA262(pattern: String, text: String, expected: Bool) throws {
        #expect(try ECMARegex(pattern).isFound(in: text) == expected)
    }

    @Test(arguments: [
        "(", ")", "[a", "a**", "*", #"\"#, "[b-a]", "a{2,1}", #"\p{Nonsense}"#, #"\1"#, "(?x)", #"^\Z"#, "(?P<a>b)",
    ])
    func whatIsNoPatternIsRefused(pattern: String) {
        #expect(throws: SchemaError.self) { try ECMARegex(pattern) }
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(.*)*x", "^([a-z]+)*[0-9]$"])
    func patternsThatHangElsewhereDoNotHangHere(pattern: String) throws {
        #expect(try !ECMARegex(pattern).isFound(in: String(repeating: "a", count: 3_000) + "!"))
    }

    @Test(.timeLimit(.minutes(10))) func backtrackingStopsAtItsBudget() throws {
        let regex = try ECMARegex(#"^(a+)+\1$"#)
        #expect(throws: SchemaError.self) { try regex.isFound(in: String(repeating: "a", count: 60) + "!") }
    }

    @Test func hugeCountsAreRefusedAndDeepGroupsToo() {
        #expect(throws: SchemaError.self) { try ECMARegex("(a{1000}){1000}") }
        #expect(throws: SchemaError.self) { try ECMARegex("((((a{99999999}){99999999}){99999999}){9999999})") }
        #expect(throws: SchemaError.self) { try ECMARegex(String(repeating: "(", count: 100_000)) }
    }
}
