import SwiftDiagnostics
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// `@Generable`: makes a struct or an enumeration one that a model can be asked for.
public enum GenerableExpansion: ExtensionMacro {
    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        let members: [String]
        let description = node.argument("description")
        if let declaration = declaration.as(StructDeclSyntax.self) {
            guard let shape = StructShape(declaration, in: context) else { return [] }
            members = StructExpansion(shape, description: description, access: declaration.modifiers.access).members
        } else if let declaration = declaration.as(EnumDeclSyntax.self) {
            guard let shape = EnumShape(declaration, in: context) else { return [] }
            members = EnumExpansion(shape, description: description, access: declaration.modifiers.access).members
        } else {
            refuse(declaration, in: context)
            return []
        }
        let conformance = protocols.isEmpty ? "" : ": HearthCore.Generable"
        let source = "extension \(type.trimmed)\(conformance) {\n\(members.joined(separator: "\n\n"))\n}"
        return DeclSyntax(stringLiteral: source).as(ExtensionDeclSyntax.self).map { [$0] } ?? []
    }

    private static func refuse(_ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) {
        guard let classDeclaration = declaration.as(ClassDeclSyntax.self) else {
            context.refuse(declaration.introducer, "notAValue", "@Generable goes with a struct or an enum only")
            return
        }
        let keyword = classDeclaration.classKeyword
        context.refuse(
            keyword, "notAValue", "@Generable goes with a struct or an enum only, because an answer is a value",
            fix: ("write 'struct' instead of 'class'", keyword, keyword.with(\.tokenKind, .keyword(.struct))))
    }
}

extension DeclGroupSyntax {
    fileprivate var introducer: TokenSyntax { firstToken(viewMode: .sourceAccurate) ?? .identifier("") }
}

extension AttributeSyntax {
    /// The source of a labelled argument; `nil` where it is missing or written as `nil`.
    func argument(_ label: String) -> String? {
        guard case .argumentList(let list)? = arguments,
            let expression = list.first(where: { $0.label?.text == label })?.expression,
            !expression.is(NilLiteralExprSyntax.self)
        else { return nil }
        return expression.trimmedDescription
    }

    /// Whether the attribute has this name, written with or without its module.
    func isNamed(_ name: String) -> Bool {
        attributeName.as(IdentifierTypeSyntax.self)?.name.text == name
            || attributeName.as(MemberTypeSyntax.self)?.name.text == name
    }
}

extension DeclModifierListSyntax {
    /// How visible the members of a conformance have to be, as a prefix.
    var access: String {
        for modifier in self {
            switch modifier.name.tokenKind {
            case .keyword(.public), .keyword(.open): return "public "
            case .keyword(.package): return "package "
            default: break
            }
        }
        return ""
    }

    /// The same for what stands for a member, whose type may be as hidden as the member is.
    var accessOfMember: String {
        contains { ["private", "fileprivate"].contains($0.name.text) && $0.detail == nil } ? "fileprivate " : access
    }

    func contains(_ keyword: Keyword) -> Bool { contains { $0.name.tokenKind == .keyword(keyword) } }
}

/// `@Guide`: read by `@Generable`; adds nothing itself, and says so where nothing reads it.
public enum GuideExpansion: PeerMacro {
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let property = declaration.as(VariableDeclSyntax.self) else {
            context.refuse(node, "guideNotOnProperty", "@Guide goes with a stored property of a @Generable struct")
            return []
        }
        if property.modifiers.contains(.static) || property.bindings.contains(where: { $0.isComputed }) {
            context.refuse(
                node, "guideNotOnProperty", "@Guide has no effect here: only stored properties are generated")
        }
        return []
    }
}

extension PatternBindingSyntax {
    /// Whether it has a getter; observers alone leave a property stored.
    var isComputed: Bool {
        switch accessorBlock?.accessors {
        case .getter?: true
        case .accessors(let list)?:
            !list.allSatisfy {
                $0.accessorSpecifier.tokenKind == .keyword(.willSet)
                    || $0.accessorSpecifier.tokenKind == .keyword(.didSet)
            }
        case nil: false
        }
    }
}

/// What a macro tells the person who wrote what it is applied to.
struct MacroMessage: DiagnosticMessage, FixItMessage {
    let message: String
    let identifier: String
    var severity: DiagnosticSeverity { .error }
    var diagnosticID: MessageID { MessageID(domain: "HearthMacros", id: identifier) }
    var fixItID: MessageID { diagnosticID }
}

extension MacroExpansionContext {
    func refuse(_ node: some SyntaxProtocol, _ identifier: String, _ message: String) {
        diagnose(Diagnostic(node: node, message: MacroMessage(message: message, identifier: identifier)))
    }

    /// - Parameter fix: What to do, and the node to replace by another one.
    func refuse<Old: SyntaxProtocol, New: SyntaxProtocol>(
        _ node: some SyntaxProtocol, _ identifier: String, _ message: String, fix: (String, Old, New)
    ) {
        let change = FixIt.replace(
            message: MacroMessage(message: fix.0, identifier: identifier), oldNode: fix.1, newNode: fix.2)
        diagnose(
            Diagnostic(node: node, message: MacroMessage(message: message, identifier: identifier), fixIts: [change]))
    }
}
