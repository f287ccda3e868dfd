import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// What the `@Guide`s of a property say.
struct GuideArguments {
    var description: String?
    /// Source of each guide.
    var guides: [String] = []

    /// `nil` when a guide does not fit the type; then it has been said.
    init?(_ variable: VariableDeclSyntax, of type: TypeShape, in context: some MacroExpansionContext) {
        var isSound = true
        for case .attribute(let attribute) in variable.attributes where attribute.isNamed("Guide") {
            description = attribute.argument("description") ?? description
            guard case .argumentList(let list)? = attribute.arguments else { continue }
            for argument in list where argument.label == nil {
                isSound = Self.fits(argument.expression, type, in: context) && isSound
                let isRegex = argument.expression.is(RegexLiteralExprSyntax.self)
                let source = argument.expression.trimmedDescription
                guides.append(isRegex ? ".pattern(\(source))" : source)
            }
        }
        if !isSound { return nil }
    }

    private static let textual: Set = ["constant", "anyOf", "pattern"]
    private static let numeric: Set = ["minimum", "maximum", "range"]
    private static let counting: Set = ["minimumCount", "maximumCount", "count", "element"]

    private static func fits(_ guide: ExprSyntax, _ type: TypeShape, in context: some MacroExpansionContext) -> Bool {
        let isRegex = guide.is(RegexLiteralExprSyntax.self)
        let call = guide.as(FunctionCallExprSyntax.self)
        guard
            let name = isRegex
                ? "pattern" : call?.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        else { return true }
        let argument = call?.arguments.first?.expression
        if let argument, let problem = problem(name, argument) {
            context.refuse(argument, "guideArgument", problem)
            return false
        }
        let needed: String
        switch (type.kind, name) {
        case (.named, _), (.unsupported, _): return true
        case (.text, _) where textual.contains(name), (.number, _) where numeric.contains(name): return true
        case (.array(let element), "element"): return argument.map { fits($0, element, in: context) } ?? true
        case (.array, _) where counting.contains(name): return true
        case (.array(let element), _) where couldBe(name, element):
            let within =
                isRegex ? ".element(.pattern(\(guide.trimmedDescription)))" : ".element(\(guide.trimmedDescription))"
            context.refuse(
                guide, "guideOfElement", "'.\(name)' is for the items of an array, not for the array",
                fix: ("put it into '.element(…)'", guide, ExprSyntax(stringLiteral: within)))
            return false
        case _ where textual.contains(name): needed = "text"
        case _ where numeric.contains(name): needed = "numbers"
        case _ where counting.contains(name): needed = "arrays"
        default: return true
        }
        context.refuse(guide, "guideDoesNotFit", "'.\(name)' is a guide for \(needed), and this is \(type.noun)")
        return false
    }

    private static func couldBe(_ name: String, _ element: TypeShape) -> Bool {
        switch element.kind {
        case .text: textual.contains(name)
        case .number: numeric.contains(name)
        default: false
        }
    }

    /// What is wrong with an argument that is written out; the rest shows at run time.
    private static func problem(_ name: String, _ argument: ExprSyntax) -> String? {
        let source = argument.trimmedDescription.filter { !$0.isWhitespace && $0 != "_" }
        if name == "range" || name == "count", let dots = source.range("...") {
            let bounds = (Double(source[..<dots.lowerBound]), Double(source[dots.upperBound...]))
            if let lower = bounds.0, let upper = bounds.1, lower > upper { return "the range ends before it begins" }
            if name == "count", let lower = bounds.0, lower < 0 { return "a count cannot be negative" }
        } else if ["count", "minimumCount", "maximumCount"].contains(name), let count = Double(source), count < 0 {
            return "a count cannot be negative"
        } else if name == "anyOf", argument.as(ArrayExprSyntax.self)?.elements.isEmpty == true {
            return "there is nothing to choose from"
        }
        return nil
    }
}

extension String {
    fileprivate func range(_ part: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
            start = index(after: start)
        }
        return nil
    }
}
