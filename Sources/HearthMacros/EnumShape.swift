import SwiftSyntax
import SwiftSyntaxMacros

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
