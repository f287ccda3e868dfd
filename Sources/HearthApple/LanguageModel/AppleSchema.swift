#if canImport(FoundationModels)
import FoundationModels
import HearthCore

/// A JSON Schema as the framework's dynamic schema, as far as that can say it.
@available(macOS 26, iOS 26, visionOS 26, *)
struct AppleSchema {
    private let schema: HearthCore.GenerationSchema
    /// Objects may be nested this deeply; the framework builds its schema by recursion.
    private static let depthLimit = 16

    init(_ schema: HearthCore.GenerationSchema) { self.schema = schema }

    /// - Throws: ``AppleModelError`` with the code `unsupported-schema`, naming the keyword.
    func generationSchema() throws -> FoundationModels.GenerationSchema {
        let root = try dynamic(schema.root, name: schema.name, depth: 0)
        let definitions = schema.root["$defs"]?.objectValue ?? JSONObject()
        let dependencies = try definitions.map { try dynamic($1, name: $0, depth: 1) }
        do {
            return try FoundationModels.GenerationSchema(root: root, dependencies: dependencies)
        } catch {
            throw Self.unsupported("a reference between its parts")
        }
    }

    private func dynamic(_ value: JSONValue, name: String, depth: Int) throws -> DynamicGenerationSchema {
        guard depth < Self.depthLimit else { throw Self.unsupported("deep nesting") }
        let description = value["description"]?.stringValue
        if let reference = value["$ref"]?.stringValue {
            guard reference.hasPrefix("#/$defs/") else { throw Self.unsupported("$ref \(reference)") }
            return DynamicGenerationSchema(referenceTo: String(reference.dropFirst("#/$defs/".count)))
        }
        if let choices = value["enum"]?.arrayValue {
            let texts = choices.compactMap(\.stringValue)
            guard texts.count == choices.count else { throw Self.unsupported("enum of values that are not texts") }
            return DynamicGenerationSchema(name: name, description: description, anyOf: texts)
        }
        if let choices = (value["anyOf"] ?? value["oneOf"])?.arrayValue {
            let parts = try choices.enumerated().map {
                try dynamic($1, name: "\(name)_\($0 + 1)", depth: depth + 1)
            }
            return DynamicGenerationSchema(name: name, description: description, anyOf: parts)
        }
        switch value["type"]?.stringValue {
        case "object": return try object(value, name: name, description: description, depth: depth)
        case "array":
            return DynamicGenerationSchema(
                arrayOf: try dynamic(value["items"] ?? .object(JSONObject()), name: name + "_item", depth: depth + 1),
                minimumElements: Self.int(value["minItems"]), maximumElements: Self.int(value["maxItems"]))
        case "string": return DynamicGenerationSchema(type: String.self, guides: [])
        case "boolean": return DynamicGenerationSchema(type: Bool.self, guides: [])
        case "integer":
            var guides: [FoundationModels.GenerationGuide<Int>] = []
            if let minimum = Self.int(value["minimum"]) { guides.append(.minimum(minimum)) }
            if let maximum = Self.int(value["maximum"]) { guides.append(.maximum(maximum)) }
            return DynamicGenerationSchema(type: Int.self, guides: guides)
        case "number":
            var guides: [FoundationModels.GenerationGuide<Double>] = []
            if let minimum = Self.double(value["minimum"]) { guides.append(.minimum(minimum)) }
            if let maximum = Self.double(value["maximum"]) { guides.append(.maximum(maximum)) }
            return DynamicGenerationSchema(type: Double.self, guides: guides)
        case let other: throw Self.unsupported("type \(other ?? "missing")")
        }
    }

    private func object(
        _ value: JSONValue, name: String, description: String?, depth: Int
    ) throws -> DynamicGenerationSchema {
        let required = Set(value["required"]?.arrayValue?.compactMap(\.stringValue) ?? [])
        let properties = try (value["properties"]?.objectValue ?? JSONObject()).map { key, property in
            DynamicGenerationSchema.Property(
                name: key, description: property["description"]?.stringValue,
                schema: try dynamic(property, name: "\(name)_\(key)", depth: depth + 1),
                isOptional: !required.contains(key))
        }
        return DynamicGenerationSchema(name: name, description: description, properties: properties)
    }

    private static func int(_ value: JSONValue?) -> Int? { value?.numberValue.flatMap { Int($0.description) } }
    private static func double(_ value: JSONValue?) -> Double? { value?.numberValue.flatMap { Double($0.description) } }

    private static func unsupported(_ what: String) -> AppleModelError {
        AppleModelError(
            .unsupportedSchema, "The on-device Apple model was not held to the form, because it cannot express \(what)."
        )
    }
}
#endif
