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
