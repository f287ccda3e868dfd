import HearthCore
import HearthKnowledge
import HearthMCP

/// Schemas of tools' arguments and results, and reading arguments that were checked against them.
enum ToolSchema {
    static func object(_ properties: [(String, JSONValue)], required: [String] = []) -> JSONValue {
        var schema: JSONObject = ["type": "object", "properties": .object(JSONObject(properties))]
        if !required.isEmpty { schema["required"] = .array(required.map(JSONValue.string)) }
        return .object(schema)
    }

    static func string(_ description: String, most: Int) -> JSONValue {
        ["type": "string", "description": .string(description), "minLength": 1, "maxLength": .number(JSONNumber(most))]
    }

    static func integer(_ description: String, _ range: ClosedRange<Int>) -> JSONValue {
        [
            "type": "integer", "description": .string(description), "minimum": .number(JSONNumber(range.lowerBound)),
            "maximum": .number(JSONNumber(range.upperBound)),
        ]
    }

    static func strings(_ description: String) -> JSONValue {
        ["type": "array", "items": ["type": "string"], "maxItems": 1000, "description": .string(description)]
    }

    static func choice(_ description: String, _ values: [String]) -> JSONValue {
        ["type": "string", "enum": .array(values.map(JSONValue.string)), "description": .string(description)]
    }

    static let passage = object(
        [
            ("document", ["type": "string"]), ("title", ["type": ["string", "null"]]), ("path", ["type": "string"]),
            ("page", ["type": "integer"]), ("startTime", ["type": "number"]), ("text", ["type": "string"]),
            ("start", ["type": "integer"]), ("end", ["type": "integer"]),
        ], required: ["document", "path", "text", "start", "end"])

    static let answer = object(
        [
            ("answer", ["type": "string"]), ("abstained", ["type": "boolean"]),
            ("abstention", ["type": "string", "enum": ["no-documents", "not-said"]]), ("engine", ["type": "string"]),
            (
                "fallbackReason",
                ["type": "string", "description": "Why another engine than the first one that was tried answered."]
            ),
            ("citations", ["type": "array", "items": ["type": "object"]]),
        ], required: ["answer", "abstained", "engine", "citations"])
}

extension JSONObject {
    func text(_ name: String) -> String { self[name]?.stringValue ?? "" }
    func number(_ name: String) -> Int? { self[name]?.numberValue?.intValue }
    func texts(_ name: String) -> [String] { self[name]?.arrayValue?.compactMap(\.stringValue) ?? [] }
    var engine: Engine? { self["engine"]?.stringValue.flatMap(Engine.init) }
}

extension ToolResult {
    /// A checked answer with its sources.
    init(_ answer: Answer) {
        var text = answer.text
        if !answer.citations.isEmpty {
            text += "\n"
            for citation in answer.citations {
                let mark = citation.verified ? "" : " (not verified)"
                text +=
                    "\n[\(citation.index)] \(citation.title ?? citation.path)"
                    + "\(place(citation.page, citation.startTime))\(mark): “\(citation.quote)”"
            }
        }
        let citations = answer.citations.map { citation -> JSONValue in
            var object: JSONObject = [
                "index": .number(JSONNumber(citation.index)), "document": .string(citation.documentID),
                "path": .string(citation.path), "quote": .string(citation.quote),
                "verified": .bool(citation.verified), "start": .number(JSONNumber(citation.span.start)),
                "end": .number(JSONNumber(citation.span.end)),
            ]
            if let page = citation.page { object["page"] = .number(JSONNumber(page)) }
            if let time = citation.startTime.flatMap({ JSONNumber("\($0)") }) { object["startTime"] = .number(time) }
            return .object(object)
        }
        var structured: JSONObject = [
            "answer": .string(answer.text), "abstained": .bool(answer.abstained),
            "engine": .string(answer.route.engine.rawValue), "citations": .array(citations),
        ]
        if answer.route.wasFallback, let reason = answer.route.fallbackReason {
            structured["fallbackReason"] = .string(reason)
        }
        if let abstention = answer.abstention { structured["abstention"] = .string(abstention.rawValue) }
        self.init(text, structured: .object(structured))
    }
}
