package import Foundation
public import HearthCore

/// A value of an interface, in JSON. Its JSON and the schema of that JSON follow from its type, so that what is described is what
/// is sent. Hearth's own interface is made of them, and what is answered in the words of OpenAI, Anthropic and MCP.
package protocol WireValue: Codable, Sendable {
    /// What JSON of it looks like. What has a name of its own goes to the components, and a reference stands here.
    static func schema(_ components: inout WireComponents) throws -> JSONObject

    /// Any value of the type; of use only to whoever reads which fields a type has.
    static func sample() throws -> Self

    /// The value that somebody sent.
    ///
    /// - Throws: ``WireProblem``
    static func read(_ value: JSONValue, _ place: WirePlace) throws -> Self

    /// The value as it is sent.
    func json() throws -> JSONValue

    /// The value of a field that was left out; `nil` where it may not be.
    static var leftOut: Self? { get }
}

extension WireValue {
    package static var leftOut: Self? { nil }
}

/// An object of the interface: a structure whose names are those on the wire.
///
/// Its fields are read from what the compiler makes of `Codable`, and stand in the description in the same order. What a type
/// cannot say (limits, meanings) stands once, in ``fields``: the description shows it, and what is sent here is held against it.
///
/// A field of optional type is `null` where there is nothing, and may be left out; see ``WireField/Presence`` for other ways.
package protocol WireType: WireValue {
    /// The name in the description; `nil` where the object is written out where it is used.
    static var name: String? { get }
    /// What it is.
    static var about: String? { get }
    /// What is to be said of single fields, by name.
    static var fields: [String: WireField] { get }
}

/// An object that clients send. What is optional in it may be left out, and null says the same; it is described as something that
/// may be null only where a field says so (``WireField/Presence/leftOutOrNull``). It is described as having no other names.
package protocol WireRequest: WireType {}

/// A choice of texts.
package protocol WireChoice: WireValue, RawRepresentable<String>, CaseIterable {
    static var name: String? { get }
    static var about: String? { get }
}

/// What is to be said of a field beside its type.
package struct WireField: Sendable, ExpressibleByStringLiteral {
    /// Whether the field is there.
    package enum Presence: Sendable {
        /// Always, where the type is not optional; else it may be null or left out, and is written as null.
        case usual
        /// Always, also as null.
        case promised
        /// It is written always, or as null, but nobody may count on it.
        case unpromised
        /// It is left out where there is nothing, and never null.
        case leftOut
        /// It is left out where there is nothing; null says the same.
        case leftOutOrNull
    }

    var presence: Presence
    /// What it is, for a person.
    var about: String?
    /// Of numbers.
    var range: ClosedRange<Double>?
    /// Of texts, in Unicode scalars. Where it begins above zero, the text has to say something, too.
    var length: ClosedRange<Int>?
    /// How many items a list may have.
    var count: ClosedRange<Int>?
    /// The only texts that are allowed.
    var oneOf: [String]?
    /// A regular expression of texts. It is for who writes a request; the code that takes the value knows more exactly.
    var pattern: String?
    var format: String?
    /// Whether no item may be there twice; likewise.
    var isUnique: Bool
    /// What holds where the field is left out.
    var fallback: JSONValue?
    /// The only value that there is.
    var constant: JSONValue?
    /// Limits of each item of a list. An array, since a structure cannot hold one of itself.
    private var item: [WireField]

    package init(
        _ about: String? = nil, _ presence: Presence = .usual, range: ClosedRange<Double>? = nil,
        length: ClosedRange<Int>? = nil, count: ClosedRange<Int>? = nil, oneOf: [String]? = nil,
        pattern: String? = nil, format: String? = nil, isUnique: Bool = false, otherwise fallback: JSONValue? = nil,
        constant: JSONValue? = nil, each: WireField? = nil
    ) {
        (self.about, self.presence, self.range, self.length) = (about, presence, range, length)
        (self.count, self.oneOf, self.pattern, self.format) = (count, oneOf, pattern, format)
        (self.isUnique, self.fallback, self.constant) = (isUnique, fallback, constant)
        item = each.map { [$0] } ?? []
    }

    package init(stringLiteral value: String) { self.init(value) }

    package static func presence(_ presence: Presence) -> WireField { WireField(nil, presence) }

    var each: WireField? { item.first }

    /// Whether nothing is written where there is nothing.
    var isLeftOut: Bool { presence == .leftOut || presence == .leftOutOrNull }

    /// The schema with what this says.
    func applied(to schema: JSONObject) -> JSONObject {
        var schema = schema
        func number(_ value: Double) -> JSONValue? {
            value.isFinite ? JSONNumber("\(value)").map(JSONValue.number) : nil
        }
        if let range {
            schema["minimum"] = number(range.lowerBound)
            schema["maximum"] = number(range.upperBound)
        }
        if let length {
            if length.lowerBound > 0 { schema["minLength"] = .number(JSONNumber(length.lowerBound)) }
            if length.upperBound < .max { schema["maxLength"] = .number(JSONNumber(length.upperBound)) }
        }
        if let count {
            if count.lowerBound > 0 { schema["minItems"] = .number(JSONNumber(count.lowerBound)) }
            if count.upperBound < .max { schema["maxItems"] = .number(JSONNumber(count.upperBound)) }
        }
        if let oneOf {
            let isNullable = schema["type"]?.arrayValue?.contains(.string("null")) ?? false
            schema["enum"] = .array(oneOf.map(JSONValue.string) + (isNullable ? [.null] : []))
        }
        if let pattern { schema["pattern"] = .string(pattern) }
        if let format { schema["format"] = .string(format) }
        if isUnique { schema["uniqueItems"] = true }
        if let fallback { schema["default"] = fallback }
        if let constant { schema["const"] = constant }
        if let each, let items = schema["items"]?.objectValue { schema["items"] = .object(each.applied(to: items)) }
        if let about { schema["description"] = .string(about) }
        return schema
    }
}

