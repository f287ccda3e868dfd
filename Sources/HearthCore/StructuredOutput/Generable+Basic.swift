public import Foundation

extension String: Generable {
    public static var generationSchema: GenerationSchema { .basic("String", "string") }

    public init(_ content: GeneratedContent) throws {
        guard case .string(let text) = content.value else {
            throw GeneratedContentError.mismatch("a string", content.value)
        }
        self = text
    }

    public var generatedContent: GeneratedContent { GeneratedContent(.string(self)) }
}

extension Bool: Generable {
    public static var generationSchema: GenerationSchema { .basic("Bool", "boolean") }

    public init(_ content: GeneratedContent) throws {
        guard case .bool(let flag) = content.value else {
            throw GeneratedContentError.mismatch("a boolean", content.value)
        }
        self = flag
    }

    public var generatedContent: GeneratedContent { GeneratedContent(.bool(self)) }
}

extension Int: Generable {
    public static var generationSchema: GenerationSchema { .basic("Int", "integer") }

    public init(_ content: GeneratedContent) throws {
        guard let whole = try content.number().intValue else {
            throw GeneratedContentError.notAllowed("a whole number of at most 64 bits is needed")
        }
        self = whole
    }

    public var generatedContent: GeneratedContent { GeneratedContent(.number(JSONNumber(self))) }
}

/// Numbers that JSON has no word for, infinite ones and those that are none, become `null`.
extension Double: Generable {
    public static var generationSchema: GenerationSchema { .basic("Double", "number") }

    public init(_ content: GeneratedContent) throws {
        guard let number = Double(try content.number().description), number.isFinite else {
            throw GeneratedContentError.notAllowed("a number of at most about 1.8e308 is needed")
        }
        self = number
    }

    public var generatedContent: GeneratedContent {
        GeneratedContent(JSONNumber("\(self)").map(JSONValue.number) ?? .null)
    }
}

/// Numbers that JSON has no word for, infinite ones and those that are none, become `null`.
extension Float: Generable {
    public static var generationSchema: GenerationSchema { .basic("Float", "number") }

    public init(_ content: GeneratedContent) throws {
        guard let number = Float(try content.number().description), number.isFinite else {
            throw GeneratedContentError.notAllowed("a number of at most about 3.4e38 is needed")
        }
        self = number
    }

    public var generatedContent: GeneratedContent {
        GeneratedContent(JSONNumber("\(self)").map(JSONValue.number) ?? .null)
    }
}

/// Exact where the number has at most 38 digits; more are rounded, as `Decimal` does.
extension Decimal: Generable {
    public static var generationSchema: GenerationSchema { .basic("Decimal", "number") }

    public init(_ content: GeneratedContent) throws {
        guard let number = Decimal(string: try content.number().description), number.isFinite else {
            throw GeneratedContentError.notAllowed("a number that a decimal can hold is needed")
        }
        self = number
    }

    public var generatedContent: GeneratedContent {
        GeneratedContent(JSONNumber("\(self)").map(JSONValue.number) ?? .null)
    }
}

extension Array: ConvertibleFromGeneratedContent where Element: ConvertibleFromGeneratedContent {
    /// Of a snapshot, the last item is left out as long as nothing can be made of it.
    public init(_ content: GeneratedContent) throws {
        self = []
        for (index, item) in try content.elements().enumerated() {
            do {
                append(try GeneratedContentError.within(String(index)) { try Element(item) })
            } catch {
                if item.isComplete || content.isComplete { throw error }
            }
        }
    }
}

extension Array: ConvertibleToGeneratedContent where Element: ConvertibleToGeneratedContent {
    public var generatedContent: GeneratedContent { GeneratedContent(.array(map(\.generatedContent.value))) }
}

extension Array: Generable where Element: Generable {
    public typealias PartiallyGenerated = [Element.PartiallyGenerated]

    public static var generationSchema: GenerationSchema { GenerationSchema(arrayOf: Element.self) }
}

/// `nil` becomes `null`; a property that is `nil` is left out.
extension Optional: ConvertibleToGeneratedContent where Wrapped: ConvertibleToGeneratedContent {
    public var generatedContent: GeneratedContent { self?.generatedContent ?? GeneratedContent(.null) }
}

extension Optional where Wrapped: Generable {
    public typealias PartiallyGenerated = Wrapped.PartiallyGenerated
}

extension GeneratedContent {
    fileprivate func number() throws -> JSONNumber {
        guard case .number(let number) = value else { throw GeneratedContentError.mismatch("a number", value) }
        return number
    }
}

extension GenerationSchema {
    fileprivate static func basic(_ name: String, _ type: String) -> GenerationSchema {
        GenerationSchema(name: name, root: ["type": .string(type)])
    }
}
