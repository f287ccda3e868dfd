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

    /// Schemas that nothing meets, each in a way of its own.
    static let impossible = [
        #"{"type":"string","allOf":[{"pattern":"^a"},{"pattern":"^b"}]}"#,
        #"{"type":"string","pattern":"^a$","minLength":2}"#,
        ##"{"allOf":[{"$ref":"#/$defs/code"},{"pattern":"^[a-z]+$"}]}"##,
        #"{"type":"string","format":"date","pattern":"^x"}"#,
        #"{"type":"integer","multipleOf":10,"minimum":1,"maximum":9}"#,
        #"{"type":"array","minItems":1,"items":false}"#,
        #"{"type":"array","minItems":1,"items":{"type":"string","pattern":"^a$","minLength":2}}"#,
        #"{"type":"array","uniqueItems":true,"minItems":3,"items":{"enum":[1,2]}}"#,
        #"{"type":"object","propertyNames":{"pattern":"^a"},"required":["b"]}"#,
        ##"{"$ref":"#/$defs/endless"}"##,
        #"{"type":"array","minItems":2,"prefixItems":[true,{"type":"string","pattern":"^a$","minLength":2}]}"#,
        #"{"type":"array","contains":{"type":"string"},"items":{"type":"integer"}}"#,
        #"{"type":"string","pattern":"^a[^\\s\\S]$"}"#, #"{"type":"string","pattern":"^\\ud800$"}"#,
        #"{"enum":[]}"#, "false",
    ]
    private static let definitions =
        ##""$defs":{"code":{"type":"string","pattern":"^[0-9]+$"},"endless":{"type":"object","properties":{"next":{"$ref":"#/$defs/endless"}},"required":["next"]}}"##

    @Test(arguments: impossible) func whatNothingMeetsIsNotOffered(_ schema: String) throws {
        let text =
            #"{"type":"object","properties":{"bad":\#(schema),"good":{"type":"null"}},"additionalProperties":false,"#
            + Self.definitions + "}"
        for order in [SchemaGrammar.Configuration.Order.any, .declared] {
            var configuration = SchemaGrammar.Configuration()
            configuration.order = order
            let grammar = try Grammar(SchemaGrammar(JSONValue(parsing: text), configuration: configuration).text)
            #expect(try grammar.matches("{}"))
            #expect(try grammar.matches(#"{"good":null}"#))
            var matcher = GrammarMatcher(grammar)
            for scalar in "{\"".unicodeScalars { #expect(try matcher.accept(scalar)) }
            #expect(try !matcher.accept("b"))
        }
    }

    @Test(arguments: impossible) func whatNothingMeetsAtAllIsAnError(_ schema: String) throws {
        let text = #"{"allOf":[\#(schema)],"# + Self.definitions + "}"
        let error = #expect(throws: SchemaError.self) { try SchemaGrammar(JSONValue(parsing: text)) }
        #expect(error?.reason == .unsatisfiable)
    }

    @Test func listsEndBeforeAnItemThatNothingMeets() throws {
        let schema =
            #"{"type":"array","prefixItems":[{"type":"null"}],"items":{"type":"string","pattern":"^a$","minLength":2}}"#
        let grammar = try Grammar(SchemaGrammar(JSONValue(parsing: schema)).text)
        #expect(try grammar.matches("[]"))
        #expect(try grammar.matches("[null]"))
        var matcher = GrammarMatcher(grammar)
        for scalar in "[null".unicodeScalars { #expect(try matcher.accept(scalar)) }
        #expect(try !matcher.accept(","))
    }

    @Test func whatCanEndAfterManyRoundsStays() throws {
        let schema =
            ##"{"$ref":"#/$defs/tree","$defs":{"tree":{"type":"object","properties":{"children":{"type":"array","items":{"$ref":"#/$defs/tree"}}},"required":["children"],"additionalProperties":false}}}"##
        let grammar = try Grammar(SchemaGrammar(JSONValue(parsing: schema)).text)
        #expect(try grammar.matches(#"{"children":[{"children":[]},{"children":[]}]}"#))
    }

    @Test(.timeLimit(.minutes(10))) func longChainsOfRulesAreJudgedInTime() {
        var rules: [GrammarReduction.Rule] = [("root", "rule-0 | \"x\"")]
        for number in 0..<50_000 {
            rules.append(("rule-\(number)", "\"a\" rule-\(number + 1) | (rule-\(number + 1))?"))
        }
        rules.append(("rule-50000", GrammarText.nothing))
        let left = GrammarReduction(rules).reduced()
        #expect(left?.first?.body == "rule-0 | \"x\"")
        #expect(left?.last?.body == "\"\"")
        #expect(GrammarReduction([("root", "\"a\" root")]).reduced() == nil)
    }
}
