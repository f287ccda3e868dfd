import HearthCore
import HearthSchema
import Testing

@Suite struct JSONSchemaTests {
    private func isValid(
        _ schema: String, _ value: String, draft: SchemaDraft = .draft2020, formats: Bool = false,
        resources: [String: JSONValue] = [:]
    ) throws -> Bool {
        try JSONSchema(JSONValue(parsing: schema), draft: draft, resources: resources)
            .isValid(JSONValue(parsing: value), formats: formats)
    }

    @Test func failuresNameThePlaceAndTheKeyword() throws {
        let schema = try JSONSchema([
            "type": "object", "required": ["name"],
            "properties": ["tags/all": ["items": ["type": "string", "maxLength": 3]], "age": ["minimum": 0]],
        ])
        let failures = try schema.failures(of: ["tags/all": ["ok", "long", 7], "age": -1])
        #expect(failures.map(\.path).sorted() == ["", "/age", "/tags~1all/1", "/tags~1all/2"])
        #expect(Set(failures.map(\.keyword)) == ["required", "minimum", "maxLength", "type"])
        #expect(failures.allSatisfy { !$0.message.isEmpty })
        #expect(try schema.failures(of: ["name": 1]).isEmpty)
    }

    @Test func referencesResolveByPointerAnchorAndAddress() throws {
        let schema = """
            {"$id": "https://example.org/root", "$defs": {
               "n": {"$anchor": "num", "type": "number"}, "s": {"$id": "sub/s", "type": "string", "$defs": {"x/y": {"const": 1}}}},
             "prefixItems": [{"$ref": "#num"}, {"$ref": "sub/s"}, {"$ref": "sub/s#/$defs/x~1y"}, {"$ref": "#/$defs/s"}]}
            """
        #expect(try isValid(schema, #"[1, "a", 1, "b"]"#))
        #expect(try !isValid(schema, #"["a"]"#))
        #expect(try !isValid(schema, #"[1, 2]"#))
        #expect(try !isValid(schema, #"[1, "a", 2]"#))
        #expect(try !isValid(schema, #"[1, "a", 1, 2]"#))
    }

    @Test func resourcesAreUsedAndNothingIsFetched() throws {
        let schema = #"{"$ref": "https://example.org/other#/$defs/a"}"#
        let resources: [String: JSONValue] = ["https://example.org/other": ["$defs": ["a": ["type": "null"]]]]
        #expect(try isValid(schema, "null", resources: resources))
        #expect(try !isValid(schema, "1", resources: resources))
        let error = #expect(throws: SchemaError.self) { try isValid(schema, "null") }
        #expect(error?.reason == .unresolvedReference)
        #expect(error?.message.contains("https://example.org/other") == true)
    }

    @Test func dynamicReferencesLeadToTheOutermostAnchor() throws {
        let tree: JSONValue = [
            "$id": "https://example.org/tree", "$dynamicAnchor": "node", "type": "object",
            "properties": ["value": true, "children": ["items": ["$dynamicRef": "#node"]]],
        ]
        let strict = """
            {"$id": "https://example.org/strict", "$dynamicAnchor": "node", "$ref": "tree", "unevaluatedProperties": false}
            """
        let resources = ["https://example.org/tree": tree]
        #expect(try isValid(strict, #"{"children": [{"value": 1}]}"#, resources: resources))
        #expect(try !isValid(strict, #"{"children": [{"valeu": 1}]}"#, resources: resources))
    }

    @Test func eachDraftHasItsOwnKeywords() throws {
        #expect(try isValid(#"{"const": 1}"#, "2", draft: .draft4))
        #expect(try !isValid(#"{"const": 1}"#, "2", draft: .draft6))
        #expect(try !isValid(#"{"maximum": 3, "exclusiveMaximum": true}"#, "3", draft: .draft4))
        #expect(try isValid(#"{"if": true, "then": false}"#, "1", draft: .draft6))
        #expect(try !isValid(#"{"if": true, "then": false}"#, "1", draft: .draft7))
        #expect(
            try isValid(
                ##"{"$ref": "#/definitions/a", "maxLength": 1, "definitions": {"a": {}}}"##, #""ab""#, draft: .draft7))
        #expect(try !isValid(##"{"$ref": "#/$defs/a", "maxLength": 1, "$defs": {"a": {}}}"##, #""ab""#))
        #expect(
            try !isValid(
                #"{"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "null"}], "additionalItems": false}"#,
                "[null, 1]"))
    }

