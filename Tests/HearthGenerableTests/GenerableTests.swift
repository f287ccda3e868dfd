import Foundation
import HearthGenerable
import HearthSchema
import Testing

struct GenerableTests {
    /// A type, its schema as judge and as grammar, and instances that have to pass all of them.
    private func check<Value: Generable & Equatable>(_ values: [Value]) throws {
        let judge = try JSONSchema(Value.generationSchema.root)
        let grammar = try Grammar(SchemaGrammar(judge).text)
        for value in values {
            let text = value.generatedContent.jsonString
            let content = GeneratedContent(try JSONValue(parsing: text))
            #expect(try Value(content) == value)
            #expect(try judge.failures(of: content.value) == [], "\(text)")
            #expect(try grammar.matches(text), "\(text)")
            _ = try value.asPartiallyGenerated()
        }
    }

    @Test func valuesSurviveJSONAndFitTheirSchemaAndItsGrammar() throws {
        var random = RandomValues(seed: 1)
        try check((0..<60).map { _ in random.summary() })
        try check((0..<40).map { _ in random.scene() })
        try check((0..<40).map { _ in random.shape() })
        try check((0..<20).map { _ in random.tree() })
        try check(Color.allCases)
        try check([Empty()])
        try check([Holder(chain: Chain(links: [Chain(links: [Chain(links: [])]), Chain(links: [])]))])
        try check([[1, 2], []])
        try check(["a"])
    }

