import HearthMacroExpansion
import SwiftCompilerPlugin
import SwiftSyntax
import SwiftSyntaxMacros

// The compiler looks macros up by this module's name, so they are declared here; what they do is in HearthMacroExpansion. Tests of a macro target
// are built for the machine that compiles, and with them every module of the package a second time. Tests of a library are not.

/// `@Generable`, for the compiler.
struct GenerableMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        try GenerableExpansion.expansion(
            of: node, attachedTo: declaration, providingExtensionsOf: type, conformingTo: protocols, in: context)
    }
}

/// `@Guide`, for the compiler.
struct GuideMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        try GuideExpansion.expansion(of: node, providingPeersOf: declaration, in: context)
    }
}

/// Runs inside the compiler; nothing of it is linked into what it compiles.
@main
struct HearthMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [GenerableMacro.self, GuideMacro.self]
}