    @Test func unevaluatedPropertiesSeeThroughAlternatives() throws {
        let schema = """
            {"properties": {"a": true}, "anyOf": [{"properties": {"b": {"type": "null"}}, "required": ["b"]},
              {"patternProperties": {"^c": true}}], "unevaluatedProperties": false}
            """
        #expect(try isValid(schema, #"{"a": 1, "b": null, "cc": 2}"#))
        #expect(try !isValid(schema, #"{"a": 1, "b": 1}"#))
        #expect(try !isValid(schema, #"{"a": 1, "d": 1}"#))
    }

    @Test(arguments: [
        ("date-time", "2024-02-29T23:59:59.123+05:30", true), ("date-time", "2023-02-29T00:00:00Z", false),
        ("date-time", "1998-12-31T23:59:60Z", true), ("date-time", "1998-12-31T22:59:60Z", false),
        ("date", "1900-02-29", false),
        ("date", "2000-02-29", true), ("time", "24:00:00Z", false), ("duration", "P1Y2M", true),
        ("duration", "P1Y2D", false),
        ("duration", "PT", false), ("email", "a.b+c@example.org", true), ("email", "a..b@example.org", false),
        ("hostname", "a-b.example", true), ("hostname", "-a.example", false), ("idn-hostname", "bücher.example", true),
        ("ipv4", "255.0.0.1", true), ("ipv4", "256.0.0.1", false), ("ipv4", "01.2.3.4", false),
        ("ipv6", "::ffff:1.2.3.4", true),
        ("ipv6", "1::2::3", false), ("ipv6", "1:2:3:4:5:6:7", false), ("uri", "https://a.b/c?d=%20#e", true),
        ("uri", "/relative", false),
        ("uri", "http://a b", false), ("uri-reference", "../x?y", true), ("iri", "http://ä.example/ö", true),
        ("uuid", "123e4567-e89b-12d3-a456-426614174000", true), ("uuid", "123e4567e89b12d3a456426614174000", false),
        ("json-pointer", "/a~0b/~1", true), ("json-pointer", "/a~2", false), ("relative-json-pointer", "1/a", true),
        ("relative-json-pointer", "-1/a", false), ("uri-template", "/{x,y:3}{?q*}", true),
        ("uri-template", "/{x", false),
        ("regex", "^a+$", true), ("regex", "(", false), ("of-our-own", "anything", true),
    ])
    func formatsAreAssertedOnlyWhenAsked(format: String, text: String, expected: Bool) throws {
        let schema = try JSONSchema(["format": .string(format)])
        #expect(try schema.isValid(.string(text), formats: true) == expected)
        #expect(try schema.isValid(.string(text)))
        #expect(try schema.isValid(7, formats: true))
    }

    @Test(arguments: [
        #"{"type": "kaboom"}"#, #"{"type": 5}"#, #"{"minLength": -1}"#, #"{"minLength": "1"}"#, #"{"pattern": "("}"#,
        #"{"properties": []}"#,
        #"{"enum": 5}"#, #"{"required": [1]}"#, #"{"allOf": {}}"#, #"{"multipleOf": 0}"#, #"{"items": 5}"#, "5",
        ##"{"$ref": "#/nowhere"}"##,
    ])
    func malformedSchemasAreErrors(schema: String) {
        #expect(throws: SchemaError.self) { try isValid(schema, "1") }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ##"{"$ref": "#"}"##, ##"{"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}"##, ##"{"not": {"$ref": "#"}}"##,
            ##"{"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}"##,
        ])
    func circlesOfReferencesEndInAnError(schema: String) {
        let error = #expect(throws: SchemaError.self) { try isValid(schema, "1") }
        #expect(error?.reason == .tooCostly)
    }

    @Test(.timeLimit(.minutes(10))) func combinationsWithoutEndAreStopped() throws {
        var definitions = JSONObject()
        for level in 0..<60 {
            let next: JSONValue = ["$ref": .string("#/$defs/d\(level + 1)")]
            definitions["d\(level)"] = ["anyOf": [["allOf": [next, false]], ["allOf": [next, false]]]]
        }
        definitions["d60"] = true
        let schema = try JSONSchema(["$ref": "#/$defs/d0", "$defs": .object(definitions)])
        let error = #expect(throws: SchemaError.self) { try schema.isValid(1) }
        #expect(error?.reason == .tooCostly)
    }

    @Test func metaschemasOfAllDraftsAreBuiltIn() throws {
        for address in [
            "http://json-schema.org/draft-04/schema", "http://json-schema.org/draft-06/schema#",
            "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2019-09/schema",
            "https://json-schema.org/draft/2020-12/schema",
        ] {
            let schema = try JSONSchema(["$ref": .string(address)])
            #expect(try schema.isValid(["minLength": 1, "properties": ["a": ["type": "string"]]]), "\(address)")
            #expect(try !schema.isValid(["minLength": -1]), "\(address)")
            #expect(try !schema.isValid(["properties": ["a": ["type": "text"]]]), "\(address)")
        }
    }
}