/// Schemas that have a name.
package struct WireComponents {
    package private(set) var schemas: [String: JSONValue] = [:]
    /// Those that are being made, so that one that holds itself ends.
    private var begun: Set<String> = []

    package init() {}

    /// A reference to a schema, which is made where there is none yet.
    package mutating func reference(
        _ name: String, _ make: (inout WireComponents) throws -> JSONObject
    ) rethrows -> JSONObject {
        if begun.insert(name).inserted { schemas[name] = .object(try make(&self)) }
        return ["$ref": .string("#/components/schemas/" + name)]
    }
}

// MARK: - Plain values

extension String: WireValue {
    package static func schema(_ components: inout WireComponents) -> JSONObject { ["type": "string"] }
    package static func sample() -> String { "" }
    package func json() -> JSONValue { .string(self) }

    package static func read(_ value: JSONValue, _ place: WirePlace) throws -> String {
        guard let text = value.stringValue else { throw place.wrong("a string", value) }
        if let names = place.field?.oneOf, !names.contains(text) { throw place.wrong(Self.naming(names), value) }
        guard let length = place.field?.length else { return text }
        let isLong = text.utf8.count > length.upperBound && text.unicodeScalars.count > length.upperBound
        if !isLong, length.lowerBound > 0, text.isBlank { throw place.empty }
        if isLong || text.unicodeScalars.prefix(length.lowerBound).count < length.lowerBound {
            throw place.wrong(
                length.lowerBound == 0
                    ? "at most \(length.upperBound) characters long"
                    : "a text of \(length.lowerBound) to \(length.upperBound) characters", value)
        }
        return text
    }

    fileprivate static func naming(_ names: [String]) -> String {
        names.map { "`\($0)`" }.joined(separator: " or ")
    }
}

extension Bool: WireValue {
    package static func schema(_ components: inout WireComponents) -> JSONObject { ["type": "boolean"] }
    package static func sample() -> Bool { false }
    package func json() -> JSONValue { .bool(self) }

    package static func read(_ value: JSONValue, _ place: WirePlace) throws -> Bool {
        let text = place.isText ? value.stringValue : nil
        guard let flag = value.boolValue ?? text.flatMap(Bool.init) else { throw place.wrong("true or false", value) }
        return flag
    }
}

extension Int: WireValue {
    /// Numbers of things, mostly: what may be negative has a range that says so.
    package static func schema(_ components: inout WireComponents) -> JSONObject { ["type": "integer", "minimum": 0] }
    package static func sample() -> Int { 0 }
    package func json() -> JSONValue { .number(JSONNumber(self)) }

    package static func read(_ value: JSONValue, _ place: WirePlace) throws -> Int {
        let number = place.isText ? value.stringValue.flatMap { Int($0) } : value.numberValue?.intValue
        let range = place.field?.range ?? 0...Double.infinity
        guard let number, range.contains(Double(number)) else {
            let most = range.upperBound.isFinite ? "\(Int(range.upperBound))" : "\(Int.max)"
            throw place.wrong("a whole number from \(Int(range.lowerBound)) to \(most)", value)
        }
        return number
    }
}

