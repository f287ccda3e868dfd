import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

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

/// The properties of a struct that are generated.
struct StructShape {
    struct Property {
        /// As it is written in Swift, with backticks where it needs them.
        let identifier: String
        let type: TypeShape
        /// Source of a description; `nil` when there is none.
        let description: String?
        /// Source of the guides.
        let guides: [String]
        /// How visible it is, as a prefix.
        let access: String

        var name: String { identifier.filter { $0 != "`" } }
    }

    var properties: [Property] = []

    /// `nil` when something was refused; then it has been said.
    init?(_ declaration: StructDeclSyntax, in context: some MacroExpansionContext) {
        var isSound = true
        for member in declaration.memberBlock.members {
            guard let variable = member.decl.as(VariableDeclSyntax.self),
                !variable.modifiers.contains(.static), !variable.modifiers.contains(.lazy)
            else { continue }
            isSound = take(variable, in: context) && isSound
        }
        if !isSound { return nil }
    }

    private mutating func take(_ variable: VariableDeclSyntax, in context: some MacroExpansionContext) -> Bool {
        var isSound = true
        // In `var a, b: Int` the type stands behind the last of them.
        var written: TypeSyntax?
        var found: [Property] = []
        for binding in variable.bindings.reversed() where !binding.isComputed {
            written = binding.typeAnnotation?.type ?? (binding.initializer == nil ? written : nil)
            if let property = Self.property(variable, binding, written, in: context) {
                found.append(property)
            } else {
                isSound = false
            }
        }
        properties += found.reversed()
        return isSound
    }

    private static func property(
        _ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax, _ type: TypeSyntax?,
        in context: some MacroExpansionContext
    ) -> Property? {
        guard let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
            context.refuse(binding.pattern, "pattern", "a generated property needs a name of its own, not a pattern")
            return nil
        }
        if variable.bindingSpecifier.tokenKind == .keyword(.let), binding.initializer != nil {
            let keyword = variable.bindingSpecifier
            context.refuse(
                binding, "constant", "'\(identifier)' has its value already, so it cannot be generated",
                fix: ("write 'var' instead of 'let'", keyword, keyword.with(\.tokenKind, .keyword(.var))))
            return nil
        }
        guard let type else {
            let guess = binding.initializer.flatMap { literalType($0.value) } ?? "<#Type#>"
            let pattern = binding.pattern.trimmed
            let annotated = binding.with(\.pattern, pattern).with(
                \.typeAnnotation,
                TypeAnnotationSyntax(
                    colon: .colonToken(trailingTrivia: .space), type: TypeSyntax(stringLiteral: guess),
                    trailingTrivia: .space))
            context.refuse(
                binding, "type", "'\(identifier)' needs its type written out, because a macro cannot infer it",
                fix: ("write ': \(guess)'", binding, annotated))
            return nil
        }
        let shape = TypeShape(type)
        if case .unsupported(let why) = shape.kind {
            context.refuse(type, "unsupportedType", "'\(identifier)' cannot be generated: it is \(why)")
            return nil
        }
        guard let guide = GuideArguments(variable, of: shape, in: context) else { return nil }
        return Property(
            identifier: identifier, type: shape, description: guide.description, guides: guide.guides,
            access: variable.modifiers.accessOfMember)
    }

    private static func literalType(_ value: ExprSyntax) -> String? {
        if value.is(StringLiteralExprSyntax.self) { return "String" }
        if value.is(IntegerLiteralExprSyntax.self) { return "Int" }
        if value.is(FloatLiteralExprSyntax.self) { return "Double" }
        if value.is(BooleanLiteralExprSyntax.self) { return "Bool" }
        return nil
    }
}

// MARK: - Enumerations

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
