public import Foundation

/// A type that can be made of what a model generated.
public protocol ConvertibleFromGeneratedContent: SendableMetatype {
    /// - Throws: ``GeneratedContentError`` when the content is of another kind, or not finished.
    init(_ content: GeneratedContent) throws
}

/// A type that can be shown to a model as a value.
public protocol ConvertibleToGeneratedContent {
    var generatedContent: GeneratedContent { get }
}

/// A type that a model can be asked for: it knows its schema, and converts from and to generated content.
///
/// Written by the macro `@Generable`. The names are those of Apple's FoundationModels, so that a type moves between the two.
public protocol Generable: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent, Sendable {
    /// What is known of a value while it is being written; the type itself where there is nothing between all and nothing.
    associatedtype PartiallyGenerated: ConvertibleFromGeneratedContent & Sendable = Self

    static var generationSchema: GenerationSchema { get }
}

extension Generable {
    /// The value as a snapshot in which everything is there.
    ///
    /// - Throws: ``GeneratedContentError``, when the two conversions of a type written by hand do not agree.
    public func asPartiallyGenerated() throws -> PartiallyGenerated { try PartiallyGenerated(generatedContent) }
}

/// Any value: what a request with a schema and no type is answered with.
extension GeneratedContent: Generable {
    public static var generationSchema: GenerationSchema { GenerationSchema(name: "Any", root: .object(JSONObject())) }
    public init(_ content: GeneratedContent) throws { self = content }
    public var generatedContent: GeneratedContent { self }
}

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

// MARK: - By hand

/// A struct that says its form itself, for code that does without the macro `@Generable`: the macro needs swift-syntax, which
/// takes longer to compile than everything else together.
///
/// ```swift
/// struct Book: FormGenerable {
///     var title: String
///     var pages: Int
///
///     static let form = GenerationForm(
///         "A book", Book.init(title:pages:),
///         .property("title", \.title, "As on the cover"),
///         .property("pages", \.pages, .minimum(1)))
/// }
/// ```
///
/// Types and order of the properties are those of the initializer: a property too many, too few or of another type does not
/// compile. There are no snapshots of a value half written; the macro writes these too.
public protocol FormGenerable: Generable {
    static var form: GenerationForm<Self> { get }
}

extension FormGenerable {
    public static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, description: form.description, properties: form.properties())
    }

    public init(_ content: GeneratedContent) throws { self = try Self.form.value(content) }

    public var generatedContent: GeneratedContent { Self.form.content(self) }
}

/// What a struct's schema says of it, and how it is made from content and turned into it.
public struct GenerationForm<Value>: Sendable {
    /// One property: its name in JSON, where the value has it, and what the model is told of it.
    public struct Member<Content>: Sendable {
        let name: String
        let schema: @Sendable () -> GenerationSchema.Property
        let read: @Sendable (GeneratedContent) throws -> Content
        /// `nil` for what is left out.
        let write: @Sendable (Value) -> JSONValue?
    }

    let description: String?
    let properties: @Sendable () -> [GenerationSchema.Property]
    let value: @Sendable (GeneratedContent) throws -> Value
    let content: @Sendable (Value) -> GeneratedContent

    /// - Parameters:
    ///   - description: What the value is, for the model.
    ///   - initializer: Makes it from its properties, in their order.
    public init<each Content>(
        _ description: String, _ initializer: @escaping @Sendable (repeat each Content) -> Value,
        _ members: repeat Member<each Content>
    ) {
        self.description = description
        properties = {
            var list: [GenerationSchema.Property] = []
            for member in repeat each members { list.append(member.schema()) }
            return list
        }
        value = { content in initializer(repeat try (each members).read(content)) }
        content = { value in
            var object = JSONObject()
            for member in repeat each members { object[member.name] = member.write(value) }
            return GeneratedContent(.object(object))
        }
    }
}

extension GenerationForm.Member where Content: Generable {
    /// - Parameters:
    ///   - name: The property's name in JSON.
    ///   - description: What it is, for the model.
    ///   - guides: Limits of its value.
    public static func property(
        _ name: String, _ path: any KeyPath<Value, Content> & Sendable, _ description: String? = nil,
        _ guides: GenerationGuide<Content>...
    ) -> Self {
        Self(
            name: name,
            schema: { .init(name: name, description: description, type: Content.self, guides: guides) },
            read: { try $0.value(Content.self, forProperty: name) },
            write: { $0[keyPath: path].generatedContent.value })
    }
}

extension GenerationForm.Member {
    /// A property that may be left out.
    public static func property<Wrapped: Generable>(
        _ name: String, _ path: any KeyPath<Value, Wrapped?> & Sendable, _ description: String? = nil,
        _ guides: GenerationGuide<Wrapped>...
    ) -> Self where Content == Wrapped? {
        Self(
            name: name,
            schema: { .init(name: name, description: description, type: Wrapped?.self, guides: guides) },
            read: { try $0.value(Wrapped?.self, forProperty: name) },
            write: { $0[keyPath: path]?.generatedContent.value })
    }
}

/// A choice of texts that says its description itself, for code that does without the macro.
public protocol ChoiceGenerable: Generable, CaseIterable, RawRepresentable<String> {
    /// What is chosen, for the model.
    static var choiceDescription: String { get }
}

extension ChoiceGenerable {
    public static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, description: choiceDescription, anyOf: allCases.map(\.rawValue))
    }

    public init(_ content: GeneratedContent) throws {
        guard let choice = Self(rawValue: try content.choice()) else {
            throw GeneratedContentError.notAllowed("another one of the \(Self.allCases.count) cases is needed")
        }
        self = choice
    }

    public var generatedContent: GeneratedContent { GeneratedContent(.string(rawValue)) }
}