extension Double: WireValue {
    package static func schema(_ components: inout WireComponents) -> JSONObject { ["type": "number"] }
    package static func sample() -> Double { 0 }

    /// JSON has no word for what is no number.
    package func json() -> JSONValue { isFinite ? JSONNumber("\(self)").map(JSONValue.number) ?? .null : .null }

    package static func read(_ value: JSONValue, _ place: WirePlace) throws -> Double {
        let text = place.isText ? value.stringValue : value.numberValue?.description
        guard let number = text.flatMap({ Double($0) }), number.isFinite else { throw place.wrong("a number", value) }
        if let range = place.field?.range, !range.contains(number) {
            throw place.wrong("a number from \(range.lowerBound) to \(range.upperBound)", value)
        }
        return number
    }
}

extension Date: WireValue {
    package static func schema(_ components: inout WireComponents) -> JSONObject {
        ["type": "string", "format": "date-time"]
    }
    package static func sample() -> Date { Date(timeIntervalSince1970: 0) }
    package func json() -> JSONValue { .string(formatted(.iso8601)) }

    package static func read(_ value: JSONValue, _ place: WirePlace) throws -> Date {
        let whole = ISO8601FormatStyle()
        let fraction = ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let text = value.stringValue, let date = (try? whole.parse(text)) ?? (try? fraction.parse(text)) else {
            throw place.wrong("a time, as 2026-03-01T21:30:00Z", value)
        }
        return date
    }
}

extension CivilDate: WireValue {
    package static func schema(_ components: inout WireComponents) -> JSONObject {
        ["type": "string", "pattern": #"^\d{4}-\d{2}-\d{2}$"#]
    }
    package static func sample() throws -> CivilDate { try read("2026-03-01", WirePlace(name: "")) }
    package func json() -> JSONValue { .string(description) }

    package static func read(_ value: JSONValue, _ place: WirePlace) throws -> CivilDate {
        guard let day = value.stringValue.flatMap({ CivilDate($0) }) else {
            throw place.wrong("a day, as 2026-03-01", value)
        }
        return day
    }
}

/// What a type cannot say: a schema, arguments, an id that is whatever its sender made it.
extension JSONValue: WireValue {
    package static func schema(_ components: inout WireComponents) -> JSONObject { [:] }
    package static func sample() -> JSONValue { .null }
    package func json() -> JSONValue { self }
    package static func read(_ value: JSONValue, _ place: WirePlace) -> JSONValue { value }
}

/// An object of any form.
extension JSONObject: WireValue {
    package static func schema(_ components: inout WireComponents) -> JSONObject { ["type": "object"] }
    package static func sample() -> JSONObject { [:] }
    package func json() -> JSONValue { .object(self) }

    package static func read(_ value: JSONValue, _ place: WirePlace) throws -> JSONObject {
        guard let object = value.objectValue else { throw place.wrong("an object", value) }
        return object
    }
}

// MARK: - Values made of others

extension Optional: WireValue where Wrapped: WireValue {
    package static func schema(_ components: inout WireComponents) throws -> JSONObject {
        var schema = try Wrapped.schema(&components)
        guard let type = schema["type"]?.stringValue else {
            return ["anyOf": [.object(schema), ["type": "null"]]]
        }
        schema["type"] = [.string(type), "null"]
        if let names = schema["enum"]?.arrayValue { schema["enum"] = .array(names + [.null]) }
        return schema
    }

    package static func sample() -> Wrapped? { nil }
    package static var leftOut: Wrapped?? { .some(nil) }
    package func json() throws -> JSONValue { try self?.json() ?? .null }

    package static func read(_ value: JSONValue, _ place: WirePlace) throws -> Wrapped? {
        value == .null ? nil : try Wrapped.read(value, place)
    }
}

extension Array: WireValue where Element: WireValue {
    package static func schema(_ components: inout WireComponents) throws -> JSONObject {
        ["type": "array", "items": .object(try Element.schema(&components))]
    }

    package static func sample() -> [Element] { [] }
    package func json() throws -> JSONValue { .array(try map { try $0.json() }) }

