import SwiftSyntax
import SwiftSyntaxMacros

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

/// The cases of an enumeration.
struct EnumShape {
    struct Payload {
        /// The name of the property in JSON.
        let name: String
        /// `nil` for a value without a label.
        let label: String?
        let type: TypeShape
    }

    struct Case {
        /// As it is written in Swift, with backticks where it needs them.
        let identifier: String
        /// A Swift literal of what it is called in JSON: the raw value, or else the name.
        let literal: String
        let payload: [Payload]
    }

    /// The property that names the case, as ``HearthCore`` has it.
    private static let key = "case"

    var cases: [Case] = []
    var carriesValues: Bool { cases.contains { !$0.payload.isEmpty } }

    /// `nil` when something was refused; then it has been said.
    init?(_ declaration: EnumDeclSyntax, in context: some MacroExpansionContext) {
        var isSound = true
        for member in declaration.memberBlock.members {
            for element in member.decl.as(EnumCaseDeclSyntax.self)?.elements ?? [] {
                if let made = Self.made(element, in: context) { cases.append(made) } else { isSound = false }
            }
        }
        if !isSound { return nil }
        guard !cases.isEmpty else {
            context.refuse(declaration.name, "noCases", "'\(declaration.name.text)' has no cases to choose from")
            return nil
        }
    }

    private static func made(_ element: EnumCaseElementSyntax, in context: some MacroExpansionContext) -> Case? {
        let name = element.name.text.filter { $0 != "`" }
        if let raw = element.rawValue?.value, !raw.is(StringLiteralExprSyntax.self) {
            context.refuse(
                raw, "rawValue", "raw values of a @Generable enum are texts; write ': String', or leave them out")
            return nil
        }
        let parameters = Array(element.parameterClause?.parameters ?? [])
        var payload: [Payload] = []
        for (index, parameter) in parameters.enumerated() {
            let shape = TypeShape(parameter.type)
            if case .unsupported(let why) = shape.kind {
                context.refuse(parameter.type, "unsupportedType", "'\(name)' cannot be generated: it carries \(why)")
                return nil
            }
            let label = parameter.firstName?.text
            let written = label.map { $0.filter { $0 != "`" } }.flatMap { $0 == "_" ? nil : $0 }
            let property = written ?? (parameters.count == 1 ? "value" : "value\(index + 1)")
            if property == key || payload.contains(where: { $0.name == property }) {
                context.refuse(parameter, "label", "the label '\(property)' is taken; choose another one")
                return nil
            }
            payload.append(Payload(name: property, label: written == nil ? nil : label, type: shape))
        }
        let literal = element.rawValue?.value.trimmedDescription ?? "\"\(name)\""
        return Case(identifier: element.name.text, literal: literal, payload: payload)
    }
}
