package import HearthCore

// How objects of the interface are read, written and described: by walking through what the compiler makes of `Codable`. All
// three ask the types of the fields themselves, so nothing here knows any type.

extension WireType {
    package static var name: String? { String(describing: Self.self) }
    package static var about: String? { nil }
    package static var fields: [String: WireField] { [:] }

    package func json() throws -> JSONValue {
        let writer = ObjectWriter(Self.fields)
        try encode(to: writer)
        return .object(writer.object)
    }

    package static func read(_ value: JSONValue, _ place: WirePlace) throws -> Self {
        guard let object = value.objectValue else { throw place.notAnObject(value) }
        if place.isClosed, Self.self is any WireRequest.Type { try checkNames(object.keys, place) }
        return try Self(from: ObjectReader(object: object, place: place, fields: fields))
    }

    /// Refuses a name that the type does not have.
    ///
    /// - Throws: ``WireProblem``
    package static func checkNames(_ given: some Sequence<String>, _ place: WirePlace) throws {
        let reader = ShapeReader(Self.self)
        _ = try Self(from: reader)
        let names = reader.found.map(\.name)
        if let stray = given.first(where: { !names.contains($0) }) { throw place.unknown(stray, among: names) }
    }

    package static func sample() throws -> Self { try Self(from: ShapeReader(Self.self)) }

    package static func schema(_ components: inout WireComponents) throws -> JSONObject {
        guard let name else { return try shape(&components) }
        return try components.reference(name) { try shape(&$0) }
    }

    package static func shape(_ components: inout WireComponents) throws -> JSONObject {
        let reader = ShapeReader(Self.self)
        _ = try Self(from: reader)
        let isSent = Self.self is any WireRequest.Type
        if let stray = fields.keys.sorted().first(where: { name in !reader.found.contains { $0.name == name } }) {
            throw WireProblem(name: "\(Self.self).\(stray)", message: "There is no such field.")
        }
        var (properties, required) = (JSONObject(), [JSONValue]())
        for (name, type, isOptional) in reader.found {
            let field = fields[name] ?? WireField()
            var schema = try type.schema(&components)
            let isNullable = field.presence != .leftOut && !(field.presence == .usual && isSent)
            if isOptional, isNullable { schema = type.nullable(schema) }
            properties[name] = .object(field.applied(to: schema))
            let isPromised = !isOptional && field.presence == .usual && field.fallback == nil
            if isPromised && type.leftOut == nil || field.presence == .promised {
                required.append(.string(name))
            }
        }
        var schema: JSONObject = ["type": "object"]
        if !required.isEmpty { schema["required"] = .array(required) }
        schema["properties"] = .object(properties)
        if isSent { schema["additionalProperties"] = false }
        if let about { schema["description"] = .string(about) }
        return schema
    }
}

extension WireValue {
    /// The schema where null is allowed, too.
    fileprivate static func nullable(_ schema: JSONObject) -> JSONObject {
        guard let type = schema["type"]?.stringValue else { return ["anyOf": [.object(schema), ["type": "null"]]] }
        var schema = schema
        schema["type"] = [.string(type), "null"]
        if let names = schema["enum"]?.arrayValue { schema["enum"] = .array(names + [.null]) }
        return schema
    }
}

/// The type is no value of the interface.
private func foreign(_ type: Any.Type) -> WireProblem {
    WireProblem(name: "\(type)", message: "It is no value of the interface.")
}

// MARK: - Writing

/// Takes the fields of one object.
private final class ObjectWriter: Encoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    let fields: [String: WireField]
    var object = JSONObject()

    init(_ fields: [String: WireField]) { self.fields = fields }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Fields(writer: self))
    }

    // What is no object says itself how it is written (`WireValue.json`), so that its `encode(to:)` is never called with this.
    func unkeyedContainer() -> any UnkeyedEncodingContainer { preconditionFailure("An object has fields.") }
    // Likewise.
    func singleValueContainer() -> any SingleValueEncodingContainer { preconditionFailure("An object has fields.") }

    struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let writer: ObjectWriter
        var codingPath: [any CodingKey] { [] }

        func encodeNil(forKey key: Key) { writer.object[key.stringValue] = .null }

        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            guard let value = value as? any WireValue else { throw foreign(Value.self) }
            writer.object[key.stringValue] = try value.json()
        }

        // Each of them is a requirement of its own, which has another default where it is not written out.
        func encodeIfPresent(_ value: String?, forKey key: Key) throws { try write(value, key) }
        func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try write(value, key) }
        func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try write(value, key) }
        func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try write(value, key) }
        func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws { try write(value, key) }

        private func write<Value: Encodable>(_ value: Value?, _ key: Key) throws {
            if let value {
                try encode(value, forKey: key)
            } else if writer.fields[key.stringValue]?.isLeftOut != true {
                encodeNil(forKey: key)
            }
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            // Only `encode(to:)` written by hand asks for it; what the compiler makes does not.
            preconditionFailure("What is nested is a type of its own.")
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            // As above.
            preconditionFailure("What is nested is a type of its own.")
        }

        func superEncoder() -> any Encoder { writer }
        func superEncoder(forKey key: Key) -> any Encoder { writer }
    }
}

