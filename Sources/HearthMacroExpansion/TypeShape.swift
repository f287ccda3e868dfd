import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A written type, as far as it can be judged without knowing what names mean.
struct TypeShape {
    indirect enum Kind {
        case text, number, boolean
        case array(TypeShape)
        /// A name that only the compiler knows.
        case named
        case unsupported(String)
    }

    /// The type without `?`, as it was written.
    let wrapped: String
    let isOptional: Bool
    let kind: Kind

    init(_ type: TypeSyntax) {
        if let inner = Self.wrappedType(type).map({ TypeShape($0) }) {
            wrapped = inner.wrapped
            isOptional = true
            kind = inner.isOptional ? .unsupported("an optional of an optional; write one '?'") : inner.kind
        } else {
            wrapped = type.trimmedDescription
            isOptional = false
            kind = Self.kind(type)
        }
    }

    private static func wrappedType(_ type: TypeSyntax) -> TypeSyntax? {
        if let optional = type.as(OptionalTypeSyntax.self) { return optional.wrappedType }
        guard let name = type.as(IdentifierTypeSyntax.self), name.name.text == "Optional" else { return nil }
        return name.genericArgumentClause?.arguments.first?.argument.as(TypeSyntax.self)
    }

    /// What a guide would call it.
    var noun: String {
        switch kind {
        case .text: "text"
        case .number: "a number"
        case .boolean: "a Bool"
        case .array: "an array"
        case .named, .unsupported: "'\(wrapped)'"
        }
    }

    private static func kind(_ type: TypeSyntax) -> Kind {
        if let array = type.as(ArrayTypeSyntax.self) { return Self.array(of: TypeShape(array.element)) }
        if let name = type.as(IdentifierTypeSyntax.self) {
            let argument = name.genericArgumentClause?.arguments.first?.argument.as(TypeSyntax.self)
            if name.name.text == "Array", let argument { return array(of: TypeShape(argument)) }
            return kind(named: name.name.text)
        }
        if let member = type.as(MemberTypeSyntax.self) {
            let isLibrary = ["Swift", "Foundation"].contains(member.baseType.trimmedDescription)
            return isLibrary ? kind(named: member.name.text) : .named
        }
        if type.is(DictionaryTypeSyntax.self) {
            return .unsupported("a dictionary; name the properties in a @Generable struct, or use an array of pairs")
        }
        if type.is(TupleTypeSyntax.self) { return .unsupported("a tuple; use a @Generable struct") }
        if type.is(FunctionTypeSyntax.self) { return .unsupported("a function") }
        if type.is(SomeOrAnyTypeSyntax.self) { return .unsupported("not one type; name the type to generate") }
        if type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
            return .unsupported("an optional that is unwrapped implicitly; write '?'")
        }
        return .named
    }

    private static func array(of element: TypeShape) -> Kind {
        if case .unsupported(let why) = element.kind { return .unsupported("an array of \(why)") }
        if element.isOptional { return .unsupported("an array of optionals; leave out what is nil") }
        return .array(element)
    }

    private static func kind(named name: String) -> Kind {
        switch name {
        case "String": .text
        case "Int", "Double", "Float", "Decimal": .number
        case "Bool": .boolean
        case "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128":
            .unsupported("no whole number that a schema knows; use 'Int', with a guide for its range")
        case "Float16", "Float80", "CGFloat": .unsupported("no number that a schema knows; use 'Double'")
        case "Character", "Substring": .unsupported("no text that a schema knows; use 'String'")
        case "Date", "URL", "UUID", "Data":
            .unsupported("nothing that JSON has a form for; use 'String' and convert it")
        case "Set": .unsupported("a set, which has no order to generate in; use an array")
        case "Dictionary": .unsupported("a dictionary; name the properties in a @Generable struct")
        case "Any", "AnyObject", "Never", "Void": .unsupported("not one type of value; name the type to generate")
        default: .named
        }
    }
}

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
