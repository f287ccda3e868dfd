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
