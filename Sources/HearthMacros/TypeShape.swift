import SwiftSyntax

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
