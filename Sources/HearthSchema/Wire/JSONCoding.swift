public import HearthCore

// JSON of any form within structures that are `Codable`. Our own writer and reader (``WireType``) take it as it is: exact, and in
// its order. What follows is for other coders, such as Foundation's, which round long numbers and know no order.

extension JSONValue: Codable {
    public init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: MemberName.self) {
            self = .object(try JSONObject(members: object))
            return
        }
        if var items = try? decoder.unkeyedContainer() {
            var all: [JSONValue] = []
            while !items.isAtEnd { all.append(try items.decodeNil() ? .null : items.decode(JSONValue.self)) }
            self = .array(all)
            return
        }
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .bool(flag)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let number = try? value.decode(Int.self) {
            self = .number(JSONNumber(number))
        } else if let number = JSONNumber("\(try value.decode(Double.self))") {
            self = .number(number)
        } else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "It is no number of JSON.")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        if case .object(let object) = self { return try object.encode(to: encoder) }
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let flag): try container.encode(flag)
        case .string(let text): try container.encode(text)
        case .array(let items): try container.encode(items)
        case .object(let object): try container.encode(object)
        case .number(let number):
            if let whole = number.intValue {
                try container.encode(whole)
            } else {
                try container.encode(Double(number.description) ?? 0)
            }
        }
    }
}

extension JSONObject: Codable {
    public init(from decoder: any Decoder) throws {
        try self.init(members: decoder.container(keyedBy: MemberName.self))
    }

    fileprivate init(members: KeyedDecodingContainer<MemberName>) throws {
        self.init(
            try members.allKeys.map { name in
                let isNull = try members.decodeNil(forKey: name)
                return (name.stringValue, try isNull ? .null : members.decode(JSONValue.self, forKey: name))
            })
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberName.self)
        for (name, value) in self { try container.encode(value, forKey: MemberName(name)) }
    }
}

/// Any name of a member.
private struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { return nil }
}
