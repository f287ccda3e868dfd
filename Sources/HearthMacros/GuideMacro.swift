public import SwiftSyntax
public import SwiftSyntaxMacros

/// `@Guide`: read by `@Generable`; adds nothing itself, and says so where nothing reads it.
public struct GuideMacro: PeerMacro {
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
