import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import HearthMacroExpansion

/// Checks what the macros make of a source, or what they say against it.
func expectExpansion(
    _ source: String, _ expanded: String, diagnostics: [DiagnosticSpec] = [], fixed: String? = nil,
    location: Testing.SourceLocation = #_sourceLocation
) {
    assertMacroExpansion(
        source, expandedSource: expanded, diagnostics: diagnostics,
        macroSpecs: [
            "Generable": MacroSpec(type: GenerableExpansion.self, conformances: ["Generable"]),
            "Guide": MacroSpec(type: GuideExpansion.self),
        ],
        applyFixIts: nil, fixedSource: fixed
    ) { failure in
        Issue.record(Comment(rawValue: failure.message), sourceLocation: location)
    }
}
