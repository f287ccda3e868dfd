/// What `@Generable` adds to a struct.
struct StructExpansion {
    private let shape: StructShape
    private let description: String?
    private let access: String

    init(_ shape: StructShape, description: String?, access: String) {
        self.shape = shape
        self.description = description
        self.access = access
    }

    var members: [String] { [schema, initializer, content, partial] }

    private var schema: String {
        let list = shape.properties.map { SchemaSource.property($0.name, $0.description, $0.type, $0.guides) }
        return """
            nonisolated \(access)static var generationSchema: HearthCore.GenerationSchema {
            HearthCore.GenerationSchema(type: Self.self, description: \(description ?? "nil"), properties: [\
            \(list.joined(separator: ", "))])
            }
            """
    }

    private var initializer: String {
        let lines = shape.properties.map {
            let type = "\($0.type.wrapped)\($0.type.isOptional ? "?" : "").self"
            return "self.\($0.identifier) = try content.value(\(type), forProperty: \"\($0.name)\")"
        }
        return """
            nonisolated \(access)init(_ content: HearthCore.GeneratedContent) throws {
            \(lines.isEmpty ? "_ = content" : lines.joined(separator: "\n"))
            }
            """
    }

    private var content: String {
        let lines = shape.properties.map {
            "properties[\"\($0.name)\"] = self.\($0.identifier)\($0.type.isOptional ? "?" : "").generatedContent.value"
        }
        return """
            nonisolated \(access)var generatedContent: HearthCore.GeneratedContent {
            \(lines.isEmpty ? "let" : "var") properties = HearthCore.JSONObject()
            \(lines.joined(separator: "\n"))
            return HearthCore.GeneratedContent(.object(properties))
            }
            """
    }

    private var partial: String {
        let properties = shape.properties.map {
            "\($0.access)var \($0.identifier): \($0.type.wrapped).PartiallyGenerated?"
        }
        let lines = shape.properties.map {
            "self.\($0.identifier) = try content.partialValue(forProperty: \"\($0.name)\")"
        }
        return """
            nonisolated \(access)struct PartiallyGenerated: HearthCore.ConvertibleFromGeneratedContent, Sendable {
            \(properties.joined(separator: "\n"))
            \(access)init(_ content: HearthCore.GeneratedContent) throws {
            \(lines.isEmpty ? "_ = content" : lines.joined(separator: "\n"))
            }
            }
            """
    }
}

/// Source of what a schema is made of.
enum SchemaSource {
    static func property(_ name: String, _ description: String?, _ type: TypeShape, _ guides: [String]) -> String {
        var source = "HearthCore.GenerationSchema.Property(name: \"\(name)\""
        if let description { source += ", description: \(description)" }
        source += ", type: \(type.wrapped)\(type.isOptional ? "?" : "").self"
        if !guides.isEmpty { source += ", guides: [\(guides.joined(separator: ", "))]" }
        return source + ")"
    }
}
