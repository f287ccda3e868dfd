/// A value that a model generated, or a part of one.
public struct GeneratedContent: Hashable, Sendable {
    public var value: JSONValue
    /// How many values around and at the end of this one were still being written: 0 for a finished one.
    ///
    /// In a text that was cut off, only the value itself and its last child, the last child of that, and so on can be
    /// unfinished; so one number tells for each part whether it is.
    package var openLevels: Int

    /// Whether generation had ended; a snapshot in the middle of a stream is not complete.
    public var isComplete: Bool {
        get { openLevels == 0 }
        set { openLevels = newValue ? 0 : openLevels == 0 ? .max : openLevels }
    }

    public init(_ value: JSONValue, isComplete: Bool = true) {
        self.init(value, openLevels: isComplete ? 0 : .max)
    }

    package init(_ value: JSONValue, openLevels: Int) {
        self.value = value
        self.openLevels = max(0, openLevels)
    }

    /// The content of a JSON text, which may be cut off anywhere: then it holds what was there, and is not complete.
    ///
    /// - Throws: ``JSONSyntaxError`` for a text that is no beginning of JSON.
    public init(json: String) throws {
        var parser = PartialJSON()
        try parser.append(json)
        if let value = parser.wholeValue {
            self.init(value)
        } else {
            self = parser.snapshot ?? GeneratedContent(.null, isComplete: false)
        }
    }

    /// An object with these members, in this order.
    public init(properties: KeyValuePairs<String, any ConvertibleToGeneratedContent>) {
        var object = JSONObject()
        for (name, value) in properties { object[name] = value.generatedContent.value }
        self.init(.object(object))
    }

    /// An array.
    public init(elements: some Sequence<any ConvertibleToGeneratedContent>) {
        self.init(.array(elements.map(\.generatedContent.value)))
    }

    /// Compact JSON text.
    public var jsonString: String { value.description }
}

extension GeneratedContent {
    /// The content as a value of a type.
    ///
    /// - Throws: ``GeneratedContentError`` when it is of another kind.
    public func value<Value: ConvertibleFromGeneratedContent>(_ type: Value.Type = Value.self) throws -> Value {
        try Value(self)
    }

    /// A member of an object.
    ///
    /// - Throws: ``GeneratedContentError`` when there is none of that name, or it is of another kind.
    public func value<Value: ConvertibleFromGeneratedContent>(
        _ type: Value.Type = Value.self, forProperty name: String
    ) throws -> Value {
        guard let member = try member(name) else { throw GeneratedContentError.missing(name) }
        return try GeneratedContentError.within(name) { try Value(member) }
    }

    /// A member of an object that may be left out; `nil` where it is missing or `null`.
    public func value<Value: ConvertibleFromGeneratedContent>(
        _ type: Value?.Type = Value?.self, forProperty name: String
    ) throws -> Value? {
        guard let member = try member(name), member.value != .null else { return nil }
        return try GeneratedContentError.within(name) { try Value(member) }
    }

    /// A member of an object in a snapshot; `nil` as long as it is missing or no value of the type can be made of it.
    ///
    /// - Throws: ``GeneratedContentError`` when the member is finished and of another kind.
    public func partialValue<Value: ConvertibleFromGeneratedContent>(
        _ type: Value.Type = Value.self, forProperty name: String
    ) throws -> Value? {
        guard let member = try member(name), member.value != .null else { return nil }
        do {
            return try GeneratedContentError.within(name) { try Value(member) }
        } catch {
            if member.isComplete { throw error }
            return nil
        }
    }

    /// A member with what is known of its completeness; `nil` where there is none.
    private func member(_ name: String) throws -> GeneratedContent? {
        guard let object = value.objectValue else { throw GeneratedContentError.mismatch("an object", value) }
        guard let position = object.position(of: name) else { return nil }
        return GeneratedContent(object.values[position], openLevels: position == object.count - 1 ? below : 0)
    }

    /// The items of an array.
    ///
    /// - Throws: ``GeneratedContentError`` when it is of another kind.
    public func elements() throws -> [GeneratedContent] {
        guard let items = value.arrayValue else { throw GeneratedContentError.mismatch("an array", value) }
        return items.enumerated().map { index, item in
            GeneratedContent(item, openLevels: index == items.count - 1 ? below : 0)
        }
    }

    private var below: Int { openLevels == .max ? .max : max(0, openLevels - 1) }
}

/// Used by what `@Generable` makes of enumerations, and by those who write the same by hand.
extension GeneratedContent {
    /// The text that names a choice. Not before it is finished: one choice may begin like another.
    ///
    /// - Throws: ``GeneratedContentError``.
    public func choice() throws -> String {
        guard isComplete else { throw GeneratedContentError.unfinished }
        return try value()
    }

    /// The name of the case in an object that stands for a case with its values. Not before the whole is finished.
    ///
    /// - Throws: ``GeneratedContentError``.
    public func caseName() throws -> String {
        guard isComplete else { throw GeneratedContentError.unfinished }
        return try value(forProperty: GenerationSchema.Case.key)
    }

    /// The object that stands for a case with its values; those that are `nil` are left out.
    public init(case name: String, values: [(String, GeneratedContent?)]) {
        var members = JSONObject([(GenerationSchema.Case.key, .string(name))])
        for (name, content) in values { members[name] = content?.value }
        self.init(.object(members))
    }
}

/// A value that a model generated and that does not fit the type it is to become.
///
/// The message names places and kinds, never the values, which may be private.
public struct GeneratedContentError: ReasonedError, Equatable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        case typeMismatch = "type-mismatch"
        case valueNotAllowed = "value-not-allowed"
        case unfinished
        case missingProperty = "missing-property"

        public var kind: Failure.Kind {
            switch self {
            case .typeMismatch, .valueNotAllowed, .unfinished, .missingProperty: .invalidOutput
            }
        }
    }

    public let reason: Reason
    /// A JSON pointer (RFC 6901) to the value; empty for the whole of it.
    public private(set) var path: String
    /// What was expected there, without the place.
    public let expectation: String
    public var message: String {
        "The generated value\(path.isEmpty ? "" : " at \(path)") does not fit its type: \(expectation). "
            + "Ask again, or check that type and schema agree."
    }

    private init(_ reason: Reason, _ expectation: String) {
        self.reason = reason
        self.expectation = expectation
        path = ""
    }

    /// A value of another kind: `expected` is a noun with its article.
    public static func mismatch(_ expected: String, _ value: JSONValue) -> GeneratedContentError {
        let found =
            switch value {
            case .null: "null"
            case .bool: "a boolean"
            case .number: "a number"
            case .string: "a string"
            case .array: "an array"
            case .object: "an object"
            }
        return GeneratedContentError(.typeMismatch, "\(expected) is needed, and it is \(found)")
    }

    /// A value of the right kind that is none of those allowed.
    public static func notAllowed(_ what: String) -> GeneratedContentError {
        GeneratedContentError(.valueNotAllowed, what)
    }

    static let unfinished = GeneratedContentError(.unfinished, "it was not finished")

    static func missing(_ name: String) -> GeneratedContentError {
        GeneratedContentError(.missingProperty, "the property `\(name)` is missing")
    }

    /// Lengthens the path of what `body` throws by one step.
    static func within<Value>(_ step: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch var error as GeneratedContentError {
            let escaped = step.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
                .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
            error.path = "/" + escaped + error.path
            throw error
        }
    }
}
