import HearthCore
import HearthSchema
import Testing

@Suite struct JSONValueTests {
    @Test(arguments: [
        ("1", "1.0"), ("100", "1e2"), ("0.5", "5E-1"), ("0", "-0.000"),
        ("123456789012345678901234567890", "123456789012345678901234567890.0"),
    ])
    func numbersAreEqualHoweverTheyAreWritten(pair: (String, String)) throws {
        #expect(try JSONValue(parsing: pair.0) == JSONValue(parsing: pair.1))
        #expect(try JSONValue(parsing: pair.0).hashValue == JSONValue(parsing: pair.1).hashValue)
    }

    @Test(arguments: [("9007199254740992", "9007199254740993"), ("0.1", "0.10000000000000001"), ("-1", "1")])
    func numbersThatDifferInTheLastDigitDiffer(pair: (String, String)) throws {
        #expect(try JSONValue(parsing: pair.0) != JSONValue(parsing: pair.1))
    }

    @Test(arguments: [
        ("0.0075", "0.0001", true), ("0.00751", "0.0001", false), ("1e308", "0.5", true), ("1e-8", "1e-9", true),
        ("123456789012345678901234567890", "10", true), ("123456789012345678901234567891", "10", false),
        ("246913578024691357802469135780", "123456789012345678901234567890", true), ("7", "0", false),
        ("-9", "3", true),
    ])
    func multiplesAreExact(number: String, divisor: String, expected: Bool) throws {
        let (number, divisor) = (try #require(JSONNumber(number)), try #require(JSONNumber(divisor)))
        #expect(number.isMultiple(of: divisor) == expected)
    }

    @Test func textIsReadBackAsTheSameValueInTheSameOrder() throws {
        let text = #"{"b":[1,-2.5,1e+40,true,null],"a":{"ä\n\"":"\u0001x"},"":""}"#
        let value = try JSONValue(parsing: text)
        #expect(try JSONValue(parsing: value.description) == value)
        #expect(value.objectValue?.keys == ["b", "a", ""])
    }

    @Test func ofEqualKeysTheLastCounts() throws {
        #expect(try JSONValue(parsing: #"{"a":1,"b":2,"a":3}"#) == ["a": 3, "b": 2])
    }

    @Test func canonicallyEquivalentStringsDiffer() throws {
        #expect(JSONValue.string("\u{E4}") != .string("a\u{308}"))
    }

    @Test(arguments: [
        "", "{", "[1,]", "01", "1.", "+1", "nul", "\"\u{1}\"", "\"\\x\"", "{\"a\" 1}", "[1] 2", "\"abc", "{1:2}", "1e",
        "-", "\"\\u12\"",
    ])
    func whatIsNotJSONIsRefused(text: String) {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
    }

    @Test func deepNestingIsRefusedAndDoesNotCrash() {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: String(repeating: "[", count: 1_000_000)) }
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: String(repeating: "{\"a\":", count: 100_000)) }
    }
}
