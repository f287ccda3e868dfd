import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

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