// MARK: - Reading

/// Gives the fields of one object that somebody sent. Null says no more than leaving a field out.
private struct ObjectReader: Decoder {
    let object: JSONObject
    let place: WirePlace
    let fields: [String: WireField]
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Fields(reader: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw foreign(Self.self) }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw foreign(Self.self) }

    struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let reader: ObjectReader
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { reader.object.keys.compactMap(Key.init) }

        func contains(_ key: Key) -> Bool { reader.object[key.stringValue] != nil }
        func decodeNil(forKey key: Key) -> Bool { reader.object[key.stringValue] ?? .null == .null }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            guard let known = type as? any WireValue.Type else { throw foreign(type) }
            if let none = known.leftOut {
                return try taken(contains(key) ? known.read(reader.object[key.stringValue] ?? .null, place(key)) : none)
            }
            if let value = given(key, known) { return try taken(known.read(value, place(key))) }
            guard let usual = reader.fields[key.stringValue]?.fallback else { throw place(key).missing }
            return try taken(known.read(usual, WirePlace(name: place(key).name)))
        }

        // As in writing: each of them is a requirement of its own.
        func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try read(type, key) }
        func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try read(type, key) }
        func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try read(type, key) }
        func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try read(type, key) }
        func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
            try read(type, key)
        }

        private func read<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
            guard let known = type as? any WireValue.Type else { throw foreign(type) }
            return try given(key, known).map { try taken(known.read($0, place(key))) }
        }

        /// What was sent for a field. In an address, what is empty says nothing but where a number or a flag has to stand.
        private func given(_ key: Key, _ type: any WireValue.Type) -> JSONValue? {
            guard let value = reader.object[key.stringValue], value != .null else { return nil }
            let isEmpty = reader.place.isText && value == "" && type != Int.self && type != Bool.self
            // Written out: the `nil` of a choice between it and JSON would be JSON's null.
            guard !isEmpty else { return Optional.none }
            return value
        }

        private func place(_ key: Key) -> WirePlace {
            let path = reader.place.name.isEmpty ? "" : reader.place.name + "."
            return WirePlace(
                name: path + key.stringValue, field: reader.fields[key.stringValue], isText: reader.place.isText,
                isClosed: reader.place.isClosed)
        }

        private func taken<Value>(_ value: any WireValue) throws -> Value {
            guard let value = value as? Value else { throw foreign(Value.self) }
            return value
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { throw foreign(type) }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw foreign(Key.self) }
        func superDecoder() throws -> any Decoder { throw foreign(Key.self) }
        func superDecoder(forKey key: Key) throws -> any Decoder { throw foreign(Key.self) }
    }
}

// MARK: - Describing

/// Notes which fields a type asks for, and gives it any value for each.
private final class ShapeReader: Decoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private let type: Any.Type
    private(set) var found: [(name: String, type: any WireValue.Type, isOptional: Bool)] = []

    init(_ type: Any.Type) { self.type = type }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Fields(reader: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw foreign(type) }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw foreign(type) }

    private func note(_ name: String, _ type: Any.Type, isOptional: Bool) throws -> any WireValue.Type {
        guard let known = type as? any WireValue.Type else { throw foreign(type) }
        found.append((name, known, isOptional))
        return known
    }

    struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let reader: ShapeReader
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { [] }

        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) -> Bool { false }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            let known = try reader.note(key.stringValue, type, isOptional: false)
            guard let value = try known.sample() as? Value else { throw foreign(type) }
            return value
        }

        // As in writing: each of them is a requirement of its own.
        func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try read(type, key) }
        func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try read(type, key) }
        func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try read(type, key) }
        func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try read(type, key) }
        func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
            try read(type, key)
        }

        private func read<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
            _ = try reader.note(key.stringValue, type, isOptional: true)
            return nil
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { throw foreign(type) }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw foreign(Key.self) }
        func superDecoder() throws -> any Decoder { throw foreign(Key.self) }
        func superDecoder(forKey key: Key) throws -> any Decoder { throw foreign(Key.self) }
    }
}
