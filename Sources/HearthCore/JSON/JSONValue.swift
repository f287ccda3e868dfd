/// Any JSON value. Numbers are exact, objects keep the order of their members, strings compare scalar by scalar.
///
/// Swift's `==` of strings follows canonical equivalence: it takes `ä` and `a` + `◌̈` for the same, which JSON does not.
/// Therefore equality and hashing go by the UTF-8 bytes here.
public enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// The value that a JSON text denotes.
    /// - Parameter maxDepth: How deeply arrays and objects may be nested.
    /// - Throws: ``JSONSyntaxError``.
    public init(parsing text: String, maxDepth: Int = JSONParser.defaultDepth) throws {
        try self.init(parsing: Array(text.utf8), maxDepth: maxDepth)
    }

    /// The value that a JSON text in UTF-8 denotes.
    public init(parsing bytes: [UInt8], maxDepth: Int = JSONParser.defaultDepth) throws {
        var parser = JSONParser(bytes: bytes, maxDepth: maxDepth)
        self = try parser.parse()
    }
}

extension JSONValue {
    public var objectValue: JSONObject? { if case .object(let value) = self { value } else { nil } }
    public var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
    public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
    public var numberValue: JSONNumber? { if case .number(let value) = self { value } else { nil } }
    public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The member of an object; `nil` for other values and where there is none.
    public subscript(key: String) -> JSONValue? { objectValue?[key] }
}

extension JSONValue: Hashable {
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): JSONKey(a) == JSONKey(b)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a == b
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let value): JSONKey(value).hash(into: &hasher)
        case .array(let value): hasher.combine(value)
        case .object(let value): hasher.combine(value)
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    public init(nilLiteral: ()) { self = .null }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}

/// A string that is equal to another one when the scalars are the same.
package struct JSONKey: Hashable, Sendable {
    package let string: String

    package init(_ string: String) { self.string = string }

    package static func == (left: Self, right: Self) -> Bool {
        left.string.utf8.count == right.string.utf8.count && left.string.utf8.elementsEqual(right.string.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        let done: Void? = string.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if done == nil { for byte in string.utf8 { hasher.combine(byte) } }
    }
}

/// The members of a JSON object in their order. Of members with the same key the last one counts, as RFC 8259 notes that
/// most readers do; it takes the place of the first.
public struct JSONObject: Sendable {
    public private(set) var keys: [String] = []
    public private(set) var values: [JSONValue] = []
    private var index: [JSONKey: Int]?

    /// Below this many members looking through them is quicker than hashing.
    private static let indexThreshold = 8

    public init() {}

    public init(_ members: [(String, JSONValue)]) {
        for (key, value) in members { self[key] = value }
    }

    public var count: Int { keys.count }
    public var isEmpty: Bool { keys.isEmpty }

    /// Where a member stands, or `nil`.
    package func position(of key: String) -> Int? {
        if let index { return index[JSONKey(key)] }
        let wanted = JSONKey(key)
        for position in keys.indices where JSONKey(keys[position]) == wanted { return position }
        return nil
    }

    public subscript(key: String) -> JSONValue? {
        get { position(of: key).map { values[$0] } }
        set {
            guard let newValue else { return remove(key) }
            if let position = position(of: key) {
                values[position] = newValue
                return
            }
            keys.append(key)
            values.append(newValue)
            if index != nil {
                index?[JSONKey(key)] = keys.count - 1
            } else if keys.count > Self.indexThreshold {
                reindex()
            }
        }
    }

    private mutating func remove(_ key: String) {
        guard let position = position(of: key) else { return }
        keys.remove(at: position)
        values.remove(at: position)
        if index != nil { reindex() }
    }

    private mutating func reindex() {
        var fresh: [JSONKey: Int] = [:]
        fresh.reserveCapacity(keys.count)
        for (position, key) in keys.enumerated() { fresh[JSONKey(key)] = position }
        index = fresh
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}

extension JSONObject: Hashable, Sequence {
    /// Equal when the same keys have equal values, in whatever order.
    public static func == (left: Self, right: Self) -> Bool {
        guard left.count == right.count else { return false }
        for (key, value) in left {
            guard let other = right[key], other == value else { return false }
        }
        return true
    }

    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for (key, value) in self {
            var member = Hasher()
            JSONKey(key).hash(into: &member)
            value.hash(into: &member)
            sum ^= member.finalize()
        }
        hasher.combine(sum)
    }

    public func makeIterator() -> Zip2Sequence<[String], [JSONValue]>.Iterator { zip(keys, values).makeIterator() }
}

extension JSONValue: CustomStringConvertible {
    /// Compact JSON text.
    public var description: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let value): text += value.description
        case .string(let value): text += Self.quoted(value)
        case .array(let items):
            text += "["
            for (index, item) in items.enumerated() {
                if index > 0 { text += "," }
                item.write(to: &text)
            }
            text += "]"
        case .object(let object):
            text += "{"
            for (index, (key, value)) in object.enumerated() {
                if index > 0 { text += "," }
                text += Self.quoted(key) + ":"
                value.write(to: &text)
            }
            text += "}"
        }
    }

    package static func quoted(_ string: String) -> String {
        // By bytes: prompts of megabytes are written this way, and everything that has to be escaped is ASCII.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(string.utf8.count + 16)
        bytes.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                bytes += escaped(Unicode.Scalar(byte)).utf8
            } else {
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A scalar as it stands in a JSON string: escaped only where it has to be.
    package static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "\u{8}": "\\b"
        case "\u{C}": "\\f"
        case ..<" ": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
        default: String(Character(scalar))
        }
    }
}
