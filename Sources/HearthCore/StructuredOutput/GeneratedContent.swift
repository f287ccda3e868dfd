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
