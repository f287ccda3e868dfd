// What the macros write names types of HearthCore: whoever imports the macros needs them too.
@_exported public import HearthCore

/// Makes a struct or an enumeration one that a model can be asked for: adds the conformance to `Generable`.
///
/// ```swift
/// @Generable(description: "What a text is about")
/// struct Summary {
///     @Guide(description: "Most important first", .count(3))
///     var topics: [String]
///     @Guide(.range(1...5))
///     var level: Int
///     var note: String?
/// }
/// ```
///
/// Every stored property is generated, in the order in which they stand; those of optional type may be left out. Types may
/// be `String`, `Bool`, `Int`, `Double`, `Float`, `Decimal`, other generable types, and arrays of those. An enumeration
/// becomes a choice of texts, or, when its cases carry values, an object that names the case in the property `case`.
///
/// - Parameter description: What the value is, for the model.
@attached(
    extension, conformances: Generable,
    names: named(generationSchema), named(init(_:)), named(generatedContent), named(PartiallyGenerated))
public macro Generable(description: String? = nil) = #externalMacro(module: "HearthMacros", type: "GenerableMacro")

/// Describes a property of a generable struct to the model.
@attached(peer)
public macro Guide(description: String) = #externalMacro(module: "HearthMacros", type: "GuideMacro")

/// Describes a property of a generable struct to the model, and limits its values.
@attached(peer)
public macro Guide<Value>(description: String? = nil, _ guides: GenerationGuide<Value>...) =
    #externalMacro(module: "HearthMacros", type: "GuideMacro")

/// Describes a property of a generable struct to the model, and limits it to texts that an expression matches whole.
@attached(peer)
public macro Guide<Output>(description: String? = nil, _ pattern: Regex<Output>) =
    #externalMacro(module: "HearthMacros", type: "GuideMacro")
