/// What `@Generable` adds to an enumeration: texts where no case carries a value, else objects that name the case.
struct EnumExpansion {
    private let shape: EnumShape
    private let description: String?
    private let access: String

    init(_ shape: EnumShape, description: String?, access: String) {
        self.shape = shape
        self.description = description
        self.access = access
    }

    var members: [String] { [schema, initializer, content] }

    private var schema: String {
        let forms =
            shape.carriesValues
            ? "cases: [\(shape.cases.map(form).joined(separator: ", "))]"
            : "anyOf: [\(shape.cases.map(\.literal).joined(separator: ", "))]"
        return """
            nonisolated \(access)static var generationSchema: HearthCore.GenerationSchema {
            HearthCore.GenerationSchema(type: Self.self, description: \(description ?? "nil"), \(forms))
            }
            """
    }

    private func form(_ choice: EnumShape.Case) -> String {
        let properties = choice.payload.map { SchemaSource.property($0.name, nil, $0.type, []) }
        return "HearthCore.GenerationSchema.Case(name: \(choice.literal), "
            + "properties: [\(properties.joined(separator: ", "))])"
    }

    private var initializer: String {
        let lines = shape.cases.map { choice in
            var value = ".\(choice.identifier)"
            if !choice.payload.isEmpty {
                let arguments = choice.payload.map {
                    ($0.label.map { "\($0): " } ?? "") + "try content.value(\($0.type.wrapped)"
                        + "\($0.type.isOptional ? "?" : "").self, forProperty: \"\($0.name)\")"
                }
                value += "(\(arguments.joined(separator: ", ")))"
            }
            return "case \(choice.literal): self = \(value)"
        }
        return """
            nonisolated \(access)init(_ content: HearthCore.GeneratedContent) throws {
            switch try content.\(shape.carriesValues ? "caseName" : "choice")() {
            \(lines.joined(separator: "\n"))
            default: throw HearthCore.GeneratedContentError.notAllowed("another one of the \(shape.cases.count) cases is needed")
            }
            }
            """
    }

    private var content: String {
        let lines = shape.cases.map { choice in
            guard shape.carriesValues else {
                return "case .\(choice.identifier): HearthCore.GeneratedContent(.string(\(choice.literal)))"
            }
            let names = choice.payload.indices.map { "value\($0)" }
            let pattern = names.isEmpty ? "" : "(\(names.map { "let \($0)" }.joined(separator: ", ")))"
            let members = zip(choice.payload, names).map {
                ", (\"\($0.name)\", \($1)\($0.type.isOptional ? "?" : "").generatedContent)"
            }
            return "case .\(choice.identifier)\(pattern): "
                + "HearthCore.GeneratedContent(case: \(choice.literal), values: [\(members.joined().dropFirst(2))])"
        }
        return """
            nonisolated \(access)var generatedContent: HearthCore.GeneratedContent {
            switch self {
            \(lines.joined(separator: "\n"))
            }
            }
            """
    }
}
