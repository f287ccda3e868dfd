import SwiftSyntaxMacrosGenericTestSupport
import Testing

struct GenerableDiagnosticTests {
    private func refused(
        _ source: String, _ expanded: String, _ message: String, line: Int, column: Int, fix: String? = nil,
        fixed: String? = nil, location: Testing.SourceLocation = #_sourceLocation
    ) {
        expectExpansion(
            source, expanded,
            diagnostics: [
                DiagnosticSpec(
                    message: message, line: line, column: column,
                    fixIts: fix.map { [FixItSpec(message: $0)] } ?? [])
            ], fixed: fixed, location: location)
    }

    @Test func aClassIsRefusedAndAStructProposed() {
        refused(
            "@Generable\nclass A {\n}", "class A {\n}",
            "@Generable goes with a struct or an enum only, because an answer is a value", line: 2, column: 1,
            fix: "write 'struct' instead of 'class'", fixed: "@Generable\nstruct A {\n}")
    }

    @Test func anActorIsRefused() {
        refused(
            "@Generable\nactor A {\n}", "actor A {\n}", "@Generable goes with a struct or an enum only", line: 2,
            column: 1)
    }

    @Test func aPropertyNeedsItsTypeWrittenOut() {
        refused(
            "@Generable\nstruct A {\n    var x = 3\n}", "struct A {\n    var x = 3\n}",
            "'x' needs its type written out, because a macro cannot infer it", line: 3, column: 9,
            fix: "write ': Int'", fixed: "@Generable\nstruct A {\n    var x: Int = 3\n}")
    }

    @Test func aConstantWithAValueCannotBeGenerated() {
        refused(
            "@Generable\nstruct A {\n    let x: Int = 3\n}", "struct A {\n    let x: Int = 3\n}",
            "'x' has its value already, so it cannot be generated", line: 3, column: 9,
            fix: "write 'var' instead of 'let'", fixed: "@Generable\nstruct A {\n    var x: Int = 3\n}")
    }

    @Test(arguments: [
        ("[String: Int]", "a dictionary; name the properties in a @Generable struct, or use an array of pairs"),
        ("(Int, Int)", "a tuple; use a @Generable struct"), ("any Sendable", "not one type; name the type to generate"),
        ("() -> Void", "a function"), ("Date", "nothing that JSON has a form for; use 'String' and convert it"),
        ("UInt8", "no whole number that a schema knows; use 'Int', with a guide for its range"),
        ("[Int?]", "an array of optionals; leave out what is nil"),
        ("Int??", "an optional of an optional; write one '?'"),
        ("Set<Int>", "a set, which has no order to generate in; use an array"),
        ("[Date]", "an array of nothing that JSON has a form for; use 'String' and convert it"),
    ])
    func typesThatNoSchemaKnowsAreRefusedWithAWayOut(_ type: String, _ why: String) {
        refused(
            "@Generable\nstruct A {\n    var x: \(type)\n}", "struct A {\n    var x: \(type)\n}",
            "'x' cannot be generated: it is \(why)", line: 3, column: 12)
    }

    @Test(arguments: [
        (".count(3)", "String", "'.count' is a guide for arrays, and this is text"),
        (".range(1...2)", "String", "'.range' is a guide for numbers, and this is text"),
        (".anyOf([\"a\"])", "Int", "'.anyOf' is a guide for text, and this is a number"),
        (".minimum(1)", "Bool?", "'.minimum' is a guide for numbers, and this is a Bool"),
        (".element(.count(2))", "[String]", "'.count' is a guide for arrays, and this is text"),
    ])
    func guidesThatDoNotFitTheTypeAreRefused(_ guide: String, _ type: String, _ message: String) {
        refused(
            "@Generable\nstruct A {\n    @Guide(\(guide))\n    var x: \(type)\n}", "struct A {\n    var x: \(type)\n}",
            message, line: 3, column: guide.hasPrefix(".element") ? 21 : 12)
    }

    @Test func aGuideForItemsIsMovedToThem() {
        refused(
            "@Generable\nstruct A {\n    @Guide(.anyOf([\"a\"]))\n    var x: [String]\n}",
            "struct A {\n    var x: [String]\n}", "'.anyOf' is for the items of an array, not for the array", line: 3,
            column: 12, fix: "put it into '.element(…)'",
            fixed: "@Generable\nstruct A {\n    @Guide(.element(.anyOf([\"a\"])))\n    var x: [String]\n}")
    }

    @Test(arguments: [
        (".range(5...1)", "Int", "the range ends before it begins"),
        (".count(-1)", "[Int]", "a count cannot be negative"),
        (".count(4...2)", "[Int]", "the range ends before it begins"),
        (".anyOf([])", "String", "there is nothing to choose from"),
    ])
    func guidesThatNothingCanMeetAreRefused(_ guide: String, _ type: String, _ message: String) throws {
        let column = 12 + guide.split(separator: "(")[0].count + 1
        refused(
            "@Generable\nstruct A {\n    @Guide(\(guide))\n    var x: \(type)\n}", "struct A {\n    var x: \(type)\n}",
            message, line: 3, column: column)
    }

    @Test func guidesThatNothingReadsAreRefused() {
        refused(
            "struct A {\n    @Guide(.count(1))\n    var x: [Int] { [] }\n}", "struct A {\n    var x: [Int] { [] }\n}",
            "@Guide has no effect here: only stored properties are generated", line: 2, column: 5)
        refused(
            "@Guide(description: \"a\")\nfunc f() {}", "func f() {}",
            "@Guide goes with a stored property of a @Generable struct", line: 1, column: 1)
    }

    @Test func enumerationsThatCannotBeGeneratedAreRefused() {
        refused("@Generable\nenum A {\n}", "enum A {\n}", "'A' has no cases to choose from", line: 2, column: 6)
        refused(
            "@Generable\nenum A: Int {\n    case a = 1\n}", "enum A: Int {\n    case a = 1\n}",
            "raw values of a @Generable enum are texts; write ': String', or leave them out", line: 3, column: 14)
        refused(
            "@Generable\nenum A {\n    case a(Date)\n}", "enum A {\n    case a(Date)\n}",
            "'a' cannot be generated: it carries nothing that JSON has a form for; use 'String' and convert it",
            line: 3,
            column: 12)
        refused(
            "@Generable\nenum A {\n    case a(case: Int)\n}", "enum A {\n    case a(case: Int)\n}",
            "the label 'case' is taken; choose another one", line: 3, column: 12)
    }
}
