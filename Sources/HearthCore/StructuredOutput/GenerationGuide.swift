public import Foundation

/// Keywords of JSON Schema for a value itself, or for the items of an array.
indirect enum GuideDemand: Sendable {
    case keywords([(String, JSONValue)])
    case element(GuideDemand)
}

/// A demand on a generated value beyond its type.
public struct GenerationGuide<Value>: Sendable {
    let demand: GuideDemand

    fileprivate init(demand: GuideDemand) { self.demand = demand }

    fileprivate init(_ keywords: (String, JSONValue)...) { demand = .keywords(keywords) }
}

extension GenerationGuide where Value == String {
    /// Exactly this text.
    public static func constant(_ value: String) -> Self { Self(("const", .string(value))) }

    /// One of these texts.
    public static func anyOf(_ values: [String]) -> Self { Self(("enum", .array(values.map(JSONValue.string)))) }

    /// The whole text matches a regular expression of ECMA-262.
    public static func pattern(_ expression: String) -> Self { Self(("pattern", .string(whole(expression)))) }

    /// The whole text matches a regular expression. What Swift's syntax has beyond ECMA-262 is refused when the schema is used.
    public static func pattern<Output>(_ expression: Regex<Output>) -> Self {
        // A regex made of builders has no text. Nothing matches then, and the schema says why when it is used.
        pattern(expression._literalPattern ?? "(?<a-regex-without-text>")
    }

    /// `pattern` of JSON Schema looks for a match anywhere; a guide means the whole text.
    private static func whole(_ expression: String) -> String {
        let isAnchored = expression.hasPrefix("^") && expression.hasSuffix("$") && !expression.hasSuffix("\\$")
        return isAnchored && !expression.contains("|") ? expression : "^(?:\(expression))$"
    }
}

extension GenerationGuide where Value == Int {
    public static func minimum(_ value: Int) -> Self { Self(("minimum", .number(JSONNumber(value)))) }
    public static func maximum(_ value: Int) -> Self { Self(("maximum", .number(JSONNumber(value)))) }
    public static func range(_ range: ClosedRange<Int>) -> Self {
        Self(("minimum", .number(JSONNumber(range.lowerBound))), ("maximum", .number(JSONNumber(range.upperBound))))
    }
}

extension GenerationGuide where Value == Double {
    public static func minimum(_ value: Double) -> Self { Self(("minimum", value.generatedContent.value)) }
    public static func maximum(_ value: Double) -> Self { Self(("maximum", value.generatedContent.value)) }
    public static func range(_ range: ClosedRange<Double>) -> Self {
        Self(("minimum", range.lowerBound.generatedContent.value), ("maximum", range.upperBound.generatedContent.value))
    }
}

extension GenerationGuide where Value == Float {
    public static func minimum(_ value: Float) -> Self { Self(("minimum", value.generatedContent.value)) }
    public static func maximum(_ value: Float) -> Self { Self(("maximum", value.generatedContent.value)) }
    public static func range(_ range: ClosedRange<Float>) -> Self {
        Self(("minimum", range.lowerBound.generatedContent.value), ("maximum", range.upperBound.generatedContent.value))
    }
}

extension GenerationGuide where Value == Decimal {
    public static func minimum(_ value: Decimal) -> Self { Self(("minimum", value.generatedContent.value)) }
    public static func maximum(_ value: Decimal) -> Self { Self(("maximum", value.generatedContent.value)) }
    public static func range(_ range: ClosedRange<Decimal>) -> Self {
        Self(("minimum", range.lowerBound.generatedContent.value), ("maximum", range.upperBound.generatedContent.value))
    }
}

extension GenerationGuide {
    /// At least so many items. Negative counts are taken for 0.
    public static func minimumCount<Element>(_ count: Int) -> Self where Value == [Element] {
        Self(("minItems", .number(JSONNumber(max(0, count)))))
    }

    /// At most so many items.
    public static func maximumCount<Element>(_ count: Int) -> Self where Value == [Element] {
        Self(("maxItems", .number(JSONNumber(max(0, count)))))
    }

    /// A number of items in a range, bounds included.
    public static func count<Element>(_ range: ClosedRange<Int>) -> Self where Value == [Element] {
        Self(
            ("minItems", .number(JSONNumber(max(0, range.lowerBound)))),
            ("maxItems", .number(JSONNumber(max(0, range.upperBound)))))
    }

    /// Exactly so many items.
    public static func count<Element>(_ count: Int) -> Self where Value == [Element] { .count(count...count) }

    /// A demand on each item.
    public static func element<Element>(_ guide: GenerationGuide<Element>) -> Self where Value == [Element] {
        Self(demand: .element(guide.demand))
    }
}

/// In `@Guide(.count(3))` nothing says what the items are. These let the compiler read it; the macro hands the guide on to
/// where the type of the property is known.
extension GenerationGuide where Value == [Never] {
    public static func minimumCount(_ count: Int) -> Self { Self(("minItems", .number(JSONNumber(max(0, count))))) }
    public static func maximumCount(_ count: Int) -> Self { Self(("maxItems", .number(JSONNumber(max(0, count))))) }
    public static func count(_ range: ClosedRange<Int>) -> Self { Self() }
    public static func count(_ count: Int) -> Self { Self() }
}