    /// - Parameter value: A text alone counts as a list of it.
    package static func read(_ value: JSONValue, _ place: WirePlace) throws -> [Element] {
        var items = value.arrayValue
        let isText = Element.self is String.Type
        if isText, value.stringValue != nil { items = [value] }
        guard let items else { throw place.wrong(isText ? "a string, or a list of strings" : "a list", value) }
        if let count = place.field?.count {
            guard items.count >= count.lowerBound else {
                let noun = count.lowerBound == 1 ? "item" : "items"
                throw place.wrong("a list of at least \(count.lowerBound) \(noun)", value)
            }
            guard items.count <= count.upperBound else {
                throw place.wrong("a list of at most \(count.upperBound) items", value)
            }
        }
        return try items.enumerated().map { index, item in
            let own = WirePlace(
                name: "\(place.name)[\(index)]", field: place.field?.each, isClosed: place.isClosed)
            if isText, item.stringValue == nil { throw own.wrong("a string", item) }
            return try Element.read(item, own)
        }
    }
}

extension Dictionary: WireValue where Key == String, Value: WireValue {
    package static func schema(_ components: inout WireComponents) throws -> JSONObject {
        ["type": "object", "additionalProperties": .object(try Value.schema(&components))]
    }

    package static func sample() -> [String: Value] { [:] }

    /// By name, so that the same values make the same text.
    package func json() throws -> JSONValue {
        .object(JSONObject(try sorted { $0.key < $1.key }.map { ($0.key, try $0.value.json()) }))
    }

    package static func read(_ value: JSONValue, _ place: WirePlace) throws -> [String: Value] {
        guard let object = value.objectValue else { throw place.wrong("an object", value) }
        var found: [String: Value] = [:]
        for (name, item) in object {
            let own = WirePlace(name: "\(place.name).\(name)", field: place.field?.each, isClosed: place.isClosed)
            found[name] = try Value.read(item, own)
        }
        return found
    }
}

extension WireChoice {
    package static var name: String? { nil }
    package static var about: String? { nil }

    package static func schema(_ components: inout WireComponents) throws -> JSONObject {
        var schema: JSONObject = ["type": "string", "enum": .array(allCases.map { .string($0.rawValue) })]
        if let about { schema["description"] = .string(about) }
        guard let name else { return schema }
        return components.reference(name) { _ in schema }
    }

    package static func sample() throws -> Self {
        guard let first = allCases.first else { throw WireProblem(name: "\(Self.self)", message: "It has no cases.") }
        return first
    }

    package func json() -> JSONValue { .string(rawValue) }

    package static func read(_ value: JSONValue, _ place: WirePlace) throws -> Self {
        guard let text = value.stringValue else { throw place.wrong("a string", value) }
        guard let choice = Self(rawValue: text), place.field?.oneOf?.contains(text) ?? true else {
            let names = place.field?.oneOf ?? allCases.map(\.rawValue)
            throw place.wrong(String.naming(names), value)
        }
        return choice
    }
}

/// What a change says of a value that may be there or not: leaving the field out is another thing than `null`.
package enum WireChange<Value: WireValue>: WireValue {
    case kept
    case removed
    case set(Value)

    /// Whether the field was there.
    package var isGiven: Bool { if case .kept = self { false } else { true } }
    /// `nil` also where nothing was said.
    package var value: Value? { if case .set(let value) = self { value } else { nil } }

    package static func schema(_ components: inout WireComponents) throws -> JSONObject {
        try Value?.schema(&components)
    }

    package static func sample() -> WireChange<Value> { .kept }
    package static var leftOut: WireChange<Value>? { .kept }
    package func json() throws -> JSONValue { try value.json() }

    package static func read(_ value: JSONValue, _ place: WirePlace) throws -> WireChange<Value> {
        value == .null ? .removed : .set(try Value.read(value, place))
    }

    package init(from decoder: any Decoder) throws { throw WireProblem(name: "", message: "It is read as JSON.") }
    package func encode(to encoder: any Encoder) throws { throw WireProblem(name: "", message: "It is JSON.") }
}

/// A value of the library whose own `Codable` form is that of the interface: what the command prints of it is the same.
package struct Encoded<Shape: WireType>: WireValue {
    private let value: JSONValue

    /// - Parameter value: Dates are written as ISO 8601, and what is `nil` is left out.
    package init(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        self.value = try JSONValue(parsing: Array(try encoder.encode(value)))
    }

    private init(json: JSONValue) { value = json }

    package static func schema(_ components: inout WireComponents) throws -> JSONObject {
        try Shape.schema(&components)
    }

    package static func sample() -> Encoded<Shape> { Encoded(json: .object([:])) }
    package func json() -> JSONValue { value }

    package static func read(_ value: JSONValue, _ place: WirePlace) throws -> Encoded<Shape> {
        _ = try Shape.read(value, place)
        return Encoded(json: value)
    }

    package init(from decoder: any Decoder) throws { throw WireProblem(name: "", message: "It is read as JSON.") }
    package func encode(to encoder: any Encoder) throws { throw WireProblem(name: "", message: "It is JSON.") }
}
