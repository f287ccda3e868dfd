import HearthCore
import HearthSchema
import Testing

@Suite struct SchemaGrammarTests {
    private func grammar(_ schema: String, _ order: SchemaGrammar.Configuration.Order = .any) throws -> Grammar {
        var configuration = SchemaGrammar.Configuration()
        configuration.order = order
        return try Grammar(SchemaGrammar(JSONValue(parsing: schema), configuration: configuration).text)
    }

    private static let person =
        #"{"type":"object","properties":{"name":{"type":"string"},"age":{"type":"integer","minimum":0,"maximum":150}},"required":["name"],"additionalProperties":false}"#

    @Test(arguments: [
        (#"{"name": "x", "age": 3}"#, true), (#"{"age":3,"name":"x"}"#, true), (#"{ "name" : "\u00e9\n" }"#, true),
        (#"{"age": 3}"#, false),
        (#"{"name": "x", "age": 151}"#, false), (#"{"name": "x", "other": 1}"#, false), (#"{"name": "x",}"#, false),
        ("{\n  \"name\": \"x\"\n}", true),
        (#"{"name": "x", "age": -1}"#, false), (#"{"name": "x", "age": 149.0}"#, true),
    ])
    func objectsHaveTheirPropertiesInAnyOrder(text: String, expected: Bool) throws {
        #expect(try grammar(Self.person).matches(text) == expected)
    }

    @Test func declaredOrderAllowsEachPropertyOnce() throws {
        let grammar = try grammar(Self.person, .declared)
        #expect(try grammar.matches(#"{"name":"x","age":1}"#))
        #expect(try grammar.matches(#"{"name":"x"}"#))
        #expect(try !grammar.matches(#"{"age":1,"name":"x"}"#))
        #expect(try !grammar.matches(#"{"name":"x","age":1,"age":1}"#))
    }

    @Test(arguments: [
        (#"{"maximum": 3.25}"#, ["3.25", "3.2500", "-9.9", "0", "3"], ["3.26", "4", "3.251", "10"]),
        (#"{"exclusiveMinimum": -0.5, "type": "number"}"#, ["-0.49", "0", "-0.0", "7"], ["-0.5", "-0.50", "-1"]),
        (
            #"{"type": "integer", "minimum": -12, "maximum": 207}"#, ["-12", "0", "99", "207", "-9"],
            ["-13", "208", "1.5", "-100"]
        ),
        (#"{"multipleOf": 0.01}"#, ["1.25", "3", "0.1", "-2.500"], ["1.255"]),
        (#"{"oneOf": [{"type": "number"}, {"type": "integer"}]}"#, ["1.5", "-0.01"], ["1", "2.0", "-0"]),
        (#"{"multipleOf": 7}"#, ["14", "0", "-7.0"], ["15", "7.7"]),
        (#"{"minimum": 0.35, "exclusiveMaximum": 0.4}"#, ["0.35", "0.399", "0.36"], ["0.34", "0.4", "0.40"]),
        (#"{"type": "integer", "minimum": 3, "multipleOf": 3, "maximum": 10}"#, ["3", "9"], ["0", "12", "4"]),
    ])
    func numbersAreComparedDigitByDigit(schema: String, valid: [String], invalid: [String]) throws {
        let grammar = try grammar(schema)
        for text in valid { #expect(try grammar.matches(text), "\(schema) takes \(text)") }
        for text in invalid { #expect(try !grammar.matches(text), "\(schema) refuses \(text)") }
    }

    @Test(arguments: [
        (#"{"type": "string", "pattern": "^[a-z]+\\d{2}$"}"#, [#""ab12""#], [#""ab1""#, #""12""#, "1"]),
        (#"{"type": "string", "pattern": "b", "maxLength": 3}"#, [#""abc""#, #""b""#], [#""abcd""#, #""ac""#]),
        (
            #"{"type": "string", "pattern": "^(?=.*\\d)(?!admin).{3,5}$"}"#, [#""abc1""#],
            [#""abc""#, #""admin1""#, #""a1""#]
        ),
        (
            #"{"type": "string", "format": "email", "maxLength": 254}"#, [#""a.b@c-d.example""#],
            [#""a@b--""#, #""@b""#, #""a b@c""#]
        ),
        (
            #"{"type": "string", "format": "hostname"}"#, [#""a--b.c1""#, #""ab-c""#, #""x""#],
            [#""ab--c""#, #""-a""#, #""a-""#, #""a..b""#]
        ),
        (#"{"type": "string", "format": "date"}"#, [#""2024-02-29""#], [#""2023-02-29""#, #""today""#]),
        (
            #"{"type": "string", "not": {"enum": ["no", "none"]}}"#, [#""non""#, #""yes""#, #""""#],
            [#""no""#, #""none""#]
        ),
        (#"{"type": "string", "minLength": 2, "maxLength": 2}"#, [#""😀\n""#, #""\ud83d\ude00x""#], [#""😀""#]),
        (
            #"{"enum": ["a\"b", 1.5, {"x": [null]}]}"#, [#""a\"b""#, "1.50", #"{"x": [null]}"#],
            [#""a""#, "1.5e0x", #"{"x": []}"#]
        ),
    ])
    func stringsFollowTheirPatterns(schema: String, valid: [String], invalid: [String]) throws {
        let grammar = try grammar(schema)
        for text in valid { #expect(try grammar.matches(text), "\(schema) takes \(text)") }
        for text in invalid { #expect(try !grammar.matches(text), "\(schema) refuses \(text)") }
    }

    @Test func recursiveSchemasMakeRecursiveGrammars() throws {
        let list =
            ##"{"$defs":{"n":{"type":"object","properties":{"v":{"type":"integer"},"next":{"anyOf":[{"$ref":"#/$defs/n"},{"type":"null"}]}},"required":["v","next"],"additionalProperties":false}},"$ref":"#/$defs/n"}"##
        let grammar = try grammar(list)
        #expect(try grammar.matches(#"{"v":1,"next":{"next":null,"v":2}}"#))
        #expect(try !grammar.matches(#"{"v":1,"next":{"v":2}}"#))
    }

    @Test(arguments: [
        (#"{"type":"array","items":{"type":"string"},"uniqueItems":true}"#, "uniqueItems"),
        (#"{"type":"object","minProperties":3}"#, "minProperties"),
        (#"{"type":"string","pattern":"^(a+)\\1$"}"#, "pattern"),
        (#"{"type":"string","format":"regex"}"#, "format"), (#"{"multipleOf": 123457}"#, "multipleOf"),
        (#"{"not":{"patternProperties":{"^a":{"type":"string"}}}}"#, "patternProperties"),
        (#"{"maxLength": 2000000}"#, "maxLength"), (##"{"$ref": "#"}"##, "$ref"),
        (#"{"type":"object","maxProperties":1e30}"#, "maxProperties"),
        (#"{"type":"object","maxProperties":9223372036854775807,"required":["a"]}"#, "maxProperties"),
        (#"{"type":"object","minProperties":1e30}"#, "minProperties"), (#"{"maxItems":1e30}"#, "maxItems"),
        (#"{"type":"array","minItems":1e30}"#, "minItems"), (#"{"type":"string","minLength":1e30}"#, "minLength"),
        (#"{"type":"array","contains":{"type":"null"},"minContains":1e30}"#, "contains"),
        (#"{"multipleOf":9223372036854775807}"#, "multipleOf"),
        (#"{"multipleOf":1e-1000000000}"#, "multipleOf"),
        (#"{"type":"integer","minimum":-1e1000,"maximum":1e1000}"#, "minimum"), (#"{"minimum":1e1000}"#, "minimum"),
        (#"{"type":"number","maximum":1e-1000}"#, "maximum"), (#"{"type":"number","not":{"const":1e1000}}"#, "not"),
    ])
    func whatCannotBeExpressedIsRefusedByName(schema: String, keyword: String) {
        let error = #expect(throws: SchemaError.self) { try grammar(schema) }
        #expect(error?.reason == .notExpressible)
        #expect(error?.message.contains("`\(keyword)`") == true, "\(error?.message ?? "")")
    }

    @Test(.timeLimit(.minutes(10))) func hugeCountsAreCountedExactly() throws {
        let grammar = try grammar(#"{"type":"string","minLength":1500,"maxLength":4321}"#)
        for (count, expected) in [(1_499, false), (1_500, true), (2_999, true), (4_321, true), (4_322, false)] {
            #expect(try grammar.matches("\"" + String(repeating: "a", count: count) + "\"") == expected, "\(count)")
        }
    }

    @Test(.timeLimit(.minutes(10))) func manyRequiredPropertiesKeepTheUsualOrders() throws {
        let names = (0..<30).map { "p\(($0 * 7) % 30)" }
        var properties = JSONObject()
        for name in names { properties[name] = true }
        let schema: JSONValue = [
            "type": "object", "properties": .object(properties), "required": .array(names.map { .string($0) }),
        ]
        let grammar = try Grammar(SchemaGrammar(schema).text)
        func text(_ names: [String]) -> String { "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}" }
        #expect(try grammar.matches(text(names)))
        #expect(try grammar.matches(text(names.sorted())))
        #expect(try !grammar.matches(text(Array(names.dropFirst()))))
    }

    @Test(.timeLimit(.minutes(10))) func hostileSchemasEndInAnErrorOrAGrammar() throws {
        var deep: JSONValue = ["type": "string"]
        for _ in 0..<90 { deep = ["items": deep, "minItems": 1] }
        _ = try SchemaGrammar(deep)
        for _ in 0..<90 { deep = ["items": deep, "properties": ["a": deep]] }
        #expect(throws: SchemaError.self) { try SchemaGrammar(deep) }
        var alternatives: [JSONValue] = []
        for index in 0..<40 {
            alternatives.append([
                "properties": ["a\(index)": ["type": "integer"], "b\(index)": ["type": "string"]],
                "required": [.string("c\(index)")],
            ])
        }
        #expect(throws: SchemaError.self) { try SchemaGrammar(["oneOf": .array(alternatives)]) }
        #expect(throws: SchemaError.self) {
            try SchemaGrammar(["type": "string", "pattern": "^.*a.{20}b.*$", "not": ["pattern": "c.{18}d"]])
        }
        #expect(throws: SchemaError.self) { try SchemaGrammar(["type": "string", "pattern": "((a{900}){900}){900}"]) }
    }

    /// What a model writes is read by programs, whose numbers are doubles and 64-bit integers.
    @Test(arguments: [
        (#"{"type": "integer"}"#, ["0", "-7", "123456789012345678"], ["2e20", "1.0", "1234567890123456789"]),
        (
            #"{"type": "number"}"#, ["0.5", "-3e5", "1E-12", "6.02e23"],
            ["2e301", "1e", "0." + String(repeating: "1", count: 40)]
        ),
        (#"{"type": "integer", "minimum": 0}"#, ["0", "12"], ["-1", "3e4"]),
    ])
    func whatIsWrittenCanBeRead(schema: String, good: [String], bad: [String]) throws {
        var configuration = SchemaGrammar.Configuration()
        configuration.numbers = .readable
        let grammar = try Grammar(SchemaGrammar(JSONValue(parsing: schema), configuration: configuration).text)
        for text in good { #expect(try grammar.matches(text), "\(text)") }
        for text in bad { #expect(try !grammar.matches(text), "\(text)") }
    }
}