    @Test func theSchemaSaysWhatTypeAndGuidesSay() throws {
        let root = Summary.generationSchema.root
        #expect(Summary.generationSchema.name == "Summary")
        #expect(root["description"] == "What a text is about")
        #expect(root["additionalProperties"] == false)
        #expect(
            root["properties"]?.objectValue?.keys == [
                "topics", "level", "kind", "code", "mark", "slug", "version", "votes", "grid", "price", "share",
                "amount", "note", "isFinal", "default",
            ])
        #expect(
            root["required"] == [
                "topics", "level", "kind", "code", "mark", "version", "votes", "grid", "price", "share", "amount",
                "default",
            ])
        let expected: [String: JSONValue] = [
            "topics": [
                "description": "Most important first", "type": "array", "items": ["type": "string"], "minItems": 3,
                "maxItems": 3,
            ],
            "level": ["type": "integer", "minimum": 1, "maximum": 5],
            "kind": ["type": "string", "enum": ["news", "story"]],
            "code": ["type": "string", "pattern": #"^(?:[a-z]{2}\d+)$"#],
            "mark": ["type": "string", "pattern": "^(?:[A-Z]|[0-9]+)$"],
            "slug": ["type": ["string", "null"], "pattern": "^(?:[a-z]+)$"],
            "version": ["type": "string", "const": "1"],
            "votes": [
                "type": "array", "items": ["type": "integer", "minimum": 0, "maximum": 9], "minItems": 1, "maxItems": 4,
            ],
            "grid": [
                "type": "array",
                "items": ["type": "array", "items": ["type": "integer"], "minItems": 2, "maxItems": 2],
            ],
            "price": ["type": "number", "minimum": 0],
            "share": ["type": "number", "maximum": .number(JSONNumber("0.5")!)],
            "amount": ["type": "number", "minimum": 0, "maximum": 100],
            "note": ["description": "Anything to add", "type": ["string", "null"]],
            "isFinal": ["type": ["boolean", "null"]],
        ]
        for (name, schema) in expected { #expect(root["properties"]?[name] == schema, "\(name)") }
    }

    @Test func typesWithinTypesAreDefinedOnceUnderNamesOfTheirOwn() throws {
        let root = Scene.generationSchema.root
        #expect(
            root["properties"]?["shape"] == ["description": "The first shape", "anyOf": [["$ref": "#/$defs/Shape"]]])
        #expect(root["properties"]?["inner"] == ["$ref": "#/$defs/Color"])
        #expect(root["properties"]?["favourite"]?["anyOf"]?.arrayValue?.count == 2)
        #expect(root["$defs"]?.objectValue?.keys.sorted() == ["Color", "Shape", "Tree"])
        // One that contains itself is reached by reference, also from the top.
        #expect(Tree.generationSchema.root["$ref"] == "#/$defs/Tree")
        #expect([Tree].generationSchema.root["items"] == ["$ref": "#/$defs/Tree"])
        #expect(Box<Tree>.generationSchema.name == "Box_Tree")
        // References of a schema written by hand still lead to the same place.
        #expect(Holder.generationSchema.root["$defs"]?["Chain"]?["items"] == ["$ref": "#/$defs/Chain"])
    }

    @Test(arguments: [
        (#"{"shade": "x"}"#, "type-mismatch", "/shade"), (#"{}"#, "missing-property", ""), ("[]", "type-mismatch", ""),
        (#"{"shade": 1.5}"#, "value-not-allowed", "/shade"), (#"{"shade": 1e30}"#, "value-not-allowed", "/shade"),
    ])
    func contentThatDoesNotFitIsAnErrorWithItsPlace(_ json: String, _ code: String, _ path: String) throws {
        let error = #expect(throws: GeneratedContentError.self) { try Outer.Color(GeneratedContent(json: json)) }
        #expect(error?.code == code)
        #expect(error?.path == path)
    }

    @Test func placesAreFoundInDepth() throws {
        let json = #"{"name": "a", "children": [{"name": "b", "children": []}, {"name": 3, "children": []}]}"#
        let error = #expect(throws: GeneratedContentError.self) { try Tree(GeneratedContent(json: json)) }
        #expect(error?.path == "/children/1/name")
    }

    @Test func anOptionalPropertyMayBeMissingOrNull() throws {
        let scene = RandomScene.json
        #expect(try Scene(GeneratedContent(json: scene)).favourite == nil)
        let withNull = scene.dropLast() + #", "favourite": null}"#
        #expect(try Scene(GeneratedContent(json: String(withNull))).favourite == nil)
        #expect(try JSONSchema(Scene.generationSchema.root).isValid(JSONValue(parsing: String(withNull))))
    }

    private enum RandomScene {
        static let json =
            #"{"shape": {"case": "none"}, "colors": [], "inner": {"shade": 1}, "seen": true, "title": "", "observed": 1}"#
    }

    @Test func snapshotsGrowWithTheText() throws {
        func partial(_ json: String) throws -> Scene.PartiallyGenerated {
            try Scene.PartiallyGenerated(GeneratedContent(json: json))
        }
        #expect(try partial("{").shape == nil)
        #expect(try partial(#"{"shape": {"case": "circle", "radius": 2"#).shape == nil, "a case needs all its values")
        #expect(try partial(#"{"shape": {"case": "circle", "radius": 2}"#).shape == .circle(radius: 2))
        #expect(try partial(#"{"colors": ["red", "gr"#).colors == [.red])
        #expect(try partial(#"{"colors": ["red"], "favourite": "red"#).favourite == nil, "it may go on")
        #expect(try partial(#"{"tree": {"name": "ro"#).tree?.name == "ro")
        #expect(try partial(#"{"tree": {"name": "root", "children": [{"na"#).tree?.children?.count == 1)
        #expect(throws: GeneratedContentError.self) { try partial(#"{"title": 3, "seen": true"#) }
    }

    @Test func everyCutOfAValueMakesASnapshot() throws {
        var random = RandomValues(seed: 3)
        for _ in 0..<8 {
            let text = random.scene().generatedContent.jsonString
            var parser = PartialJSON()
            for byte in text.utf8 {
                try parser.append(CollectionOfOne(byte))
                if let snapshot = parser.snapshot { _ = try Scene.PartiallyGenerated(snapshot) }
            }
            let last = try #require(parser.snapshot)
            #expect(try Scene(last).generatedContent.jsonString == text)
        }
    }

    @Test func numbersWithoutAWordInJSONBecomeNull() {
        #expect(Double.nan.generatedContent.value == .null)
        #expect((-Float.infinity).generatedContent.value == .null)
        #expect(1e300.generatedContent.jsonString == "1e300")
    }
}
