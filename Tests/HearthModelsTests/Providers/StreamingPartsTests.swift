import HearthCore
import HearthTesting
import Testing

@testable import HearthModels

@Suite struct StopSequenceScannerTests {
    static func run(_ pieces: [String], stops: [String]) -> (text: String, stopped: Bool) {
        var scanner = StopSequenceScanner(stops)
        var text = ""
        for piece in pieces { text += scanner.append(piece) }
        return (text + scanner.finish(), scanner.isStopped)
    }

    @Test func endsBeforeTheFirstStopSequence() {
        #expect(Self.run(["one two three"], stops: ["three", "two"]) == ("one ", true))
        #expect(Self.run(["no stop here"], stops: ["x"]) == ("no stop here", false))
        #expect(Self.run(["text"], stops: []) == ("text", false))
        #expect(Self.run(["aab"], stops: ["", "ab"]) == ("a", true))
        #expect(Self.run(["ends with a beginning STO"], stops: ["STOP"]) == ("ends with a beginning STO", false))
    }

    @Test func tellsWhichOneItWas() {
        for (stops, found) in [(["three", "two"], "two"), (["", "e t"], "e t"), (["x"], nil)] as [([String], String?)] {
            var scanner = StopSequenceScanner(stops)
            for piece in ["one ", "two ", "three"] { _ = scanner.append(piece) }
            _ = scanner.finish()
            #expect(scanner.found == found)
        }
    }

    @Test func whatWasReplacedInItIsPutBack() {
        let response = ModelResponse(
            text: "Yours, ", usage: TokenUsage(), timings: Timings(), finishReason: .stop, stopSequence: "[NAME_1]")
        let restorer = AnswerRestorer([.init(placeholder: "[NAME_1]", kind: .name, original: "Brontel")], schema: nil)
        #expect(restorer.restore(response).stopSequence == "Brontel")
    }

    @Test(arguments: 0..<100) func cutsDoNotMatter(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let letters = ["a", "b", "é", "東"]
        let text = (0..<40).map { _ in letters[Int.random(in: 0..<4, using: &generator)] }
        let stops = ["aab", "é東", "bbbba", "東東東"]
        let whole = Self.run([text.joined()], stops: stops)
        #expect(Self.run(text, stops: stops) == whole)
        #expect(stops.allSatisfy { !whole.text.contains($0) })
    }
}

@Suite struct StrictSchemaTests {
    static let good: JSONValue = [
        "type": "object", "required": ["a", "b"], "additionalProperties": false,
        "properties": [
            "a": ["type": ["string", "null"], "enum": ["x", nil]],
            "b": ["type": "array", "items": ["$ref": "#/$defs/c"], "maxItems": 3],
        ],
        "$defs": ["c": ["anyOf": [["type": "integer", "minimum": 0], ["type": "string", "format": "uuid"]]]],
    ]

    @Test func theDocumentedPartFits() { #expect(StrictSchema.fits(Self.good)) }

    @Test(
        arguments: [
            ["type": "string"], ["type": "object"], ["type": "object", "properties": [:]], true,
            ["type": "object", "properties": ["a": ["type": "string"]], "additionalProperties": false],
            [
                "type": "object", "properties": ["a": ["type": "string", "minLength": 1]], "required": ["a"],
                "additionalProperties": false,
            ],
            [
                "type": "object", "properties": ["a": ["type": "object"]], "required": ["a"],
                "additionalProperties": false,
            ],
            [
                "type": "object", "properties": ["a": ["$ref": "https://elsewhere"]], "required": ["a"],
                "additionalProperties": false,
            ],
            [
                "type": "object", "properties": ["a": ["type": "string", "format": "iri"]], "required": ["a"],
                "additionalProperties": false,
            ],
            [
                "type": "object", "properties": ["a": ["type": "string"]], "required": ["a"],
                "additionalProperties": true,
            ],
            ["anyOf": [["type": "object"]], "type": "object"],
        ] as [JSONValue])
    func everythingElseDoesNot(schema: JSONValue) { #expect(!StrictSchema.fits(schema)) }

    @Test func depthIsBounded() {
        var schema: JSONValue = ["type": "string"]
        for _ in 0..<1000 {
            schema = [
                "type": "object", "properties": ["a": schema], "required": ["a"], "additionalProperties": false,
            ]
        }
        #expect(!StrictSchema.fits(schema))
    }
}
