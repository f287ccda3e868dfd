import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// Runs inside the compiler; nothing of it is linked into what it compiles.
@main
struct HearthMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [GenerableMacro.self, GuideMacro.self]
}
