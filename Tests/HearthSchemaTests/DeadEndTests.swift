import HearthCore
import Testing

@testable import HearthSchema

/// A sampler chooses a character at a time and cannot look ahead: whatever a grammar lets it begin has to have an end.
struct DeadEndTests {
    @Test(arguments: [
        (#"{"const":{"a":1,"b":2}}"#, #"{"a":1,"b":2"#), (#"{"const":{"a":1,"b":2}}"#, #"{"b":2,"a":1"#),
        (#"{"enum":[{"a":[1]}]}"#, #"{"a":[1]"#),
        (
            #"{"type":"object","required":["a","b"],"properties":{"a":{"const":1},"b":{"const":1}},"maxProperties":2}"#,
            #"{"a":1,"b":1"#
        ),
        (#"{"type":"array","contains":{"const":1},"items":{"enum":[1,2]},"maxItems":2}"#, "[1,2"),
    ])
    func noCommaIsOfferedBehindTheLastMember(_ schema: String, _ text: String) throws {
        for order in [SchemaGrammar.Configuration.Order.any, .declared] {
            var configuration = SchemaGrammar.Configuration()
            configuration.order = order
            let grammar = try Grammar(SchemaGrammar(JSONValue(parsing: schema), configuration: configuration).text)
            var matcher = GrammarMatcher(grammar)
            for scalar in text.unicodeScalars { #expect(try matcher.accept(scalar)) }
            var other = matcher
            #expect(try !other.accept(","))
            #expect(try matcher.accept(text.hasPrefix("[") ? "]" : "}"))
            #expect(matcher.isComplete)
        }
    }

    @Test func roomIsLeftForWhatIsRequired() throws {
        let object =
            #"{"type":"object","required":["a"],"properties":{"a":{"const":1},"b":{"const":1}},"maxProperties":1}"#
        var matcher = GrammarMatcher(try Grammar(SchemaGrammar(JSONValue(parsing: object)).text))
        for scalar in "{\"".unicodeScalars { #expect(try matcher.accept(scalar)) }
        #expect(try !matcher.accept("b"))
        let array = #"{"type":"array","contains":{"const":1},"items":{"enum":[1,2]},"minItems":1,"maxItems":1}"#
        matcher = GrammarMatcher(try Grammar(SchemaGrammar(JSONValue(parsing: array)).text))
        #expect(try matcher.accept("["))
        #expect(try !matcher.accept("2"))
    }
}
